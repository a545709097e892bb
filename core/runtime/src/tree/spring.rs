//! One angular spring, one step.

use glam::{Quat, Vec3};

use super::rotation;
use crate::math;

/// Largest turn in one step, radians.
const MAX_TURN_RAD: f32 = 0.5;

/// Stiffness, damping and drag over mass, limited to what one step can take.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Rates {
    /// k/m, 1/s².
    pub(crate) stiffness_per_s2: f32,
    /// c/m, 1/s.
    pub(crate) damping_per_s: f32,
    /// d/m, angular acceleration per wind speed.
    pub(crate) drag_per_m_s: f32,
}

impl Rates {
    /// Divides by the mass; with `clamp`, k becomes min(k, m/dt²), c min(c, m/dt), and d shrinks with k,
    /// so that the branch leans as far as without the limit. All zero without mass.
    pub(crate) fn new(
        mass_kg: f32,
        stiffness: f32,
        damping: f32,
        drag: f32,
        clamp_to_step_s: Option<f32>,
    ) -> Self {
        if mass_kg <= 0.0 {
            return Self::default();
        }
        let free = Self {
            stiffness_per_s2: stiffness / mass_kg,
            damping_per_s: damping / mass_kg,
            drag_per_m_s: drag / mass_kg,
        };
        let Some(step_s) = clamp_to_step_s else {
            return free;
        };
        let stiffness_per_s2 = free.stiffness_per_s2.min(1.0 / (step_s * step_s));
        let kept = if stiffness_per_s2 < free.stiffness_per_s2 {
            stiffness_per_s2 / free.stiffness_per_s2
        } else {
            1.0
        };
        Self {
            stiffness_per_s2,
            damping_per_s: free.damping_per_s.min(1.0 / step_s),
            drag_per_m_s: free.drag_per_m_s * kept,
        }
    }
}

/// What holds for every step of every branch of a group.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Solver {
    /// Length of one step, seconds.
    pub(crate) step_s: f32,
    /// Steps per tick.
    pub(crate) substeps: u32,
    /// Torque by the current direction, not the rest direction.
    pub(crate) self_aligning: bool,
    /// Largest angle from rest, radians.
    pub(crate) max_angle_rad: f32,
    /// Sine and cosine of half that angle.
    pub(crate) half_limit: (f32, f32),
}

/// Rotation from rest and angular velocity (rad/s), both free of twist about the branch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Motion {
    pub(crate) rotation: Quat,
    pub(crate) velocity: Vec3,
}

impl Motion {
    /// At rest.
    pub(crate) const REST: Self = Self {
        rotation: Quat::IDENTITY,
        velocity: Vec3::ZERO,
    };

    /// Semi-implicit Euler: velocity first, then the rotation by the new velocity, then twist and limit.
    ///
    /// `direction` is the rest direction, `wind` the velocity seen from the carried branch, m/s.
    #[inline]
    pub(crate) fn step(self, direction: Vec3, rates: &Rates, wind: Vec3, solver: &Solver) -> Self {
        let pointing = if solver.self_aligning {
            rotation::turn(self.rotation, direction)
        } else {
            direction
        };
        let acceleration = pointing.cross(wind) * rates.drag_per_m_s
            - rotation::to_vector(self.rotation) * rates.stiffness_per_s2
            - self.velocity * rates.damping_per_s;
        let free = self.velocity + acceleration * solver.step_s;
        let velocity = rotation::shortened(
            free - direction * free.dot(direction),
            MAX_TURN_RAD / solver.step_s,
        );
        let turned = rotation::from_vector(velocity * solver.step_s) * self.rotation;
        Self {
            rotation: rotation::without_twist(turned, direction),
            velocity,
        }
        .limited(solver.half_limit)
    }

    /// Stops at the largest angle: the outward part of the velocity is lost.
    fn limited(self, (sine, cosine): (f32, f32)) -> Self {
        if self.rotation.w >= cosine {
            return self;
        }
        let axis = self.rotation.xyz();
        let length = math::sqrt(axis.length_squared());
        if length <= 0.0 {
            return self;
        }
        let axis = axis / length;
        let bent = axis * sine;
        Self {
            rotation: Quat::from_xyzw(bent.x, bent.y, bent.z, cosine),
            velocity: self.velocity - axis * self.velocity.dot(axis).max(0.0),
        }
    }

    /// Whether all numbers are finite.
    pub(crate) fn is_finite(&self) -> bool {
        self.rotation.is_finite() && self.velocity.is_finite()
    }
}
