//! Edits: the only code that changes a document. Each returns its inverse; a refused one changes nothing.

use std::collections::BTreeMap;

use crate::{
    document::Document,
    graph::{Graph, Key, Node, NodeId, Port},
    layout::{Item, ItemId},
    value::Value,
};

/// One change of the root graph, its layout or the metadata.
#[derive(Debug, Clone, PartialEq)]
pub enum Edit {
    /// Adds a node with its links and place: the exact inverse of `RemoveNode`.
    AddNode {
        /// Its id, drawn by the caller.
        id: NodeId,
        /// The node.
        node: Node,
        /// Links that start or end at it.
        links: BTreeMap<Port, Port>,
        /// Left top corner, canvas units.
        position: [f32; 2],
    },
    /// Removes a node and the links at it.
    RemoveNode {
        /// The node.
        id: NodeId,
    },
    /// Sets a value, or with `None` returns it to its default.
    SetValue {
        /// The node.
        id: NodeId,
        /// The input.
        key: Key,
        /// The value.
        value: Option<Value>,
    },
    /// Links an output to an input, in place of what was there.
    Connect {
        /// Where the link ends.
        input: Port,
        /// Where it starts.
        output: Port,
    },
    /// Takes the link out of an input.
    Disconnect {
        /// Where the link ends.
        input: Port,
    },
    /// Moves nodes.
    MoveNodes {
        /// New left top corners, canvas units.
        positions: BTreeMap<NodeId, [f32; 2]>,
    },
    /// Sets name, note and bypass of a node.
    Describe {
        /// The node.
        id: NodeId,
        /// New name.
        name: String,
        /// New note.
        note: String,
        /// New bypass.
        bypass: bool,
    },
    /// Adds, replaces or (with `None`) removes a layout item.
    SetItem {
        /// The item.
        id: ItemId,
        /// What it becomes.
        item: Option<Item>,
    },
    /// Sets or (with `None`) removes an entry of the metadata.
    SetMetadata {
        /// The key.
        key: String,
        /// The text.
        text: Option<String>,
    },
    /// Replaces the whole document (reload from disk, open a preset as document).
    Replace {
        /// The new document.
        document: Box<Document>,
    },
}

/// Why an edit was refused.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// No such node.
    #[error("there is no node {id}")]
    UnknownNode {
        /// The id.
        id: NodeId,
    },
    /// The id is taken.
    #[error("there is already a node {id}")]
    NodeExists {
        /// The id.
        id: NodeId,
    },
    /// The link would close a loop.
    #[error("connecting {from} to {to} would form a cycle")]
    Cycle {
        /// Where the link starts.
        from: NodeId,
        /// Where it ends.
        to: NodeId,
    },
    /// A coordinate is not finite.
    #[error("a position is not a number")]
    NotFinite,
    /// Nothing would change; not a fault, but no transaction either.
    #[error("nothing changes")]
    NoChange,
}

impl EditError {
    /// One sentence: what the user can do.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::UnknownNode { .. } => "The node was removed; undo brings it back.",
            Self::NodeExists { .. } => "Draw another id.",
            Self::Cycle { .. } => "Take the link from a node that does not depend on this one.",
            Self::NotFinite => "Type a number.",
            Self::NoChange => "Nothing to do.",
        }
    }
}

