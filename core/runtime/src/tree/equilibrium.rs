//! Where a branch comes to rest in a steady wind.

use glam::{Quat, Vec3};

use super::{group::Group, rotation};
use crate::math;

/// Halvings of the interval: as fine as `f32`.
const HALVINGS: u32 = 26;

/// Angle at which the spring holds the wind, radians.
///
/// `lean_rad` is drag times wind speed over stiffness, `between_rad` the angle from the rest direction to the wind.
/// Solves θ = lean·sin(between − θ), or without alignment θ = lean·sin(between); never more than `limit_rad`.
pub(crate) fn angle_rad(
    lean_rad: f32,
    between_rad: f32,
    self_aligning: bool,
    limit_rad: f32,
) -> f32 {
    if !self_aligning {
        return (lean_rad * math::sin(between_rad)).clamp(0.0, limit_rad);
    }
    let (mut low, mut high) = (0.0_f32, between_rad);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if middle < lean_rad * math::sin(between_rad - middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    (0.5 * (low + high)).min(limit_rad)
}

/// Rotation of `branch` at rest in `wind` (seen from the carried branch, m/s).
pub(crate) fn rotation_in(branch: usize, group: &Group, wind: Vec3) -> Quat {
    let numbers = &group.coefficients;
    let direction = group.rest.directions[branch];
    let level = &numbers.levels[group.rest.levels[branch] as usize];
    let speed_m_per_s = wind.length();
    let drag = numbers.drag[branch] * level.torque_gain.at(speed_m_per_s);
    let torque = drag * speed_m_per_s;
    if torque <= 0.0 || !torque.is_finite() {
        return Quat::IDENTITY;
    }
    let towards_wind = rotation::shortest_arc(direction, wind);
    let between_rad = towards_wind.length();
    if between_rad < 1e-6 {
        return Quat::IDENTITY;
    }
    let lean_rad = (torque / numbers.stiffness[branch].max(f32::MIN_POSITIVE)).min(1e6);
    let solver = &numbers.solver;
    let angle = angle_rad(
        lean_rad,
        between_rad,
        solver.self_aligning,
        solver.max_angle_rad,
    );
    rotation::from_vector(towards_wind * (angle / between_rad))
}
