//! Undo and redo: a log of transactions, each one gesture.

mod journal;
mod transaction;

use std::collections::VecDeque;

use crate::{
    document::Document,
    edit::{Edit, EditError},
};

pub use journal::{JournalError, Replay, head_line, journal_line, parse_line, replay, replay_line};
pub use transaction::Transaction;

/// Bytes that a history keeps by default.
const LIMIT_BYTES: usize = 64 << 20;

/// A state of the document; no two states of one history share it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StateId(u64);

/// What was done to a document, and what was undone again.
///
/// Refused edits and edits that change nothing never enter. `Context` is what the caller keeps with each transaction,
/// such as what was selected before it.
#[derive(Debug, Clone)]
pub struct History<Context = ()> {
    done: VecDeque<Stored<Context>>,
    undone: Vec<Stored<Context>>,
    gesture: Option<(Transaction, Context)>,
    /// State before everything in `done`.
    oldest: StateId,
    newest: StateId,
    saved: StateId,
    bytes: usize,
    limit_bytes: usize,
}

#[derive(Debug, Clone)]
struct Stored<Context> {
    transaction: Transaction,
    context: Context,
    after: StateId,
    bytes: usize,
}

impl<Context> Default for History<Context> {
    fn default() -> Self {
        Self::new(LIMIT_BYTES)
    }
}

impl<Context> History<Context> {
    /// An empty history of a document that is saved as it is.
    ///
    /// Of transactions that take more than `limit_bytes` together, the oldest are forgotten; the last always stays.
    pub fn new(limit_bytes: usize) -> Self {
        Self {
            done: VecDeque::new(),
            undone: Vec::new(),
            gesture: None,
            oldest: StateId::default(),
            newest: StateId::default(),
            saved: StateId::default(),
            bytes: 0,
            limit_bytes,
        }
    }

    /// Starts a gesture: what [`Self::replace`] does until [`Self::commit`] is one transaction.
    ///
    /// A gesture that still runs is committed first; it is given back for the journal.
    pub fn begin(&mut self, label: impl Into<String>, context: Context) -> Option<&Transaction> {
        let finished = self.finish();
        self.gesture = Some((Transaction::new(label), context));
        self.last().filter(|_| finished)
    }

    /// Takes back what the running gesture did and does `edits` instead, so a drag leaves its last edits however long it lasts.
    /// Without a gesture nothing is done.
    ///
    /// # Errors
    /// The first refusal; the gesture then stands as it was begun.
    pub fn replace(&mut self, document: &mut Document, edits: Vec<Edit>) -> Result<(), EditError> {
        let Some((transaction, _)) = &mut self.gesture else {
            return Ok(());
        };
        let label = std::mem::take(&mut transaction.label);
        let before = std::mem::replace(transaction, Transaction::new(label.clone()));
        before.take_back(document)?;
        *transaction = Transaction::apply(label, edits, document)?;
        Ok(())
    }

    /// Ends the gesture; gives the transaction, unless nothing has changed.
    pub fn commit(&mut self) -> Option<&Transaction> {
        let finished = self.finish();
        self.last().filter(|_| finished)
    }

    /// Ends the gesture and takes back what it did; whether that was anything.
    ///
    /// # Errors
    /// The document was changed by somebody else meanwhile; it is then left as it was before the call.
    pub fn cancel(&mut self, document: &mut Document) -> Result<bool, EditError> {
        let Some((transaction, _)) = self.gesture.take() else {
            return Ok(false);
        };
        let changed = !transaction.is_empty();
        transaction.take_back(document)?;
        Ok(changed)
    }

    /// Applies edits as one transaction, all or none; those that change nothing are left out.
    ///
    /// A gesture that still runs is committed first.
    ///
    /// # Errors
    /// The first refusal.
    pub fn edit(
        &mut self,
        document: &mut Document,
        label: impl Into<String>,
        context: Context,
        edits: impl IntoIterator<Item = Edit>,
    ) -> Result<Option<&Transaction>, EditError> {
        self.finish();
        self.gesture = Some((Transaction::apply(label, edits, document)?, context));
        Ok(self.commit())
    }

    /// Takes back the last transaction; gives what was applied, for the journal, and what was kept with it.
    /// During a gesture, does nothing: commit or cancel it first.
    ///
    /// # Errors
    /// The document was changed by somebody else; it is left as it was.
    pub fn undo(
        &mut self,
        document: &mut Document,
    ) -> Result<Option<(Transaction, &Context)>, EditError> {
        if self.is_open() {
            return Ok(None);
        }
        let Some(stored) = self.done.back() else {
            return Ok(None);
        };
        let applied = stored.transaction.take_back(document)?;
        self.undone.extend(self.done.pop_back());
        let context = self.undone.last().map(|stored| &stored.context);
        Ok(context.map(|context| (applied, context)))
    }

    /// Does again what was undone last and gives what was applied. During a gesture, does nothing.
    ///
    /// # Errors
    /// As [`Self::undo`].
    pub fn redo(&mut self, document: &mut Document) -> Result<Option<&Transaction>, EditError> {
        if self.is_open() {
            return Ok(None);
        }
        let Some(stored) = self.undone.last() else {
            return Ok(None);
        };
        stored.transaction.apply_again(document)?;
        self.done.extend(self.undone.pop());
        Ok(self.last())
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

    /// The present state, a gesture left aside.
    pub fn state(&self) -> StateId {
        self.done.back().map_or(self.oldest, |stored| stored.after)
    }

    /// Notes that the document was saved as it was in `state`.
    pub fn mark_saved(&mut self, state: StateId) {
        self.saved = state;
    }

    /// Whether the document differs from what was saved.
    pub fn is_dirty(&self) -> bool {
        let gesture = self.gesture.as_ref();
        self.state() != self.saved || gesture.is_some_and(|(gesture, _)| !gesture.is_empty())
    }

    /// Whether a gesture runs.
    pub fn is_open(&self) -> bool {
        self.gesture.is_some()
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
        let Some((transaction, context)) = self.gesture.take() else {
            return false;
        };
        if transaction.is_empty() {
            return false;
        }
        for forgotten in self.undone.drain(..) {
            self.bytes -= forgotten.bytes;
        }
        self.newest.0 += 1;
        let bytes = journal::bytes(&transaction);
        self.bytes += bytes;
        self.done.push_back(Stored {
            transaction,
            context,
            after: self.newest,
            bytes,
        });
        self.forget_oldest();
        true
    }

    fn forget_oldest(&mut self) {
        while self.bytes > self.limit_bytes && self.done.len() > 1 {
            let Some(forgotten) = self.done.pop_front() else {
                return;
            };
            self.bytes -= forgotten.bytes;
            self.oldest = forgotten.after;
        }
    }
}

#[cfg(test)]
mod tests;
