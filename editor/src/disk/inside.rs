//! Reading one file of a folder, and nothing outside it.

use std::{
    io::{self, Read as _},
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use cap_std::{ambient_authority, fs::Dir};

/// Largest file that is read, bytes.
pub(super) const READ_LIMIT: u64 = 512 << 20;

/// Why a file inside a folder was not read.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReadError {
    /// The path is absolute, climbs out, or a link on it does.
    #[error("it lies outside {}", folder.display())]
    Outside {
        /// The folder that must not be left.
        folder: PathBuf,
    },
    /// There is nothing of that name.
    #[error("there is no such file in {}", folder.display())]
    Missing {
        /// Where it was looked for.
        folder: PathBuf,
    },
    /// A folder, pipe or device.
    #[error("it is not a plain file")]
    NotAFile,
    /// More bytes than the caller takes.
    #[error("it has {bytes} bytes; at most {limit} are read")]
    TooLarge {
        /// Size found.
        bytes: u64,
        /// Size allowed.
        limit: u64,
    },
    /// The system refused.
    #[error("{0}")]
    Io(io::Error),
}

/// Bytes of the plain file at `path` (relative, with `/`) inside `folder`, at most `limit` of them.
///
/// Neither `..` nor a link leads out of the folder; pipes and devices are not opened.
pub(super) fn read_inside(folder: &Path, path: &Path, limit: u64) -> Result<Arc<[u8]>, ReadError> {
    let fault = |error: io::Error| {
        let folder = folder.to_owned();
        if error.kind() == io::ErrorKind::NotFound {
            return ReadError::Missing { folder };
        }
        // cap-std reports a path that leads out this way.
        if error.kind() == io::ErrorKind::PermissionDenied && error.raw_os_error().is_none() {
            return ReadError::Outside { folder };
        }
        ReadError::Io(error)
    };
    if path.is_absolute() || lexical(path).is_none() {
        return Err(ReadError::Outside {
            folder: folder.to_owned(),
        });
    }
    let directory = Dir::open_ambient_dir(folder, ambient_authority()).map_err(fault)?;
    let metadata = directory.metadata(path).map_err(fault)?;
    if !metadata.is_file() {
        return Err(ReadError::NotAFile);
    }
    let limit = limit.min(READ_LIMIT);
    let too_large = |bytes| ReadError::TooLarge { bytes, limit };
    if metadata.len() > limit {
        return Err(too_large(metadata.len()));
    }
    let mut bytes = Vec::new();
    directory
        .open(path)
        .map_err(fault)?
        .take(limit + 1)
        .read_to_end(&mut bytes)
        .map_err(ReadError::Io)?;
    // It may have grown since it was measured.
    if bytes.len() as u64 > limit {
        return Err(too_large(bytes.len() as u64));
    }
    Ok(bytes.into())
}

/// Whether [`read_inside`] would find a plain file.
pub(super) fn is_inside(folder: &Path, path: &Path) -> bool {
    lexical(path).is_some()
        && Dir::open_ambient_dir(folder, ambient_authority())
            .and_then(|directory| directory.metadata(path))
            .is_ok_and(|metadata| metadata.is_file())
}

/// `path` without `.` and `..`; `None` if it is absolute or climbs above its start.
pub(super) fn lexical(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::Normal(name) => plain.push(name),
            Component::CurDir => {}
            Component::ParentDir => {
                if !plain.pop() {
                    return None;
                }
            }
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lexical_paths() {
        for (path, plain) in [
            ("a/b", Some("a/b")),
            ("./a/../b", Some("b")),
            ("a/..", Some("")),
            ("../a", None),
            ("a/../../b", None),
            ("/a", None),
        ] {
            assert_eq!(lexical(Path::new(path)), plain.map(PathBuf::from), "{path}");
        }
    }
}
