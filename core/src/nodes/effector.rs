//! A local push on the air.

use std::sync::Arc;

use windwright_runtime::{preset::wind::LinearEffector, signal::Scalar};

use super::{Category, NodeSpec, OutputSpec, example, input::Input};
use crate::{
    compile::{
        inputs::Inputs,
        product::{Product, Products, one},
    },
    value::ValueKind,
};

const POSITION: Input<[f32; 3]> = Input::vector("position_m", "Position", [0.0, 2.0, 0.0])
    .hard(-10_000.0, 10_000.0)
    .soft(-50.0, 50.0)
    .unit("m")
    .doc("Where the push begins.");
const HEADING: Input<f32> = Input::number("heading_deg", "Heading", 270.0)
    .range(0.0, 360.0)
    .unit("°")
    .doc("Where the push comes from, clockwise from north.");
const ELEVATION: Input<f32> = Input::number("elevation_deg", "Climb", 0.0)
    .range(-90.0, 90.0)
    .unit("°")
    .doc("Angle at which it pushes upwards.");
const STRENGTH: Input<Scalar> = Input::signal("strength_m_per_s", "Strength", 6.0)
    .range(0.0, 60.0)
    .unit("m/s")
    .doc("Speed that one pulse adds.");
const LENGTH: Input<f32> = Input::number("length_m", "Length", 2.0)
    .hard(0.0, 100.0)
    .soft(0.0, 20.0)
    .unit("m")
    .doc("How far the push reaches.");
const RADIUS: Input<f32> = Input::number("radius_m", "Radius", 0.8)
    .range(0.1, 10.0)
    .logarithmic()
    .unit("m")
    .doc("How wide it is; it fades to its edge.");
const DURATION: Input<f32> = Input::number("duration_s", "Duration", 0.3)
    .range(0.02, 5.0)
    .logarithmic()
    .unit("s")
    .doc("How long one pulse lasts.");
const INTERVAL: Input<f32> = Input::number("interval_s", "Interval", 3.0)
    .range(0.0, 120.0)
    .unit("s")
    .doc("Time from one pulse to the next; 0 pushes all the time.");

const EFFECTOR: OutputSpec = OutputSpec::new("effector", "Effector", ValueKind::Effector);

pub(super) fn spec() -> NodeSpec {
    NodeSpec {
        key: "effector",
        version: 1,
        label: "Effector",
        category: Category::Wind,
        doc: "Pushes the air along a short line, once or again and again.",
        inputs: vec![
            POSITION.spec(),
            HEADING.spec(),
            ELEVATION.spec(),
            STRENGTH.spec(),
            LENGTH.spec(),
            RADIUS.spec(),
            DURATION.spec(),
            INTERVAL.spec(),
        ],
        outputs: vec![EFFECTOR],
        compile: |inputs| Some(compile(inputs)),
        examples: || vec![example::wind("effector")],
    }
}

fn compile(inputs: &mut Inputs<'_>) -> Products {
    let mut effector = LinearEffector::default();
    inputs.id().as_str().clone_into(&mut effector.node);
    effector.position_m = inputs.get(&POSITION);
    effector.heading_deg = inputs.get(&HEADING);
    effector.elevation_deg = inputs.get(&ELEVATION);
    effector.strength_m_per_s = inputs.get(&STRENGTH);
    effector.length_m = inputs.get(&LENGTH);
    effector.radius_m = inputs.get(&RADIUS);
    effector.duration_s = inputs.get(&DURATION);
    effector.interval_s = inputs.get(&INTERVAL);
    one(EFFECTOR.key, Product::Effector(Arc::new(effector)))
}
