//! What a game loads, written below one folder: the same from the window and from the command line.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Component, Path, PathBuf},
};

use windwright_core::compile::Compilation;
use windwright_runtime::{error::DescriptionError, preset::text};

use crate::disk::{self, SaveError};

/// Why an export stopped; what was written before stays.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The scene or a branch table could not be read back.
    #[error("{0}")]
    Description(#[from] DescriptionError),
    /// A name that leads out of the folder.
    #[error("{name} would be written outside {}", folder.display())]
    Outside {
        /// The name.
        name: String,
        /// The folder.
        folder: PathBuf,
    },
    /// A folder cannot be made.
    #[error("{} cannot be made: {source}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("{0}")]
    Save(#[from] SaveError),
}

impl ExportError {
    /// One sentence: what the user can do.
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::Description(error) => error.remedy(),
            Self::Outside { .. } => "Give the export a plain name.",
            Self::Folder { .. } => "Choose a folder that you may write to.",
            Self::Save(error) => error.remedy(),
        }
    }
}

/// Names (relative, with `/`) and texts of all files of an export: `scene.ron`, `trees/<hash>.ron` and what the graph's
/// export nodes ask for.
///
/// # Errors
/// A scene or branch table that could not be read back.
pub fn files(compilation: &Compilation) -> Result<BTreeMap<String, String>, DescriptionError> {
    let mut files = compilation.exports.clone();
    if let Some(scene) = &compilation.scene {
        files.insert(String::from("scene.ron"), text::write_scene(scene)?);
        for group in &scene.trees {
            if let Some(plant) = compilation.plants.get(&group.table) {
                let name = format!("trees/{}.ron", group.table);
                files.insert(name, text::write_table(&plant.table)?);
            }
        }
    }
    Ok(files)
}

/// Writes the files of an export below `folder`, which is made if it is not there. Gives the paths written.
///
/// # Errors
/// [`ExportError`].
pub fn write(compilation: &Compilation, folder: &Path) -> Result<Vec<PathBuf>, ExportError> {
    let files = files(compilation)?;
    if let Some(name) = files.keys().find(|name| !stays_below(name)) {
        return Err(ExportError::Outside {
            name: name.clone(),
            folder: folder.to_owned(),
        });
    }
    let mut written = Vec::new();
    for (name, text) in files {
        let path = folder.join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|source| ExportError::Folder {
                folder: folder.to_owned(),
                source,
            })?;
        }
        disk::save(&path, text.as_bytes())?;
        written.push(path);
    }
    Ok(written)
}

/// Whether a relative name leads to a place below its folder.
fn stays_below(name: &str) -> bool {
    let mut parts = Path::new(name).components().peekable();
    parts.peek().is_some() && parts.all(|part| matches!(part, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_stay_below() {
        for (name, below) in [
            ("scene.ron", true),
            ("trees/a.ron", true),
            ("../a.ron", false),
            ("trees/../../a.ron", false),
            ("/a.ron", false),
            ("", false),
        ] {
            assert_eq!(stays_below(name), below, "{name}");
        }
    }

    #[test]
    fn nothing_is_written_when_one_name_leads_out() {
        let world = tempfile::tempdir().unwrap();
        let folder = world.path().join("out");
        let mut compilation = Compilation::default();
        for name in ["a.ron", "../b.ron"] {
            compilation.exports.insert(name.to_owned(), String::new());
        }
        let error = write(&compilation, &folder).unwrap_err();
        assert!(error.to_string().contains("../b.ron"), "{error}");
        assert!(!folder.exists() && !world.path().join("b.ron").exists());
    }
}
