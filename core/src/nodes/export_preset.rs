//! Writes what a game loads.

use std::sync::Arc;

use windwright_runtime::preset::{species::Species, wind::WindDescription};

use super::{Category, NodeSpec, example, input::Input};
use crate::{
    compile::{
        Severity,
        inputs::Inputs,
        path,
        product::{CompiledScene, Products},
    },
    preset,
    value::ValueKind,
};

/// Key of the type; the compiler starts from nodes of it too.
pub(crate) const KEY: &str = "export_preset";

const SPECIES: Input<Option<Arc<Species>>> =
    Input::link("species", "Species", ValueKind::Species).doc("Written to NAME.species.ron.");
const WIND: Input<Option<Arc<WindDescription>>> =
    Input::link("wind", "Wind preset", ValueKind::WindPreset).doc("Written to NAME.wind.ron.");
const SCENE: Input<Option<Arc<CompiledScene>>> = Input::link("scene", "Scene", ValueKind::Scene)
    .doc("Written to NAME.scene.ron, with its branch tables beside it.");
const NAME: Input<String> = Input::text("name", "Name", "preset")
    .doc("Name of the files, without an ending; may name folders with /.");

pub(crate) fn spec() -> NodeSpec {
    NodeSpec {
        key: KEY,
        version: 1,
        label: "Export preset",
        category: Category::Scene,
        doc: "Writes species, wind and scenes as files that a game loads.",
        inputs: vec![SPECIES.spec(), WIND.spec(), SCENE.spec(), NAME.spec()],
        outputs: Vec::new(),
        compile,
        examples: || vec![example::export()],
    }
}

fn compile(inputs: &mut Inputs<'_>) -> Option<Products> {
    let name = inputs.get(&NAME);
    let Some(name) = path::plain(&name) else {
        inputs.report(
            NAME.key(),
            Severity::Error,
            "This is no name for a file below the chosen folder.",
            "Use letters, digits and /, without .. or a leading /.",
        );
        return None;
    };
    if let Some(species) = inputs.get(&SPECIES) {
        write(inputs, format!("{name}.species.ron"), &*species);
    }
    if let Some(wind) = inputs.get(&WIND) {
        write(inputs, format!("{name}.wind.ron"), &wind.preset);
    }
    if let Some(scene) = inputs.get(&SCENE) {
        write(inputs, format!("{name}.scene.ron"), &scene.description);
        for (hash, plant) in &scene.plants {
            write(inputs, format!("{name}.trees/{hash}.ron"), &plant.table);
        }
    }
    Some(Products::new())
}

fn write<T: serde::Serialize>(inputs: &mut Inputs<'_>, file: String, value: &T) {
    match preset::write(value) {
        Ok(text) => inputs.export(file, text),
        Err(error) => inputs.report(
            NAME.key(),
            Severity::Error,
            format!("{file} cannot be written: {error}."),
            "Look for the node whose values are not numbers.",
        ),
    }
}
