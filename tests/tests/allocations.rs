//! A world that runs asks for no memory: its own test program, since it replaces the allocator.

use allocation_counter::measure;
use windwright_runtime::world::World;
use windwright_tests::{simulation, workspace};

/// Long enough for gusts to be born and forgotten, and for the motion hash.
const STEPS: u32 = 600;

#[test]
fn steps_of_the_default_scene_allocate_nothing() {
    let graph = workspace::root().join("graphs/first_breeze.ron");
    let scene = simulation::scene(&simulation::open(&graph).unwrap()).unwrap();
    let mut world = World::new(scene);
    world.warm_up();
    let before = world.motion_hash();
    let allocations = measure(|| {
        for _ in 0..STEPS {
            world.step();
        }
    });
    assert_ne!(world.motion_hash(), before);
    assert_eq!(allocations.count_total, 0, "{allocations:?}");
}

#[test]
fn an_allocation_is_counted() {
    assert_eq!(measure(|| drop(vec![1_u8; 64])).count_total, 1);
}
