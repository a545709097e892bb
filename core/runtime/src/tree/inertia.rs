//! How a branch lags behind the motion of what carries it.

use glam::{Quat, Vec3};

use super::{carrier::Carrier, rotation};

/// Largest correction in one tick, radians.
const MAX_CORRECTION_RAD: f32 = 0.35;

/// The branch's rotation after its parents' last motion is partly undone.
///
/// The centre of mass stays where the carriers of one tick earlier had put it; the branch's own rotation is the same in both,
/// so a branch never resists its own spring. The velocity is measured against the air and stays.
/// `arm_m` goes from the pivot to the centre of mass at rest.
pub(crate) fn lag(
    own: Quat,
    pivot_m: Vec3,
    arm_m: Vec3,
    before: &Carrier,
    now: &Carrier,
    gain: f32,
) -> Quat {
    if before == now || gain <= 0.0 {
        return own;
    }
    let bent_arm = rotation::turn(own, arm_m);
    let left_behind = before.point_m(pivot_m + bent_arm) - now.point_m(pivot_m);
    let arc = rotation::shortest_arc(bent_arm, now.to_local(left_behind));
    rotation::from_vector(rotation::shortened(arc, MAX_CORRECTION_RAD) * gain) * own
}
