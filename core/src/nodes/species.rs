//! A species: three levels under one name.

use std::sync::Arc;

use windwright_runtime::preset::species::{Species, SpeciesLevel};

use super::{Category, NodeSpec, OutputSpec, example, input::Input};
use crate::{
    compile::{
        inputs::Inputs,
        product::{Product, Products, one},
    },
    value::ValueKind,
};

const TRUNK: Input<Option<Arc<SpeciesLevel>>> =
    Input::link("trunk", "Trunk", ValueKind::Level).doc("How the trunk moves.");
const INTERNAL: Input<Option<Arc<SpeciesLevel>>> =
    Input::link("internal", "Internal", ValueKind::Level)
        .doc("How wood moves that grows from wood.");
const FOLIAGE: Input<Option<Arc<SpeciesLevel>>> =
    Input::link("foliage", "Foliage", ValueKind::Level).doc("How bundles of leaves move.");
const NAME: Input<String> = Input::text("name", "Name", "Oak").doc("Name for people.");
const LATIN_NAME: Input<String> =
    Input::text("latin_name", "Latin name", "").doc("Botanical name.");
const REFERENCE: Input<String> =
    Input::text("reference", "Reference", "").doc("Where the numbers come from.");

const SPECIES: OutputSpec = OutputSpec::new("species", "Species", ValueKind::Species);

pub(super) fn spec() -> NodeSpec {
    NodeSpec {
        key: "species",
        version: 1,
        label: "Species",
        category: Category::Species,
        doc: "Joins three levels into a species.",
        inputs: vec![
            TRUNK.spec(),
            INTERNAL.spec(),
            FOLIAGE.spec(),
            NAME.spec(),
            LATIN_NAME.spec(),
            REFERENCE.spec(),
        ],
        outputs: vec![SPECIES],
        compile: |inputs| Some(compile(inputs)),
        examples: || vec![example::species()],
    }
}

fn compile(inputs: &mut Inputs<'_>) -> Products {
    let mut species = Species::default();
    species.name = inputs.get(&NAME);
    species.latin_name = inputs.get(&LATIN_NAME);
    species.reference = inputs.get(&REFERENCE);
    if let Some(level) = inputs.get(&TRUNK) {
        species.trunk = *level;
    }
    if let Some(level) = inputs.get(&INTERNAL) {
        species.internal = *level;
    }
    if let Some(level) = inputs.get(&FOLIAGE) {
        species.foliage = *level;
    }
    one(SPECIES.key, Product::Species(Arc::new(species)))
}
