//! All trees of a scene.

use std::sync::{Mutex, PoisonError};

use super::{
    Breeze,
    account::{Reset, Retention},
    equilibrium,
    group::{Group, Placement},
    retain,
    spring::Motion,
    state::Tree,
    step,
};
use crate::{
    executor::{CHUNK, Executor},
    frame::TreeFrame,
    scene::Scene,
};

/// Trees of a chunk and where they stand, to be taken by one job.
type Chunk<'a> = Mutex<(&'a mut [Tree], &'a [Placement])>;

/// Chunks handed to an executor at once: their locks live on the stack, so a step allocates nothing.
const WAVE: usize = 64;

/// State of every tree, by group and instance.
#[derive(Debug, Default)]
pub(crate) struct Forest {
    pub(crate) groups: Vec<Vec<Tree>>,
}

impl Forest {
    /// Every tree at its static equilibrium; none for a scene without trees.
    pub(crate) fn new(scene: &Scene, breeze: &dyn Breeze) -> Option<Self> {
        let groups: Vec<Vec<Tree>> = scene
            .groups()
            .iter()
            .map(|group| {
                group
                    .placements
                    .iter()
                    .map(|placement| {
                        let mut tree = Tree::at_rest(group, placement);
                        lean(&mut tree, group, placement, breeze, |_| true);
                        tree
                    })
                    .collect()
            })
            .collect();
        (!groups.is_empty()).then_some(Self { groups })
    }

    /// Same trees in another scene: what keeps its key keeps its motion.
    pub(crate) fn replaced(
        old: Option<Self>,
        from: &Scene,
        to: &Scene,
        breeze: &dyn Breeze,
    ) -> (Option<Self>, Retention) {
        let (groups, retention) = retain::groups(
            old.map_or_else(Vec::new, |forest| forest.groups),
            from,
            to,
            breeze,
        );
        ((!groups.is_empty()).then_some(Self { groups }), retention)
    }

    /// One tick of every tree.
    pub(crate) fn step(&mut self, scene: &Scene, breeze: &dyn Breeze, executor: &dyn Executor) {
        for (trees, group) in self.groups.iter_mut().zip(scene.groups()) {
            step_group(trees, group, breeze, executor);
        }
    }

    /// Poses of every tree.
    pub(crate) fn frames(&self) -> impl Iterator<Item = TreeFrame<'_>> {
        self.groups.iter().enumerate().flat_map(|(group, trees)| {
            trees
                .iter()
                .enumerate()
                .map(move |(instance, tree)| TreeFrame {
                    group,
                    instance,
                    poses: &tree.poses,
                })
        })
    }

    /// Trees with branches that were set back to rest.
    pub(crate) fn resets(&self) -> impl Iterator<Item = Reset> {
        self.groups.iter().enumerate().flat_map(|(group, trees)| {
            trees
                .iter()
                .enumerate()
                .filter_map(move |(instance, tree)| {
                    tree.last_reset.map(|branch| Reset {
                        group,
                        instance,
                        branch,
                        count: tree.resets,
                    })
                })
        })
    }

    /// Bits of rotations and angular velocities.
    pub(crate) fn state_bits(&self) -> impl Iterator<Item = u32> {
        self.groups.iter().flatten().flat_map(|tree| {
            tree.poses
                .iter()
                .zip(&tree.velocities)
                .flat_map(|(pose, velocity)| {
                    let [x, y, z, w] = pose.rotation.map(f32::to_bits);
                    let [a, b, c] = velocity.to_array().map(f32::to_bits);
                    [x, y, z, w, a, b, c]
                })
        })
    }
}

/// Steps the trees of a group in chunks of whole trees with about [`CHUNK`] branches.
fn step_group(trees: &mut [Tree], group: &Group, breeze: &dyn Breeze, executor: &dyn Executor) {
    let trees_per_chunk = CHUNK.div_ceil(group.rest.len().max(1));
    let mut chunks = trees
        .chunks_mut(trees_per_chunk)
        .zip(group.placements.chunks(trees_per_chunk))
        .map(Mutex::new)
        .peekable();
    while chunks.peek().is_some() {
        let wave: [Option<Chunk<'_>>; WAVE] = core::array::from_fn(|_| chunks.next());
        let count = wave.iter().flatten().count();
        executor.run(count, &|index| {
            let Some(Some(chunk)) = wave.get(index) else {
                return;
            };
            let mut chunk = chunk.lock().unwrap_or_else(PoisonError::into_inner);
            let (trees, placements) = &mut *chunk;
            for (tree, placement) in trees.iter_mut().zip(placements.iter()) {
                step::step(tree, group, placement, breeze);
            }
        });
    }
}

/// Puts the branches that `wanted` names to their static equilibrium and renews all carriers, parents first.
pub(crate) fn lean(
    tree: &mut Tree,
    group: &Group,
    placement: &Placement,
    breeze: &dyn Breeze,
    wanted: impl Fn(usize) -> bool,
) {
    for branch in 0..group.rest.len() {
        let carrier = step::carrier(tree, group, branch);
        carrier.write(&mut tree.poses[branch]);
        if !wanted(branch) {
            continue;
        }
        let centre_m = carrier.point_m(group.rest.pivots_m[branch] + group.rest.arms_m[branch]);
        let wind = placement.to_tree(breeze.now(placement.world_m(centre_m)));
        let rotation = equilibrium::rotation_in(branch, group, carrier.to_local(wind));
        tree.set_motion(
            branch,
            Motion {
                rotation,
                ..Motion::REST
            },
        );
    }
    tree.settle();
}
