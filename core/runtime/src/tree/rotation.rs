//! Rotations as quaternions and as vectors (axis times angle): the few operations that springs need.

use glam::{Quat, Vec3};

use crate::math;

/// Squared angle (rad²) under which sine and its argument are the same number in `f32`.
const TINY_SQUARED: f32 = 1e-10;

/// Quaternion of a rotation vector.
pub(crate) fn from_vector(vector: Vec3) -> Quat {
    let squared = vector.length_squared();
    if squared < TINY_SQUARED {
        let half = vector * 0.5;
        return Quat::from_xyzw(half.x, half.y, half.z, 1.0);
    }
    let angle = math::sqrt(squared);
    let axis = vector * (math::sin(0.5 * angle) / angle);
    Quat::from_xyzw(axis.x, axis.y, axis.z, math::cos(0.5 * angle))
}

/// Rotation vector of a quaternion.
///
/// The angle follows the quaternion's sign, 0 to 2π: a branch just past half a turn is not thrown to the other side.
pub(crate) fn to_vector(rotation: Quat) -> Vec3 {
    let axis = rotation.xyz();
    let squared = axis.length_squared();
    if squared < TINY_SQUARED {
        return axis * 2.0;
    }
    let sine = math::sqrt(squared);
    axis * (2.0 * math::atan2(sine, rotation.w) / sine)
}

/// Rotation vector of the shortest turn that brings the direction of `from` to that of `to`; zero where there is none.
pub(crate) fn shortest_arc(from: Vec3, to: Vec3) -> Vec3 {
    let normal = from.cross(to);
    let sine = normal.length();
    let cosine = from.dot(to);
    if sine <= f32::MIN_POSITIVE || !sine.is_finite() {
        return Vec3::ZERO;
    }
    normal * (math::atan2(sine, cosine) / sine)
}

/// The part of `rotation` that bends `axis`, without the turn about it, normalised; the sign of w stays.
///
/// A half turn that has no twist to speak of stays as it is.
pub(crate) fn without_twist(rotation: Quat, axis: Vec3) -> Quat {
    let along = rotation.xyz().dot(axis);
    let length = math::sqrt(rotation.w * rotation.w + along * along);
    if length < 1e-6 {
        return rotation;
    }
    let signed = length.copysign(rotation.w);
    let back = axis * (-along / signed);
    let bend = rotation * Quat::from_xyzw(back.x, back.y, back.z, rotation.w / signed);
    bend * (1.0 / math::sqrt(bend.length_squared()))
}

/// How far `rotation` displaces `vector`: `rotation·vector − vector`, exactly zero for no rotation.
pub(crate) fn displacement(rotation: Quat, vector: Vec3) -> Vec3 {
    let axis = rotation.xyz();
    let half = axis.cross(vector);
    (half * rotation.w + axis.cross(half)) * 2.0
}

/// `rotation·vector`, bit for bit `vector` for no rotation.
pub(crate) fn turn(rotation: Quat, vector: Vec3) -> Vec3 {
    vector + displacement(rotation, vector)
}

/// Vector turned about the vertical by the angle whose sine and cosine are given, counter-clockwise from above.
pub(crate) fn turn_about_vertical(vector: Vec3, (sine, cosine): (f32, f32)) -> Vec3 {
    Vec3::new(
        vector.x * cosine + vector.z * sine,
        vector.y,
        vector.z * cosine - vector.x * sine,
    )
}

/// `vector` shortened to `limit` if it is longer.
pub(crate) fn shortened(vector: Vec3, limit: f32) -> Vec3 {
    let squared = vector.length_squared();
    if squared > limit * limit {
        vector * (limit / math::sqrt(squared))
    } else {
        vector
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_and_quaternions_are_inverse_over_the_whole_range() {
        for index in 0..2000_u64 {
            let at = |step| crate::random::range(3, index, step, -1.0, 1.0);
            let axis = Vec3::new(at(0), at(1), at(2)).normalize_or_zero();
            let angle = index as f32 * 0.003;
            let rotation = from_vector(axis * angle);
            assert!((rotation.length() - 1.0).abs() < 3e-7, "{angle}");
            let exact = Quat::from_axis_angle(axis, angle);
            assert!((rotation - exact).length() < 1e-6, "{angle}");
            let error = (to_vector(rotation) - axis * angle).length();
            assert!(error < 1e-6 * (1.0 + angle * angle), "{angle}: {error}");
        }
    }
}
