//! Documents as text: read whatever can be read, write one canonical form. No paths, no files.
//!
//! A document is a flat RON struct: `format`, `metadata`, `nodes`, `links`, `layout` and, for further graphs, `graphs`.
//! Entries are cut out one by one, so that a fault costs the entry it is in and nothing else. What cannot be read
//! is kept word for word in [`crate::graph::Graph::unreadable`] and written back.

pub mod migrate;

mod comments;
mod place;
mod port;
mod read;
mod read_graph;
mod read_layout;
mod reader;
mod scan;
mod split;
mod value;
mod write;
mod write_graph;
mod write_layout;

use std::fmt;

use crate::{compile::Severity, document::Document};

pub use read::read_with;
pub use write::write;

/// Format that this version reads and writes.
pub const FORMAT: u32 = 1;
/// Longest text that is read, bytes.
pub const MAX_BYTES: usize = 8 << 20;
/// Most problems that are listed; what follows the last one is kept unread.
pub const MAX_PROBLEMS: usize = 200;

/// What a text holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// All that could be read.
    pub document: Document,
    /// Faults, in the order of the text.
    pub problems: Vec<Problem>,
    /// Whether saving would lose something: the text is of a newer format, or no document at all.
    pub read_only: bool,
}

/// A fault in a text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// How bad.
    pub severity: Severity,
    /// What is wrong, with the path of the value.
    pub message: String,
    /// What to do, one sentence.
    pub remedy: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            line,
            column,
            severity: _,
            message,
            remedy,
        } = self;
        write!(f, "{line}:{column}: {message} ({remedy})")
    }
}

/// Reads a text; never fails, see [`Reading`].
pub fn read(text: &str) -> Reading {
    read_with(text, migrate::STEPS)
}
