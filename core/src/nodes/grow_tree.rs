//! Grows a tree.

use std::sync::Arc;

use super::{
    Category, NodeSpec, OutputSpec, example,
    input::{Choice, Input},
};
use crate::{
    compile::{
        inputs::Inputs,
        product::{Product, Products, one},
    },
    grow::{GrowParameters, Habit, grow},
    value::ValueKind,
};

const HABIT: Input<Choice> = Input::choice(
    "habit",
    "Habit",
    &[("oak", "Oak"), ("birch", "Birch"), ("spruce", "Spruce")],
    "oak",
)
.doc("Kind of growth, leaf and bark.");
const SEED: Input<u32> = Input::seed(12).doc("Same seed, same tree.");
const HEIGHT: Input<f32> = Input::number("height_m", "Height", 14.0)
    .range(1.0, 60.0)
    .unit("m")
    .doc("Height of the tree.");
const TRUNK_RADIUS: Input<f32> = Input::number("trunk_radius_m", "Trunk radius", 0.42)
    .range(0.02, 2.0)
    .logarithmic()
    .unit("m")
    .doc("Radius of the trunk above its flare.");
const LEVELS: Input<u32> = Input::integer("levels", "Levels", 4)
    .range(1.0, 5.0)
    .doc("Orders of wood: trunk, limbs, branches, twigs.");
const CHILDREN: Input<f32> = Input::number("children_factor", "Children", 1.0)
    .range(0.25, 2.0)
    .logarithmic()
    .unit("×")
    .doc("Branches on each branch, as a multiple of the habit's own number.");
const LENGTH: Input<f32> = Input::number("length_factor", "Length", 1.0)
    .range(0.25, 2.0)
    .logarithmic()
    .unit("×")
    .doc("Length of branches, as a multiple of the habit's own.");
const ANGLE: Input<f32> = Input::number("branch_angle_deg", "Branch angle", 55.0)
    .range(5.0, 120.0)
    .unit("°")
    .doc("Angle between a branch and the one it grows from.");
const TAPER: Input<f32> = Input::number("taper", "Taper", 0.7)
    .range(0.0, 1.0)
    .doc("How fast branches thin towards their tips.");
const GRAVITY: Input<f32> = Input::number("gravity", "Uplift", 0.1)
    .range(-1.0, 1.0)
    .doc("Growth upwards, or hanging where negative.");
const BUNDLES: Input<u32> = Input::integer("bundles", "Leaf bundles", 950)
    .range(0.0, 1000.0)
    .group("Foliage")
    .doc("Bundles of leaves on the ends of twigs.");
const BUNDLE_AREA: Input<f32> = Input::number("bundle_area_m2", "Bundle area", 0.85)
    .range(0.01, 2.0)
    .logarithmic()
    .unit("m²")
    .group("Foliage")
    .doc("Area of the rectangle that covers one bundle.");

const TREE: OutputSpec = OutputSpec::new("tree", "Tree", ValueKind::Tree);

pub(super) fn spec() -> NodeSpec {
    NodeSpec {
        key: "grow_tree",
        version: 1,
        label: "Grow tree",
        category: Category::Tree,
        doc: "Grows a tree from a seed and a few habits.",
        inputs: vec![
            HABIT.spec(),
            SEED.spec(),
            HEIGHT.spec(),
            TRUNK_RADIUS.spec(),
            LEVELS.spec(),
            CHILDREN.spec(),
            LENGTH.spec(),
            ANGLE.spec(),
            TAPER.spec(),
            GRAVITY.spec(),
            BUNDLES.spec(),
            BUNDLE_AREA.spec(),
        ],
        outputs: vec![TREE],
        compile: |inputs| Some(compile(inputs)),
        examples: || vec![example::into_springs("grow_tree", TREE.key, "tree")],
    }
}

fn compile(inputs: &mut Inputs<'_>) -> Products {
    let habit = match inputs.get(&HABIT).0 {
        "birch" => Habit::Birch,
        "spruce" => Habit::Spruce,
        _ => Habit::Oak,
    };
    let plant = grow(&GrowParameters {
        habit,
        seed: inputs.get(&SEED),
        height_m: inputs.get(&HEIGHT),
        trunk_radius_m: inputs.get(&TRUNK_RADIUS),
        levels: inputs.get(&LEVELS),
        children_factor: inputs.get(&CHILDREN),
        length_factor: inputs.get(&LENGTH),
        branch_angle_deg: inputs.get(&ANGLE),
        taper: inputs.get(&TAPER),
        gravity: inputs.get(&GRAVITY),
        bundles: inputs.get(&BUNDLES),
        bundle_area_m2: inputs.get(&BUNDLE_AREA),
    });
    one(TREE.key, Product::Tree(Arc::new(plant)))
}
