//! Reading nodes and links.

use std::ops::Range;

use super::{port, reader::Reader, split::Entry, value};
use crate::{
    compile::{Severity, order},
    graph::{Graph, Key, Node, NodeId},
};

/// Reads the sections `nodes` and `links`.
pub(super) fn graph(reader: &mut Reader<'_>, graph: &mut Graph, sections: &[(String, &Entry)]) {
    for (key, section) in sections {
        if key == "nodes" {
            nodes(reader, graph, section);
        }
    }
    for (key, section) in sections {
        if key == "links" {
            links(reader, graph, section);
        }
    }
}

fn nodes(reader: &mut Reader<'_>, graph: &mut Graph, section: &Entry) {
    let Some(entries) = reader.entries(graph, &["nodes"], section.value.clone(), '{') else {
        return reader.no_map(graph, "nodes", section);
    };
    for (id, entry) in entries {
        if let Some(node) = node(reader, graph, &id, entry.value.clone()) {
            graph.nodes.insert(NodeId::new(id), node);
            continue;
        }
        reader.problem(
            entry.value.start,
            Severity::Error,
            format!("nodes/{id} is no node; it is kept unread"),
            "Write it as (type: \"…\", version: 1, values: {…}).",
        );
        // Whatever of its inside was kept is part of the whole.
        let prefix = format!("{}/", super::place::join(&["nodes", &id]));
        graph
            .unreadable
            .retain(|place, _| !place.starts_with(&prefix));
        graph
            .comments
            .retain(|place, _| !place.starts_with(&prefix));
        reader.keep(graph, &["nodes", &id], &entry);
    }
}

fn node(reader: &mut Reader<'_>, graph: &mut Graph, id: &str, body: Range<usize>) -> Option<Node> {
    let entries = reader.entries(graph, &["nodes", id], body, '(')?;
    let type_key = entries
        .iter()
        .find(|(key, _)| key == "type")
        .and_then(|(_, entry)| value::string(reader.text, entry.value.clone()).ok())?;
    let mut node = Node::new(type_key, 1);
    for (key, entry) in &entries {
        if key == "type" {
            continue;
        }
        if key == "values" {
            values(reader, graph, id, &mut node, entry);
            continue;
        }
        if let Err(refusal) = field(reader, &mut node, key, entry) {
            reader.refusal(&format!("nodes/{id}/{key}"), refusal);
            reader.keep(graph, &["nodes", id, key], entry);
        }
    }
    Some(node)
}

fn field(
    reader: &Reader<'_>,
    node: &mut Node,
    key: &str,
    entry: &Entry,
) -> Result<(), value::Refusal> {
    let range = entry.value.clone();
    match key {
        "version" => node.version = value::unsigned(reader.text, range)?,
        "name" => node.name = value::string(reader.text, range)?,
        "note" => node.note = value::string(reader.text, range)?,
        "bypass" if reader.slice(&range) == "true" => node.bypass = true,
        "bypass" if reader.slice(&range) == "false" => node.bypass = false,
        _ => {
            return Err(value::Refusal {
                at: range.start,
                message: String::from("this is not known to this version; it is kept"),
                remedy: "Nothing has to be done, unless it is misspelt.",
            });
        }
    }
    Ok(())
}

fn values(reader: &mut Reader<'_>, graph: &mut Graph, id: &str, node: &mut Node, section: &Entry) {
    let keys = ["nodes", id, "values"];
    let Some(entries) = reader.entries(graph, &keys, section.value.clone(), '{') else {
        reader.problem(
            section.value.start,
            Severity::Error,
            format!("nodes/{id}/values is no map"),
            "Write it in brackets { }.",
        );
        return reader.keep(graph, &keys, section);
    };
    for (key, entry) in entries {
        match value::value(reader.text, entry.value.clone()) {
            Ok(value) => {
                node.values.insert(Key::new(key), value);
            }
            Err(refusal) => {
                reader.refusal(&format!("nodes/{id}/values/{key}"), refusal);
                reader.keep(graph, &["nodes", id, "values", &key], &entry);
            }
        }
    }
}

fn links(reader: &mut Reader<'_>, graph: &mut Graph, section: &Entry) {
    let Some(entries) = reader.entries(graph, &["links"], section.value.clone(), '{') else {
        return reader.no_map(graph, "links", section);
    };
    let mut places = std::collections::BTreeMap::new();
    for (key, entry) in entries {
        let output = value::string(reader.text, entry.value.clone())
            .ok()
            .and_then(|output| port::read(&output));
        let (Some(input), Some(output)) = (port::read(&key), output) else {
            reader.problem(
                entry.whole.start,
                Severity::Error,
                format!("links/{key} is no link; it is kept unread"),
                "Write it as \"node.input\": \"node.output\".",
            );
            reader.keep(graph, &["links", &key], &entry);
            continue;
        };
        let missing = [&input.node, &output.node]
            .into_iter()
            .find(|node| !graph.nodes.contains_key(*node));
        if let Some(missing) = missing {
            reader.problem(
                entry.whole.start,
                Severity::Warning,
                format!("links/{key}: there is no node {missing}; the link is kept unread"),
                "Mend the node, or remove the link.",
            );
            reader.keep(graph, &["links", &key], &entry);
            continue;
        }
        places.insert(input.clone(), entry.whole.start);
        graph.links.insert(input, output);
    }
    for input in order::loops(&graph.links) {
        let Some(output) = graph.links.remove(&input) else {
            continue;
        };
        reader.problem(
            places.get(&input).copied().unwrap_or_default(),
            Severity::Error,
            format!(
                "the link from {} to {} closes a loop; it is left out",
                output.node, input.node
            ),
            "Take the link from a node that does not depend on this one.",
        );
    }
}
