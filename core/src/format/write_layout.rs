//! Writing places, frames, comments and reroutes.

use super::{
    port,
    write::{Body, Kept, Out, pair, quoted},
};
use crate::layout::{Item, Layout};

/// Writes the section `layout`.
pub(super) fn layout(out: &mut Out, layout: &Layout, kept: &Kept) {
    let mut own = Out::at(out.depth);
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
        .map(|(id, each)| (id.as_str().to_owned(), Body::Block(item(depth, each))))
        .collect();
    own.map("items", kept.merge(&["layout", "items"], items));
    own.rest(kept, &["layout"]);
    if own.text.len() > empty {
        own.close(")");
        out.line("layout", &own.text);
    }
}

fn item(depth: usize, item: &Item) -> String {
    let mut out = Out::at(depth);
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
