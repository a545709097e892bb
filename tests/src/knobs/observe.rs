//! What differs between two graphs: exports, plants, motion, picture.

use std::sync::Arc;

use windwright::{commands::open, snapshot::SceneBundle};
use windwright_core::{
    compile::{Cache, Compilation, compile},
    graph::Graph,
    nodes::{InputSpec, Registry},
    value::ValueKind,
};
use windwright_runtime::{preset::scene::SceneDescription, world::World};

use super::files::ExampleFiles;

/// How long to look for a difference in motion, ticks: a short look at every value comes before a long one,
/// since gusts and sleep take their time.
pub(super) const LOOKS_TICKS: [u32; 2] = [40, 900];

/// Draws a scene at rest.
pub trait Drawing {
    /// Pixels of the scene, `None` when nothing can be drawn here.
    fn draw(&mut self, bundle: &Arc<SceneBundle>) -> Option<Vec<u8>>;
}

/// What differed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Observed {
    /// Files that an export node asks for.
    Export,
    /// Branch table or meshes.
    Plant,
    /// Poses or wind.
    Motion,
    /// Pixels.
    Picture,
    /// A label that only the exported text holds.
    Label,
    /// There is a scene in one case only.
    Scene,
}

/// Compiles and compares.
pub(super) struct Bench<'a> {
    registry: &'a Registry,
    files: ExampleFiles,
    cache: Cache,
    drawing: &'a mut dyn Drawing,
}

impl<'a> Bench<'a> {
    pub(super) fn new(registry: &'a Registry, drawing: &'a mut dyn Drawing) -> Self {
        Self {
            registry,
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
        let base = self.compile(base);
        let changed = self.compile(changed);
        self.observe(&base, &changed, input, ticks).is_some()
    }

    fn observe(
        &mut self,
        base: &Compilation,
        changed: &Compilation,
        input: &InputSpec,
        ticks: u32,
    ) -> Option<Observed> {
        if base.exports != changed.exports {
            return Some(Observed::Export);
        }
        if !base.plants.keys().eq(changed.plants.keys()) {
            return Some(Observed::Plant);
        }
        let (before, after) = match (open::bundle(base), open::bundle(changed)) {
            (Some(before), Some(after)) => (before, after),
            (None, None) => return None,
            _ => return Some(Observed::Scene),
        };
        if before.description == after.description {
            return None;
        }
        if input.kind == ValueKind::Text {
            return Some(Observed::Label);
        }
        if looks_otherwise(&before.description, &after.description) {
            let before = self.drawing.draw(&Arc::new(before.clone()));
            let after = self.drawing.draw(&Arc::new(after.clone()));
            // Where nothing can be drawn, a description of the picture that differs has to do.
            if before.is_none() || before != after {
                return Some(Observed::Picture);
            }
        }
        moves_otherwise(&before, &after, ticks).then_some(Observed::Motion)
    }
}

/// Whether what only the eye sees differs.
fn looks_otherwise(before: &SceneDescription, after: &SceneDescription) -> bool {
    (before.sky, before.camera, before.ground) != (after.sky, after.camera, after.ground)
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
        return true;
    };
    for _ in 0..ticks {
        if moment(&before) != moment(&after) {
            return true;
        }
        before.step();
        after.step();
    }
    moment(&before) != moment(&after)
}

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
