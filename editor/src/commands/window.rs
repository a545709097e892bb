//! Without a command the program opens its window.

use std::path::PathBuf;

use super::{
    arguments::WindowArguments,
    outcome::{Failure, Outcome},
};

/// Opens the window and stays until it is closed.
///
/// # Errors
/// [`Failure::CouldNot`] when no window can be opened.
pub fn run(_arguments: WindowArguments, _data: Vec<PathBuf>) -> Result<Outcome, Failure> {
    Err(Failure::could_not(
        "there is no window yet",
        "Use a command.",
    ))
}
