//! The scene: what is simulated and shown.

use std::{collections::BTreeMap, sync::Arc};

use windwright_runtime::preset::{
    scene::{Camera, Clock, Ground, SceneDescription, Sky},
    wind::WindDescription,
};

use super::{Category, NodeSpec, OutputSpec, example, input::Input};
use crate::{
    compile::{
        Severity,
        inputs::Inputs,
        product::{CompiledScene, Product, Products, Stand, one},
    },
    ground,
    value::ValueKind,
};

/// Key of the type; the compiler starts from nodes of it.
pub(crate) const KEY: &str = "scene_output";

const TREES: [Input<Option<Arc<Stand>>>; 3] = [
    Input::link("trees", "Trees", ValueKind::Forest).doc(TREES_DOC),
    Input::link("trees_2", "Trees 2", ValueKind::Forest).doc(TREES_DOC),
    Input::link("trees_3", "Trees 3", ValueKind::Forest).doc(TREES_DOC),
];
const TREES_DOC: &str = "Moving trees, or a forest.";
const SKY: Input<Option<(Sky, Ground)>> =
    Input::link("sky", "Sky", ValueKind::Sky).doc("Sun, sky and ground.");
const CAMERA: Input<Option<Camera>> =
    Input::link("camera", "Camera", ValueKind::Camera).doc("Where the picture is taken from.");
const CLOCK: Input<Option<Clock>> =
    Input::link("clock", "Clock", ValueKind::Clock).doc("Steps, speed of time and seed.");
const WIND: Input<Option<Arc<WindDescription>>> =
    Input::link("wind", "Wind", ValueKind::Wind).doc("The air; without it nothing moves.");

/// Key of its output.
pub(crate) const SCENE: OutputSpec = OutputSpec::new("scene", "Scene", ValueKind::Scene);

pub(crate) fn spec() -> NodeSpec {
    let mut inputs: Vec<_> = TREES.iter().map(Input::spec).collect();
    inputs.extend([SKY.spec(), CAMERA.spec(), CLOCK.spec(), WIND.spec()]);
    NodeSpec {
        key: KEY,
        version: 1,
        label: "Scene output",
        category: Category::Scene,
        doc: "Gathers what is simulated and shown.",
        inputs,
        outputs: vec![SCENE],
        compile: |inputs| Some(compile(inputs)),
        examples: || vec![example::full_scene()],
    }
}

fn compile(inputs: &mut Inputs<'_>) -> Products {
    let mut scene = CompiledScene {
        description: SceneDescription::default(),
        plants: BTreeMap::new(),
    };
    let SceneDescription {
        clock,
        wind,
        trees,
        sky,
        camera,
        ground,
        ..
    } = &mut scene.description;
    if let Some(wired) = inputs.get(&SKY) {
        (*sky, *ground) = wired;
    }
    *camera = inputs.get(&CAMERA).unwrap_or(*camera);
    *clock = inputs.get(&CLOCK).unwrap_or(*clock);
    *wind = inputs.get(&WIND).map(|wind| WindDescription::clone(&wind));

    for input in &TREES {
        let Some(stand) = inputs.get(input) else {
            continue;
        };
        for (group, plant) in &stand.groups {
            let mut group = group.clone();
            if trees.iter().any(|other| other.node == group.node) {
                inputs.report(
                    input.key(),
                    Severity::Warning,
                    "These trees are in the scene already; the second link is left out.",
                    "Remove one of the two links.",
                );
                continue;
            }
            for instance in &mut group.instances {
                let [x_m, height_m, z_m] = &mut instance.position_m;
                *height_m += f64::from(ground::height_m(ground, *x_m, *z_m));
            }
            trees.push(group);
            scene.plants.insert(plant.hash.clone(), Arc::clone(plant));
        }
    }
    one(SCENE.key, Product::Scene(Arc::new(scene)))
}
