//! The air that arrives from outside.

use std::sync::Arc;

use windwright_runtime::preset::wind::{WindDescription, WindPreset};

use super::{Category, NodeSpec, OutputSpec, example, input::Input, wind_fields::PLAIN};
use crate::{
    compile::{
        inputs::Inputs,
        product::{Product, Products, one},
    },
    value::ValueKind,
};

const NAME: Input<String> = Input::text("name", "Name", "Gentle breeze").doc("Name for people.");

const PRESET: OutputSpec = OutputSpec::new("preset", "Preset", ValueKind::WindPreset);

pub(super) fn spec() -> NodeSpec {
    let mut inputs = PLAIN.specs();
    inputs.push(NAME.spec());
    NodeSpec {
        key: "wind_preset",
        version: 1,
        label: "Wind preset",
        category: Category::Wind,
        doc: "Says how the air moves that arrives from outside: its mean, its turbulence and its gusts.",
        inputs,
        outputs: vec![PRESET],
        compile: |inputs| Some(compile(inputs)),
        examples: || vec![example::wind("wind_preset"), example::changing_wind()],
    }
}

fn compile(inputs: &mut Inputs<'_>) -> Products {
    let mut preset = WindPreset::default();
    preset.name = inputs.get(&NAME);
    PLAIN.apply(inputs, &mut preset);
    let mut wind = WindDescription::default();
    inputs.id().as_str().clone_into(&mut wind.node);
    wind.preset = preset;
    one(PRESET.key, Product::Wind(Arc::new(wind)))
}
