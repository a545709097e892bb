//! Makes trees move.

use std::sync::Arc;

use windwright_runtime::preset::{
    scene::{Instance, Springs, TreeGroup},
    species::Species,
};

use super::{Category, NodeSpec, OutputSpec, example, input::Input};
use crate::{
    compile::{
        Severity,
        inputs::Inputs,
        product::{Product, Products, Stand, one},
    },
    plant::Plant,
    value::ValueKind,
};

const TREE: Input<Option<Arc<Plant>>> =
    Input::link("tree", "Tree", ValueKind::Tree).doc("A tree that stands at the origin.");
const SPECIES: Input<Option<Arc<Species>>> =
    Input::link("species", "Species", ValueKind::Species).doc("How that tree moves.");
const FOREST: Input<Option<Arc<Stand>>> =
    Input::link("forest", "Forest", ValueKind::Forest).doc("Trees with their places and species.");
const SUBSTEPS: Input<u32> = Input::integer("substeps", "Substeps", 1)
    .range(1.0, 8.0)
    .doc("Steps of the springs within one step of the clock.");
const CLAMP: Input<bool> = Input::toggle("clamp", "Keep stable", true)
    .doc("Limits stiffness and damping to what one step can carry.");
const INERTIA: Input<bool> =
    Input::toggle("inertia", "Inertia", true).doc("Whether branches resist their parents' motion.");
const MAX_ANGLE: Input<f32> = Input::number("max_angle_rad", "Largest angle", 2.0)
    .range(0.1, 3.0)
    .unit("rad")
    .doc("No branch turns further from its rest.");
const SELF_ALIGNING: Input<bool> = Input::toggle("self_aligning", "Self-aligning", true)
    .doc("Whether the push fades as a branch turns into the wind.");
const NOISE_SPEED: Input<f32> = Input::number("noise_speed_factor", "Noise speed", 1.9)
    .range(0.25, 4.0)
    .unit("×")
    .doc("Speed of each branch's noise over its own frequency; 1.9 is in resonance.");
const SLEEP_TURN: Input<f32> = Input::number("sleep_rad_per_s", "Sleep below", 1e-4)
    .range(0.0, 0.1)
    .unit("rad/s")
    .group("Sleep")
    .doc("A tree sleeps when no branch turns faster than this in still air.");
const SLEEP_WIND: Input<f32> = Input::number("sleep_wind_m_per_s", "Still air below", 0.1)
    .range(0.0, 2.0)
    .unit("m/s")
    .group("Sleep")
    .doc("Wind that counts as still air.");

const SPRINGS: OutputSpec = OutputSpec::new("springs", "Moving trees", ValueKind::Springs);

pub(super) fn spec() -> NodeSpec {
    NodeSpec {
        key: "branch_springs",
        version: 1,
        label: "Branch springs",
        category: Category::Tree,
        doc: "Makes a tree or a forest move: every branch is a damped spring in the wind.",
        inputs: vec![
            TREE.spec(),
            SPECIES.spec(),
            FOREST.spec(),
            SUBSTEPS.spec(),
            CLAMP.spec(),
            INERTIA.spec(),
            MAX_ANGLE.spec(),
            SELF_ALIGNING.spec(),
            NOISE_SPEED.spec(),
            SLEEP_TURN.spec(),
            SLEEP_WIND.spec(),
        ],
        outputs: vec![SPRINGS],
        compile,
        examples: || {
            vec![
                example::single_tree(),
                example::sleeping_tree(),
                example::small_forest("branch_springs"),
            ]
        },
    }
}

fn compile(inputs: &mut Inputs<'_>) -> Option<Products> {
    let mut springs = Springs::default();
    springs.substeps = inputs.get(&SUBSTEPS);
    springs.clamp = inputs.get(&CLAMP);
    springs.inertia = inputs.get(&INERTIA);
    springs.max_angle_rad = inputs.get(&MAX_ANGLE);
    springs.self_aligning = inputs.get(&SELF_ALIGNING);
    springs.noise_speed_factor = inputs.get(&NOISE_SPEED);
    springs.sleep_rad_per_s = inputs.get(&SLEEP_TURN);
    springs.sleep_wind_m_per_s = inputs.get(&SLEEP_WIND);

    let mut stand = inputs
        .get(&FOREST)
        .map(|forest| Stand::clone(&forest))
        .unwrap_or_default();
    if let Some(plant) = inputs.get(&TREE) {
        let mut group = TreeGroup::default();
        inputs.id().as_str().clone_into(&mut group.node);
        group.table.clone_from(&plant.hash);
        if let Some(species) = inputs.get(&SPECIES) {
            group.species = Species::clone(&species);
        }
        group.instances = vec![Instance::default()];
        stand.groups.insert(0, (group, plant));
    }
    if stand.groups.is_empty() {
        inputs.report(
            TREE.key(),
            Severity::Error,
            "There is no tree to move.",
            "Link a tree or a forest.",
        );
        return None;
    }
    for (group, _) in &mut stand.groups {
        group.springs = springs;
    }
    Some(one(SPRINGS.key, Product::Stand(Arc::new(stand))))
}
