//! What a command needs of the outside: an output for data, a voice for talk, and the user's wish to stop.

use std::{
    io::{self, Write},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use super::outcome::Failure;

/// Surroundings of a running command.
pub struct Console<'a> {
    /// Where data goes.
    pub out: &'a mut dyn Write,
    /// Data folders, best first.
    pub data: Vec<PathBuf>,
    stop: Arc<AtomicBool>,
}

impl<'a> Console<'a> {
    /// A console that writes data to `out`.
    pub fn new(out: &'a mut dyn Write, data: Vec<PathBuf>) -> Self {
        Self {
            out,
            data,
            stop: Arc::new(AtomicBool::new(false)),
        }
    }

    /// Ends long work at its next pause when the user interrupts; a second interrupt ends the process at once.
    pub fn listen(&self) {
        let stop = Arc::clone(&self.stop);
        let listening = ctrlc::set_handler(move || {
            if stop.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        if let Err(error) = listening {
            tracing::debug!(%error, "interrupts end the process at once");
        }
    }

    /// A pause in long work.
    ///
    /// # Errors
    /// [`Failure::Interrupted`] when the user has asked to stop.
    pub fn pause(&self) -> Result<(), Failure> {
        if self.stop.load(Ordering::Relaxed) {
            Err(Failure::Interrupted)
        } else {
            Ok(())
        }
    }
}

/// Says a line on standard error; when nobody listens, nothing is lost.
pub fn say(words: impl std::fmt::Display) {
    writeln!(io::stderr(), "{words}").unwrap_or_default();
}
