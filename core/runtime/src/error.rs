//! Errors that a game can meet.

/// A description that cannot become a scene.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DescriptionError {
    /// The file was written by a newer version.
    #[error("format {found} is newer than {supported}, the newest this version reads")]
    NewerFormat {
        /// Format number in the file.
        found: u32,
        /// Newest format that can be read.
        supported: u32,
    },
    /// The text is not RON of the expected shape.
    #[error("line {line}, column {column}: {message}")]
    Syntax {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What the reader found.
        message: String,
    },
    /// A number is not finite or outside what the simulation can take.
    #[error("{field} is {value}; it must lie in {low}..{high}")]
    OutOfRange {
        /// Path of the field.
        field: String,
        /// Value found.
        value: f32,
        /// Lowest allowed.
        low: f32,
        /// Highest allowed.
        high: f32,
    },
    /// A number that changes with time cannot be computed.
    #[error("{field}: {message}")]
    Signal {
        /// Path of the field.
        field: String,
        /// What is wrong.
        message: String,
    },
    /// A tree names a branch table that was not given.
    #[error("branch table {hash} is not among the assets")]
    MissingTable {
        /// Content hash that the scene names.
        hash: String,
    },
    /// A branch table contradicts itself.
    #[error("branch {branch}: {message}")]
    Table {
        /// Row of the table, from 0.
        branch: usize,
        /// What is wrong.
        message: String,
    },
}

impl DescriptionError {
    /// One sentence: what the user can do.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::NewerFormat { .. } => "Update the program that reads the file.",
            Self::Syntax { .. } => "Mend the text at that place, or export the preset again.",
            Self::OutOfRange { .. } => "Set the value inside the range.",
            Self::Signal { .. } => "Shorten or rebuild the expression.",
            Self::MissingTable { .. } => "Export the scene again, with its trees.",
            Self::Table { .. } => "Export the tree again.",
        }
    }
}
