//! Saving: the old file stays whole until the new one is on the disk.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

/// Why a file was not saved. Whatever stood there before still stands there.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// The file may not be written.
    #[error("{} is read-only", path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// What was to make the file writable, such as a check-out, did not.
    #[error("{} was not made writable: {source}", path.display())]
    Prepare {
        /// The file.
        path: PathBuf,
        /// What the command or the system said.
        source: io::Error,
    },
    /// Another program changed the file, and its change was not taken.
    #[error("{} was changed by another program", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// The name is a symbolic link, which a save would turn into a plain file.
    #[error("{} is a link to {}", path.display(), target.display())]
    Link {
        /// The link.
        path: PathBuf,
        /// Where it points.
        target: PathBuf,
    },
    /// A folder, pipe or device stands there.
    #[error("{} is not a plain file", path.display())]
    NotAFile {
        /// What stands there.
        path: PathBuf,
    },
    /// The folder does not exist or takes no new file.
    #[error("no file can be made in {}: {source}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The disk or the quota is full.
    #[error("there is no room for {}", path.display())]
    Full {
        /// The file.
        path: PathBuf,
    },
    /// Anything else that the system refused.
    #[error("{} could not be written: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// What can be offered after a [`SaveError`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remedy {
    /// [`make_writable`], then save again.
    MakeWritable,
    /// Run the checkout command of the settings, then save again.
    CheckOut,
    /// Save to the file that the link points to.
    SaveToTarget(PathBuf),
    /// Ask which of the two is to stay.
    Compare,
    /// Save under another name.
    SaveAs,
    /// Save again, after the user has made room.
    TryAgain,
}

impl SaveError {
    /// What to offer, the gentlest first; saving under another name is always among it.
    pub fn remedies(&self) -> Vec<Remedy> {
        match self {
            Self::ReadOnly { .. } | Self::Prepare { .. } => {
                vec![Remedy::CheckOut, Remedy::MakeWritable, Remedy::SaveAs]
            }
            Self::Link { target, .. } => {
                vec![Remedy::SaveToTarget(target.clone()), Remedy::SaveAs]
            }
            Self::NotAFile { .. } => vec![Remedy::SaveAs],
            Self::Changed { .. } => vec![Remedy::Compare, Remedy::SaveAs],
            Self::Folder { .. } | Self::Full { .. } | Self::Io { .. } => {
                vec![Remedy::TryAgain, Remedy::SaveAs]
            }
        }
    }

    /// One sentence: what the user can do.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::ReadOnly { .. } | Self::Prepare { .. } => {
                "Check the file out, make it writable, or save under another name."
            }
            Self::Link { .. } => "Save to the file that the link points to, or under another name.",
            Self::NotAFile { .. } => "Save under another name.",
            Self::Changed { .. } => "Take the file, keep yours, or save under another name.",
            Self::Folder { .. } => "Choose a folder that you may write to.",
            Self::Full { .. } => "Make room on the disk, or save elsewhere.",
            Self::Io { .. } => "Try again, or save elsewhere.",
        }
    }
}

/// Writes `text` to `path`: a new file in the same folder, synced, then renamed over the old one, whose permissions it keeps.
///
/// # Errors
/// [`SaveError`]; then the old file is unchanged and no new one remains.
pub fn save(path: &Path, text: &[u8]) -> Result<(), SaveError> {
    let old = check_target(path)?;
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let io_fault = |source: io::Error| {
        let path = path.to_owned();
        if is_full(&source) {
            SaveError::Full { path }
        } else {
            SaveError::Io { path, source }
        }
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".windwright-").suffix(".tmp");
    // A new file gets what the user's mask leaves of this, not the privacy of a temporary file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut fresh = builder.tempfile_in(folder).map_err(|source| {
        if is_full(&source) {
            return io_fault(source);
        }
        SaveError::Folder {
            folder: folder.to_owned(),
            source,
        }
    })?;
    fresh.write_all(text).map_err(io_fault)?;
    if let Some(old) = old {
        fresh
            .as_file()
            .set_permissions(old.permissions())
            .map_err(io_fault)?;
    }
    fresh.as_file().sync_all().map_err(io_fault)?;
    fresh.persist(path).map_err(|error| io_fault(error.error))?;
    sync_folder(folder);
    Ok(())
}

