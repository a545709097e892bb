//! A child's lag behind its parent: T-13 to T-17.

use core::f32::consts::TAU;

use glam::{Quat, Vec3};

use super::{
    check_close,
    fixtures::{Lab, quiet_species, table, wood},
};
use crate::{
    preset::scene::{Clock, Springs},
    tree::{carrier::Carrier, inertia, rotation, spring::Motion},
};

const STEP_S: f32 = 1.0 / 60.0;

/// An upright trunk and a child at its tip.
fn pair() -> crate::tree::table::BranchTable {
    table(&[
        wood(None, [0.0; 3], [0.0, 1.0, 0.0], 4.0, 0.05),
        wood(Some(0), [0.0, 4.0, 0.0], [0.0, 1.0, 0.0], 1.0, 0.01),
    ])
}

fn turned(angle_rad: f32, pivot_m: Vec3) -> Carrier {
    Carrier::GROUND.bent(pivot_m, rotation::from_vector(Vec3::Z * angle_rad))
}

#[test]
fn t_13_still_parents_leave_the_child_alone() {
    let own = rotation::from_vector(Vec3::new(0.2, 0.0, 0.1));
    let carrier = turned(0.4, Vec3::new(0.0, 2.0, 1.0));
    let lagged = inertia::lag(own, Vec3::Y * 4.0, Vec3::Y, &carrier, &carrier, 1.0);
    assert_eq!(lagged, own);
}

#[test]
fn t_14_own_motion_is_no_inertia() {
    // A child swings on a trunk that cannot move: the frequency is its own, not 1/√2 of it.
    let mut species = quiet_species();
    species.trunk.stiffness_factor = 1e8;
    species.internal.stiffness_factor = 4e4;
    species.internal.damping_ratio = 0.0;
    let mut lab = Lab::new(pair(), species, Springs::default(), Clock::default());
    lab.bend(1, Vec3::Z * 0.1);
    let natural_hz = lab.scene().derived(0)[1].natural_frequency_hz.mean;
    let mut crossings = Vec::new();
    let mut last = lab.bend_of(1).z;
    for tick in 0..1200_u32 {
        lab.step(Vec3::ZERO);
        let angle = lab.bend_of(1).z;
        if last < 0.0 && angle >= 0.0 {
            crossings.push(f64::from(tick) - f64::from(angle) / f64::from(angle - last));
        }
        last = angle;
    }
    let periods = crossings.len() as f64 - 1.0;
    let measured_hz = 60.0 * periods / (crossings[crossings.len() - 1] - crossings[0]);
    let ratio = measured_hz / f64::from(natural_hz);
    assert!((ratio - 1.0).abs() < 0.01, "{ratio}");
}

/// A child without spring on a carrier that swings about `pivot_m` at 0.5 Hz, from rest: its largest turn in the world, rad, and the
/// largest distance of its centre of mass from where it began, along the tangent, metres.
fn free_child(pivot_m: Vec3, swing_rad: f32) -> (f32, f32) {
    let child_pivot_m = Vec3::Y * 4.0;
    let arm_m = Vec3::Y * 0.75;
    let carrier = |tick: i32| {
        turned(
            swing_rad * (TAU * 0.5 * STEP_S * tick.max(0) as f32).sin(),
            pivot_m,
        )
    };
    let mut own = Quat::IDENTITY;
    let (mut largest_turn, mut farthest_m) = (0.0_f32, 0.0_f32);
    for tick in 0..600 {
        let (before, now, next) = (carrier(tick - 2), carrier(tick - 1), carrier(tick));
        own = rotation::without_twist(
            inertia::lag(own, child_pivot_m, arm_m, &before, &now, 1.0),
            Vec3::Y,
        );
        let in_world = rotation::to_vector(next.rotation * own).length();
        largest_turn = largest_turn.max(in_world);
        let centre_m = next.point_m(child_pivot_m + rotation::turn(own, arm_m));
        farthest_m = farthest_m.max(centre_m.x.abs());
    }
    (largest_turn, farthest_m)
}

#[test]
fn t_15_a_free_child_keeps_its_direction_in_the_world() {
    // The carrier turns about the child's own pivot: what is left is one tick of its motion, 2π f φ Δt.
    let (turn, _) = free_child(Vec3::Y * 4.0, 0.2);
    check_close(turn, 0.010_472, 2e-5);
}

#[test]
fn t_16_the_centre_of_mass_of_a_free_child_lags_by_one_tick_only() {
    // Rigidly carried it would swing by 4.75 m · 0.05 rad = 240 mm; it keeps its place up to one tick of that motion, 12.4 mm.
    let (_, distance_m) = free_child(Vec3::ZERO, 0.05);
    let one_tick_m = 4.75 * 0.05 * TAU * 0.5 * STEP_S;
    check_close(distance_m, one_tick_m, 0.1 * one_tick_m);
}

#[test]
fn t_17_a_parents_step_reaches_the_child_one_tick_later() {
    let mut species = quiet_species();
    species.trunk.stiffness_factor = 0.0;
    species.trunk.damping_ratio = 0.0;
    let mut lab = Lab::new(pair(), species, Springs::default(), Clock::default());
    let kick = Motion {
        rotation: Quat::IDENTITY,
        velocity: Vec3::Z * 3.0,
    };
    lab.tree.set_motion(0, kick);
    lab.step(Vec3::ZERO);
    assert!(lab.bend_of(0).z > 0.04);
    assert_eq!(lab.bend_of(1), Vec3::ZERO);
    lab.step(Vec3::ZERO);
    assert!(lab.bend_of(1).z < -0.04, "{}", lab.bend_of(1));
}

#[test]
fn inertia_can_be_switched_off() {
    let springs = Springs {
        inertia: false,
        ..Springs::default()
    };
    let mut lab = Lab::new(pair(), quiet_species(), springs, Clock::default());
    lab.bend(0, Vec3::Z * 0.3);
    for _ in 0..60 {
        lab.step(Vec3::ZERO);
    }
    assert_eq!(lab.bend_of(1), Vec3::ZERO);
}
