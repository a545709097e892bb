//! Folders for the importer's tests: real ones, and none.

use std::{
    env, fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use windwright_core::import::Resolver;

/// A folder on disk; relative names only.
pub struct Folder(pub PathBuf);

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

/// No file can be read.
pub struct Nothing;

impl Resolver for Nothing {
    fn resolve(&self, uri: &str, _limit: usize) -> Result<Arc<[u8]>, String> {
        assert!(!uri.contains("://") && !uri.starts_with('/'));
        Err(String::from("there is no such file"))
    }
}

/// The folder `name` of the corpus; says so where there is none.
pub fn corpus(name: &str) -> Option<PathBuf> {
    let Some(corpus) = env::var_os("WINDWRIGHT_CORPUS") else {
        eprintln!("skipped: needs WINDWRIGHT_CORPUS");
        return None;
    };
    Some(Path::new(&corpus).join(name))
}
