//! Bounds on what a file may make us allocate.

use super::{ImportError, buffers::Bytes};

/// Bytes that any file may ask for; more only in proportion to its size.
const FREE_BYTES: u64 = 48 << 20;
/// Bytes allowed for each byte of the file and of its buffers.
const BYTES_PER_BYTE: u64 = 12;
/// Upper estimates of what one JSON object and one JSON value take once read.
const OBJECT_BYTES: u64 = 1400;
const VALUE_BYTES: u64 = 64;

/// Bytes that may still be allocated for geometry and textures.
pub(super) struct Budget {
    left: u64,
}

impl Budget {
    /// For a file of `length` bytes and the buffers it names.
    pub(super) fn for_file(length: usize, buffers: &[Bytes<'_>]) -> Self {
        let external: usize = buffers.iter().map(Bytes::external_len).sum();
        Self {
            left: FREE_BYTES + BYTES_PER_BYTE * (length as u64 + external as u64),
        }
    }

    /// Takes `count` elements of `size` bytes.
    pub(super) fn take(&mut self, count: u64, size: usize, place: &str) -> Result<(), ImportError> {
        let bytes = count.saturating_mul(size as u64);
        if bytes > self.left {
            return Err(ImportError::new(
                place,
                format!("it asks for {count} elements, far more than a file of this size can hold"),
                super::EXPORT_AGAIN,
            ));
        }
        self.left -= bytes;
        Ok(())
    }

    /// Adds what an external file of `length` bytes entitles to.
    pub(super) fn add_file(&mut self, length: usize) {
        self.left += BYTES_PER_BYTE * length as u64;
    }

    /// What is left; for [`Self::give_back_to`].
    pub(super) fn mark(&self) -> u64 {
        self.left
    }

    /// Gives back all that was taken since `mark`.
    pub(super) fn give_back_to(&mut self, mark: u64) {
        self.left = mark;
    }

    /// Whether `bytes` could be taken now.
    pub(super) fn allows(&self, bytes: u64) -> bool {
        bytes <= self.left
    }
}

/// Refuses JSON that would take far more memory than text.
pub(super) fn check_json(json: &[u8]) -> Result<(), ImportError> {
    let (mut objects, mut values) = (0_u64, 0_u64);
    for byte in json {
        objects += u64::from(*byte == b'{');
        values += u64::from(*byte == b',');
    }
    let estimate = objects * OBJECT_BYTES + values * VALUE_BYTES;
    if estimate > FREE_BYTES + BYTES_PER_BYTE * json.len() as u64 {
        return Err(ImportError::new(
            "JSON",
            format!("it holds {objects} objects and {values} values, far more than a tree needs"),
            super::EXPORT_AGAIN,
        ));
    }
    Ok(())
}
