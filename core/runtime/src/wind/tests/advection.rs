//! How velocity is carried.

use core::f64::consts::TAU;

use super::{
    super::{
        advect::{AdvectScratch, advect},
        stage::Stage,
    },
    rig::{self, Rig},
};
use crate::preset::wind::{Advection, WindGrid};

/// Amplitude of the wave of `cells` cells along x in the third component, over whole periods in the middle.
fn amplitude(values: impl Fn(usize) -> f32, first: usize, count: usize, cells: f64) -> f64 {
    let (mut sine, mut cosine) = (0.0, 0.0);
    for x in first..first + count {
        let phase = TAU * x as f64 / cells;
        sine += f64::from(values(x)) * libm::sin(phase);
        cosine += f64::from(values(x)) * libm::cos(phase);
    }
    2.0 * libm::sqrt(sine * sine + cosine * cosine) / count as f64
}

#[test]
fn w_02_linear_interpolation_damps_waves_as_predicted() {
    // sqrt(1 − 4α(1 − α) sin²(kh/2)) at α = ½
    for (cells, factor) in [(8.0, 0.923_880), (16.0, 0.980_785)] {
        let mut level = rig::level([64, 16, 16]);
        let tick_s = 0.1;
        rig::set(&mut level, |[x, _, _]| {
            [0.25 / 0.1, 0.0, libm::sin(TAU * x / (0.5 * cells))]
        });
        let mut scratch = AdvectScratch::new(level.lattice.len());
        let row = level.lattice.index(0, 8, 8);
        let before = amplitude(|x| level.velocity[2][row + x], 17, 32, cells);
        advect(
            &mut level,
            [0.0; 3],
            Advection::SemiLagrangian,
            tick_s,
            &mut scratch,
        );
        let after = amplitude(|x| level.velocity[2][row + x], 17, 32, cells);
        let found = after / before;
        assert!((found - factor).abs() < 1e-4, "{cells} cells: {found}");
    }
}

#[test]
fn w_02b_no_component_leaves_the_range_it_had() {
    for scheme in [Advection::SemiLagrangian, Advection::MacCormack] {
        for tick_s in [0.01, 0.1, 3.0] {
            let mut level = rig::level([32, 16, 32]);
            rig::set_random(&mut level, 3, 9.0);
            let bounds = level.velocity.clone().map(|values| {
                values.iter().fold((f32::MAX, f32::MIN), |(low, high), x| {
                    (low.min(*x), high.max(*x))
                })
            });
            let mut scratch = AdvectScratch::new(level.lattice.len());
            advect(&mut level, [0.0; 3], scheme, tick_s, &mut scratch);
            for (values, (low, high)) in level.velocity.iter().zip(bounds) {
                // one rounding of the interpolation
                let range = low - 1e-5..=high + 1e-5;
                assert!(values.iter().all(|x| range.contains(x)), "{scheme:?}");
            }
        }
    }
}

#[test]
fn mac_cormack_keeps_a_step_steep_and_rings_little() {
    let mut level = rig::level([64, 16, 16]);
    rig::set(&mut level, |[x, _, _]| {
        let inside = (5.0..12.0).contains(&x);
        [2.0, 0.0, if inside { 1.0 } else { 0.0 }]
    });
    let mut scratch = AdvectScratch::new(level.lattice.len());
    for _ in 0..60 {
        advect(
            &mut level,
            [0.0; 3],
            Advection::MacCormack,
            0.08,
            &mut scratch,
        );
    }
    let row = &level.velocity[2][level.lattice.index(0, 8, 8)..][..66];
    // nothing leaves the range it had, border included (W-02b)
    assert!(row.iter().all(|x| (0.0..=1.0).contains(x)), "{row:?}");
    // after 9.6 m the block stands from 14.6 to 21.6 m
    assert!(row[37] > 0.95 && row[50] < 0.02, "{row:?}");
}

/// Amplitude at the centre of a wave of 16 m that enters the border of three levels and runs with the wind, after 30 s,
/// as a share of the border's. The wave swings across the wind, so that it is free of divergence.
fn share_at_the_centre(advection: Advection) -> f64 {
    const SPEED_M_PER_S: f32 = 4.3;
    const WAVE_M: f64 = 16.0;
    const SWING_M_PER_S: f64 = 0.4;
    let grid = WindGrid {
        advection,
        vorticity_confinement_per_s: 0.0,
        pressure_iterations: 4,
        ..WindGrid::default()
    };
    let mut rig = Rig::uniform(&rig::steady(SPEED_M_PER_S, grid));
    let (mut time_s, mut largest) = (0.0, 0.0_f32);
    for tick in 0..900 {
        time_s += f64::from(rig.settings.tick_s);
        rig.tick_with(|stage, grid| {
            if stage != Stage::Inject {
                return;
            }
            let level = &mut grid.levels[2];
            for (place, index) in level.lattice.places() {
                if level.lattice.is_border(place) {
                    let x = level.centre_m(place)[0] - f64::from(SPEED_M_PER_S) * time_s;
                    level.velocity[2][index] = (SWING_M_PER_S * libm::sin(TAU * x / WAVE_M)) as f32;
                }
            }
        });
        // the last period
        if tick >= 900 - 112 {
            let level = &rig.grid.levels[0];
            let at = level.trilinear(level.in_cells([0.0, 4.0, 0.0]));
            largest = largest.max(at[2].abs());
        }
    }
    f64::from(largest) / SWING_M_PER_S
}

#[test]
fn w_19_gusts_reach_the_centre_with_mac_cormack() {
    let share = share_at_the_centre(Advection::MacCormack);
    assert!((0.8..=1.0).contains(&share), "{share}");
}

#[test]
fn w_19_gusts_die_on_the_way_with_semi_lagrangian() {
    let share = share_at_the_centre(Advection::SemiLagrangian);
    assert!(share <= 0.05, "{share}");
}
