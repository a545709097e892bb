//! What kind of file the bytes are, and the chunks of a binary one.

use super::ImportError;

/// The two parts of a glTF file.
pub(super) struct Container<'a> {
    /// JSON text, without a byte order mark.
    pub(super) json: &'a [u8],
    /// The binary chunk of a .glb file.
    pub(super) binary: Option<&'a [u8]>,
}

const HEADER: usize = 12;
const CHUNK_HEADER: usize = 8;
const JSON: &[u8] = b"JSON";
const BINARY: &[u8] = b"BIN\0";
const FETCH_AGAIN: &str = "Download or export the file again.";

/// Tells binary glTF, glTF text, and what people save by mistake apart.
pub(super) fn open(bytes: &[u8]) -> Result<Container<'_>, ImportError> {
    if bytes.is_empty() {
        return Err(refuse("it is empty (0 bytes)", FETCH_AGAIN));
    }
    if bytes.starts_with(b"glTF") {
        return chunks(bytes);
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let start = text.trim_ascii_start();
    if start.starts_with(b"version https://git-lfs") {
        return Err(refuse(
            "it is a Git LFS pointer, not the tree itself",
            "Run `git lfs pull` in the repository that it comes from.",
        ));
    }
    match start.first() {
        Some(b'{') => Ok(Container {
            json: text,
            binary: None,
        }),
        Some(b'<') => Err(refuse(
            "it is a web page (HTML or XML), not a glTF file",
            "Download the file itself, not the page that shows it.",
        )),
        _ => Err(refuse(
            "it is not a glTF file: it begins neither with `glTF` nor with `{`",
            "Choose a .glb or .gltf file, or export the tree as glTF 2.0.",
        )),
    }
}

fn chunks(bytes: &[u8]) -> Result<Container<'_>, ImportError> {
    let (Some(version), Some(declared)) = (word(bytes, 4), word(bytes, 8)) else {
        return Err(refuse(
            "it ends inside the 12-byte header of a .glb file",
            FETCH_AGAIN,
        ));
    };
    if version != 2 {
        return Err(refuse(
            format!("it is a .glb container of version {version}; only version 2 can be read"),
            "Export the tree as glTF 2.0.",
        ));
    }
    let Some(bytes) = bytes.get(..declared) else {
        return Err(refuse(
            format!(
                "its header promises {declared} bytes, but it has {}: it was cut short",
                bytes.len()
            ),
            FETCH_AGAIN,
        ));
    };
    let mut container = Container {
        json: &[],
        binary: None,
    };
    let mut at = HEADER;
    let mut number = 0;
    while at < bytes.len() {
        let (kind, content) = chunk(bytes, at, number)?;
        match (number, kind) {
            (0, JSON) => container.json = content,
            (1, BINARY) => container.binary = Some(content),
            (0, _) | (_, JSON | BINARY) => return Err(misplaced(number, kind)),
            _ => {}
        }
        at += CHUNK_HEADER + content.len();
        number += 1;
    }
    if number == 0 {
        return Err(refuse("it has a header but no JSON chunk", FETCH_AGAIN));
    }
    Ok(container)
}

/// Kind and content of the chunk at byte `at`.
fn chunk(bytes: &[u8], at: usize, number: usize) -> Result<(&[u8], &[u8]), ImportError> {
    let place = format!("chunk {number}");
    let rest = bytes.get(at..).unwrap_or_default();
    let (Some(length), Some(kind)) = (word(rest, 0), rest.get(4..CHUNK_HEADER)) else {
        return Err(ImportError::new(
            place,
            "the file ends inside the header of this chunk",
            FETCH_AGAIN,
        ));
    };
    let content = rest.get(CHUNK_HEADER..).unwrap_or_default();
    let Some(content) = content.get(..length) else {
        return Err(ImportError::new(
            place,
            format!(
                "it promises {length} bytes, but only {} follow",
                content.len()
            ),
            FETCH_AGAIN,
        ));
    };
    Ok((kind, content))
}

fn misplaced(number: usize, kind: &[u8]) -> ImportError {
    let message = match kind {
        JSON => "a second JSON chunk stands here; a .glb file has one, at its start",
        BINARY => "a binary chunk stands here; it belongs right after the JSON chunk, once",
        _ => "the first chunk of a .glb file must be JSON",
    };
    ImportError::new(format!("chunk {number}"), message, super::EXPORT_AGAIN)
}

fn word(bytes: &[u8], at: usize) -> Option<usize> {
    let word = bytes.get(at..)?.first_chunk::<4>()?;
    usize::try_from(u32::from_le_bytes(*word)).ok()
}

fn refuse(message: impl Into<String>, remedy: &str) -> ImportError {
    ImportError::new("file", message, remedy)
}
