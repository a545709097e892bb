//! Records: T-18 and T-19.

use core::f32::consts::{PI, TAU};

use glam::{Quat, Vec3};

use crate::{
    random,
    tree::packing::{CompactRecord, PublishedRecord, Unpacked},
};

/// What both formats promise.
const MAX_ERROR_DEG: f64 = 0.006;

fn directions() -> Vec<Vec3> {
    let mut directions = vec![Vec3::X, Vec3::Y, Vec3::Z, -Vec3::X, -Vec3::Y, -Vec3::Z];
    directions.extend((0..94).map(|index| {
        let at = |step| random::range(1, index, step, -1.0, 1.0);
        Vec3::new(at(0), at(1), at(2)).normalize()
    }));
    directions
}

/// A rotation by `angle_rad` about an axis at right angles to `direction`.
fn bend(direction: Vec3, angle_rad: f32, azimuth_rad: f32) -> [f32; 4] {
    let first = direction.any_orthonormal_vector();
    let axis = first * azimuth_rad.cos() + direction.cross(first) * azimuth_rad.sin();
    Quat::from_axis_angle(axis, angle_rad).to_array()
}

fn error_deg(a: [f32; 4], b: [f32; 4]) -> f64 {
    let [a, b] = [a, b].map(|q| q.map(f64::from));
    // Components of b⁻¹·a: its vector part is the sine of half the angle between them.
    let x = b[3] * a[0] - b[0] * a[3] - b[1] * a[2] + b[2] * a[1];
    let y = b[3] * a[1] + b[0] * a[2] - b[1] * a[3] - b[2] * a[0];
    let z = b[3] * a[2] - b[0] * a[1] + b[1] * a[0] - b[2] * a[3];
    2.0 * (x * x + y * y + z * z).sqrt().min(1.0).asin().to_degrees()
}

#[test]
fn t_18_both_formats_round_trip_within_six_thousandths_of_a_degree() {
    let directions = directions();
    let (mut compact, mut published) = (0.0_f64, 0.0_f64);
    let special = [0.0, 1e-7, 1e-4, 0.5 * PI, PI - 1e-4, PI - 1e-6];
    for sample in 0..1_000_000_u64 {
        let direction = directions[(sample % 100) as usize];
        let angle = |step: u64| {
            if sample < 60_000 {
                special[(sample as usize / 100 + step as usize) % special.len()]
            } else {
                random::range(2, sample, step, 0.0, PI)
            }
        };
        let azimuth = if sample % 7 == 0 {
            TAU - random::uniform(2, sample, 9) * 1e-4
        } else {
            random::range(2, sample, 8, 0.0, TAU)
        };
        let state = Unpacked {
            rotations: [0, 1, 2].map(|step| bend(direction, angle(step), azimuth)),
            velocity_rad_per_s: [0.0; 3],
        };
        let axis = direction.to_array();
        let ours = CompactRecord::pack(&state, axis).unpack(axis);
        let theirs = PublishedRecord::pack(&state, axis).unpack(axis);
        for slot in 0..3 {
            compact = compact.max(error_deg(state.rotations[slot], ours.rotations[slot]));
            published = published.max(error_deg(state.rotations[slot], theirs.rotations[slot]));
        }
    }
    assert!(compact < MAX_ERROR_DEG, "{compact}");
    assert!(published < MAX_ERROR_DEG, "{published}");
}

#[test]
fn t_18_rest_packs_to_rest() {
    let rest = Unpacked {
        rotations: [[0.0, 0.0, 0.0, 1.0]; 3],
        velocity_rad_per_s: [0.0; 3],
    };
    for direction in directions() {
        let axis = direction.to_array();
        assert_eq!(CompactRecord::pack(&rest, axis), CompactRecord::default());
        assert_eq!(
            PublishedRecord::pack(&rest, axis),
            PublishedRecord::default()
        );
        assert_eq!(CompactRecord::default().unpack(axis), rest);
        assert_eq!(PublishedRecord::default().unpack(axis), rest);
    }
}

#[test]
fn angular_velocity_survives_as_half_floats() {
    for direction in directions() {
        let velocity = direction.any_orthonormal_vector() * 1.37;
        let state = Unpacked {
            rotations: [[0.0, 0.0, 0.0, 1.0]; 3],
            velocity_rad_per_s: velocity.to_array(),
        };
        let axis = direction.to_array();
        for unpacked in [
            CompactRecord::pack(&state, axis).unpack(axis),
            PublishedRecord::pack(&state, axis).unpack(axis),
        ] {
            let error = Vec3::from_array(unpacked.velocity_rad_per_s) - velocity;
            assert!(error.length() < 1.37 / 1024.0);
        }
    }
}

#[test]
fn t_19_record_sizes() {
    assert_eq!(size_of::<CompactRecord>(), 16);
    assert_eq!(size_of::<PublishedRecord>(), 20);
    let budget = 96 * 1024 * 1024;
    assert!(budget / size_of::<PublishedRecord>() >= 5_030_000);
    assert!(budget / size_of::<CompactRecord>() >= 6_290_000);
}
