//! The pressure.

use core::f64::consts::{PI, TAU};

use super::{
    super::{
        advect::{AdvectScratch, advect},
        level::Level,
        pressure::{
            OVER_RELAXATION, PressureScratch, fill_divergence, jacobi, over_relax,
            subtract_gradient,
        },
    },
    rig,
};
use crate::{preset::wind::Advection, random};

/// Near the best factor for boxes of this size.
const CONVERGING: f32 = 1.8;

fn scratch(level: &Level) -> PressureScratch {
    PressureScratch::new(level.lattice)
}

/// Project until nothing changes.
fn converge(level: &mut Level, scratch: &mut PressureScratch) {
    fill_divergence(level, &mut scratch.rhs);
    over_relax(level, CONVERGING, 600, scratch);
    subtract_gradient(level);
}

/// Root mean square of what the compact equation is off by.
fn residual(level: &Level, rhs: &[f32]) -> f64 {
    let mut sum = 0.0;
    let cells = rig::inner(level);
    for &(_, index) in &cells {
        let here = f64::from(level.pressure[index]);
        let mut off = -f64::from(rhs[index]);
        for stride in level.lattice.strides() {
            off += f64::from(level.pressure[index - stride]) - here;
            off += f64::from(level.pressure[index + stride]) - here;
        }
        sum += off * off;
    }
    libm::sqrt(sum / cells.len() as f64)
}

fn root_mean_square(level: &Level, rhs: &[f32]) -> f64 {
    let still = Level::new(
        level.lattice,
        0.5,
        super::super::profile::Profile::uniform(),
    );
    residual(&still, rhs)
}

/// Lowest modes of the box with pressure zero all round.
fn mode(level: &Level, waves: [f64; 3], place: [f64; 3]) -> f64 {
    (0..3)
        .map(|axis| {
            let span = level.lattice.cells[axis] as f64 + 1.0;
            libm::sin(PI * waves[axis] * place[axis] / span)
        })
        .product()
}

fn set_mode(level: &Level, rhs: &mut [f32]) {
    for (place, index) in rig::inner(level) {
        rhs[index] = mode(level, [1.0; 3], place.map(|x| x as f64)) as f32;
    }
}

#[test]
fn w_03_an_exact_pressure_leaves_the_known_part_of_a_gradient() {
    let mut level = rig::level([32, 16, 32]);
    let waves = [4.0, 2.0, 3.0];
    let shape = level.clone();
    for (place, index) in level.lattice.places() {
        for axis in 0..3 {
            let (mut low, mut high) = (place.map(|x| x as f64), place.map(|x| x as f64));
            low[axis] -= 1.0;
            high[axis] += 1.0;
            level.velocity[axis][index] =
                (mode(&shape, waves, high) - mode(&shape, waves, low)) as f32;
        }
    }
    let before = level.clone();
    let mut scratch = scratch(&level);
    converge(&mut level, &mut scratch);

    let (mut steps, mut halves) = (0.0, 0.0);
    for axis in 0..3 {
        let angle = PI * waves[axis] / (level.lattice.cells[axis] as f64 + 1.0);
        steps += libm::pow(libm::sin(angle), 2.0);
        halves += libm::pow(libm::sin(angle / 2.0), 2.0);
    }
    let expected = 1.0 - steps / (4.0 * halves);
    let (mut left, mut whole) = (0.0, 0.0);
    for (_, index) in rig::inner(&level) {
        for axis in 0..3 {
            let was = f64::from(before.velocity[axis][index]);
            left += f64::from(level.velocity[axis][index]) * was;
            whole += was * was;
        }
    }
    let found = left / whole;
    assert!((found - expected).abs() < 1e-4, "{found}, not {expected}");
}

#[test]
fn w_04_jacobi_sweeps_shrink_the_lowest_mode_as_predicted() {
    let rows = [
        (1, 0.99295),
        (5, 0.96527),
        (10, 0.93174),
        (20, 0.86814),
        (40, 0.75366),
        (80, 0.56801),
    ];
    for (sweeps, expected) in rows {
        let mut level = rig::level([48, 16, 48]);
        let mut scratch = scratch(&level);
        set_mode(&level, &mut scratch.rhs);
        let before = root_mean_square(&level, &scratch.rhs);
        jacobi(&mut level, sweeps, &mut scratch);
        let found = residual(&level, &scratch.rhs) / before;
        assert!((found - expected).abs() < 5e-5, "{sweeps} sweeps: {found}");
    }
}

#[derive(Clone, Copy, Debug)]
enum Rhs {
    White,
    Dipole,
    Blob,
    LowestMode,
}

