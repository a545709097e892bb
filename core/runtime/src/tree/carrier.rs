//! The rigid motion that a branch receives from its ancestors.

use glam::{Quat, Vec3};

use super::rotation;
use crate::frame::BranchPose;

/// Rotation about the tree's root, then translation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Carrier {
    pub(crate) rotation: Quat,
    pub(crate) translation_m: Vec3,
}

impl Carrier {
    /// What carries a trunk.
    pub(crate) const GROUND: Self = Self {
        rotation: Quat::IDENTITY,
        translation_m: Vec3::ZERO,
    };

    /// The carrier in a pose.
    pub(crate) fn of(pose: &BranchPose) -> Self {
        Self {
            rotation: Quat::from_array(pose.ancestor_rotation),
            translation_m: Vec3::from_array(pose.ancestor_translation_m),
        }
    }

    /// Writes it into a pose.
    pub(crate) fn write(&self, pose: &mut BranchPose) {
        pose.ancestor_rotation = self.rotation.to_array();
        pose.ancestor_translation_m = self.translation_m.to_array();
    }

    /// Where `point_m` is carried; bit for bit itself at rest.
    pub(crate) fn point_m(&self, point_m: Vec3) -> Vec3 {
        rotation::turn(self.rotation, point_m) + self.translation_m
    }

    /// `vector` seen from the carried branch.
    pub(crate) fn to_local(self, vector: Vec3) -> Vec3 {
        rotation::turn(self.rotation.conjugate(), vector)
    }

    /// What carries a child: this, after the branch's own `bend` about `pivot_m`.
    pub(crate) fn bent(&self, pivot_m: Vec3, bend: Quat) -> Self {
        let shift = -rotation::displacement(bend, pivot_m);
        Self {
            rotation: rotation::normalised(self.rotation * bend),
            translation_m: rotation::turn(self.rotation, shift) + self.translation_m,
        }
    }
}
