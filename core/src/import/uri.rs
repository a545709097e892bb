//! URIs of buffers and images: data inside the file, or the name of a file beside it.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use percent_encoding::percent_decode_str;

use super::ImportError;

/// Where the bytes of a URI are.
pub(super) enum Target {
    /// In the URI itself.
    Data(Vec<u8>),
    /// In a file inside the folder of the glTF file.
    File,
}

/// Decodes a data URI; checks that any other stays inside the file's folder.
pub(super) fn target(uri: &str, place: &str) -> Result<Target, ImportError> {
    if let Some(data) = uri.strip_prefix("data:") {
        return decode(data, place).map(Target::Data);
    }
    let path = percent_decode_str(uri).decode_utf8_lossy();
    let outside = path.is_empty()
        || path.contains('\0')
        || path.starts_with(['/', '\\'])
        || path.split(['/', '\\']).any(|part| part == "..");
    if outside || has_scheme(&path) {
        return Err(ImportError::new(
            place,
            format!(
                "`{}` does not name a file inside the tree's folder",
                short(uri)
            ),
            "Put the file beside the tree and export with relative paths, or embed it (.glb).",
        ));
    }
    Ok(Target::File)
}

/// The first characters of a URI, for messages.
pub(super) fn short(uri: &str) -> String {
    const LONGEST: usize = 80;
    let mut text: String = uri.chars().take(LONGEST).collect();
    if uri.chars().nth(LONGEST).is_some() {
        text.push('…');
    }
    text
}

/// Whether the path begins like `http:` or `C:`.
fn has_scheme(path: &str) -> bool {
    let Some((scheme, _)) = path.split_once(':') else {
        return false;
    };
    scheme.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter))
}

fn decode(data: &str, place: &str) -> Result<Vec<u8>, ImportError> {
    let fault = |message: String| ImportError::new(place, message, super::EXPORT_AGAIN);
    let Some((kind, content)) = data.split_once(',') else {
        return Err(fault(String::from("its data URI has no comma")));
    };
    let Some(media) = kind.strip_suffix(";base64") else {
        return Err(fault(String::from("its data URI is not base64")));
    };
    if media.contains(";;") || media.ends_with(';') {
        return Err(fault(format!(
            "its data URI has the broken media type `{}`",
            short(media)
        )));
    }
    STANDARD
        .decode(content)
        .map_err(|error| fault(format!("its data URI is broken: {error}")))
}
