//! From a graph file to a scene that can be stepped.

use std::{path::Path, sync::Arc};

use windwright_core::{
    compile::{Cache, Compilation, Severity, compile},
    document::Document,
    format::{self, Problem},
    nodes::Registry,
};
use windwright_runtime::scene::{Assets, Scene};

use super::{
    console::{Console, say},
    find::cannot_read,
    finding::Finding,
    outcome::Failure,
};
use crate::{disk::DiskFiles, snapshot::SceneBundle};

/// A graph that was read and compiled.
#[derive(Debug)]
pub struct Opened {
    /// The document.
    pub document: Document,
    /// Faults of the text.
    pub problems: Vec<Problem>,
    /// What the graph means.
    pub compilation: Compilation,
}

/// A graph with a scene that can be stepped.
#[derive(Debug)]
pub struct OpenedScene {
    /// What the graph means.
    pub compilation: Compilation,
    /// Description and plants, for pictures.
    pub bundle: Arc<SceneBundle>,
    /// The scene, as a game builds it.
    pub scene: Arc<Scene>,
}

/// Reads and compiles the graph at `path`; faults of text and graph are part of the result.
///
/// # Errors
/// [`Failure::CouldNot`] when the file cannot be read.
pub fn open(path: &Path, console: &Console<'_>) -> Result<Opened, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| cannot_read(path, &error))?;
    Ok(open_text(
        &text,
        &DiskFiles::beside(path).with_data(console.data.clone()),
    ))
}

/// Reads and compiles the text of a graph whose files are `files`.
pub fn open_text(text: &str, files: &DiskFiles) -> Opened {
    let format::Reading {
        document, problems, ..
    } = format::read(text);
    let compilation = compile(
        document.graph(),
        &Registry::standard(),
        files,
        &mut Cache::default(),
    );
    Opened {
        document,
        problems,
        compilation,
    }
}

/// Like [`open`], for commands that need a whole scene: says every fault, and fails when there is no scene.
///
/// # Errors
/// [`Failure::CouldNot`] when the file cannot be read, or the graph gives no scene that can be simulated.
pub fn open_scene(path: &Path, console: &Console<'_>) -> Result<OpenedScene, Failure> {
    let opened = open(path, console)?;
    for finding in Finding::of_graph(path, &opened) {
        if finding.severity > Severity::Note {
            say(finding.line());
        }
    }
    let no_scene = |reason: &dyn std::fmt::Display| {
        Failure::could_not(
            format_args!("{} gives no scene: {reason}", path.display()),
            "Run `windwright check` on it.",
        )
    };
    let bundle =
        bundle(&opened.compilation).ok_or_else(|| no_scene(&"no scene output is reached"))?;
    let scene = build(&bundle).map_err(|error| no_scene(&error))?;
    Ok(OpenedScene {
        compilation: opened.compilation,
        bundle: Arc::new(bundle),
        scene: Arc::new(scene),
    })
}

/// Scene and plants of a compilation, if it reaches a scene output.
pub fn bundle(compilation: &Compilation) -> Option<SceneBundle> {
    Some(SceneBundle {
        description: compilation.scene.clone()?,
        plants: compilation.plants.clone(),
    })
}

/// Builds the scene of a bundle, as a game does.
///
/// # Errors
/// See [`Scene::build`].
pub fn build(bundle: &SceneBundle) -> Result<Scene, windwright_runtime::error::DescriptionError> {
    let mut assets = Assets::default();
    assets.tables = bundle
        .plants
        .iter()
        .map(|(hash, plant)| (hash.clone(), plant.table.clone()))
        .collect();
    Scene::build(&bundle.description, &assets)
}
