//! The document: a plain value, the only owner of the graph.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    graph::{Graph, GraphId},
    layout::Layout,
};

/// A document. Changed only through [`crate::edit`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// Graphs by id; a group node names one.
    pub graphs: BTreeMap<GraphId, Graph>,
    /// The graph that makes the scene.
    pub root: GraphId,
    /// Places on the canvas.
    pub layout: Layout,
    /// Title, author and the like; unknown keys are kept.
    pub metadata: BTreeMap<String, String>,
}

impl Default for Document {
    fn default() -> Self {
        let root = GraphId::new("main");
        Self {
            graphs: BTreeMap::from([(root.clone(), Graph::default())]),
            root,
            layout: Layout::default(),
            metadata: BTreeMap::new(),
        }
    }
}

impl Document {
    /// The root graph; an empty one if the document names none that exists.
    pub fn graph(&self) -> &Graph {
        static EMPTY: Graph = Graph {
            nodes: BTreeMap::new(),
            links: BTreeMap::new(),
            unreadable: BTreeMap::new(),
            comments: BTreeMap::new(),
        };
        self.graphs.get(&self.root).unwrap_or(&EMPTY)
    }
}