/// Applies `edit` and returns its inverse.
///
/// # Errors
/// See [`EditError`]; the document is then unchanged.
pub fn apply(document: &mut Document, edit: Edit) -> Result<Edit, EditError> {
    let root = document.root.clone();
    let Document {
        graphs,
        layout,
        metadata,
        ..
    } = document;
    let graph = graphs.entry(root).or_default();
    match edit {
        Edit::AddNode {
            id,
            node,
            links,
            position,
        } => {
            if graph.nodes.contains_key(&id) {
                return Err(EditError::NodeExists { id });
            }
            check_finite(&position)?;
            for (input, output) in &links {
                for end in [&input.node, &output.node] {
                    if *end != id && !graph.nodes.contains_key(end) {
                        return Err(EditError::UnknownNode { id: end.clone() });
                    }
                }
            }
            graph.nodes.insert(id.clone(), node);
            for (input, output) in &links {
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
            layout.nodes.insert(id.clone(), position);
            Ok(Edit::RemoveNode { id })
        }
        Edit::RemoveNode { id } => {
            let node = graph
                .nodes
                .remove(&id)
                .ok_or_else(|| EditError::UnknownNode { id: id.clone() })?;
            let links: BTreeMap<Port, Port> = graph
                .links
                .iter()
                .filter(|(input, output)| input.node == id || output.node == id)
                .map(|(i, o)| (i.clone(), o.clone()))
                .collect();
            graph.links.retain(|input, _| !links.contains_key(input));
            let position = layout.nodes.remove(&id).unwrap_or_default();
            Ok(Edit::AddNode {
                id,
                node,
                links,
                position,
            })
        }
        Edit::SetValue { id, key, value } => {
            let values = &mut node_mut(graph, &id)?.values;
            let before = values.get(&key).cloned();
            if before == value {
                return Err(EditError::NoChange);
            }
            match value {
                Some(value) => values.insert(key.clone(), value),
                None => values.remove(&key),
            };
            Ok(Edit::SetValue {
                id,
                key,
                value: before,
            })
        }
        Edit::Connect { input, output } => {
            for end in [&input.node, &output.node] {
                node_mut(graph, end)?;
            }
            if graph.links.get(&input) == Some(&output) {
                return Err(EditError::NoChange);
            }
            if graph.reaches(&input.node, &output.node) {
                return Err(EditError::Cycle {
                    from: output.node,
                    to: input.node,
                });
            }
            Ok(match graph.links.insert(input.clone(), output) {
                Some(output) => Edit::Connect { input, output },
                None => Edit::Disconnect { input },
            })
        }
        Edit::Disconnect { input } => match graph.links.remove(&input) {
            Some(output) => Ok(Edit::Connect { input, output }),
            None => Err(EditError::NoChange),
        },
        Edit::MoveNodes { positions } => {
            for (id, position) in &positions {
                node_mut(graph, id)?;
                check_finite(position)?;
            }
            let before: BTreeMap<NodeId, [f32; 2]> = positions
                .keys()
                .map(|id| {
                    (
                        id.clone(),
                        layout.nodes.get(id).copied().unwrap_or_default(),
                    )
                })
                .collect();
            if before == positions {
                return Err(EditError::NoChange);
            }
            layout.nodes.extend(positions);
            Ok(Edit::MoveNodes { positions: before })
        }
        Edit::Describe {
            id,
            name,
            note,
            bypass,
        } => {
            let node = node_mut(graph, &id)?;
            if (&node.name, &node.note, node.bypass) == (&name, &note, bypass) {
                return Err(EditError::NoChange);
            }
            let name = std::mem::replace(&mut node.name, name);
            let note = std::mem::replace(&mut node.note, note);
            let bypass = std::mem::replace(&mut node.bypass, bypass);
            Ok(Edit::Describe {
                id,
                name,
                note,
                bypass,
            })
        }
        Edit::SetItem { id, item } => {
            match &item {
                Some(Item::Frame { position, size, .. }) => {
                    check_finite(position)?;
                    check_finite(size)?;
                }
                Some(Item::Comment { position, .. } | Item::Reroute { position, .. }) => {
                    check_finite(position)?
                }
                None => {}
            }
            let before = layout.items.get(&id).cloned();
            if before == item {
                return Err(EditError::NoChange);
            }
            match item {
                Some(item) => layout.items.insert(id.clone(), item),
                None => layout.items.remove(&id),
            };
            Ok(Edit::SetItem { id, item: before })
        }
        Edit::SetMetadata { key, text } => {
            let before = metadata.get(&key).cloned();
            if before == text {
                return Err(EditError::NoChange);
            }
            match text {
                Some(text) => metadata.insert(key.clone(), text),
                None => metadata.remove(&key),
            };
            Ok(Edit::SetMetadata { key, text: before })
        }
        Edit::Replace { document: new } => {
            if *document == *new {
                return Err(EditError::NoChange);
            }
            Ok(Edit::Replace {
                document: Box::new(std::mem::replace(document, *new)),
            })
        }
    }
}

fn node_mut<'a>(graph: &'a mut Graph, id: &NodeId) -> Result<&'a mut Node, EditError> {
    graph
        .nodes
        .get_mut(id)
        .ok_or_else(|| EditError::UnknownNode { id: id.clone() })
}

fn check_finite(numbers: &[f32; 2]) -> Result<(), EditError> {
    if numbers.iter().all(|number| number.is_finite()) {
        Ok(())
    } else {
        Err(EditError::NotFinite)
    }
}
