//! Winds that the grid must leave as they are.

use super::{
    super::{push::Pulse, settings::Settings},
    rig::{self, Rig},
};
use crate::preset::{
    scene::Clock,
    wind::{Advection, LinearEffector, PressureSolver, WindGrid},
};

#[test]
fn w_01_uniform_flow_stays_bit_for_bit() {
    for advection in [Advection::SemiLagrangian, Advection::MacCormack] {
        let mut description = rig::steady(
            5.3,
            WindGrid {
                advection,
                vorticity_confinement_per_s: 3.0,
                ..WindGrid::default()
            },
        );
        description.preset.heading_deg = 251.0.into();
        description.preset.elevation_deg = 4.0;
        let mut rig = Rig::uniform(&description);
        for tick in 0..100 {
            // the viewer walks, so that every level moves
            rig.viewer_m = [0.2 * f64::from(tick), 1.6, -0.1 * f64::from(tick)];
            rig.tick();
        }
        let expected = rig.inflow.mean.map(f32::to_bits);
        for level in &rig.grid.levels {
            assert_ne!(level.origin[0], -24, "no level moved");
            for index in 0..level.lattice.len() {
                let found = rig::velocity(level, index).map(f32::to_bits);
                assert_eq!(found, expected, "{advection:?}, cell {index}");
            }
        }
    }
}

#[test]
fn w_01b_parallel_shear_is_a_fixed_point() {
    let mut rig = Rig::new(&rig::steady(8.0, rig::single_level()));
    let before = rig.grid.levels[0].clone();
    assert!(before.profile[16] > 2.0 * before.profile[1], "no shear");
    for _ in 0..100 {
        rig.tick();
    }
    let level = &rig.grid.levels[0];
    for index in 0..level.lattice.len() {
        for axis in 0..3 {
            let change = level.velocity[axis][index] - before.velocity[axis][index];
            assert!(change.abs() <= 8.0 * 1e-6, "axis {axis}: {change}");
        }
    }
}

#[test]
fn no_wind_is_exactly_no_wind() {
    let mut description = rig::steady(0.0, WindGrid::default());
    description.preset.noise_amplitude = 1.0;
    description.preset.gust.interval_s = 1.0;
    let mut rig = Rig::new(&description);
    for _ in 0..30 {
        rig.tick();
    }
    for level in &rig.grid.levels {
        assert!(level.velocity.iter().flatten().all(|value| *value == 0.0));
    }
}

#[test]
fn turbulence_dies_with_the_wind() {
    let mut description = rig::steady(8.0, rig::single_level());
    description.preset.noise_amplitude = 0.5;
    description.preset.speed_response_s = 0.5;
    let mut rig = Rig::new(&description);
    rig.tick();
    description.preset.speed_m_per_s = 0.0.into();
    rig.settings = Settings::new(&description, &Clock::default());
    for _ in 0..300 {
        rig.tick();
    }
    let level = &rig.grid.levels[0];
    assert!(level.velocity.iter().flatten().all(|value| *value == 0.0));
}

/// Effector, walls and wind seen in a mirror across x = 0. Jacobi sweeps, because the colours of the red-black ones
/// change places in the mirror; no confinement, because on a plane of symmetry its direction hangs on the last bit.
fn mirrored(side: f64) -> Rig {
    let grid = WindGrid {
        levels: 2,
        pressure_solver: PressureSolver::Jacobi,
        vorticity_confinement_per_s: 0.0,
        ..WindGrid::default()
    };
    let mut description = rig::steady(5.0, grid);
    description.preset.heading_deg = if side > 0.0 { 270.0 } else { 90.0 }.into();
    let mut effector = LinearEffector::default();
    effector.position_m = [side as f32 * 3.0, 2.0, 1.0];
    effector.heading_deg = if side > 0.0 { 200.0 } else { 160.0 };
    effector.radius_m = 2.0;
    effector.interval_s = 0.0;
    description.effectors = vec![effector];
    let mut rig = Rig::new(&description);
    let low = (side * 2.0).min(side * 4.0);
    rig.settings.solids = vec![super::super::level::SolidBox {
        low_m: [low, 0.0, -3.0],
        high_m: [low + 2.0, 3.0, 0.5],
    }];
    rig.grid.mark_solids(&rig.settings.solids);
    rig
}

#[test]
fn w_15_a_mirrored_scene_gives_the_mirrored_wind() {
    let (mut right, mut left) = (mirrored(1.0), mirrored(-1.0));
    for _ in 0..40 {
        for rig in [&mut right, &mut left] {
            let effector = rig.settings.effectors[0].clone();
            rig.impulses = vec![Pulse::new("").impulse(&effector, 0.0, rig.settings.tick_s)];
            rig.tick();
        }
    }
    let mut most = 0.0_f32;
    for (level, other) in right.grid.levels.iter().zip(&left.grid.levels) {
        for ([x, y, z], index) in rig::inner(level) {
            let [u, v, w] = rig::velocity(level, index);
            let twin = level.lattice.index(level.lattice.cells[0] + 1 - x, y, z);
            let [a, b, c] = rig::velocity(other, twin);
            most = most
                .max((u + a).abs())
                .max((v - b).abs())
                .max((w - c).abs());
        }
    }
    assert!(most < 1e-5 * 5.0, "largest difference {most} m/s");
}
