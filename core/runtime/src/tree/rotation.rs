//! Rotations as quaternions and as vectors (axis times angle): the few operations that springs need.

use glam::{Quat, Vec3};

use crate::math;

/// Quaternion of a rotation vector.
pub(crate) fn from_vector(vector: Vec3) -> Quat {
    let (sine_over_half, cosine) = half_turn(0.25 * vector.length_squared());
    let axis = vector * (0.5 * sine_over_half);
    Quat::from_xyzw(axis.x, axis.y, axis.z, cosine)
}

/// Rotation vector of a unit quaternion.
///
/// The angle follows the quaternion's sign, 0 to 2π: a branch just past half a turn is not thrown to the other side.
pub(crate) fn to_vector(rotation: Quat) -> Vec3 {
    let axis = rotation.xyz();
    axis * (2.0 * half_over_sine(axis, rotation.w))
}

/// Sine and cosine of an angle, radians.
pub(crate) fn sine_cosine(angle_rad: f32) -> (f32, f32) {
    let (sine_over_angle, cosine) = half_turn(angle_rad * angle_rad);
    (angle_rad * sine_over_angle, cosine)
}

/// sin(h)/h and cos(h) of h²: their series up to h = 1, where the first term left out is under 3·10⁻⁸.
fn half_turn(squared: f32) -> (f32, f32) {
    let z = squared;
    if z > 1.0 {
        let half = math::sqrt(z);
        return (math::sin(half) / half, math::cos(half));
    }
    let over_half =
        1.0 - z * (1.0 / 6.0 - z * (1.0 / 120.0 - z * (1.0 / 5040.0 - z * (1.0 / 362_880.0))));
    let cosine = 1.0
        - z * (0.5
            - z * (1.0 / 24.0
                - z * (1.0 / 720.0 - z * (1.0 / 40_320.0 - z * (1.0 / 3_628_800.0)))));
    (over_half, cosine)
}

/// h/sin(h) of a unit quaternion sin(h)·axis, cos(h): for h up to 60° a polynomial of 1 − cos(h) that passes through 1 and is off by
/// 3·10⁻⁸ at most.
fn half_over_sine(axis: Vec3, cosine: f32) -> f32 {
    if cosine < 0.5 {
        let sine = axis.length().max(f32::MIN_POSITIVE);
        return math::atan2(sine, cosine) / sine;
    }
    let u = 1.0 - cosine;
    let inner = 0.057_006_53 + u * (0.026_519_665 + u * (0.007_495_316 + u * 0.011_555_837));
    1.0 + u * (0.333_333_3 + u * (0.133_339_28 + u * inner))
}

/// Rotation vector of the shortest turn that brings the direction of `from` to that of `to`; zero where there is none.
pub(crate) fn shortest_arc(from: Vec3, to: Vec3) -> Vec3 {
    let normal = from.cross(to);
    let cosine = from.dot(to);
    let length = math::sqrt(from.length_squared() * to.length_squared());
    if length <= f32::MIN_POSITIVE || !length.is_finite() {
        return Vec3::ZERO;
    }
    if cosine > 0.0 {
        // The quaternion of half the turn: (normal, length + cosine), normalised.
        let w = length + cosine;
        let scale = 1.0 / math::sqrt(normal.length_squared() + w * w);
        let axis = normal * scale;
        return axis * (2.0 * half_over_sine(axis, w * scale));
    }
    let sine = normal.length();
    if sine <= f32::MIN_POSITIVE {
        return Vec3::ZERO;
    }
    normal * (math::atan2(sine, cosine) / sine)
}

/// The part of `rotation` that bends `axis`, without the turn about it, normalised; the sign of w stays.
///
/// A half turn that has no twist to speak of stays as it is.
pub(crate) fn without_twist(rotation: Quat, axis: Vec3) -> Quat {
    let along = rotation.xyz().dot(axis);
    let squared = rotation.w * rotation.w + along * along;
    if squared < 1e-12 {
        return rotation;
    }
    let w = math::sqrt(squared).copysign(rotation.w);
    // `rotation` times the inverse of its twist, (along·axis, w₀)/w.
    let across = rotation.xyz() - axis * along;
    let bend = (across * rotation.w + axis.cross(across) * along) / w;
    normalised(Quat::from_xyzw(bend.x, bend.y, bend.z, w))
}

/// A quaternion whose length rounding has moved a little off 1, brought back by a step of Newton's method.
pub(crate) fn normalised(rotation: Quat) -> Quat {
    rotation * (1.5 - 0.5 * rotation.length_squared())
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
