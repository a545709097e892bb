//! Compact records of a branch's state, for GPUs and recordings.
//!
//! The simulation itself is unpacked; these round-trip beside it. A rotation is free of twist, so two numbers hold it, in a frame
//! whose third axis is the branch's rest direction. Slots hold the rotations of three ticks, newest first.

use core::f32::consts::{PI, TAU};

use glam::{Quat, Vec3};
use half::f16;

use super::rotation;
use crate::math;

/// 16 bytes: three bends as vectors, and the angular velocity.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, bytemuck::Pod, bytemuck::Zeroable)]
pub struct CompactRecord {
    /// Bend about the frame's first and second axis, steps of π/32767 rad; newest tick first.
    pub bends: [[i16; 2]; 3],
    /// Angular velocity about the same axes, half floats, rad/s.
    pub velocity: [u16; 2],
}

/// 20 bytes, the published layout: three pairs of spherical angles, and the angular velocity.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, bytemuck::Pod, bytemuck::Zeroable)]
pub struct PublishedRecord {
    /// Angle from rest (0..π over 65,535 steps) and azimuth of the axis (0..2π over 65,536); newest tick first.
    pub angles: [[u16; 2]; 3],
    /// Angular velocity in tree axes and a spare, half floats, rad/s.
    pub velocity: [u16; 4],
}

/// Rotations (quaternions x, y, z, w, free of twist) of three ticks, newest first, and the angular velocity in rad/s.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Unpacked {
    /// Rotations.
    pub rotations: [[f32; 4]; 3],
    /// Angular velocity, tree axes, at right angles to the branch.
    pub velocity_rad_per_s: [f32; 3],
}

impl CompactRecord {
    /// Packs the state of a branch that points along the unit vector `direction` at rest.
    pub fn pack(state: &Unpacked, direction: [f32; 3]) -> Self {
        let (first, second) = frame(Vec3::from_array(direction));
        let bends = state.rotations.map(|rotation| {
            let bend = rotation::to_vector(short_way(Quat::from_array(rotation)));
            [bend.dot(first), bend.dot(second)]
                .map(|angle| libm::roundf(angle / PI * f32::from(i16::MAX)) as i16)
        });
        let velocity = Vec3::from_array(state.velocity_rad_per_s);
        Self {
            bends,
            // Adding zero turns −0 into 0: rest has one form.
            velocity: [velocity.dot(first), velocity.dot(second)]
                .map(|speed| f16::from_f32(speed + 0.0).to_bits()),
        }
    }

    /// The state, with the error of the steps.
    pub fn unpack(&self, direction: [f32; 3]) -> Unpacked {
        let (first, second) = frame(Vec3::from_array(direction));
        let [a, b] = self.velocity.map(|bits| f16::from_bits(bits).to_f32());
        Unpacked {
            rotations: self.bends.map(|bend| {
                let [a, b] = bend.map(|steps| f32::from(steps) * (PI / f32::from(i16::MAX)));
                rotation::from_vector(first * a + second * b).to_array()
            }),
            velocity_rad_per_s: (first * a + second * b).to_array(),
        }
    }
}

impl PublishedRecord {
    /// Packs the state of a branch that points along the unit vector `direction` at rest.
    pub fn pack(state: &Unpacked, direction: [f32; 3]) -> Self {
        let (first, second) = frame(Vec3::from_array(direction));
        let angles = state.rotations.map(|rotation| {
            let rotation = short_way(Quat::from_array(rotation));
            let axis = rotation.xyz();
            let sine = axis.length();
            let polar = 2.0 * math::atan2(sine, rotation.w);
            let azimuth = if sine > 0.0 {
                math::atan2(axis.dot(second), axis.dot(first))
            } else {
                0.0
            };
            let turns = if azimuth < 0.0 {
                azimuth + TAU
            } else {
                azimuth
            } / TAU;
            [
                libm::roundf(polar / PI * 65_535.0) as u16,
                (libm::roundf(turns * 65_536.0) as u32 % 65_536) as u16,
            ]
        });
        let [x, y, z] = state
            .velocity_rad_per_s
            .map(|speed| f16::from_f32(speed).to_bits());
        Self {
            angles,
            velocity: [x, y, z, 0],
        }
    }

    /// The state, with the error of the steps.
    pub fn unpack(&self, direction: [f32; 3]) -> Unpacked {
        let (first, second) = frame(Vec3::from_array(direction));
        let [x, y, z, _] = self.velocity.map(|bits| f16::from_bits(bits).to_f32());
        Unpacked {
            rotations: self.angles.map(|[polar, azimuth]| {
                let half = 0.5 * PI * f32::from(polar) / 65_535.0;
                let turn = TAU * f32::from(azimuth) / 65_536.0;
                let axis = (first * math::cos(turn) + second * math::sin(turn)) * math::sin(half);
                [axis.x, axis.y, axis.z, math::cos(half)]
            }),
            velocity_rad_per_s: [x, y, z],
        }
    }
}

/// The same rotation with an angle of at most π.
fn short_way(rotation: Quat) -> Quat {
    if rotation.w < 0.0 {
        -rotation
    } else {
        rotation
    }
}

/// Two unit vectors at right angles to `axis` and each other, right-handed, without a branch (Duff et al., 2017).
fn frame(axis: Vec3) -> (Vec3, Vec3) {
    let sign = 1.0_f32.copysign(axis.z);
    let a = -1.0 / (sign + axis.z);
    let b = axis.x * axis.y * a;
    (
        Vec3::new(1.0 + sign * axis.x * axis.x * a, sign * b, -sign * axis.x),
        Vec3::new(b, sign + axis.y * axis.y * a, -axis.y),
    )
}
