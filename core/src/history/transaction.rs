//! Edits that belong together, with what takes them back.

use crate::{
    document::Document,
    edit::{Edit, EditError, apply},
};

/// One step of undo and redo.
#[derive(Debug, Clone, PartialEq)]
pub struct Transaction {
    /// What it does, for menus.
    pub label: String,
    /// Edits in the order they were applied; each changed something.
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

    /// Applies all edits, or none; those that change nothing are left out.
    ///
    /// # Errors
    /// The first refusal.
    pub fn apply(
        label: impl Into<String>,
        edits: impl IntoIterator<Item = Edit>,
        document: &mut Document,
    ) -> Result<Self, EditError> {
        let mut applied = Self::new(label);
        for edit in edits {
            match apply(document, edit.clone()) {
                Ok(inverse) => {
                    applied.edits.push(edit);
                    applied.inverses.push(inverse);
                }
                Err(EditError::NoChange) => {}
                Err(error) => {
                    for inverse in applied.inverses.into_iter().rev() {
                        apply(document, inverse)?;
                    }
                    return Err(error);
                }
            }
        }
        Ok(applied)
    }

    /// Does it again.
    ///
    /// # Errors
    /// The document is not the one that it was made for; it is unchanged.
    pub fn apply_again(&self, document: &mut Document) -> Result<Self, EditError> {
        Self::apply(&self.label, self.edits.iter().cloned(), document)
    }

    /// Takes it back; gives the transaction that did so.
    ///
    /// # Errors
    /// As [`Self::apply_again`].
    pub fn take_back(&self, document: &mut Document) -> Result<Self, EditError> {
        Self::apply(&self.label, self.inverses.iter().rev().cloned(), document)
    }

    /// Whether it does nothing.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }
}
