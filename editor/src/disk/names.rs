//! How a document names a file or folder, and which files a folder holds.

use std::path::Path;

use walkdir::WalkDir;

/// Deepest folder that is looked into.
const DEEPEST: usize = 12;

/// `path` as a graph in `base` names it: relative where it can be, with `/`.
pub fn name_from(base: &Path, path: &Path) -> String {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let mut up = Vec::new();
    for folder in base.ancestors() {
        if !folder.as_os_str().is_empty()
            && let Ok(rest) = path.strip_prefix(folder)
        {
            let names = rest
                .components()
                .map(|part| part.as_os_str().to_string_lossy().into_owned());
            return up.into_iter().chain(names).collect::<Vec<_>>().join("/");
        }
        up.push("..".to_owned());
    }
    path.to_string_lossy().replace('\\', "/")
}

/// Files below a folder, relative to it with `/`, in the order of their names; links and hidden folders are passed over.
pub fn files_below(folder: &Path, most: usize) -> Vec<String> {
    WalkDir::new(folder)
        .max_depth(DEEPEST)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| {
            let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            entry.depth() == 0 || !hidden
        })
        .flatten()
        .take(most)
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| name_from(folder, entry.path()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_written_from_the_graphs_folder() {
        for (base, path, expected) in [
            ("/home/graphs", "/home/graphs/树.glb", "树.glb"),
            ("/home/graphs", "/home/assets/oak.glb", "../assets/oak.glb"),
            ("/home/graphs/a", "/home/b/oak.glb", "../../b/oak.glb"),
            ("", "/home/oak.glb", "/home/oak.glb"),
        ] {
            assert_eq!(name_from(Path::new(base), Path::new(path)), expected);
        }
    }
}
