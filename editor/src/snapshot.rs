//! What the simulation publishes and the renderer draws: an owned picture of one moment.

use std::{collections::BTreeMap, sync::Arc};

use windwright_core::plant::Plant;
use windwright_runtime::{frame::BranchPose, preset::scene::SceneDescription, world::World};

/// A compiled scene with its plants; never changes, shared.
#[derive(Debug, Clone, Default)]
pub struct SceneBundle {
    /// What is simulated.
    pub description: SceneDescription,
    /// Plants by the hash that tree groups name.
    pub plants: BTreeMap<String, Arc<Plant>>,
}

/// Poses of one tree.
#[derive(Debug, Clone, Default)]
pub struct TreePoses {
    /// Tree group in the scene.
    pub group: usize,
    /// Instance in the group.
    pub instance: usize,
    /// One per row of the branch table.
    pub poses: Vec<BranchPose>,
}

/// Horizontal wind one metre above the ground, on a square of `WindMap::SIDE`² points; moves the grass.
#[derive(Debug, Clone, Default)]
pub struct WindMap {
    /// Corner with the least x and z, metres, world.
    pub origin_m: [f64; 2],
    /// Side of the square, metres.
    pub side_m: f32,
    /// Velocity along x and z, m/s, row by row along x; `SIDE`² entries, or none in still air.
    pub velocities_m_per_s: Vec<[f32; 2]>,
    /// Mean velocity outside the square, m/s.
    pub mean_m_per_s: [f32; 2],
}

impl WindMap {
    /// Points along a side.
    pub const SIDE: usize = 64;
    /// Side of the square, metres.
    const SIDE_M: f32 = 64.0;
    /// Height over the ground, metres.
    const HEIGHT_M: f64 = 1.0;

    /// Samples the wind of `world` on the square around a place.
    pub fn sample(&mut self, world: &World, centre_m: [f64; 3]) {
        let half_m = f64::from(Self::SIDE_M) * 0.5;
        let step_m = f64::from(Self::SIDE_M) / (Self::SIDE - 1) as f64;
        self.origin_m = [centre_m[0] - half_m, centre_m[2] - half_m];
        self.side_m = Self::SIDE_M;
        self.velocities_m_per_s.clear();
        let mut sum = [0.0_f32; 2];
        for row in 0..Self::SIDE {
            for column in 0..Self::SIDE {
                let x = self.origin_m[0] + column as f64 * step_m;
                let z = self.origin_m[1] + row as f64 * step_m;
                let [wind_x, _, wind_z] = world.wind_at([x, Self::HEIGHT_M, z]);
                sum = [sum[0] + wind_x, sum[1] + wind_z];
                self.velocities_m_per_s.push([wind_x, wind_z]);
            }
        }
        let count = self.velocities_m_per_s.len() as f32;
        self.mean_m_per_s = sum.map(|total| total / count);
    }
}

/// One moment.
#[derive(Debug, Clone, Default)]
pub struct Snapshot {
    /// The scene it belongs to.
    pub scene: Arc<SceneBundle>,
    /// Simulated time, seconds.
    pub time_s: f64,
    /// Trees.
    pub trees: Vec<TreePoses>,
    /// Wind over the ground.
    pub wind_map: WindMap,
    /// Way that high cloud has drifted, along x and z, metres: an integral of the wind, never speed times time.
    pub cloud_drift_m: [f64; 2],
    /// Wind at 10 m over the camera's target, m/s.
    pub wind_at_target_m_per_s: [f32; 3],
}
