//! Bringing nodes of older versions up to date: one step for each change of a node type.

use std::collections::BTreeMap;

use crate::{
    graph::{Graph, Key},
    value::Value,
};

/// How a node type's values change from one version to the next.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    /// Key of the node type.
    pub type_key: &'static str,
    /// Version that it starts from; it ends at the next one.
    pub from: u32,
    /// Changes the values, found by key.
    pub change: fn(&mut BTreeMap<Key, Value>),
}

/// All steps so far: every node type is still at its first version.
pub const STEPS: &[Step] = &[];

/// Brings all nodes of a graph up to date; gives the number of nodes that changed.
pub(super) fn migrate(graph: &mut Graph, steps: &[Step]) -> usize {
    let mut changed = 0;
    for node in graph.nodes.values_mut() {
        let before = node.version;
        while let Some(step) = steps
            .iter()
            .find(|step| step.type_key == node.type_key && step.from == node.version)
        {
            (step.change)(&mut node.values);
            node.version += 1;
        }
        changed += usize::from(node.version != before);
    }
    changed
}
