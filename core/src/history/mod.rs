//! Undo and redo: a log of transactions, each one gesture.

mod journal;
mod transaction;

use std::collections::VecDeque;

use crate::{
    document::Document,
    edit::{Edit, EditError, apply},
};

pub use journal::{JournalError, journal_line, replay_line};
pub use transaction::Transaction;

/// Bytes that a history keeps by default.
const LIMIT_BYTES: usize = 64 << 20;

/// What was done to a document, and what was undone again.
///
/// Refused edits and edits that change nothing never enter.
#[derive(Debug, Clone)]
pub struct History {
    done: VecDeque<Stored>,
    undone: Vec<Stored>,
    pending: Option<Transaction>,
    /// Length of `done` when the document was saved; `None` when that state cannot be reached any more.
    saved: Option<usize>,
    bytes: usize,
    limit_bytes: usize,
}

#[derive(Debug, Clone)]
struct Stored {
    transaction: Transaction,
    bytes: usize,
}

impl Default for History {
    fn default() -> Self {
        Self::new(LIMIT_BYTES)
    }
}

impl History {
    /// An empty history of a document that is saved as it is.
    ///
    /// Of transactions that take more than `limit_bytes` together, the oldest are forgotten; the last always stays.
    pub fn new(limit_bytes: usize) -> Self {
        Self {
            done: VecDeque::new(),
            undone: Vec::new(),
            pending: None,
            saved: Some(0),
            bytes: 0,
            limit_bytes,
        }
    }

    /// Starts a gesture: what is pushed until [`Self::commit`] is one transaction.
    ///
    /// A gesture that still runs is committed first; it is given back for the journal.
    pub fn begin(&mut self, label: impl Into<String>) -> Option<&Transaction> {
        let finished = self.finish();
        self.pending = Some(Transaction::new(label));
        if finished { self.last() } else { None }
    }

    /// Applies an edit within the running gesture; without one it starts a gesture of its own.
    ///
    /// It takes the place of an earlier edit of the same target, so a drag leaves one edit however long it lasts.
    ///
    /// # Errors
    /// See [`EditError`]; the gesture goes on.
    pub fn push(&mut self, document: &mut Document, edit: Edit) -> Result<(), EditError> {
        let label = edit.verb();
        let inverse = apply(document, edit.clone())?;
        self.pending
            .get_or_insert_with(|| Transaction::new(label))
            .push(edit, inverse);
        Ok(())
    }

    /// Ends the gesture; gives the transaction, unless nothing has changed.
    pub fn commit(&mut self) -> Option<&Transaction> {
        if self.finish() { self.last() } else { None }
    }

    /// Ends the gesture and takes back what it did.
    ///
    /// # Errors
    /// The document was changed by somebody else meanwhile; it is then left as it was before the call.
    pub fn cancel(&mut self, document: &mut Document) -> Result<(), EditError> {
        match self.pending.take() {
            Some(pending) => pending.take_back(document),
            None => Ok(()),
        }
    }

    /// Applies edits as one transaction, all or none; those that change nothing are left out.
    ///
    /// # Errors
    /// The first refusal.
    pub fn edit(
        &mut self,
        document: &mut Document,
        label: impl Into<String>,
        edits: impl IntoIterator<Item = Edit>,
    ) -> Result<Option<&Transaction>, EditError> {
        self.finish();
        let mut transaction = Transaction::new(label);
        for edit in edits {
            match apply(document, edit.clone()) {
                Ok(inverse) => transaction.push(edit, inverse),
                Err(EditError::NoChange) => {}
                Err(error) => {
                    transaction.take_back(document)?;
                    return Err(error);
                }
            }
        }
        self.pending = Some(transaction);
        Ok(self.commit())
    }

    /// Takes back the last transaction and gives what was applied, for the journal. During a gesture, cancels it.
    ///
    /// # Errors
    /// The document was changed by somebody else; it is left as it was.
    pub fn undo(&mut self, document: &mut Document) -> Result<Option<Transaction>, EditError> {
        if self.pending.is_some() {
            self.cancel(document)?;
            return Ok(None);
        }
        let Some(stored) = self.done.back() else {
            return Ok(None);
        };
        let applied = stored.transaction.reversed();
        applied.apply(document)?;
        self.undone.extend(self.done.pop_back());
        Ok(Some(applied))
    }

    /// Does again what was undone last and gives what was applied. During a gesture, does nothing.
    ///
    /// # Errors
    /// As [`Self::undo`].
    pub fn redo(&mut self, document: &mut Document) -> Result<Option<Transaction>, EditError> {
        if self.pending.is_some() {
            return Ok(None);
        }
        let Some(stored) = self.undone.last() else {
            return Ok(None);
        };
        let applied = stored.transaction.clone();
        applied.apply(document)?;
        self.done.extend(self.undone.pop());
        Ok(Some(applied))
    }

    /// What undo would take back.
    pub fn undo_label(&self) -> Option<&str> {
        self.last().map(|transaction| transaction.label.as_str())
    }

    /// What redo would do again.
    pub fn redo_label(&self) -> Option<&str> {
        self.undone
            .last()
            .map(|stored| stored.transaction.label.as_str())
    }

    /// Notes that the document is saved as it is.
    pub fn mark_saved(&mut self) {
        self.saved = Some(self.done.len());
    }

    /// Whether the document differs from what was saved.
    pub fn is_dirty(&self) -> bool {
        let changing = self.pending.as_ref().is_some_and(Transaction::changes);
        changing || self.saved != Some(self.done.len())
    }

    /// Whether a gesture runs.
    pub fn is_open(&self) -> bool {
        self.pending.is_some()
    }

    /// Transactions that can be undone.
    pub fn len(&self) -> usize {
        self.done.len()
    }

    /// Whether nothing can be undone.
    pub fn is_empty(&self) -> bool {
        self.done.is_empty()
    }

    /// Bytes that transactions take, about.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    fn last(&self) -> Option<&Transaction> {
        self.done.back().map(|stored| &stored.transaction)
    }

    /// Ends the gesture; whether it left a transaction.
    fn finish(&mut self) -> bool {
        let Some(mut transaction) = self.pending.take() else {
            return false;
        };
        transaction.drop_unchanged();
        if transaction.edits.is_empty() {
            return false;
        }
        if self.saved.is_some_and(|saved| saved > self.done.len()) {
            self.saved = None;
        }
        for forgotten in self.undone.drain(..) {
            self.bytes -= forgotten.bytes;
        }
        let bytes = journal::bytes(&transaction);
        self.bytes += bytes;
        self.done.push_back(Stored { transaction, bytes });
        self.forget_oldest();
        true
    }

    fn forget_oldest(&mut self) {
        while self.bytes > self.limit_bytes && self.done.len() > 1 {
            let Some(oldest) = self.done.pop_front() else {
                return;
            };
            self.bytes -= oldest.bytes;
            self.saved = self.saved.and_then(|saved| saved.checked_sub(1));
        }
    }
}

#[cfg(test)]
mod tests;
