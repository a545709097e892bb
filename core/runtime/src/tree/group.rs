//! A tree group ready to step: what its trees share, and where each stands.

use std::sync::Arc;

use glam::Vec3;

use super::{coefficients::Coefficients, rest::Rest, rotation};
use crate::{math, preset::scene::Instance, random};

/// A prepared tree group.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    pub(crate) rest: Arc<Rest>,
    pub(crate) coefficients: Arc<Coefficients>,
    pub(crate) placements: Vec<Placement>,
}

/// Where one tree stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Placement {
    position_m: [f64; 3],
    /// Sine and cosine of the turn about the vertical.
    yaw: (f32, f32),
    scale: f32,
    /// Lane of the tree's noise.
    pub(crate) lane: u64,
}

impl Placement {
    /// Prepares an instance; `seed` is the scene's.
    pub(crate) fn new(instance: &Instance, seed: u32) -> Self {
        let yaw_rad = instance.yaw_deg.to_radians();
        Self {
            position_m: instance.position_m,
            yaw: (math::sin(yaw_rad), math::cos(yaw_rad)),
            scale: instance.scale,
            lane: random::bits(u64::from(seed), u64::from(instance.seed), 4),
        }
    }

    /// Whether `other` stands at the same place, turn and size.
    pub(crate) fn same_place(&self, other: &Self) -> bool {
        Self { lane: 0, ..*self } == Self { lane: 0, ..*other }
    }

    /// World place of a point in tree space, metres.
    pub(crate) fn world_m(&self, point_m: Vec3) -> [f64; 3] {
        let turned = rotation::turn_about_vertical(point_m, self.yaw) * self.scale;
        let [x, y, z] = self.position_m;
        [
            x + f64::from(turned.x),
            y + f64::from(turned.y),
            z + f64::from(turned.z),
        ]
    }

    /// World vector seen from the tree.
    pub(crate) fn to_tree(self, vector: Vec3) -> Vec3 {
        rotation::turn_about_vertical(vector, (-self.yaw.0, self.yaw.1))
    }
}
