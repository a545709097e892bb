//! Files that nodes name: the caller reads, nothing here opens one.

use std::sync::Arc;

/// Tells one content of a file from another.
pub type Stamp = [u8; 32];

/// Content of the files that nodes name.
pub trait Files {
    /// Bytes of the file at `path`, relative to the document with `/`.
    ///
    /// # Errors
    /// One sentence that says why it cannot be read.
    fn read(&self, path: &str) -> Result<Arc<[u8]>, String>;

    /// Changes whenever the content does; `None` if the file cannot be read.
    ///
    /// The default reads the file and hashes it; a caller that watches its files can answer faster.
    fn stamp(&self, path: &str) -> Option<Stamp> {
        self.read(path)
            .ok()
            .map(|bytes| *blake3::hash(&bytes).as_bytes())
    }
}

/// No file can be read.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, path: &str) -> Result<Arc<[u8]>, String> {
        Err(format!("{path} cannot be read here."))
    }
}
