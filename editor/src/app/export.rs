//! Exporting from the window: compiles afresh and writes what a game loads.

use std::path::{Component, Path};

use windwright_core::{
    compile::{self, Cache, Compilation, Files},
    graph::Graph,
    nodes::Registry,
};
use windwright_runtime::preset::text;

use crate::{disk, session::Report};

/// Writes the export into `folder` and says what came of it.
pub(super) fn export(
    graph: &Graph,
    registry: &Registry,
    files: &dyn Files,
    folder: &Path,
) -> Report {
    let compilation = compile::compile(graph, registry, files, &mut Cache::default());
    match write(&compilation, folder) {
        Ok(0) => Report::error(
            "export",
            "There is nothing to export.",
            "Connect a Scene output, or add an Export preset node.",
        ),
        Ok(count) => Report::note(
            "export",
            &format!("{count} files were written to {}.", folder.display()),
            "",
        ),
        Err(message) => Report::error(
            "export",
            &format!("The export stopped: {message}."),
            "Choose a folder that you may write to, and look at the problems of the graph.",
        ),
    }
}

fn write(compilation: &Compilation, folder: &Path) -> Result<usize, String> {
    let mut files = compilation.exports.clone();
    if let Some(scene) = &compilation.scene {
        let scene_text = text::write_scene(scene).map_err(|error| error.to_string())?;
        files.insert("scene.ron".to_owned(), scene_text);
        for (hash, plant) in &compilation.plants {
            let table = text::write_table(&plant.table).map_err(|error| error.to_string())?;
            files.insert(format!("trees/{hash}.ron"), table);
        }
    }
    for (name, content) in &files {
        if !stays_below(name) {
            return Err(format!("{name} would be written outside the folder"));
        }
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(|error| error.to_string())?;
        }
        disk::save(&path, content.as_bytes()).map_err(|error| error.to_string())?;
    }
    Ok(files.len())
}

/// Whether a relative name leads to a place below its folder.
fn stays_below(name: &str) -> bool {
    let mut parts = Path::new(name).components().peekable();
    parts.peek().is_some() && parts.all(|part| matches!(part, Component::Normal(_)))
}
