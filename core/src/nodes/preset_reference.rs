//! A species or a wind that stands in a file of its own.

use std::sync::Arc;

use windwright_runtime::preset::wind::WindDescription;

use super::{
    Category, NodeSpec, OutputSpec, example, input::Input, species_fields::OF_SPECIES,
    wind_fields::OF_REFERENCE,
};
use crate::{
    compile::{
        Severity,
        inputs::Inputs,
        product::{Product, Products, one},
    },
    preset::{self, Preset},
    value::ValueKind,
};

const FILE: Input<String> =
    Input::path("file", "File").doc("A species or wind preset, relative to this document.");

const SPECIES: OutputSpec = OutputSpec::new("species", "Species", ValueKind::Species);
const WIND: OutputSpec = OutputSpec::new("wind", "Wind preset", ValueKind::WindPreset);

pub(super) fn spec() -> NodeSpec {
    let mut inputs = vec![FILE.spec()];
    inputs.extend(
        OF_SPECIES
            .iter()
            .flat_map(super::species_fields::LevelFields::specs),
    );
    // A socket for each overridden number would make the node as long as the list.
    inputs.extend(
        OF_REFERENCE
            .specs()
            .into_iter()
            .map(|spec| super::InputSpec {
                socket: false,
                group: "Wind",
                ..spec
            }),
    );
    NodeSpec {
        key: "preset_reference",
        version: 1,
        label: "Preset reference",
        category: Category::Species,
        doc: "Takes a species or a wind from a file; what is set here goes before what the file says.",
        inputs,
        outputs: vec![SPECIES, WIND],
        compile,
        examples: || vec![example::species_reference(), example::wind_reference()],
    }
}

fn compile(inputs: &mut Inputs<'_>) -> Option<Products> {
    match read(inputs)? {
        Preset::Species(mut species) => {
            for (fields, level) in OF_SPECIES.iter().zip([
                &mut species.trunk,
                &mut species.internal,
                &mut species.foliage,
            ]) {
                fields.apply(inputs, level);
            }
            Some(one(SPECIES.key, Product::Species(Arc::new(species))))
        }
        Preset::Wind(mut preset) => {
            OF_REFERENCE.apply(inputs, &mut preset);
            let mut wind = WindDescription::default();
            inputs.id().as_str().clone_into(&mut wind.node);
            wind.preset = preset;
            Some(one(WIND.key, Product::Wind(Arc::new(wind))))
        }
    }
}

fn read(inputs: &mut Inputs<'_>) -> Option<Preset> {
    let file = inputs.get(&FILE);
    if file.is_empty() {
        inputs.report(
            FILE.key(),
            Severity::Error,
            "No file is chosen.",
            "Choose a species or wind preset.",
        );
        return None;
    }
    let bytes = match inputs.read_file(&file) {
        Ok(bytes) => bytes,
        Err(message) => {
            let remedy = "Locate the file, or choose another.";
            inputs.report(FILE.key(), Severity::Error, message, remedy);
            return None;
        }
    };
    match preset::read(&bytes) {
        Ok(preset) => Some(preset),
        Err(error) => {
            let message = format!("{file}: {error}");
            inputs.report(FILE.key(), Severity::Error, message, error.remedy());
            None
        }
    }
}
