//! Where graphs, presets and assets are found.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// Folders with `graphs`, `presets` or `assets`, in the order in which they are searched:
/// `chosen` (the option `--data`), the paths in `WINDWRIGHT_DATA`, beside the binary, `../share/windwright`, the source tree.
pub fn folders(chosen: &[PathBuf]) -> Vec<PathBuf> {
    let variable = std::env::var_os("WINDWRIGHT_DATA").unwrap_or_default();
    let binary = std::env::current_exe().ok();
    search(
        chosen,
        std::env::split_paths(&variable).collect(),
        binary.as_deref().and_then(Path::parent),
        Path::new(env!("CARGO_MANIFEST_DIR")).parent(),
    )
}

/// Shader files of the first of `folders` that is a source tree.
pub fn shaders(folders: &[PathBuf]) -> Vec<PathBuf> {
    let files = folders.iter().find_map(|folder| {
        let files = folder.join("editor/shaders").read_dir().ok()?;
        let files = files.filter_map(|entry| Some(entry.ok()?.path()));
        let is_shader = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "wgsl");
        Some(files.filter(is_shader).collect())
    });
    files.unwrap_or_default()
}

/// Texts of `files` by file name; what cannot be read is left out.
pub fn shader_texts(files: &[PathBuf]) -> BTreeMap<String, String> {
    let named = |path: &PathBuf| {
        let name = path.file_name()?.to_str()?.to_owned();
        Some((name, std::fs::read_to_string(path).ok()?))
    };
    files.iter().filter_map(named).collect()
}

fn search(
    chosen: &[PathBuf],
    variable: Vec<PathBuf>,
    beside_binary: Option<&Path>,
    workspace: Option<&Path>,
) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    let shared = beside_binary.map(|folder| folder.join("../share/windwright"));
    let candidates = chosen
        .iter()
        .cloned()
        .chain(variable)
        .chain(beside_binary.map(Path::to_owned))
        .chain(shared)
        .chain(workspace.map(Path::to_owned));
    for folder in candidates {
        // An empty name would mean wherever the program was started.
        let named = !folder.as_os_str().is_empty();
        // What is watched is told by its whole path.
        let folder = std::path::absolute(&folder).unwrap_or(folder);
        if named && holds_data(&folder) && !found.contains(&folder) {
            found.push(folder);
        }
    }
    found
}

fn holds_data(folder: &Path) -> bool {
    ["graphs", "presets", "assets"]
        .iter()
        .any(|name| folder.join(name).is_dir())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_chosen_folder_comes_first_and_empty_ones_do_not_count() {
        let world = tempfile::tempdir().unwrap();
        let at = |name: &str| world.path().join(name);
        for folder in [
            "chosen/presets",
            "variable/graphs",
            "share/windwright/assets",
            "bin",
            "source/graphs",
            "empty",
        ] {
            fs::create_dir_all(at(folder)).unwrap();
        }
        let found = search(
            &[at("chosen"), at("empty")],
            vec![at("variable"), at("chosen"), PathBuf::new()],
            Some(&at("bin")),
            Some(&at("source")),
        );
        assert_eq!(
            found,
            [
                at("chosen"),
                at("variable"),
                at("bin/../share/windwright"),
                at("source")
            ]
        );
    }

    #[test]
    fn a_relative_folder_is_known_by_its_whole_path() {
        let found = search(&["..".into()], Vec::new(), None, None);
        assert!(found.len() == 1 && found[0].is_absolute(), "{found:?}");
        let shaders = shaders(&found);
        assert!(!shaders.is_empty() && shaders.iter().all(|path| path.is_absolute()));
        assert_eq!(shader_texts(&shaders).len(), shaders.len());
    }
}
