//! Problems that belong to no node: files, devices, refused edits.

use windwright_core::compile::Severity;

/// A problem outside the graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// What it is about; a newer report on the same place takes its place.
    pub place: String,
    /// How bad.
    pub severity: Severity,
    /// What is wrong, one sentence.
    pub message: String,
    /// What to do, one sentence.
    pub remedy: String,
}

impl Report {
    /// Something worth knowing.
    pub fn note(place: &str, message: &str, remedy: &str) -> Self {
        Self::new(place, Severity::Note, message, remedy)
    }

    /// Something that could not be done.
    pub fn error(place: &str, message: &str, remedy: &str) -> Self {
        Self::new(place, Severity::Error, message, remedy)
    }

    /// A problem.
    pub fn new(place: &str, severity: Severity, message: &str, remedy: &str) -> Self {
        Self {
            place: place.to_owned(),
            severity,
            message: message.to_owned(),
            remedy: remedy.to_owned(),
        }
    }
}
