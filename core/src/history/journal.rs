//! A journal as text: what the document was, then one line a transaction, so that nothing committed is lost.

use serde::{Deserialize, Serialize};

use super::Transaction;
use crate::{
    document::Document,
    edit::{Edit, EditError},
    format,
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

/// What a journal holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Replay {
    /// Where the document was opened or saved last.
    pub path: Option<String>,
    /// The journal that this one goes on from, which holds nothing more.
    pub continues: Option<String>,
    /// The document with all transactions.
    pub document: Document,
    /// How many transactions there are.
    pub transactions: usize,
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    path: Option<String>,
    continues: Option<String>,
    /// The document then.
    text: String,
}

/// Any other line; inverses are found again when it is replayed.
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

/// First line of a journal for a document that stands at `path`, without its line end.
///
/// `continues` names the journal whose work the first transaction takes up.
pub fn head_line(path: Option<&str>, continues: Option<&str>, document: &Document) -> String {
    line(&Head {
        path: path.map(str::to_owned),
        continues: continues.map(str::to_owned),
        text: format::write(document),
    })
}

/// One line of RON, without its line end.
pub fn journal_line(transaction: &Transaction) -> String {
    line(&Line {
        label: &transaction.label,
        edits: &transaction.edits,
    })
}

fn line(content: &impl Serialize) -> String {
    // RON can write every type that a line is made of.
    ron::to_string(content).unwrap_or_default()
}

/// Reads a journal up to the first line that is torn or does not fit; `None` without a first line.
pub fn replay(mut lines: impl Iterator<Item = String>) -> Option<Replay> {
    let Head {
        path,
        continues,
        text,
    } = ron::from_str(&lines.next()?).ok()?;
    let mut document = format::read(&text).document;
    let transactions = lines
        .map_while(|line| replay_line(&mut document, &line).ok())
        .count();
    Some(Replay {
        path,
        continues,
        document,
        transactions,
    })
}

/// Applies what [`journal_line`] wrote; gives the transaction with the inverses that were found.
///
/// # Errors
/// See [`JournalError`]; the document is then unchanged.
pub fn replay_line(document: &mut Document, line: &str) -> Result<Transaction, JournalError> {
    let (label, edits) = parse_line(line)?;
    Transaction::apply(label.clone(), edits, document)
        .map_err(|error| JournalError::Misfit { label, error })
}

/// Label and edits of what [`journal_line`] wrote.
///
/// # Errors
/// [`JournalError::Unreadable`].
pub fn parse_line(line: &str) -> Result<(String, Vec<Edit>), JournalError> {
    match ron::from_str(line) {
        Ok(OwnedLine { label, edits }) => Ok((label, edits)),
        Err(error) => Err(JournalError::Unreadable {
            message: error.code.to_string(),
        }),
    }
}

/// Bytes that a transaction takes, about: as text, both ways.
pub(super) fn bytes(transaction: &Transaction) -> usize {
    [&transaction.edits, &transaction.inverses]
        .into_iter()
        .map(|edits| line(edits).len())
        .sum()
}
