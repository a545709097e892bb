//! The files of the source tree.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Root of the source tree.
pub fn root() -> &'static Path {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap_or(tests)
}

/// A text file of the source tree.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// Path from the root, with `/`.
    pub path: String,
    /// Content.
    pub text: String,
}

/// All text files of the source tree, in order of path: what is built, hidden folders of tools and binary files left out.
///
/// # Errors
/// What the system said.
pub fn sources() -> io::Result<Vec<SourceFile>> {
    let kept = |entry: &walkdir::DirEntry| {
        let name = entry.file_name().to_string_lossy();
        let hidden = entry.depth() == 1 && matches!(&*name, ".git" | "target");
        !hidden && name != "node_modules"
    };
    let mut files = Vec::new();
    for entry in walkdir::WalkDir::new(root())
        .sort_by_file_name()
        .into_iter()
        .filter_entry(kept)
    {
        let entry = entry.map_err(io::Error::other)?;
        if !entry.file_type().is_file() {
            continue;
        }
        if let Ok(text) = String::from_utf8(fs::read(entry.path())?) {
            let path = entry
                .path()
                .strip_prefix(root())
                .map_err(io::Error::other)?;
            files.push(SourceFile {
                path: path.to_string_lossy().replace('\\', "/"),
                text,
            });
        }
    }
    Ok(files)
}

/// Files below `folder` of the source tree with extension `ron`, in order of path.
///
/// # Errors
/// What the system said.
pub fn ron_files(folder: &str) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in walkdir::WalkDir::new(root().join(folder)).sort_by_file_name() {
        let path = entry.map_err(io::Error::other)?.into_path();
        if path.extension().is_some_and(|extension| extension == "ron") {
            files.push(path);
        }
    }
    Ok(files)
}
