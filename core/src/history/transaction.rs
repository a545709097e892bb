//! Edits that belong together, with what takes them back.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    document::Document,
    edit::{Edit, EditError, apply},
    graph::{Key, NodeId},
    layout::ItemId,
};

/// One step of undo and redo.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Transaction {
    /// What it does, for menus.
    pub label: String,
    /// Edits in the order they were applied.
    pub edits: Vec<Edit>,
    /// What takes each of them back, in the same order.
    pub inverses: Vec<Edit>,
}

impl Transaction {
    /// A transaction that does nothing yet.
    pub fn new(label: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            edits: Vec::new(),
            inverses: Vec::new(),
        }
    }

    /// What takes it back.
    #[must_use]
    pub fn reversed(&self) -> Self {
        Self {
            label: self.label.clone(),
            edits: self.inverses.iter().rev().cloned().collect(),
            inverses: self.edits.iter().rev().cloned().collect(),
        }
    }

    /// Applies all edits, or none; gives the inverses that were found.
    ///
    /// # Errors
    /// The first refusal.
    pub fn apply(&self, document: &mut Document) -> Result<Vec<Edit>, EditError> {
        let mut inverses = Vec::with_capacity(self.edits.len());
        for edit in &self.edits {
            match apply(document, edit.clone()) {
                Ok(inverse) => inverses.push(inverse),
                Err(error) => {
                    while let Some(inverse) = inverses.pop() {
                        apply(document, inverse)?;
                    }
                    return Err(error);
                }
            }
        }
        Ok(inverses)
    }

    /// Takes back what was pushed.
    pub(super) fn take_back(mut self, document: &mut Document) -> Result<(), EditError> {
        self.drop_unchanged();
        self.reversed().apply(document).map(drop)
    }

    /// Adds an applied edit, or puts it in the place of an earlier one of the same target.
    pub(super) fn push(&mut self, edit: Edit, inverse: Edit) {
        let earlier = self
            .edits
            .iter()
            .enumerate()
            .rev()
            .find_map(|(at, earlier)| match meeting(earlier, &edit) {
                Meeting::Apart => None,
                Meeting::Same => Some(Some(at)),
                Meeting::InTheWay => Some(None),
            })
            .flatten();
        if let Some(slot) = earlier.and_then(|at| self.edits.get_mut(at)) {
            *slot = edit;
        } else {
            self.edits.push(edit);
            self.inverses.push(inverse);
        }
    }

    /// Leaves out edits that end where they began.
    pub(super) fn drop_unchanged(&mut self) {
        let edits = std::mem::take(&mut self.edits);
        let inverses = std::mem::take(&mut self.inverses);
        for (edit, inverse) in edits.into_iter().zip(inverses) {
            if edit != inverse {
                self.edits.push(edit);
                self.inverses.push(inverse);
            }
        }
    }

    /// Whether anything differs from before.
    pub(super) fn changes(&self) -> bool {
        self.edits
            .iter()
            .zip(&self.inverses)
            .any(|(edit, inverse)| edit != inverse)
    }
}

/// How a later edit meets an earlier one.
enum Meeting {
    /// They may change places.
    Apart,
    /// The later one may take the place of the earlier one.
    Same,
    /// Neither.
    InTheWay,
}

fn meeting(earlier: &Edit, later: &Edit) -> Meeting {
    let (Some(earlier), Some(later)) = (target(earlier), target(later)) else {
        return Meeting::InTheWay;
    };
    if earlier == later {
        return Meeting::Same;
    }
    match (earlier, later) {
        (Target::Places(earlier), Target::Places(later))
            if earlier.keys().any(|id| later.contains_key(id)) =>
        {
            Meeting::InTheWay
        }
        _ => Meeting::Apart,
    }
}

/// What an edit sets, unless it adds, removes or links nodes.
enum Target<'a> {
    Value(&'a NodeId, &'a Key),
    Places(&'a BTreeMap<NodeId, [f32; 2]>),
    Description(&'a NodeId),
    Item(&'a ItemId),
    Metadata(&'a str),
}

impl PartialEq for Target<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Value(id, key), Self::Value(other, other_key)) => {
                (id, key) == (other, other_key)
            }
            (Self::Places(places), Self::Places(other)) => places.keys().eq(other.keys()),
            (Self::Description(id), Self::Description(other)) => id == other,
            (Self::Item(id), Self::Item(other)) => id == other,
            (Self::Metadata(key), Self::Metadata(other)) => key == other,
            _ => false,
        }
    }
}

fn target(edit: &Edit) -> Option<Target<'_>> {
    match edit {
        Edit::SetValue { id, key, .. } => Some(Target::Value(id, key)),
        Edit::MoveNodes { positions } => Some(Target::Places(positions)),
        Edit::Describe { id, .. } => Some(Target::Description(id)),
        Edit::SetItem { id, .. } => Some(Target::Item(id)),
        Edit::SetMetadata { key, .. } => Some(Target::Metadata(key)),
        Edit::AddNode { .. }
        | Edit::RemoveNode { .. }
        | Edit::Connect { .. }
        | Edit::Disconnect { .. }
        | Edit::Replace { .. } => None,
    }
}