fn fill(level: &Level, rhs: &mut [f32], kind: Rhs) {
    match kind {
        Rhs::White => {
            for (_, index) in rig::inner(level) {
                rhs[index] = random::normal(7, index as u64, 0);
            }
        }
        Rhs::Dipole => {
            rhs[level.lattice.index(24, 8, 24)] = 1.0;
            rhs[level.lattice.index(26, 8, 24)] = -1.0;
        }
        Rhs::Blob => {
            for (place, index) in rig::inner(level) {
                let square: f64 = (0..3)
                    .map(|axis| {
                        let middle = 0.5 * (level.lattice.cells[axis] as f64 + 1.0);
                        let off = place[axis] as f64 - middle;
                        off * off
                    })
                    .sum();
                rhs[index] = libm::exp(-square / 18.0) as f32;
            }
        }
        Rhs::LowestMode => set_mode(level, rhs),
    }
}

/// Residual over its start after 20 sweeps from zero; `None` means Jacobi.
fn ratio(kind: Rhs, factor: Option<f32>) -> f64 {
    let mut level = rig::level([48, 16, 48]);
    let mut scratch = scratch(&level);
    fill(&level, &mut scratch.rhs, kind);
    let before = root_mean_square(&level, &scratch.rhs);
    match factor {
        Some(factor) => over_relax(&mut level, factor, 20, &mut scratch),
        None => jacobi(&mut level, 20, &mut scratch),
    }
    residual(&level, &scratch.rhs) / before
}

#[test]
fn w_05_twenty_cold_sweeps_leave_the_known_residual() {
    let rows = [
        (Rhs::Dipole, [0.0187, 0.0080, 0.0020, 0.0095]),
        (Rhs::Blob, [0.6517, 0.6885, 0.5073, 0.2809]),
        (Rhs::LowestMode, [0.8681, 1.0696, 1.2308, 0.6685]),
    ];
    let factors = [None, Some(1.0), Some(1.7), Some(1.79)];
    for (kind, expected) in rows {
        // the dipole's numbers are given to two digits, the blob's place to half a cell
        let tolerance = match kind {
            Rhs::Dipole => 0.02,
            Rhs::White | Rhs::Blob | Rhs::LowestMode => 0.01,
        };
        for (factor, expected) in factors.into_iter().zip(expected) {
            let found = ratio(kind, factor);
            assert!(
                (found / expected - 1.0).abs() < tolerance,
                "{kind:?}, {factor:?}: {found}, not {expected}"
            );
        }
    }
}

#[test]
fn w_05_white_noise_falls_as_far_as_its_longest_waves_allow() {
    for (factor, expected) in [(None, 0.0394), (Some(1.0), 0.0194)] {
        let found = ratio(Rhs::White, factor);
        // a draw of the few longest waves decides
        assert!((found / expected - 1.0).abs() < 0.25, "{factor:?}: {found}");
    }
    for factor in [1.7, 1.79] {
        let found = ratio(Rhs::White, Some(factor));
        assert!(found < 0.02, "{factor}: {found}");
    }
}

#[test]
fn w_05_a_warm_start_gains_a_decade_a_tick() {
    let mut level = rig::level([48, 16, 48]);
    let mut scratch = scratch(&level);
    fill(&level, &mut scratch.rhs, Rhs::Blob);
    let before = root_mean_square(&level, &scratch.rhs);
    for expected in [0.507, 0.079, 0.0125, 0.0020, 0.0003] {
        over_relax(&mut level, OVER_RELAXATION, 20, &mut scratch);
        let found = residual(&level, &scratch.rhs) / before;
        // the last number is given to one digit
        assert!(
            (found / expected - 1.0).abs() < 0.17,
            "{found}, not {expected}"
        );
    }
}

/// Makes the border repeat the other side.
fn wrap(values: &mut [f32], level: &Level) {
    let lattice = level.lattice;
    for (place, index) in lattice.places() {
        if lattice.is_border(place) {
            let [x, y, z] = core::array::from_fn(|axis| {
                let cells = lattice.cells[axis];
                (place[axis] + cells - 1) % cells + 1
            });
            values[index] = values[lattice.index(x, y, z)];
        }
    }
}

