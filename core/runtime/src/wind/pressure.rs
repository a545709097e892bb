//! Stage 8: the pressure that keeps air from piling up, for velocities at cell centres.
//!
//! The border is open (pressure zero): noise at the border never balances to no net inflow, and with zero pressure what
//! is too much leaves through the ring while a uniform wind stays as it is.
//!
//! Sources: Stam, Stable Fluids (1999); Bridson, Fluid Simulation for Computer Graphics, for solid cells.

use super::{
    checkerboard::Checkerboard,
    lattice::{CellRow, Lattice},
    level::Level,
};
use crate::preset::wind::PressureSolver;

/// Over-relaxation of the red-black sweeps; a little below the optimum of the default grid (1.79), where rough errors
/// fall faster.
pub(super) const OVER_RELAXATION: f32 = 1.7;
/// One over the number of neighbours in open air.
const SIXTH: f32 = 1.0 / 6.0;

/// Buffers as long as a level.
#[derive(Debug, Clone)]
pub(super) struct PressureScratch {
    /// Right-hand side of the pressure equation, h²·(divergence − sources), m²/s.
    pub(super) rhs: Vec<f32>,
    spare: Vec<f32>,
    board: Checkerboard,
}

impl PressureScratch {
    pub(super) fn new(lattice: Lattice) -> Self {
        Self {
            rhs: vec![0.0; lattice.len()],
            spare: vec![0.0; lattice.len()],
            board: Checkerboard::new(lattice),
        }
    }
}

/// Projects one level.
pub(super) fn project(
    level: &mut Level,
    solver: PressureSolver,
    iterations: u32,
    scratch: &mut PressureScratch,
) {
    fill_divergence(level, &mut scratch.rhs);
    take_off_gust_sources(level, &mut scratch.rhs);
    match solver {
        PressureSolver::OverRelaxation => over_relax(level, OVER_RELAXATION, iterations, scratch),
        PressureSolver::Jacobi => jacobi(level, iterations, scratch),
    }
    subtract_gradient(level);
}

/// h² times the divergence of each cell, by velocities averaged onto its faces; faces of solids let nothing through.
pub(super) fn fill_divergence(level: &Level, rhs: &mut [f32]) {
    for row in level.lattice.rows() {
        if level.solids.is_empty() {
            divergence_row::<false>(level, row, rhs);
        } else {
            divergence_row::<true>(level, row, rhs);
        }
    }
}

/// The divergence that belongs to gust fronts is theirs to keep.
fn take_off_gust_sources(level: &Level, rhs: &mut [f32]) {
    if !level.gust.active {
        return;
    }
    let n = level.lattice.cells[0];
    let square = level.cell() * level.cell();
    for row in level.lattice.rows() {
        let column = level.gust.column(1, row.z);
        let share = square * level.profile[row.y];
        let sources = &level.gust.source_per_s[column..][..n];
        let open = &level.open[row.start..][..n];
        for ((rhs, source), open) in rhs[row.start..][..n].iter_mut().zip(sources).zip(open) {
            *rhs -= share * source * open;
        }
    }
}

/// `iterations` red-black sweeps with over-relaxation `factor`, from the pressure that is there.
pub(super) fn over_relax(
    level: &mut Level,
    factor: f32,
    iterations: u32,
    scratch: &mut PressureScratch,
) {
    let board = &mut scratch.board;
    board.load(
        &level.pressure,
        &scratch.rhs,
        &level.inverse_open,
        !level.solids.is_empty(),
    );
    for _ in 0..iterations {
        board.sweep(factor);
    }
    board.store(&mut level.pressure);
}

/// `iterations` Jacobi sweeps from the pressure that is there.
pub(super) fn jacobi(level: &mut Level, iterations: u32, scratch: &mut PressureScratch) {
    let PressureScratch { rhs, spare, .. } = scratch;
    spare.copy_from_slice(&level.pressure);
    for _ in 0..iterations {
        for row in level.lattice.rows() {
            jacobi_row(level, row, rhs, spare);
        }
        core::mem::swap(&mut level.pressure, spare);
    }
}

