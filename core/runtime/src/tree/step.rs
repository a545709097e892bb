//! One tick of one tree.

use glam::Quat;

use super::{
    Breeze,
    breeze::Renewal,
    carrier::Carrier,
    group::{Group, Placement},
    inertia, noise, rotation, sleep,
    spring::Motion,
    state::{self, Tree},
};

/// The air of one tick, for all branches of a tree.
struct Air<'a> {
    breeze: &'a dyn Breeze,
    blend: f32,
    renewal: Renewal,
}

/// Moves a tree on by one tick.
pub(crate) fn step(tree: &mut Tree, group: &Group, placement: &Placement, breeze: &dyn Breeze) {
    if sleep::stays_asleep(tree, group, placement, breeze) {
        return;
    }
    let air = Air {
        breeze,
        blend: breeze.blend(),
        renewal: Renewal::of(tree.air_tick, breeze),
    };
    let mut strongest_wind_m_per_s = 0.0_f32;
    for branch in 0..group.rest.len() {
        let (motion, wind_m_per_s) = step_branch(branch, tree, group, placement, &air);
        tree.set_motion(branch, motion);
        strongest_wind_m_per_s = strongest_wind_m_per_s.max(wind_m_per_s);
    }
    tree.air_tick = Some(breeze.tick());
    carry(tree, group);
    sleep::count_quiet(tree, group, strongest_wind_m_per_s);
}

/// Inertia, wind and spring of one branch: its new motion and the wind speed at it.
fn step_branch(
    branch: usize,
    tree: &mut Tree,
    group: &Group,
    placement: &Placement,
    air: &Air<'_>,
) -> (Motion, f32) {
    let (rest, numbers) = (&group.rest, &group.coefficients);
    let level = &numbers.levels[rest.levels[branch] as usize];
    let (pivot_m, arm_m) = (rest.pivots_m[branch], rest.arms_m[branch]);
    let now = Carrier::of(&tree.poses[branch]);
    let before = tree.before[branch];
    let mut motion = tree.motion(branch);

    let centre_m = pivot_m + rotation::turn(motion.rotation, arm_m);
    let centre_now_m = now.point_m(centre_m);
    motion.rotation = inertia::lag(
        motion.rotation,
        pivot_m,
        arm_m,
        &before,
        &now,
        level.inertia_gain,
    );

    let phase = noise::advanced(tree.noise_phases[branch], numbers.noise_steps[branch]);
    tree.noise_phases[branch] = phase;
    air.renewal.renew(&mut tree.air[branch], air.breeze, || {
        placement.world_m(centre_now_m)
    });
    let lane = state::branch_lane(placement, rest.lanes[branch]);
    let shake_rad = level.noise_angle_rad * noise::gradient_noise(lane, phase);
    let shaken = rotation::turn_about_vertical(
        tree.air[branch].at(air.blend),
        rotation::sine_cosine(shake_rad),
    );
    let mut wind = placement.to_tree(shaken);
    if level.relative_velocity_share > 0.0 {
        let carried = (centre_now_m - before.point_m(centre_m)) / numbers.tick_s;
        wind -= carried * level.relative_velocity_share;
    }

    let speed_m_per_s = wind.length();
    let felt = now.to_local(wind) * level.torque_gain.at(speed_m_per_s);
    for _ in 0..numbers.solver.substeps {
        motion = motion.step(
            rest.directions[branch],
            &numbers.rates[branch],
            felt,
            &numbers.solver,
        );
    }
    (motion, speed_m_per_s)
}

/// Renews all carriers from the new rotations, parents first; the old ones move to `before`.
pub(crate) fn carry(tree: &mut Tree, group: &Group) {
    for branch in 0..group.rest.len() {
        tree.before[branch] = Carrier::of(&tree.poses[branch]);
        carrier(tree, group, branch).write(&mut tree.poses[branch]);
    }
}

/// What carries a branch, from its parent's pose.
pub(crate) fn carrier(tree: &Tree, group: &Group, branch: usize) -> Carrier {
    let Some(parent) = group.rest.parents[branch].map(usize::from) else {
        return Carrier::GROUND;
    };
    let pose = &tree.poses[parent];
    let bend = rotation::to_vector(Quat::from_array(pose.rotation));
    Carrier::of(pose).bent(
        group.rest.pivots_m[parent],
        rotation::from_vector(bend * group.rest.parent_shares[branch]),
    )
}
