//! What a tree file names: buffers and textures beside it.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use windwright_core::import::Resolver;

use super::inside::{ReadError, read_inside};

/// Reads what a glTF file names inside the file's own folder; neither `..` nor a link leads out, and nothing is fetched.
#[derive(Debug, Clone)]
pub struct FolderResolver {
    folder: PathBuf,
}

impl FolderResolver {
    /// Resolver of the tree file at `path`.
    pub fn beside(path: &Path) -> Self {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
            _ => PathBuf::from("."),
        };
        Self { folder }
    }
}

impl Resolver for FolderResolver {
    fn resolve(&self, uri: &str, limit: usize) -> Result<Arc<[u8]>, String> {
        let fault = |error: &dyn std::fmt::Display| Err(format!("{uri} cannot be read: {error}"));
        if has_scheme(uri) {
            return fault(&"only files beside the tree are opened");
        }
        let Ok(decoded) = percent_encoding::percent_decode_str(uri).decode_utf8() else {
            return fault(&"its percent codes are not UTF-8");
        };
        if decoded.contains('\0') {
            return fault(&"its name holds a zero byte");
        }
        match read_inside(&self.folder, Path::new(&*decoded), limit as u64) {
            // A name may hold a per cent sign of its own.
            Err(ReadError::Missing { .. }) if decoded != uri => {
                read_inside(&self.folder, Path::new(uri), limit as u64)
                    .or_else(|error| fault(&error))
            }
            Err(error) => fault(&error),
            Ok(bytes) => Ok(bytes),
        }
    }
}

/// Whether `uri` begins with a scheme such as `https:` or `file:`, or with a drive letter.
fn has_scheme(uri: &str) -> bool {
    uri.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter))
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const LIMIT: usize = 100;

    #[test]
    fn stays_in_the_folder() {
        let world = tempfile::tempdir().unwrap();
        let folder = world.path().join("tree");
        fs::create_dir_all(folder.join("textures")).unwrap();
        fs::write(world.path().join("secret.bin"), b"outside").unwrap();
        fs::write(folder.join("a b.bin"), b"space").unwrap();
        fs::write(folder.join("100%.bin"), b"per cent").unwrap();
        fs::write(folder.join("树.bin"), b"tree").unwrap();
        fs::write(folder.join("long.bin"), [0; LIMIT + 1]).unwrap();
        let resolver = FolderResolver::beside(&folder.join("oak.gltf"));

        for (uri, content) in [
            ("a%20b.bin", "space"),
            ("a b.bin", "space"),
            ("textures/../a%20b.bin", "space"),
            ("100%.bin", "per cent"),
            ("%E6%A0%91.bin", "tree"),
        ] {
            assert_eq!(
                resolver.resolve(uri, LIMIT).as_deref(),
                Ok(content.as_bytes()),
                "{uri}"
            );
        }
        let absolute = world.path().join("secret.bin").display().to_string();
        for uri in [
            "../secret.bin",
            "%2e%2e/secret.bin",
            "..%2fsecret.bin",
            "file:../secret.bin",
            "https://example.org/a.bin",
            "C:/secret.bin",
            "long.bin",
            "textures",
            "none.bin",
            "%ff.bin",
            "a%00b",
            "",
            &absolute,
        ] {
            let message = resolver.resolve(uri, LIMIT).unwrap_err();
            assert!(message.starts_with(uri), "{uri}: {message}");
        }
    }
}
