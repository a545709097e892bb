//! Sun, sky and ground.

use windwright_runtime::preset::scene::{Ground, Sky};

use super::{Category, NodeSpec, OutputSpec, example, input::Input};
use crate::{
    compile::{
        inputs::Inputs,
        product::{Product, Products, one},
    },
    value::ValueKind,
};

const SUN_ELEVATION: Input<f32> = Input::number("sun_elevation_deg", "Sun height", 24.0)
    .range(-5.0, 90.0)
    .unit("°")
    .group("Sky")
    .doc("Angle of the sun above the horizon.");
const SUN_AZIMUTH: Input<f32> = Input::number("sun_azimuth_deg", "Sun direction", 62.0)
    .range(0.0, 360.0)
    .unit("°")
    .group("Sky")
    .doc("Where the sun stands, clockwise from north.");
const CLOUD_COVER: Input<f32> = Input::number("cloud_cover", "High cloud", 0.35)
    .range(0.0, 1.0)
    .group("Sky")
    .doc("Share of the sky that soft high cloud covers.");
const HAZE: Input<f32> = Input::number("haze", "Haze", 1.0)
    .range(0.0, 10.0)
    .unit("×")
    .group("Sky")
    .doc("Haze, as a multiple of a clear day's.");
const EXPOSURE: Input<f32> = Input::number("exposure_stops", "Exposure", 0.0)
    .range(-5.0, 5.0)
    .unit("stops")
    .group("Sky")
    .doc("Lightness of the picture; each stop doubles it.");
const ROLL: Input<f32> = Input::number("roll_m", "Roll", 1.3)
    .range(0.0, 5.0)
    .unit("m")
    .group("Ground")
    .doc("Height of the rolls of the ground.");
const GRASS: Input<f32> = Input::number("grass", "Grass", 1.0)
    .range(0.0, 1.0)
    .group("Ground")
    .doc("Share of the full count of grass tufts.");
const FENCE: Input<bool> = Input::toggle("fence", "Fence", true)
    .group("Ground")
    .doc("Whether a fence stands as a scale.");
const GROUND_SEED: Input<u32> = Input::integer("ground_seed", "Ground seed", 7)
    .hard(0.0, 1_000_000.0)
    .soft(0.0, 100.0)
    .group("Ground")
    .doc("Same seed, same ground.");

const SKY: OutputSpec = OutputSpec::new("sky", "Sky", ValueKind::Sky);

pub(super) fn spec() -> NodeSpec {
    NodeSpec {
        key: "sky_and_sun",
        version: 1,
        label: "Sky and ground",
        category: Category::Scene,
        doc: "Sets the sun, the sky and the ground that the trees stand on.",
        inputs: vec![
            SUN_ELEVATION.spec(),
            SUN_AZIMUTH.spec(),
            CLOUD_COVER.spec(),
            HAZE.spec(),
            EXPOSURE.spec(),
            ROLL.spec(),
            GRASS.spec(),
            FENCE.spec(),
            GROUND_SEED.spec(),
        ],
        outputs: vec![SKY],
        compile: |inputs| Some(compile(inputs)),
        examples: || vec![example::into_scene("sky_and_sun", SKY.key, "sky")],
    }
}

fn compile(inputs: &mut Inputs<'_>) -> Products {
    let mut sky = Sky::default();
    sky.sun_elevation_deg = inputs.get(&SUN_ELEVATION);
    sky.sun_azimuth_deg = inputs.get(&SUN_AZIMUTH);
    sky.cloud_cover = inputs.get(&CLOUD_COVER);
    sky.haze = inputs.get(&HAZE);
    sky.exposure_stops = inputs.get(&EXPOSURE);
    let mut ground = Ground::default();
    ground.roll_m = inputs.get(&ROLL);
    ground.grass = inputs.get(&GRASS);
    ground.fence = inputs.get(&FENCE);
    ground.seed = inputs.get(&GROUND_SEED);
    one(SKY.key, Product::Sky(sky, ground))
}
