//! What a transaction means to selection and preview.

use std::collections::BTreeSet;

use windwright_core::{edit::Edit, graph::NodeId, history::Transaction};

use crate::action::Selection;

/// A selection of what a transaction added, if it added nodes.
pub(super) fn added(done: &Transaction) -> Option<Selection> {
    let nodes: BTreeSet<NodeId> = done
        .edits
        .iter()
        .filter_map(|edit| {
            if let Edit::AddNode { id, .. } = edit {
                Some(id.clone())
            } else {
                None
            }
        })
        .collect();
    (!nodes.is_empty()).then(|| Selection {
        nodes,
        ..Selection::default()
    })
}

/// Whether an edit can change what the graph means.
pub(super) fn touches_graph(edit: &Edit) -> bool {
    match edit {
        Edit::AddNode { .. }
        | Edit::RemoveNode { .. }
        | Edit::SetValue { .. }
        | Edit::Connect { .. }
        | Edit::Disconnect { .. }
        | Edit::Describe { .. }
        | Edit::Replace { .. } => true,
        Edit::MoveNodes { .. } | Edit::SetItem { .. } | Edit::SetMetadata { .. } => false,
    }
}
