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

/// Longest look for a difference in motion, ticks: gusts and sleep take their time.
const TICKS: u32 = 900;

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

    /// Whether something that counts differs between two graphs that differ in `input` alone.
    pub(super) fn differ(&mut self, base: &Graph, changed: &Graph, input: &InputSpec) -> bool {
        let base = self.compile(base);
        let changed = self.compile(changed);
        self.observe(&base, &changed, input).is_some()
    }

    fn observe(
        &mut self,
        base: &Compilation,
        changed: &Compilation,
        input: &InputSpec,
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
        if moves_otherwise(&before, &after) {
            return Some(Observed::Motion);
        }
        let looks_same = looks(&before.description) == looks(&after.description);
        if looks_same {
            return None;
        }
        let before = self.drawing.draw(&Arc::new(before));
        let after = self.drawing.draw(&Arc::new(after));
        // Where nothing can be drawn, a description of the picture that differs has to do.
        (before.is_none() || before != after).then_some(Observed::Picture)
    }
}

/// The parts of a description that only the eye sees.
fn looks(description: &SceneDescription) -> impl PartialEq + use<> {
    (description.sky, description.camera, description.ground)
}

/// Steps both scenes side by side until a branch or the air differs.
fn moves_otherwise(before: &SceneBundle, after: &SceneBundle) -> bool {
    let same = before.description.wind == after.description.wind
        && before.description.trees == after.description.trees
        && before.description.clock == after.description.clock
        && before.description.camera == after.description.camera;
    if same {
        return false;
    }
    let warm_up_s = [before, after].map(|bundle| bundle.description.clock.warm_up_s.to_bits());
    let keep_warm_up = warm_up_s[0] != warm_up_s[1];
    let (Some(mut before), Some(mut after)) =
        (world(before, keep_warm_up), world(after, keep_warm_up))
    else {
        return true;
    };
    for _ in 0..TICKS {
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
