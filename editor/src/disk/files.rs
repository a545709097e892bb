//! The files that a document names.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use windwright_core::{compile::Files, content::Embedded};

use super::inside::{READ_LIMIT, ReadError, is_inside, lexical, read_inside};

/// Reads inside the folder of a document and inside the data folders, and nowhere else.
///
/// A path is looked up from the document's folder first. One that climbs out of it (`../presets/oak.ron`) is read only
/// where it arrives inside a data folder; without such a place, what follows the climb is looked up in each data folder,
/// so that a graph still finds the presets it came with after it was saved elsewhere.
#[derive(Debug, Clone, Default)]
pub struct DiskFiles {
    base: PathBuf,
    data: Vec<PathBuf>,
}

impl DiskFiles {
    /// Files of a document in the folder `base`.
    pub fn new(base: impl Into<PathBuf>) -> Self {
        Self {
            base: base.into(),
            data: Vec::new(),
        }
    }

    /// Files of the document at `path`.
    pub fn beside(path: &Path) -> Self {
        match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => Self::new(folder),
            _ => Self::new("."),
        }
    }

    /// Allows the data folders `data` too, the first that has the file wins.
    #[must_use]
    pub fn with_data(mut self, data: impl IntoIterator<Item = PathBuf>) -> Self {
        self.data.extend(data);
        self
    }

    /// Whether there is a file to read at `path`.
    pub fn is_there(&self, path: &str) -> bool {
        let mut places = self.places(Path::new(path)).into_iter();
        places.any(|(folder, inside)| is_inside(&folder, &inside)) || Embedded.read(path).is_ok()
    }

    /// Where the file at `path` stands or may turn up: every place whose folder is there.
    pub fn watched(&self, path: &str) -> Vec<PathBuf> {
        self.places(Path::new(path))
            .into_iter()
            .filter_map(|(folder, inside)| absolute(&folder.join(inside)))
            .filter(|place| place.parent().is_some_and(Path::is_dir))
            .collect()
    }

    /// Folders and paths inside them where `path` may stand, best first.
    fn places(&self, path: &Path) -> Vec<(PathBuf, PathBuf)> {
        let inside = lexical(path).map(|plain| (self.base.clone(), plain));
        let climbed = absolute(&self.base).and_then(|base| absolute(&base.join(path)));
        let in_data = self.data.iter().filter_map(|folder| {
            let folder = absolute(folder)?;
            let plain = climbed.as_ref()?.strip_prefix(&folder).ok()?.to_owned();
            Some((folder, plain))
        });
        let tail: PathBuf = path
            .components()
            .skip_while(|part| !matches!(part, std::path::Component::Normal(_)))
            .collect();
        let by_tail = lexical(&tail)
            .filter(|_| path.is_relative())
            .into_iter()
            .flat_map(|tail| {
                self.data
                    .iter()
                    .map(move |folder| (folder.clone(), tail.clone()))
            });
        inside.into_iter().chain(in_data).chain(by_tail).collect()
    }
}

/// `path` from the root, without `.` and `..`, links not followed; `None` if it climbs above the root.
fn absolute(path: &Path) -> Option<PathBuf> {
    let path = std::path::absolute(path).ok()?;
    let root: PathBuf = path
        .components()
        .take_while(|part| {
            !matches!(
                part,
                std::path::Component::Normal(_) | std::path::Component::ParentDir
            )
        })
        .collect();
    let below = path.strip_prefix(&root).ok()?;
    Some(root.join(lexical(below)?))
}

impl Files for DiskFiles {
    fn read(&self, path: &str) -> Result<Arc<[u8]>, String> {
        let mut first = None;
        for (folder, inside) in self.places(Path::new(path)) {
            match read_inside(&folder, &inside, READ_LIMIT) {
                Ok(bytes) => return Ok(bytes),
                Err(error @ ReadError::Missing { .. }) => {
                    first.get_or_insert(error);
                }
                Err(error) => return Err(format!("{path} cannot be read: {error}")),
            }
        }
        // The presets of the default graph stand in the program itself.
        if let Ok(bytes) = Embedded.read(path) {
            return Ok(bytes);
        }
        let error = first.unwrap_or_else(|| ReadError::Outside {
            folder: self.base.clone(),
        });
        Err(format!("{path} cannot be read: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use proptest::prelude::*;

    use super::*;

    const SECRET: &[u8] = b"outside";

    /// A world with a document's folder, a data folder, and a file that must never be read.
    fn world() -> (tempfile::TempDir, DiskFiles) {
        let world = tempfile::tempdir().unwrap();
        let at = |name: &str| world.path().join(name);
        for folder in ["home/graphs/trees", "data/graphs", "data/presets/species"] {
            fs::create_dir_all(at(folder)).unwrap();
        }
        fs::write(at("secret"), SECRET).unwrap();
        fs::write(at("home/secret"), SECRET).unwrap();
        fs::write(at("home/graphs/trees/oak.glb"), b"oak").unwrap();
        fs::write(at("data/presets/species/oak.ron"), b"species").unwrap();
        let files = DiskFiles::new(at("home/graphs")).with_data([at("data")]);
        (world, files)
    }

    #[test]
    fn reads_beside_the_document_and_in_data() {
        let (world, files) = world();
        assert_eq!(&*files.read("trees/oak.glb").unwrap(), b"oak");
        assert_eq!(&*files.read("presets/species/oak.ron").unwrap(), b"species");
        assert_eq!(
            &*files.read("../presets/species/oak.ron").unwrap(),
            b"species"
        );
        let shipped =
            DiskFiles::new(world.path().join("data/graphs")).with_data([world.path().join("data")]);
        assert_eq!(
            &*shipped.read("../presets/species/oak.ron").unwrap(),
            b"species"
        );
    }

    #[test]
    fn says_what_is_missing() {
        let (_world, files) = world();
        let message = files.read("trees/elm.glb").unwrap_err();
        assert!(
            message.contains("trees/elm.glb") && message.contains("no such file"),
            "{message}"
        );
        assert!(
            files
                .read("trees")
                .unwrap_err()
                .contains("not a plain file")
        );
    }

    #[cfg(unix)]
    #[test]
    fn follows_no_link_out() {
        let (world, files) = world();
        let link = world.path().join("home/graphs/link");
        std::os::unix::fs::symlink("../secret", &link).unwrap();
        assert!(files.read("link").is_err());
        std::os::unix::fs::symlink("trees/oak.glb", world.path().join("home/graphs/oak.glb"))
            .unwrap();
        assert_eq!(&*files.read("oak.glb").unwrap(), b"oak");
    }

    proptest! {
        /// However a path is written, what lies outside is never read.
        #[test]
        fn never_reads_outside(parts in prop::collection::vec(
            prop::sample::select(vec!["..", ".", "", "trees", "secret", "home", "graphs", "data", "/"]), 0..8)) {
            let (world, files) = world();
            let path = parts.join("/");
            for path in [path.clone(), format!("{}/{path}", world.path().display())] {
                if let Ok(bytes) = files.read(&path) {
                    prop_assert_ne!(&*bytes, SECRET);
                }
            }
        }
    }
}
