//! What is said on standard error while the program works.

use std::io::{self, IsTerminal as _};

use tracing::level_filters::LevelFilter;
use tracing_subscriber::EnvFilter;

/// Starts the log: warnings, with `-v` information, with `-vv` everything; `WINDWRIGHT_LOG` says it in detail.
pub(super) fn start(verbose: u8) {
    let level = match verbose {
        0 => LevelFilter::WARN,
        1 => LevelFilter::INFO,
        _ => LevelFilter::DEBUG,
    };
    let filter = EnvFilter::builder()
        .with_env_var("WINDWRIGHT_LOG")
        .with_default_directive(level.into())
        .from_env_lossy();
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let started = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(!plain && io::stderr().is_terminal())
        .try_init();
    if let Err(error) = started {
        tracing::debug!(%error, "a log was running already");
    }
}
