//! The camera.

use windwright_runtime::preset::scene::Camera;

use super::{Category, NodeSpec, OutputSpec, example, input::Input};
use crate::{
    compile::product::{Product, one},
    value::ValueKind,
};

const EYE: Input<[f32; 3]> = Input::vector("eye_m", "Eye", [2.2, 1.65, 29.0])
    .hard(-10_000.0, 10_000.0)
    .soft(-50.0, 50.0)
    .unit("m")
    .doc("Where the camera stands.");
const TARGET: Input<[f32; 3]> = Input::vector("target_m", "Target", [2.6, 6.0, 0.0])
    .hard(-10_000.0, 10_000.0)
    .soft(-50.0, 50.0)
    .unit("m")
    .doc("What it looks at; the wind grid centres on this point.");
const FIELD_OF_VIEW: Input<f32> = Input::number("field_of_view_deg", "Field of view", 38.0)
    .hard(5.0, 120.0)
    .soft(15.0, 90.0)
    .unit("°")
    .doc("Vertical angle of the picture.");

const CAMERA: OutputSpec = OutputSpec::new("camera", "Camera", ValueKind::Camera);

pub(super) fn spec() -> NodeSpec {
    NodeSpec {
        key: "camera",
        version: 1,
        label: "Camera",
        category: Category::Scene,
        doc: "Says where the picture is taken from.",
        inputs: vec![EYE.spec(), TARGET.spec(), FIELD_OF_VIEW.spec()],
        outputs: vec![CAMERA],
        compile: |inputs| {
            let mut camera = Camera::default();
            camera.eye_m = inputs.get(&EYE).map(f64::from);
            camera.target_m = inputs.get(&TARGET).map(f64::from);
            camera.field_of_view_deg = inputs.get(&FIELD_OF_VIEW);
            Some(one(CAMERA.key, Product::Camera(camera)))
        },
        examples: || vec![example::into_scene("camera", CAMERA.key, "camera")],
    }
}
