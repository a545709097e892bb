//! Without a command the program opens its window.

use std::path::PathBuf;

use super::{
    arguments::WindowArguments,
    outcome::{Failure, Outcome},
};
use crate::app::{self, WindowOptions};

/// Opens the window and stays until it is closed.
///
/// # Errors
/// [`Failure::CouldNot`] when no window can be opened.
pub(super) fn run(arguments: WindowArguments, data: Vec<PathBuf>) -> Result<Outcome, Failure> {
    let options = WindowOptions {
        file: arguments.graph,
        exit_after_s: arguments.exit_after,
        screenshot: arguments.screenshot,
        restore: arguments.restore,
        lose_device_after_s: arguments.lose_device_after,
        size: arguments
            .size
            .map(|size| [size.width as f32, size.height as f32]),
        data,
        ..WindowOptions::default()
    };
    app::run(options)
        .map(|()| Outcome::Done)
        .map_err(|error| Failure::could_not(&error, error.remedy()))
}