#[test]
fn w_06_taylor_green_vortices_lose_energy_as_predicted() {
    let mut level = rig::level([32, 16, 32]);
    level.cell_m = TAU / 32.0;
    rig::set(&mut level, |[x, _, z]| {
        [
            libm::sin(x) * libm::cos(z),
            0.0,
            -libm::cos(x) * libm::sin(z),
        ]
    });
    let energy = |level: &Level| -> f64 {
        rig::inner(level)
            .iter()
            .map(|&(_, index)| f64::from(rig::speed(rig::velocity(level, index))))
            .map(|speed| speed * speed)
            .sum()
    };
    let shape = level.clone();
    let (mut carried, mut scratch) = (AdvectScratch::new(level.lattice.len()), scratch(&level));
    let start = energy(&level);
    let mut last = start;
    for step in 1..=20 {
        level
            .velocity
            .iter_mut()
            .for_each(|values| wrap(values, &shape));
        advect(
            &mut level,
            [0.0; 3],
            Advection::SemiLagrangian,
            0.1,
            &mut carried,
        );
        level
            .velocity
            .iter_mut()
            .for_each(|values| wrap(values, &shape));
        fill_divergence(&level, &mut scratch.rhs);
        for _ in 0..250 {
            wrap(&mut level.pressure, &shape);
            over_relax(&mut level, 1.0, 1, &mut scratch);
        }
        wrap(&mut level.pressure, &shape);
        subtract_gradient(&mut level);
        let now = energy(&level);
        assert!(now <= last, "step {step}");
        last = now;
        for (at, expected) in [(10, 0.8502), (20, 0.7312)] {
            if step == at {
                let found = now / start;
                assert!((found - expected).abs() < 2e-3, "step {at}: {found}");
            }
        }
    }
}

/// Velocities as central differences of a smooth bump: its gradient, and its gradient turned by a quarter.
fn bump(level: &mut Level, turned: bool) {
    let bump = |x: f64, y: f64, z: f64| {
        let square = (x - 8.0) * (x - 8.0) + (y - 4.0) * (y - 4.0) + (z - 8.0) * (z - 8.0);
        libm::exp(-square / 2.0)
    };
    rig::set(level, |[x, y, z]| {
        let slope = [
            bump(x + 0.5, y, z) - bump(x - 0.5, y, z),
            bump(x, y + 0.5, z) - bump(x, y - 0.5, z),
            bump(x, y, z + 0.5) - bump(x, y, z - 0.5),
        ];
        if turned {
            [slope[2], 0.0, -slope[0]]
        } else {
            slope
        }
    });
}

#[test]
fn w_12_a_radial_push_is_undone_and_a_swirl_is_not() {
    for (turned, low, high) in [(false, 0.0, 0.12), (true, 0.99999, 1.00001)] {
        let mut level = rig::level([32, 16, 32]);
        bump(&mut level, turned);
        let before = level.clone();
        let mut scratch = scratch(&level);
        converge(&mut level, &mut scratch);
        let size = |level: &Level| -> f64 {
            rig::inner(level)
                .iter()
                .map(|&(_, index)| f64::from(rig::speed(rig::velocity(level, index))))
                .map(|speed| speed * speed)
                .sum()
        };
        let left = libm::sqrt(size(&level) / size(&before));
        assert!((low..=high).contains(&left), "turned {turned}: {left}");
    }
}

#[test]
fn w_13_a_source_lets_out_exactly_what_it_makes() {
    const SOURCE_PER_S: f32 = 4.0;
    const VOLUME_M3: f64 = 8.0;
    let mut level = rig::level([32, 16, 32]);
    let mut scratch = scratch(&level);
    fill_divergence(&level, &mut scratch.rhs);
    for (place, index) in rig::inner(&level) {
        let inside = (15..19).contains(&place[0])
            && (7..11).contains(&place[1])
            && (15..19).contains(&place[2]);
        if inside {
            scratch.rhs[index] -= 0.25 * SOURCE_PER_S;
        }
    }
    over_relax(&mut level, CONVERGING, 800, &mut scratch);
    subtract_gradient(&mut level);

    // a box of cells around it; fluxes through the faces to the cells beyond
    let (low, high) = ([10, 4, 10], [23, 13, 23]);
    let (mut compact, mut averaged) = (0.0, 0.0);
    for (place, index) in rig::inner(&level) {
        if !(0..3).all(|axis| (low[axis]..=high[axis]).contains(&place[axis])) {
            continue;
        }
        for (axis, stride) in level.lattice.strides().into_iter().enumerate() {
            for (edge, beyond, sign) in [
                (low[axis], index - stride, -1.0),
                (high[axis], index + stride, 1.0),
            ] {
                if place[axis] == edge {
                    compact += 0.5 * f64::from(level.pressure[index] - level.pressure[beyond]);
                    let mean = 0.5 * (level.velocity[axis][index] + level.velocity[axis][beyond]);
                    averaged += sign * 0.25 * f64::from(mean);
                }
            }
        }
    }
    let made = f64::from(SOURCE_PER_S) * VOLUME_M3;
    assert!((compact / made - 1.0).abs() < 1e-3, "{compact} of {made}");
    assert!((averaged / made - 1.0).abs() < 0.02, "{averaged} of {made}");
}
