//! What changes in one tree from tick to tick.

use glam::{Quat, Vec3};

use super::{
    breeze::Sampled, carrier::Carrier, group::Group, group::Placement, noise, spring::Motion,
};
use crate::{frame::BranchPose, random};

/// State of one tree, one entry per branch.
///
/// A pose holds the branch's rotation and its carrier after the last tick, `before` the carrier one tick earlier.
/// Springs of a tick read both and write only their own rotation; carriers are renewed when all springs are done.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tree {
    pub(crate) poses: Vec<BranchPose>,
    pub(crate) velocities: Vec<Vec3>,
    pub(crate) before: Vec<Carrier>,
    /// Position in each branch's noise, lattice points: an integral, so that no parameter ever meets absolute time.
    pub(crate) noise_phases: Vec<f64>,
    /// The air at each branch's centre of mass, and the tick that it was sampled last.
    pub(crate) air: Vec<Sampled>,
    pub(crate) air_tick: Option<u64>,
    /// Ticks since a branch was fast or the wind felt.
    pub(crate) quiet_ticks: u32,
    /// Branches that were set back to rest because a number was not finite.
    pub(crate) resets: u64,
    /// The last of them.
    pub(crate) last_reset: Option<usize>,
}

impl Tree {
    /// A tree at rest.
    pub(crate) fn at_rest(group: &Group, placement: &Placement) -> Self {
        let branches = group.rest.len();
        Self {
            poses: vec![BranchPose::REST; branches],
            velocities: vec![Vec3::ZERO; branches],
            before: vec![Carrier::GROUND; branches],
            air: vec![Sampled::default(); branches],
            noise_phases: group
                .rest
                .lanes
                .iter()
                .map(|&lane| noise::start(branch_lane(placement, lane)))
                .collect(),
            ..Self::default()
        }
    }

    /// Motion of a branch.
    pub(crate) fn motion(&self, branch: usize) -> Motion {
        Motion {
            rotation: Quat::from_array(self.poses[branch].rotation),
            velocity: self.velocities[branch],
        }
    }

    /// Writes the motion of a branch; one that is not finite is set to rest and counted.
    pub(crate) fn set_motion(&mut self, branch: usize, motion: Motion) {
        let motion = if motion.is_finite() {
            motion
        } else {
            self.resets += 1;
            self.last_reset = Some(branch);
            Motion::REST
        };
        self.poses[branch].rotation = motion.rotation.to_array();
        self.poses[branch].angular_speed_rad_per_s = motion.velocity.length();
        self.velocities[branch] = motion.velocity;
    }

    /// Forgets the last tick's displacement, so that the next inertia correction is none.
    pub(crate) fn settle(&mut self) {
        for (before, pose) in self.before.iter_mut().zip(&self.poses) {
            *before = Carrier::of(pose);
        }
    }
}

/// Noise lane of a branch of a tree.
pub(crate) fn branch_lane(placement: &Placement, lane: u64) -> u64 {
    random::bits(placement.lane, lane, 5)
}
