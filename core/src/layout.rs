//! Where things stand on the canvas: never part of the graph, so moving a node compiles nothing.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::graph::{NodeId, Port, text_id};

text_id!(
    /// Id of a frame, comment or reroute.
    ItemId
);

/// A thing on the canvas that is no node.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Item {
    /// A titled box behind nodes.
    Frame {
        /// Its title.
        title: String,
        /// Left top corner, canvas units.
        position: [f32; 2],
        /// Width and height, canvas units.
        size: [f32; 2],
        /// Colour name of a node family, or empty for neutral.
        colour: String,
    },
    /// A piece of text.
    Comment {
        /// The text.
        text: String,
        /// Left top corner, canvas units.
        position: [f32; 2],
    },
    /// A waypoint of the wire that ends in `input`.
    Reroute {
        /// The wire.
        input: Port,
        /// Place, canvas units.
        position: [f32; 2],
    },
}

/// Layout of a document.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Layout {
    /// Left top corner of each node, canvas units.
    pub nodes: BTreeMap<NodeId, [f32; 2]>,
    /// Frames, comments and reroutes.
    pub items: BTreeMap<ItemId, Item>,
}
