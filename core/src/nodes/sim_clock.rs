//! The simulation clock.

use windwright_runtime::preset::scene::Clock;

use super::{Category, NodeSpec, OutputSpec, example, input::Input};
use crate::{
    compile::product::{Product, one},
    value::ValueKind,
};

const RATE: Input<f32> = Input::number("rate_hz", "Tree rate", 60.0)
    .range(15.0, 240.0)
    .unit("Hz")
    .doc("Steps of the trees per second.");
const WIND_RATE: Input<f32> = Input::number("wind_rate_hz", "Wind rate", 30.0)
    .range(15.0, 120.0)
    .unit("Hz")
    .doc("Steps of the wind grid per second.");
const TIME_SCALE: Input<f32> = Input::number("time_scale", "Time scale", 1.0)
    .range(0.0, 4.0)
    .unit("×")
    .doc("Speed of time; 0 stands still.");
const SEED: Input<u32> = Input::seed(1).doc("Same seed, same motion.");
const WARM_UP: Input<f32> = Input::number("warm_up_s", "Warm-up", 5.0)
    .range(0.0, 60.0)
    .unit("s")
    .doc("Time that is simulated before the first picture.");

const CLOCK: OutputSpec = OutputSpec::new("clock", "Clock", ValueKind::Clock);

pub(super) fn spec() -> NodeSpec {
    NodeSpec {
        key: "sim_clock",
        version: 1,
        label: "Sim clock",
        category: Category::Scene,
        doc: "Sets how often the simulation steps, how fast time runs, and the seed of all chance.",
        inputs: vec![
            RATE.spec(),
            WIND_RATE.spec(),
            TIME_SCALE.spec(),
            SEED.spec(),
            WARM_UP.spec(),
        ],
        outputs: vec![CLOCK],
        compile: |inputs| {
            let mut clock = Clock::default();
            clock.rate_hz = inputs.get(&RATE);
            clock.wind_rate_hz = inputs.get(&WIND_RATE);
            clock.time_scale = inputs.get(&TIME_SCALE);
            clock.seed = inputs.get(&SEED);
            clock.warm_up_s = inputs.get(&WARM_UP);
            Some(one(CLOCK.key, Product::Clock(clock)))
        },
        examples: || vec![example::into_scene("sim_clock", CLOCK.key, "clock")],
    }
}