/// Takes the pressure's slope off the velocities; no cell keeps a velocity into a solid neighbour.
pub(super) fn subtract_gradient(level: &mut Level) {
    for row in level.lattice.rows() {
        for axis in 0..3 {
            if level.solids.is_empty() {
                gradient_row::<false>(level, row, axis);
            } else {
                gradient_row::<true>(level, row, axis);
            }
        }
    }
    level.still_solids();
}

fn divergence_row<const SOLIDS: bool>(level: &Level, row: CellRow, rhs: &mut [f32]) {
    let n = level.lattice.cells[0];
    let at = row.start;
    let half = 0.5 * level.cell();
    let open_here = &level.open[at..][..n];
    let out = &mut rhs[at..][..n];
    out.fill(0.0);
    for (axis, stride) in level.lattice.strides().into_iter().enumerate() {
        let values = &level.velocity[axis];
        let (low, here, high) = (
            &values[at - stride..][..n],
            &values[at..][..n],
            &values[at + stride..][..n],
        );
        let open_low = &level.open[at - stride..][..n];
        let open_high = &level.open[at + stride..][..n];
        for i in 0..n {
            out[i] += if SOLIDS {
                half * ((high[i] + here[i]) * open_high[i] - (here[i] + low[i]) * open_low[i])
            } else {
                half * (high[i] - low[i])
            };
        }
    }
    if SOLIDS {
        for (out, open) in out.iter_mut().zip(open_here) {
            *out *= open;
        }
    }
}

fn jacobi_row(level: &Level, row: CellRow, rhs: &[f32], out: &mut [f32]) {
    let n = level.lattice.cells[0];
    let [_, up, back] = level.lattice.strides();
    let at = row.start;
    let p = &level.pressure;
    let (x0, x1) = (&p[at - 1..][..n], &p[at + 1..][..n]);
    let (y0, y1) = (&p[at - up..][..n], &p[at + up..][..n]);
    let (z0, z1) = (&p[at - back..][..n], &p[at + back..][..n]);
    let rhs = &rhs[at..][..n];
    let out = &mut out[at..][..n];
    if level.solids.is_empty() {
        for i in 0..n {
            let sum = ((x0[i] + x1[i]) + (y0[i] + y1[i])) + (z0[i] + z1[i]);
            out[i] = (sum - rhs[i]) * SIXTH;
        }
    } else {
        let inverse = &level.inverse_open[at..][..n];
        for i in 0..n {
            let sum = ((x0[i] + x1[i]) + (y0[i] + y1[i])) + (z0[i] + z1[i]);
            out[i] = (sum - rhs[i]) * inverse[i];
        }
    }
}

fn gradient_row<const SOLIDS: bool>(level: &mut Level, row: CellRow, axis: usize) {
    let n = level.lattice.cells[0];
    let at = row.start;
    let stride = level.lattice.strides()[axis];
    let half = 0.5 / level.cell();
    let values = &mut level.velocity[axis][at..][..n];
    let p = &level.pressure;
    let sides = [at - stride, at, at + stride].map(|at| &p[at..][..n]);
    let open = [at - stride, at + stride].map(|at| &level.open[at..][..n]);
    subtract_slope::<SOLIDS>(values, sides, open, half);
}

#[inline(never)]
fn subtract_slope<const SOLIDS: bool>(
    values: &mut [f32],
    [low, here, high]: [&[f32]; 3],
    [open_low, open_high]: [&[f32]; 2],
    half: f32,
) {
    let n = values.len();
    let (low, here, high) = (&low[..n], &here[..n], &high[..n]);
    let (open_low, open_high) = (&open_low[..n], &open_high[..n]);
    for i in 0..n {
        if SOLIDS {
            let slope =
                half * (open_high[i] * (high[i] - here[i]) + open_low[i] * (here[i] - low[i]));
            let mut value = values[i] - slope;
            if open_high[i] == 0.0 {
                value = value.min(0.0);
            }
            if open_low[i] == 0.0 {
                value = value.max(0.0);
            }
            values[i] = value;
        } else {
            values[i] -= half * (high[i] - low[i]);
        }
    }
}
