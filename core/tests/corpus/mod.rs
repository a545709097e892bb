//! The corpus of files that tests may find.
#![expect(clippy::print_stderr, reason = "tests say what they skip")]

use std::{
    env,
    path::{Path, PathBuf},
};

/// The folder `name` of the corpus; says so where there is none.
pub(crate) fn corpus(name: &str) -> Option<PathBuf> {
    let Some(corpus) = env::var_os("WINDWRIGHT_CORPUS") else {
        eprintln!("skipped: needs WINDWRIGHT_CORPUS");
        return None;
    };
    Some(Path::new(&corpus).join(name))
}
