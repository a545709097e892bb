//! The graph: nodes, their values, and links keyed by the input they end in.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::value::Value;

macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// Wraps a text.
            pub fn new(text: impl Into<String>) -> Self {
                Self(text.into())
            }

            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }
    };
}
pub(crate) use text_id;

text_id!(
    /// A node's id, `wind_grid-7k3f9q`: type key and 30 random bits in base 32; never reused.
    NodeId
);
text_id!(
    /// Name of a graph inside a document.
    GraphId
);
text_id!(
    /// Key of an input or output; stable text, never a position.
    Key
);

impl NodeId {
    /// Makes an id from a type key and random bits drawn by the caller.
    pub fn from_bits(type_key: &str, bits: u32) -> Self {
        const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
        let tail: String = (0..6)
            .rev()
            .map(|digit| char::from(DIGITS[(bits >> (5 * digit)) as usize & 31]))
            .collect();
        Self(format!("{type_key}-{tail}"))
    }
}

/// One node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// Key of its [`crate::nodes::NodeSpec`]; may be unknown to this version.
    pub type_key: String,
    /// Version of the type that wrote the values.
    pub version: u32,
    /// Name given by the user; empty shows the type's label.
    pub name: String,
    /// Note by the user.
    pub note: String,
    /// Whether the node is passed over.
    pub bypass: bool,
    /// Values that differ from the defaults, and unknown keys of newer versions.
    pub values: BTreeMap<Key, Value>,
}

impl Node {
    /// A node with all defaults.
    pub fn new(type_key: impl Into<String>, version: u32) -> Self {
        Self {
            type_key: type_key.into(),
            version,
            name: String::new(),
            note: String::new(),
            bypass: false,
            values: BTreeMap::new(),
        }
    }
}

/// An end of a link: a node and the key of its input or output.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Port {
    /// The node.
    pub node: NodeId,
    /// The input or output.
    pub key: Key,
}

impl Port {
    /// A port.
    pub fn new(node: NodeId, key: impl Into<String>) -> Self {
        Self {
            node,
            key: Key::new(key),
        }
    }
}

/// Nodes and links.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Graph {
    /// Nodes by id.
    pub nodes: BTreeMap<NodeId, Node>,
    /// From input to the output that feeds it: two links into one input cannot be said.
    pub links: BTreeMap<Port, Port>,
    /// Entries of the file that could not be read, by key, word for word; shown and written back.
    pub unreadable: BTreeMap<String, String>,
    /// Comments of the file, by the place of the entry that they stand at.
    #[serde(default)]
    pub comments: BTreeMap<String, Comment>,
}

/// Comments around an entry of a file, each word for word.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Comment {
    /// On lines of their own before it.
    pub above: Vec<String>,
    /// Behind it on its line.
    pub behind: Vec<String>,
    /// Inside its bracket, after the last entry.
    pub within: Vec<String>,
}

impl Comment {
    /// Adds the comments of `other` behind these.
    pub(crate) fn add(&mut self, other: Self) {
        self.above.extend(other.above);
        self.behind.extend(other.behind);
        self.within.extend(other.within);
    }
}

impl Graph {
    /// Links that end at a node, by input.
    pub fn inputs_of<'a>(&'a self, id: &NodeId) -> impl Iterator<Item = (&'a Port, &'a Port)> {
        let first = Port {
            node: id.clone(),
            key: Key::new(""),
        };
        self.links.range(first..).take_while({
            let id = id.clone();
            move |(input, _)| input.node == id
        })
    }

    /// Whether `to` can be reached from `from` along links (a node reaches itself).
    pub fn reaches(&self, from: &NodeId, to: &NodeId) -> bool {
        let mut open = vec![to];
        let mut seen = BTreeSet::new();
        while let Some(node) = open.pop() {
            if node == from {
                return true;
            }
            if seen.insert(node) {
                open.extend(self.inputs_of(node).map(|(_, output)| &output.node));
            }
        }
        false
    }
}
