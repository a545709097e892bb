//! The bytes behind the document's buffers.

use std::sync::Arc;

use gltf_json::Root;

use super::{
    ImportError, Resolver,
    uri::{self, Target},
};

/// Largest external file that is asked for.
pub(super) const LARGEST_FILE: usize = 1 << 30;

/// Bytes of one buffer.
pub(super) enum Bytes<'a> {
    /// The binary chunk.
    Chunk(&'a [u8]),
    /// Decoded from the JSON text.
    Decoded(Vec<u8>),
    /// A file beside the glTF file.
    File(Arc<[u8]>),
}

impl Bytes<'_> {
    /// All bytes.
    pub(super) fn as_slice(&self) -> &[u8] {
        match self {
            Self::Chunk(bytes) => bytes,
            Self::Decoded(bytes) => bytes,
            Self::File(bytes) => bytes,
        }
    }

    /// Bytes that are not part of the glTF file.
    pub(super) fn external_len(&self) -> usize {
        match self {
            Self::Chunk(_) | Self::Decoded(_) => 0,
            Self::File(bytes) => bytes.len(),
        }
    }
}

/// Loads all buffers; each holds at least as many bytes as its `byteLength` says.
pub(super) fn load<'a>(
    root: &Root,
    chunk: Option<&'a [u8]>,
    resolver: &dyn Resolver,
) -> Result<Vec<Bytes<'a>>, ImportError> {
    let mut buffers = Vec::with_capacity(root.buffers.len());
    for (number, buffer) in root.buffers.iter().enumerate() {
        let place = format!("buffers[{number}]");
        let bytes = match (&buffer.uri, chunk) {
            (Some(uri), _) => fetch(uri, &place, resolver)?,
            (None, Some(chunk)) if number == 0 => Bytes::Chunk(chunk),
            (None, _) => {
                return Err(ImportError::new(
                    place,
                    "it has no URI and the file has no binary chunk for it",
                    super::EXPORT_AGAIN,
                ));
            }
        };
        let (promised, found) = (buffer.byte_length.0, bytes.as_slice().len());
        if promised > found as u64 {
            return Err(ImportError::new(
                place,
                format!("it promises {promised} bytes, but has {found}"),
                "Download or export the tree again: the file is cut short.",
            ));
        }
        buffers.push(bytes);
    }
    Ok(buffers)
}

fn fetch<'a>(uri: &str, place: &str, resolver: &dyn Resolver) -> Result<Bytes<'a>, ImportError> {
    match uri::target(uri, place)? {
        Target::Data(bytes) => Ok(Bytes::Decoded(bytes)),
        Target::File => resolver
            .resolve(uri, LARGEST_FILE)
            .map(Bytes::File)
            .map_err(|why| {
                let message = format!("the file `{}` cannot be read: {why}", uri::short(uri));
                ImportError::new(
                    place,
                    message,
                    "Put the file back beside the tree, or export as .glb, which holds everything.",
                )
            }),
    }
}
