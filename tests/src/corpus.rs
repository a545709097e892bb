//! Material that is not in every clone.

use std::{
    env,
    io::{self, Write as _},
    path::PathBuf,
};

/// The entry `name` of the corpus folder, named by `WINDWRIGHT_CORPUS`; without it the test says that it was skipped.
pub fn entry(name: &str) -> Option<PathBuf> {
    let found = env::var_os("WINDWRIGHT_CORPUS")
        .map(|folder| PathBuf::from(folder).join(name))
        .filter(|path| path.exists());
    if found.is_none() {
        skipped("needs WINDWRIGHT_CORPUS");
    }
    found
}

/// Says that a test was skipped, so that the count of skipped tests holds it. Past the capture of the test runner.
pub fn skipped(reason: &str) {
    writeln!(io::stderr(), "skipped: {reason}").unwrap_or_default();
}
