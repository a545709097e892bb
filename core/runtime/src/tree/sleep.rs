//! Trees that nothing moves are left alone.

use glam::{Quat, Vec3};

use super::{
    Breeze,
    carrier::Carrier,
    group::{Group, Placement},
    rotation,
    state::Tree,
};
/// Quiet time before a tree falls asleep, seconds: no branch can hide in a turning point for so long.
const QUIET_S: f32 = 1.0;
/// Most branches at which a sleeping tree feels the wind.
const PROBES: usize = 16;

/// Whether a sleeping tree feels no wind; wakes it if it does.
pub(crate) fn stays_asleep(
    tree: &mut Tree,
    group: &Group,
    placement: &Placement,
    breeze: &dyn Breeze,
) -> bool {
    if !is_asleep(tree, group) {
        return false;
    }
    let branches = group.rest.len();
    let limit = group.coefficients.sleep_wind_m_per_s;
    let calm = (0..branches)
        .step_by(branches.div_ceil(PROBES).max(1))
        .all(|branch| {
            let pose = &tree.poses[branch];
            let arm_m = rotation::turn(Quat::from_array(pose.rotation), group.rest.arms_m[branch]);
            let centre_m = Carrier::of(pose).point_m(group.rest.pivots_m[branch] + arm_m);
            breeze.now(placement.world_m(centre_m)).length() < limit
        });
    if !calm {
        tree.quiet_ticks = 0;
    }
    calm
}

/// Counts a tick as quiet or not; a tree that falls asleep stands still.
pub(crate) fn count_quiet(tree: &mut Tree, group: &Group, strongest_wind_m_per_s: f32) {
    let limit = group.coefficients.sleep_rad_per_s;
    let quiet = strongest_wind_m_per_s < group.coefficients.sleep_wind_m_per_s
        && tree
            .poses
            .iter()
            .all(|pose| pose.angular_speed_rad_per_s < limit);
    tree.quiet_ticks = if quiet {
        tree.quiet_ticks.saturating_add(1)
    } else {
        0
    };
    if is_asleep(tree, group) {
        tree.velocities.fill(Vec3::ZERO);
        for pose in &mut tree.poses {
            pose.angular_speed_rad_per_s = 0.0;
        }
        tree.settle();
    }
}

fn is_asleep(tree: &Tree, group: &Group) -> bool {
    tree.quiet_ticks as f32 * group.coefficients.tick_s >= QUIET_S
}
