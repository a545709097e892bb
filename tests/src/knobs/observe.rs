//! What differs between two graphs: exports, plants, motion, picture. A number that is only written down does not count.

use std::sync::Arc;

use windwright::{commands::open, snapshot::SceneBundle};
use windwright_core::{
    compile::{Cache, Compilation, compile},
    graph::Graph,
    nodes::{InputSpec, NodeSpec, Registry},
    value::ValueKind,
};
use windwright_runtime::{preset::scene::SceneDescription, world::World};

use super::files::ExampleFiles;

/// How long to look for a difference in motion, ticks: a short look at every value comes before a long one,
/// since gusts and sleep take their time.
pub(super) const LOOKS_TICKS: [u32; 2] = [12, 240];

/// The viewer walks this far in each tick, metres.
const WALK_M: f64 = 0.25;

/// Draws a scene at rest.
pub trait Drawing {
    /// Pixels of the scene, `None` when nothing can be drawn here.
    fn draw(&mut self, bundle: &Arc<SceneBundle>) -> Option<Vec<u8>>;
}

/// Compiles and compares.
pub(super) struct Bench<'a> {
    registry: &'a Registry,
    spec: &'a NodeSpec,
    files: ExampleFiles,
    cache: Cache,
    drawing: &'a mut dyn Drawing,
}

impl<'a> Bench<'a> {
    pub(super) fn new(
        registry: &'a Registry,
        spec: &'a NodeSpec,
        drawing: &'a mut dyn Drawing,
    ) -> Self {
        Self {
            registry,
            spec,
            files: ExampleFiles::new(),
            cache: Cache::default(),
            drawing,
        }
    }

    pub(super) fn compile(&mut self, graph: &Graph) -> Compilation {
        compile(graph, self.registry, &self.files, &mut self.cache)
    }

    /// Whether something that counts differs within `ticks` between two graphs that differ in `input` alone.
    pub(super) fn differ(
        &mut self,
        base: &Graph,
        changed: &Graph,
        input: &InputSpec,
        ticks: u32,
    ) -> bool {
        let (base, changed) = (self.compile(base), self.compile(changed));
        // Words are there to be written down, and so is what an export node takes.
        let written = input.kind == ValueKind::Text || self.spec.outputs.is_empty();
        if written && base.exports != changed.exports {
            return true;
        }
        let (Some(before), Some(after)) = (open::bundle(&base), open::bundle(&changed)) else {
            // Without a link that it needs, a node makes nothing.
            return input.required && base.scene.is_some() != changed.scene.is_some();
        };
        !before.plants.keys().eq(after.plants.keys())
            || self.looks_otherwise(&before, &after)
            || moves_otherwise(&before, &after, ticks)
    }

    /// Whether the pictures differ, as far as the trees do not matter.
    fn looks_otherwise(&mut self, before: &SceneBundle, after: &SceneBundle) -> bool {
        let seen = |scene: &SceneDescription| (scene.sky, scene.camera, scene.ground);
        if seen(&before.description) == seen(&after.description) {
            return false;
        }
        let [before, after] =
            [before, after].map(|bundle| self.drawing.draw(&Arc::new(bundle.clone())));
        // Where nothing can be drawn, a description of the picture that differs has to do.
        before.is_none() || before != after
    }
}

/// Steps both scenes side by side until a branch or the air differs, `ticks` times at most.
fn moves_otherwise(before: &SceneBundle, after: &SceneBundle, ticks: u32) -> bool {
    let moving = |bundle: &SceneBundle| {
        let scene = &bundle.description;
        (
            scene.wind.clone(),
            scene.trees.clone(),
            scene.clock,
            scene.camera,
        )
    };
    if moving(before) == moving(after) {
        return false;
    }
    let warm_up_s = [before, after].map(|bundle| bundle.description.clock.warm_up_s.to_bits());
    let keep_warm_up = warm_up_s[0] != warm_up_s[1];
    let (Some(mut before), Some(mut after)) =
        (world(before, keep_warm_up), world(after, keep_warm_up))
    else {
        return false;
    };
    let mut viewer_m = [0.0; 3];
    for _ in 0..ticks {
        if moment(&before) != moment(&after) {
            return true;
        }
        viewer_m[0] += WALK_M;
        for world in [&mut before, &mut after] {
            world.set_viewer(viewer_m);
            world.step();
        }
    }
    moment(&before) != moment(&after)
}

/// The scene at its start, or after its warm-up.
fn world(bundle: &SceneBundle, keep_warm_up: bool) -> Option<World> {
    let mut world = World::new(Arc::new(open::build(bundle).ok()?));
    if keep_warm_up {
        world.warm_up();
    }
    Some(world)
}

/// Bits of every pose and of the air at some places.
fn moment(world: &World) -> Vec<u32> {
    let poses = world
        .trees()
        .flat_map(|tree| tree.poses)
        .flat_map(|pose| pose.rotation.iter().chain(&pose.ancestor_translation_m));
    let places_m = [
        [0.0, 2.0, 0.0],
        [4.0, 1.0, -3.0],
        [-20.0, 8.0, 10.0],
        [1.0, 2.0, 0.5],
    ];
    let air: Vec<f32> = places_m
        .iter()
        .flat_map(|&place| world.wind_at(place))
        .collect();
    poses.chain(&air).map(|number| number.to_bits()).collect()
}
