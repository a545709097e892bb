//! Paths inside documents and trees: relative, with `/`, never out of their folder.

/// The path of `uri`, as a glTF file at `base` writes it (percent-encoded), relative to the document.
///
/// # Errors
/// One sentence, if it is no relative path or leaves the folder of `base`.
pub(crate) fn beside(base: &str, uri: &str) -> Result<String, String> {
    let decoded = percent_encoding::percent_decode_str(uri)
        .decode_utf8()
        .map_err(|error| format!("{uri} is not a readable file name: {error}."))?;
    let name = plain(&decoded).ok_or_else(|| {
        format!("{decoded} leaves the folder of the tree, or is no relative path.")
    })?;
    Ok(match base.rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/{name}"),
        None => name,
    })
}

/// `path` without `.` parts, if it is relative and stays below where it starts.
pub(crate) fn plain(path: &str) -> Option<String> {
    let absolute = path.starts_with('/') || path.contains(['\\', ':', '\0']);
    let parts: Vec<&str> = path
        .split('/')
        .filter(|part| !part.is_empty() && *part != ".")
        .collect();
    (!absolute && !parts.is_empty() && !parts.contains(&"..")).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_their_folder() {
        let rows = [
            ("trees/oak.gltf", "oak.bin", Some("trees/oak.bin")),
            ("oak.gltf", "./a%20b.bin", Some("a b.bin")),
            ("trees/oak.gltf", "tex/leaf.png", Some("trees/tex/leaf.png")),
            ("trees/oak.gltf", "../oak.bin", None),
            ("trees/oak.gltf", "%2e%2e/oak.bin", None),
            ("trees/oak.gltf", "/etc/passwd", None),
            ("trees/oak.gltf", "file:///etc/passwd", None),
            ("trees/oak.gltf", "C:\\oak.bin", None),
            ("trees/oak.gltf", "%ff.bin", None),
            ("trees/oak.gltf", "", None),
        ];
        for (base, uri, expected) in rows {
            assert_eq!(beside(base, uri).ok().as_deref(), expected, "{uri}");
        }
    }
}
