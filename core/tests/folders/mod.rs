//! Folders of files for the importer's tests.
#![expect(
    clippy::disallowed_methods,
    clippy::print_stderr,
    reason = "tests read files and say what they skip"
)]

use std::{
    env, fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use windwright_core::import::Resolver;

/// A folder on disk; relative names only.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Resolver for Folder {
    fn resolve(&self, uri: &str, limit: usize) -> Result<Arc<[u8]>, String> {
        let name = percent_encoding::percent_decode_str(uri).decode_utf8_lossy();
        assert!(
            !name.starts_with('/') && !name.contains("..") && !name.contains(':'),
            "asked for {name}, which is outside the folder"
        );
        let bytes = fs::read(self.0.join(&*name)).map_err(|error| error.to_string())?;
        if bytes.len() > limit {
            return Err(String::from("it is too large"));
        }
        Ok(bytes.into())
    }
}

/// The folder `name` of the corpus; says so where there is none.
pub(crate) fn corpus(name: &str) -> Option<PathBuf> {
    let Some(corpus) = env::var_os("WINDWRIGHT_CORPUS") else {
        eprintln!("skipped: needs WINDWRIGHT_CORPUS");
        return None;
    };
    Some(Path::new(&corpus).join(name))
}
