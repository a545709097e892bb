//! `export`: what a game loads, below one folder.

use std::{
    collections::BTreeMap,
    fs,
    path::{Component, Path},
};

use windwright_core::compile::Compilation;
use windwright_runtime::{error::DescriptionError, preset::text};

use super::{
    arguments::ExportArguments,
    console::{Console, say},
    find::cannot_read,
    open::open_scene,
    outcome::{Failure, Outcome},
};
use crate::disk;

/// Runs `export`: `scene.ron`, `trees/<hash>.ron` and what the graph's export nodes ask for. Prints each path written.
///
/// # Errors
/// [`Failure::CouldNot`] when the graph gives no scene or a file cannot be written; then nothing or a part is written.
pub fn run(arguments: &ExportArguments, console: &mut Console<'_>) -> Result<Outcome, Failure> {
    let opened = open_scene(&arguments.graph, console)?;
    let files =
        files(&opened.compilation).map_err(|error| Failure::could_not(&error, error.remedy()))?;
    for (name, text) in files {
        let path = arguments.out.join(&name);
        if !stays_below(&name) {
            return Err(Failure::could_not(
                format_args!(
                    "{name} would be written outside {}",
                    arguments.out.display()
                ),
                "Give the export a plain name.",
            ));
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| cannot_read(folder, &error))?;
        }
        disk::save(&path, text.as_bytes())
            .map_err(|error| Failure::could_not(&error, error.remedy()))?;
        writeln!(console.out, "{}", path.display())?;
    }
    say(format_args!(
        "A game loads {}",
        arguments.out.join("scene.ron").display()
    ));
    Ok(Outcome::Done)
}

/// Names (relative, with `/`) and texts of all files of an export.
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
}
