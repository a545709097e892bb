//! Writing places, frames, comments and reroutes.

use super::{
    port,
    write::{Body, Kept, Out, pair, quoted},
};
use crate::layout::{Item, Layout};

/// Writes the section `layout`.
pub(super) fn layout<'a>(out: &mut Out<'a>, layout: &Layout, kept: &Kept) {
    let mut own: Out<'a> = Out::at(out.depth, out.comments, &["layout"]);
    own.open("(");
    let empty = own.text.len();
    let nodes = layout
        .nodes
        .iter()
        .map(|(id, position)| (id.as_str().to_owned(), Body::Leaf(pair(*position))));
    own.map("nodes", kept.merge(&["layout", "nodes"], nodes));
    let depth = own.depth + 1;
    let items: Vec<(String, Body)> = layout
        .items
        .iter()
        .map(|(id, each)| {
            let out = Out::at(depth, own.comments, &["layout", "items", id.as_str()]);
            (id.as_str().to_owned(), Body::Block(item(out, each)))
        })
        .collect();
    own.map("items", kept.merge(&["layout", "items"], items));
    own.rest(kept, &["layout"]);
    if own.text.len() > empty {
        own.close(")");
        out.line("layout", &own.text);
    } else {
        out.orphan("layout");
        out.orphans.append(&mut own.orphans);
    }
}

fn item(mut out: Out<'_>, item: &Item) -> String {
    out.open("(");
    match item {
        Item::Frame {
            title,
            position,
            size,
            colour,
        } => {
            out.line("kind", "\"frame\"");
            out.line("title", &quoted(title));
            out.line("position", &pair(*position));
            out.line("size", &pair(*size));
            out.line("colour", &quoted(colour));
        }
        Item::Comment { text, position } => {
            out.line("kind", "\"comment\"");
            out.line("text", &quoted(text));
            out.line("position", &pair(*position));
        }
        Item::Reroute { input, position } => {
            out.line("kind", "\"reroute\"");
            out.line("input", &quoted(&port::write(input)));
            out.line("position", &pair(*position));
        }
    }
    out.close(")");
    out.text
}
