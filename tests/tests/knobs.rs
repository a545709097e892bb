//! No dead knobs: every input of every node changes motion, plant, export or picture somewhere in its range.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use windwright_core::nodes::{NodeSpec, Registry};
use windwright_tests::{drawing::Drawer, knobs::dead_inputs};

fn check(key: &str) {
    let registry = Registry::standard();
    let spec = registry.spec(key).unwrap();
    let dead = dead_inputs(&registry, spec, &mut Drawer::new());
    assert!(dead.is_empty(), "these do nothing: {}", dead.join(", "));
}

/// One test a node type, so that they share the processors.
macro_rules! knobs {
    ($($key:ident)*) => {
        const TESTED: &[&str] = &[$(stringify!($key)),*];
        $(
            #[test]
            fn $key() {
                check(stringify!($key));
            }
        )*
    };
}

knobs! {
    branch_analyser
    branch_springs
    camera
    effector
    export_preset
    forest
    grow_tree
    import_tree
    math
    number
    preset_reference
    scene_output
    sim_clock
    sky_and_sun
    species
    species_level
    wind_grid
    wind_preset
}

#[test]
fn every_type_is_tested() {
    let registry = Registry::standard();
    let keys: Vec<&str> = registry.specs().iter().map(|spec| spec.key).collect();
    assert_eq!(keys, TESTED);
}

/// A node with an input that its compile function never reads is caught.
#[test]
fn a_dead_knob_is_found() {
    let standard = Registry::standard();
    let mut spec: NodeSpec = standard.spec("number").unwrap().clone();
    let mut dead = spec.inputs[0].clone();
    dead.key = "ignored";
    spec.inputs.push(dead);
    let mut specs = standard.specs().to_vec();
    specs.retain(|other| other.key != spec.key);
    specs.push(spec.clone());
    let registry = Registry::new(specs);
    assert_eq!(
        dead_inputs(&registry, &spec, &mut Drawer::new()),
        ["number.ignored"]
    );
}
