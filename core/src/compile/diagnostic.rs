//! Problems in a graph, attached to where they are.

use crate::graph::{Key, NodeId};

/// How bad a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Something was replaced or left out.
    Warning,
    /// A part of the scene is missing.
    Error,
}

/// A problem in the graph, attached to where it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Diagnostic {
    /// The node.
    pub node: NodeId,
    /// The input, if one is to blame.
    pub input: Option<Key>,
    /// How bad.
    pub severity: Severity,
    /// What is wrong, one sentence.
    pub message: String,
    /// What to do, one sentence.
    pub remedy: String,
}
