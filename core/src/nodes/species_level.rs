//! One level of a species.

use std::sync::Arc;

use windwright_runtime::preset::species::SpeciesLevel;

use super::{
    Category, NodeSpec, OutputSpec, example,
    input::{Choice, Input},
    species_fields::PLAIN,
};
use crate::{
    compile::{
        inputs::Inputs,
        product::{Product, Products, one},
    },
    value::ValueKind,
};

const LEVEL: Input<Choice> = Input::choice(
    "level",
    "Level",
    &[
        ("trunk", "Trunk"),
        ("internal", "Internal"),
        ("foliage", "Foliage"),
    ],
    "internal",
)
.doc("Which defaults apply to what is not set.");

const OUTPUT: OutputSpec = OutputSpec::new("level", "Level", ValueKind::Level);

pub(super) fn spec() -> NodeSpec {
    let mut inputs = vec![LEVEL.spec()];
    inputs.extend(PLAIN.specs());
    NodeSpec {
        key: "species_level",
        version: 1,
        label: "Species level",
        category: Category::Species,
        doc: "Says how the branches of one level move.",
        inputs,
        outputs: vec![OUTPUT],
        compile: |inputs| Some(compile(inputs)),
        examples: || {
            ["internal", "foliage"]
                .map(|level| example::into_species(level, OUTPUT.key))
                .to_vec()
        },
    }
}

fn compile(inputs: &mut Inputs<'_>) -> Products {
    let mut level = match inputs.get(&LEVEL).0 {
        "trunk" => SpeciesLevel::TRUNK,
        "foliage" => SpeciesLevel::FOLIAGE,
        _ => SpeciesLevel::INTERNAL,
    };
    PLAIN.apply(inputs, &mut level);
    one(OUTPUT.key, Product::Level(Arc::new(level)))
}
