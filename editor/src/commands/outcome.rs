//! How a command ends.

use std::{fmt, io, process::ExitCode};

/// A command that did its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing to complain about: exit code 0.
    Done,
    /// It found faults in what it was given: exit code 1.
    Findings,
}

/// A command that could not do its work.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The arguments make no sense together: exit code 2.
    #[error("{0}")]
    Usage(String),
    /// A file, disk or device stands in the way: exit code 3.
    #[error("{message} ({remedy})")]
    CouldNot {
        /// What, one sentence without a period.
        message: String,
        /// What the user can do, one sentence.
        remedy: String,
    },
    /// The user stopped it: exit code 130.
    #[error("interrupted")]
    Interrupted,
    /// Standard output does not take the data: quiet when the reader has gone, else exit code 3.
    #[error("the output could not be written: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// A [`Failure::CouldNot`].
    pub fn could_not(message: impl fmt::Display, remedy: impl fmt::Display) -> Self {
        Self::CouldNot {
            message: message.to_string(),
            remedy: remedy.to_string(),
        }
    }

    /// What is said on standard error, if anything.
    pub fn words(&self) -> Option<String> {
        match self {
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => None,
            Self::Usage(_) | Self::CouldNot { .. } | Self::Interrupted | Self::Output(_) => {
                Some(self.to_string())
            }
        }
    }

    /// The exit code as a number.
    pub fn code(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            Self::Interrupted => 130,
            Self::Output(_) if self.words().is_none() => 0,
            Self::CouldNot { .. } | Self::Output(_) => 3,
        }
    }
}

/// The exit code of a finished command.
pub fn exit_code(result: &Result<Outcome, Failure>) -> ExitCode {
    ExitCode::from(match result {
        Ok(Outcome::Done) => 0,
        Ok(Outcome::Findings) => 1,
        Err(failure) => failure.code(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_that_leaves_is_no_failure() {
        let gone = Failure::from(io::Error::from(io::ErrorKind::BrokenPipe));
        assert_eq!((gone.code(), gone.words()), (0, None));
        let full = Failure::from(io::Error::from(io::ErrorKind::StorageFull));
        assert_eq!(full.code(), 3);
        assert!(full.words().is_some());
    }
}
