//! A folder on disk for the importer's tests.
#![expect(clippy::disallowed_methods, reason = "tests read files")]

use std::{fs, path::PathBuf, sync::Arc};

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