fn is_full(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge
    )
}

/// What stands at `path`, if it is a plain file that may be replaced; `None` if nothing does.
fn check_target(path: &Path) -> Result<Option<fs::Metadata>, SaveError> {
    let metadata = match fs::symlink_metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => {
            return Err(SaveError::Io {
                path: path.to_owned(),
                source,
            });
        }
    };
    let path = path.to_owned();
    if metadata.is_symlink() {
        let target = fs::read_link(&path).unwrap_or_default();
        let target = path
            .parent()
            .map_or(target.clone(), |folder| folder.join(target));
        return Err(SaveError::Link { path, target });
    }
    if !metadata.is_file() {
        return Err(SaveError::NotAFile { path });
    }
    // The bits catch what the administrator may write all the same; opening catches files of other users.
    if metadata.permissions().readonly() {
        return Err(SaveError::ReadOnly { path });
    }
    match OpenOptions::new().write(true).open(&path) {
        Ok(_) => Ok(Some(metadata)),
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem
            ) =>
        {
            Err(SaveError::ReadOnly { path })
        }
        Err(source) => Err(SaveError::Io { path, source }),
    }
}

/// Makes the rename itself durable; where a folder cannot be synced, the system does it in its own time.
fn sync_folder(folder: &Path) {
    if cfg!(unix)
        && let Ok(folder) = File::open(folder)
        && let Err(error) = folder.sync_all()
    {
        tracing::debug!(%error, "the folder could not be synced");
    }
}

/// Lets the owner write the file at `path`.
///
/// # Errors
/// What the system said.
pub fn make_writable(path: &Path) -> io::Result<()> {
    let mut permissions = fs::metadata(path)?.permissions();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        permissions.set_mode(permissions.mode() | 0o200);
    }
    #[cfg(not(unix))]
    permissions.set_readonly(false);
    fs::set_permissions(path, permissions)
}

#[cfg(all(test, unix))]
#[expect(clippy::unwrap_used, reason = "a helper of the tests")]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use proptest::prelude::*;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    proptest! {
        #[test]
        fn what_is_saved_is_read_back(first: Vec<u8>, second: Vec<u8>) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("名.ron");
            save(&path, &first).unwrap();
            save(&path, &second).unwrap();
            prop_assert_eq!(fs::read(&path).unwrap(), second);
            prop_assert_eq!(names(folder.path()), ["名.ron"]);
        }

        #[test]
        fn permissions_stay(mode in prop::sample::select(vec![0o600, 0o644, 0o664, 0o755])) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a.ron");
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            save(&path, b"new").unwrap();
            prop_assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode);
        }
    }

    #[test]
    fn refuses_what_it_would_destroy() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("locked"), "old").unwrap();
        fs::set_permissions(at("locked"), fs::Permissions::from_mode(0o444)).unwrap();
        symlink("locked", at("link")).unwrap();
        fs::create_dir(at("folder")).unwrap();

        let error = save(&at("locked"), b"new").unwrap_err();
        assert!(matches!(error, SaveError::ReadOnly { .. }), "{error}");
        assert!(error.remedies().contains(&Remedy::MakeWritable));
        let error = save(&at("link"), b"new").unwrap_err();
        assert_eq!(error.remedies()[0], Remedy::SaveToTarget(at("locked")));
        let error = save(&at("folder"), b"new").unwrap_err();
        assert!(matches!(error, SaveError::NotAFile { .. }), "{error}");
        let error = save(&at("none/a.ron"), b"new").unwrap_err();
        assert!(matches!(error, SaveError::Folder { .. }), "{error}");

        assert_eq!(fs::read(at("locked")).unwrap(), b"old");
        assert_eq!(names(folder.path()), ["folder", "link", "locked"]);
        make_writable(&at("locked")).unwrap();
        save(&at("locked"), b"new").unwrap();
        assert_eq!(fs::read(at("locked")).unwrap(), b"new");
    }

    /// A device that is always full stands for a full disk.
    #[test]
    fn a_device_is_never_replaced() {
        let full = Path::new("/dev/full");
        if full.exists() {
            let error = save(full, b"new").unwrap_err();
            assert!(matches!(error, SaveError::NotAFile { .. }), "{error}");
        }
    }
}
