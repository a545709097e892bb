//! Edits: the only code that changes a document. Each returns its inverse; a refused one changes nothing.

mod layout;
mod links;
mod nodes;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    document::Document,
    graph::{Graph, Key, Node, NodeId, Port},
    layout::{Item, ItemId},
    value::Value,
};

/// One change of the root graph, its layout or the metadata.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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
    /// A link of an added node does not touch it.
    #[error("the link into {input} does not touch the added node")]
    ForeignLink {
        /// Node where the link ends.
        input: NodeId,
    },
    /// A link of an added node ends where another one ends already.
    #[error("the input {key} of {node} is linked already")]
    InputTaken {
        /// Node where the link ends.
        node: NodeId,
        /// Its input.
        key: Key,
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
            Self::ForeignLink { .. } => "Connect the other nodes with an edit of their own.",
            Self::InputTaken { .. } => "Disconnect that input first.",
            Self::NotFinite => "Type a number.",
            Self::NoChange => "Nothing to do.",
        }
    }
}

impl Edit {
    /// What it does, for menus and messages.
    pub fn verb(&self) -> &'static str {
        match self {
            Self::AddNode { .. } => "Add node",
            Self::RemoveNode { .. } => "Remove node",
            Self::SetValue { value: Some(_), .. } => "Set value",
            Self::SetValue { value: None, .. } => "Reset value",
            Self::Connect { .. } => "Connect",
            Self::Disconnect { .. } => "Disconnect",
            Self::MoveNodes { .. } => "Move nodes",
            Self::Describe { .. } => "Describe node",
            Self::SetItem { item: Some(_), .. } => "Set layout item",
            Self::SetItem { item: None, .. } => "Remove layout item",
            Self::SetMetadata { .. } => "Set metadata",
            Self::Replace { .. } => "Replace document",
        }
    }
}

/// Applies `edit` and returns its inverse.
///
/// # Errors
/// See [`EditError`]; the document is then unchanged.
pub fn apply(document: &mut Document, edit: Edit) -> Result<Edit, EditError> {
    match edit {
        Edit::AddNode {
            id,
            node,
            links,
            position,
        } => nodes::add(document, id, node, &links, position),
        Edit::RemoveNode { id } => nodes::remove(document, id),
        Edit::SetValue { id, key, value } => nodes::set_value(document, id, key, value),
        Edit::Connect { input, output } => links::connect(document, input, output),
        Edit::Disconnect { input } => links::disconnect(document, input),
        Edit::MoveNodes { positions } => layout::move_nodes(document, positions),
        Edit::Describe {
            id,
            name,
            note,
            bypass,
        } => nodes::describe(document, id, name, note, bypass),
        Edit::SetItem { id, item } => layout::set_item(document, id, item),
        Edit::SetMetadata { key, text } => set_metadata(document, key, text),
        Edit::Replace { document: new } => replace(document, *new),
    }
}

fn set_metadata(
    document: &mut Document,
    key: String,
    text: Option<String>,
) -> Result<Edit, EditError> {
    let before = document.metadata.get(&key).cloned();
    if before == text {
        return Err(EditError::NoChange);
    }
    put(&mut document.metadata, key.clone(), text);
    Ok(Edit::SetMetadata { key, text: before })
}

fn replace(document: &mut Document, new: Document) -> Result<Edit, EditError> {
    if *document == new {
        return Err(EditError::NoChange);
    }
    Ok(Edit::Replace {
        document: Box::new(std::mem::replace(document, new)),
    })
}

/// Inserts or, with `None`, removes.
fn put<K: Ord, V>(map: &mut BTreeMap<K, V>, key: K, value: Option<V>) {
    match value {
        Some(value) => map.insert(key, value),
        None => map.remove(&key),
    };
}

/// The root graph, made if it is not there.
fn graph(document: &mut Document) -> &mut Graph {
    document.graphs.entry(document.root.clone()).or_default()
}

fn check_node(graph: &Graph, id: &NodeId) -> Result<(), EditError> {
    if graph.nodes.contains_key(id) {
        Ok(())
    } else {
        Err(EditError::UnknownNode { id: id.clone() })
    }
}

fn check_finite(numbers: [f32; 2]) -> Result<(), EditError> {
    if numbers.iter().all(|number| number.is_finite()) {
        Ok(())
    } else {
        Err(EditError::NotFinite)
    }
}
