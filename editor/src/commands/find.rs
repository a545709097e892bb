//! Finding the files that a command is to look at.

use std::path::{Path, PathBuf};

use super::outcome::Failure;

/// The files named in `paths`; of folders, all files below with one of `extensions`, in order of name.
///
/// Links to folders are not followed.
///
/// # Errors
/// [`Failure::CouldNot`] for a path that is not there or cannot be listed, and for a folder without such a file.
pub fn files(paths: &[PathBuf], extensions: &[&str]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            std::fs::metadata(path).map_err(|error| cannot_read(path, &error))?;
            files.push(path.clone());
            continue;
        }
        let before = files.len();
        for entry in walkdir::WalkDir::new(path).sort_by_file_name() {
            let entry = entry.map_err(|error| cannot_read(path, &error))?;
            if entry.file_type().is_file() && has_extension(entry.path(), extensions) {
                files.push(entry.into_path());
            }
        }
        if files.len() == before {
            return Err(Failure::could_not(
                format_args!(
                    "{} holds no .{} file",
                    path.display(),
                    extensions.join(" or .")
                ),
                "Name another folder.",
            ));
        }
    }
    Ok(files)
}

/// Whether the name of `path` ends in one of `extensions`, whatever the case of its letters.
pub fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    path.extension()
        .and_then(|extension| extension.to_str())
        .is_some_and(|found| {
            extensions
                .iter()
                .any(|wanted| found.eq_ignore_ascii_case(wanted))
        })
}

/// A [`Failure::CouldNot`] about a file that cannot be read.
pub fn cannot_read(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::could_not(
        format_args!("{}: {error}", path.display()),
        "Check the name and that you may read it.",
    )
}
