//! The files that examples name, and others to change them for.

use std::sync::Arc;

use windwright_core::{
    compile::Files,
    grow::{GrowParameters, Habit, grow},
    nodes::example,
    plant::glb,
};
use windwright_runtime::{
    preset::{species::Species, text, wind::WindPreset},
    signal::{Scalar, SignalStep},
};

/// Put before a file's name to get other content of the same kind.
pub(super) const OTHER: &str = "other-";

/// Attribute that says which branch a vertex belongs to: hidden, so that the analyser has to find out.
const BRANCH_ID: &[u8] = b"_BRANCH_ID";

/// Files of the examples.
pub(super) struct ExampleFiles {
    tree: Arc<[u8]>,
    other_tree: Arc<[u8]>,
}

impl ExampleFiles {
    pub(super) fn new() -> Self {
        let tree = |habit, seed| {
            let parameters = GrowParameters {
                habit,
                seed,
                height_m: 6.0,
                levels: 3,
                bundles: 60,
                ..GrowParameters::default()
            };
            let mut bytes = glb::write(&grow(&parameters), 0);
            hide(&mut bytes, BRANCH_ID);
            bytes.into()
        };
        Self {
            tree: tree(Habit::Oak, 1),
            other_tree: tree(Habit::Birch, 2),
        }
    }
}

/// A number that rises fast from 4 on, so that what follows it can be seen to lag.
fn fast() -> Scalar {
    use SignalStep::{Add, Constant, Multiply, Time};
    Scalar::Signal(vec![Time, Constant(200.0), Multiply, Constant(4.0), Add])
}

impl Files for ExampleFiles {
    fn read(&self, path: &str) -> Result<Arc<[u8]>, String> {
        let (name, other) = match path.strip_prefix(OTHER) {
            Some(name) => (name, true),
            None => (path, false),
        };
        let written = match name {
            example::TREE_FILE if other => return Ok(self.other_tree.clone()),
            example::TREE_FILE => return Ok(self.tree.clone()),
            example::SPECIES_FILE => {
                let mut species = Species::default();
                species.trunk.damping_ratio += if other { 0.1 } else { 0.0 };
                species.foliage.damping_ratio += if other { 0.1 } else { 0.0 };
                text::write_species(&species)
            }
            example::WIND_FILE => {
                let mut wind = WindPreset::default();
                wind.speed_m_per_s = fast();
                wind.heading_deg = fast();
                wind.noise_amplitude += if other { 0.2 } else { 0.0 };
                text::write_wind(&wind)
            }
            _ => return Err(format!("{path} is not there")),
        };
        written
            .map(|text| text.into_bytes().into())
            .map_err(|error| error.to_string())
    }
}

/// Renames every mention of `name` to something that means nothing, of the same length.
fn hide(bytes: &mut [u8], name: &[u8]) {
    let ends = bytes.len().saturating_sub(name.len());
    for start in 0..ends {
        if bytes[start..].starts_with(name) {
            bytes[start..start + 2].copy_from_slice(b"_X");
        }
    }
}
