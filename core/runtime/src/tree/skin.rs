//! From poses to points: what a renderer's vertex shader does, and what the simulation's own centres of mass follow.

use glam::{Quat, Vec3};

use super::{
    carrier::Carrier,
    rotation,
    table::{Branch, Level},
};
use crate::{frame::BranchPose, math};

/// Share of a branch's bend that a rest-pose point turns with, 0 at the root to 1 at the tip.
///
/// Along the branch for wood, by distance from the root for foliage; 0 for a branch without length. A point of a child is carried
/// with the share of the child's attachment. Deflection grows with the square of the share, as a cantilever's.
pub fn share(branch: &Branch, point_m: [f32; 3]) -> f32 {
    if branch.length_m <= 0.0 {
        return 0.0;
    }
    let offset_m = Vec3::from_array(point_m) - Vec3::from_array(branch.position_m);
    let along_m = match branch.level {
        Level::Trunk | Level::Internal => offset_m.dot(Vec3::from_array(branch.direction)),
        Level::Foliage => offset_m.length(),
    };
    math::saturate(along_m / branch.length_m)
}

/// Where a rest-pose point of a branch is, tree space, metres; bit for bit itself at rest.
pub fn point_m(branch: &Branch, pose: &BranchPose, point_m: [f32; 3]) -> [f32; 3] {
    let own = weighted(pose, share(branch, point_m));
    let point = Vec3::from_array(point_m);
    let offset_m = point - Vec3::from_array(branch.position_m);
    Carrier::of(pose)
        .point_m(point + rotation::displacement(own, offset_m))
        .to_array()
}

/// A rest-pose normal at `point_m` of a branch, turned like the point.
pub fn normal(branch: &Branch, pose: &BranchPose, point_m: [f32; 3], normal: [f32; 3]) -> [f32; 3] {
    let own = weighted(pose, share(branch, point_m));
    let bent = rotation::turn(own, Vec3::from_array(normal));
    rotation::turn(Carrier::of(pose).rotation, bent).to_array()
}

/// Share `weight` of a branch's own rotation.
fn weighted(pose: &BranchPose, weight: f32) -> Quat {
    let bend = rotation::to_vector(Quat::from_array(pose.rotation));
    rotation::from_vector(bend * weight)
}
