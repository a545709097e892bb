//! Edits of nodes.

use std::collections::BTreeMap;

use super::{Edit, EditError, check_finite, check_node, graph, put};
use crate::{
    document::Document,
    graph::{Graph, Key, Node, NodeId, Port},
    value::Value,
};

pub(super) fn add(
    document: &mut Document,
    id: NodeId,
    node: Node,
    links: &BTreeMap<Port, Port>,
    position: [f32; 2],
) -> Result<Edit, EditError> {
    check_finite(position)?;
    let graph = graph(document);
    if graph.nodes.contains_key(&id) {
        return Err(EditError::NodeExists { id });
    }
    check_links(graph, &id, links)?;
    graph.nodes.insert(id.clone(), node);
    for (input, output) in links {
        if graph.reaches(&input.node, &output.node) {
            graph.nodes.remove(&id);
            graph
                .links
                .retain(|input, output| input.node != id && output.node != id);
            return Err(EditError::Cycle {
                from: output.node.clone(),
                to: input.node.clone(),
            });
        }
        graph.links.insert(input.clone(), output.clone());
    }
    document.layout.nodes.insert(id.clone(), position);
    Ok(Edit::RemoveNode { id })
}

/// Each link touches the new node, its other end exists, and its input is free: so removing the node is the inverse.
fn check_links(graph: &Graph, id: &NodeId, links: &BTreeMap<Port, Port>) -> Result<(), EditError> {
    for (input, output) in links {
        if input.node != *id && output.node != *id {
            return Err(EditError::ForeignLink {
                input: input.node.clone(),
            });
        }
        for end in [&input.node, &output.node] {
            if end != id {
                check_node(graph, end)?;
            }
        }
        if graph.links.contains_key(input) {
            return Err(EditError::InputTaken {
                node: input.node.clone(),
                key: input.key.clone(),
            });
        }
    }
    Ok(())
}

pub(super) fn remove(document: &mut Document, id: NodeId) -> Result<Edit, EditError> {
    let graph = graph(document);
    let Some(node) = graph.nodes.remove(&id) else {
        return Err(EditError::UnknownNode { id });
    };
    let links: BTreeMap<Port, Port> = graph
        .links
        .iter()
        .filter(|(input, output)| input.node == id || output.node == id)
        .map(|(input, output)| (input.clone(), output.clone()))
        .collect();
    graph.links.retain(|input, _| !links.contains_key(input));
    let position = document.layout.nodes.remove(&id).unwrap_or_default();
    Ok(Edit::AddNode {
        id,
        node,
        links,
        position,
    })
}

pub(super) fn set_value(
    document: &mut Document,
    id: NodeId,
    key: Key,
    value: Option<Value>,
) -> Result<Edit, EditError> {
    let values = &mut node_mut(document, &id)?.values;
    let before = values.get(&key).cloned();
    if before == value {
        return Err(EditError::NoChange);
    }
    put(values, key.clone(), value);
    Ok(Edit::SetValue {
        id,
        key,
        value: before,
    })
}

pub(super) fn describe(
    document: &mut Document,
    id: NodeId,
    name: String,
    note: String,
    bypass: bool,
) -> Result<Edit, EditError> {
    let node = node_mut(document, &id)?;
    if (&node.name, &node.note, node.bypass) == (&name, &note, bypass) {
        return Err(EditError::NoChange);
    }
    Ok(Edit::Describe {
        id,
        name: std::mem::replace(&mut node.name, name),
        note: std::mem::replace(&mut node.note, note),
        bypass: std::mem::replace(&mut node.bypass, bypass),
    })
}

fn node_mut<'a>(document: &'a mut Document, id: &NodeId) -> Result<&'a mut Node, EditError> {
    graph(document)
        .nodes
        .get_mut(id)
        .ok_or_else(|| EditError::UnknownNode { id: id.clone() })
}
