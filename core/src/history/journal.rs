//! Transactions as lines of text, appended to a journal so that nothing committed is lost.

use serde::{Deserialize, Serialize};

use super::Transaction;
use crate::{
    document::Document,
    edit::{Edit, EditError},
};

/// Why a line of a journal cannot be replayed. The document is then unchanged.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The line is not whole, or was written by another version.
    #[error("the line of the journal cannot be read: {message}")]
    Unreadable {
        /// What the reader found.
        message: String,
    },
    /// The document is not the one that the journal belongs to.
    #[error("\"{label}\" does not fit the document: {error}")]
    Misfit {
        /// What the transaction does.
        label: String,
        /// The refusal.
        error: EditError,
    },
}

impl JournalError {
    /// One sentence: what the user can do.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } => "Everything up to this line is recovered.",
            Self::Misfit { .. } => "Open the saved document without recovery.",
        }
    }
}

/// What a line holds; inverses are found again when it is replayed.
#[derive(Serialize)]
struct Line<'a> {
    label: &'a str,
    edits: &'a [Edit],
}

#[derive(Deserialize)]
struct OwnedLine {
    label: String,
    edits: Vec<Edit>,
}

/// One line of RON, without its line end.
pub fn journal_line(transaction: &Transaction) -> String {
    let line = Line {
        label: &transaction.label,
        edits: &transaction.edits,
    };
    // RON can write every type that an edit is made of.
    ron::to_string(&line).unwrap_or_default()
}

/// Applies what [`journal_line`] wrote; gives the transaction with the inverses that were found.
///
/// # Errors
/// See [`JournalError`]; the document is then unchanged.
pub fn replay_line(document: &mut Document, line: &str) -> Result<Transaction, JournalError> {
    let OwnedLine { label, edits } =
        ron::from_str(line).map_err(|error| JournalError::Unreadable {
            message: error.code.to_string(),
        })?;
    let mut transaction = Transaction {
        label,
        edits,
        inverses: Vec::new(),
    };
    match transaction.apply(document) {
        Ok(inverses) => {
            transaction.inverses = inverses;
            Ok(transaction)
        }
        Err(error) => Err(JournalError::Misfit {
            label: transaction.label,
            error,
        }),
    }
}

/// Bytes that a transaction takes, about: as text, both ways.
pub(super) fn bytes(transaction: &Transaction) -> usize {
    [transaction, &transaction.reversed()]
        .into_iter()
        .map(|each| journal_line(each).len())
        .sum()
}
