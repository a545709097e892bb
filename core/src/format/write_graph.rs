//! Writing nodes and links.

use super::{
    port,
    write::{Body, Kept, Out, field, quoted, value},
};
use crate::graph::{Graph, Node};

/// Writes the sections `nodes` and `links`.
pub(super) fn graph(out: &mut Out<'_>, graph: &Graph, kept: &Kept) {
    let depth = out.depth + 1;
    let nodes: Vec<(String, Body)> = graph
        .nodes
        .iter()
        .map(|(id, each)| {
            let out = Out::at(depth, out.comments, &["nodes", id.as_str()]);
            let text = node(out, id.as_str(), each, kept);
            (id.as_str().to_owned(), Body::Block(text))
        })
        .collect();
    out.map("nodes", kept.merge(&["nodes"], nodes));
    let links = graph
        .links
        .iter()
        .map(|(input, output)| (port::write(input), Body::Leaf(quoted(&port::write(output)))));
    out.map("links", kept.merge(&["links"], links));
}

fn node(mut out: Out<'_>, id: &str, node: &Node, kept: &Kept) -> String {
    let Node {
        type_key,
        version,
        name,
        note,
        bypass,
        values,
    } = node;
    out.open("(");
    out.line("type", &quoted(type_key));
    out.line("version", &version.to_string());
    // What is set goes before what could not be read under the same key.
    let mut written = vec!["type"];
    if *version != 1 {
        written.push("version");
    }
    if !name.is_empty() {
        out.line("name", &quoted(name));
        written.push("name");
    }
    if !note.is_empty() {
        out.line("note", &quoted(note));
        written.push("note");
    }
    if *bypass {
        out.line("bypass", "true");
        written.push("bypass");
    }
    let entries = values
        .iter()
        .map(|(key, each)| (key.as_str().to_owned(), Body::Leaf(value(each))));
    let merged = kept.merge(&["nodes", id, "values"], entries);
    if !merged.is_empty() {
        written.push("values");
    }
    out.map("values", merged);
    for (key, body) in kept.merge(&["nodes", id], []) {
        if matches!(body, Body::Loose(_)) || !written.contains(&key.as_str()) {
            out.body(&key, &field(&key), body);
        }
    }
    out.close(")");
    out.text
}
