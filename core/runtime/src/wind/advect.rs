//! Stage 3: velocity is carried along by itself.
//!
//! Sources: Stam, Stable Fluids (1999), for the step backwards along the flow; Selle et al., An Unconditionally Stable
//! `MacCormack` Method (2008), for the correction by a step forwards and its limiter.

use super::{
    border::MAX_ROW,
    lattice::{CellRow, Lattice},
    level::Level,
};
use crate::{math::lerp, preset::wind::Advection};

/// Velocity, and 1 for air or 0 for solid.
pub(super) type Cell = [f32; 4];

/// Buffers as long as a level.
#[derive(Debug, Clone)]
pub(super) struct AdvectScratch {
    source: Vec<Cell>,
    carried: Vec<Cell>,
}

impl AdvectScratch {
    pub(super) fn new(len: usize) -> Self {
        Self {
            source: vec![[0.0; 4]; len],
            carried: vec![[0.0; 4]; len],
        }
    }
}

/// Where the air of a row comes from or goes to, in cells and fractions of them.
struct Trace {
    base: [i32; MAX_ROW],
    fraction: [[f32; MAX_ROW]; 3],
}

/// Carries the velocities of one level by one tick. Border cells stay.
pub(super) fn advect(
    level: &mut Level,
    scheme: Advection,
    tick_s: f32,
    scratch: &mut AdvectScratch,
) {
    let AdvectScratch { source, carried } = scratch;
    interleave(&level.velocity, &level.open, source);
    let lattice = level.lattice;
    let cells_per_speed = tick_s / level.cell();
    let mut trace = Trace {
        base: [0; MAX_ROW],
        fraction: [[0.0; MAX_ROW]; 3],
    };
    let second_order = scheme == Advection::MacCormack;
    if second_order {
        carried.copy_from_slice(source);
    }

    for row in lattice.rows() {
        trace.fill(level, row, -cells_per_speed);
        let open = &level.open[row.start..][..lattice.cells[0]];
        if second_order {
            let out = &mut carried[row.start..][..lattice.cells[0]];
            for (x, (out, open)) in out.iter_mut().zip(open).enumerate() {
                let cell = trace.sample(lattice, source, x);
                *out = cell.map(|value| value * open);
            }
        } else {
            let [u, v, w] = &mut level.velocity;
            for (x, open) in open.iter().enumerate() {
                let cell = trace.sample(lattice, source, x);
                let at = row.start + x;
                (u[at], v[at], w[at]) = (cell[0] * open, cell[1] * open, cell[2] * open);
            }
        }
    }
    if second_order {
        correct(level, cells_per_speed, source, carried);
    }
}

/// Takes half of the error that a step back and forth shows off the carried velocities.
fn correct(level: &mut Level, cells_per_speed: f32, source: &[Cell], carried: &[Cell]) {
    let lattice = level.lattice;
    let new_trace = || Trace {
        base: [0; MAX_ROW],
        fraction: [[0.0; MAX_ROW]; 3],
    };
    let (mut ahead, mut behind) = (new_trace(), new_trace());
    for row in lattice.rows() {
        ahead.fill(level, row, cells_per_speed);
        behind.fill(level, row, -cells_per_speed);
        let [u, v, w] = &mut level.velocity;
        for x in 0..lattice.cells[0] {
            let at = row.start + x;
            let returned = ahead.sample(lattice, carried, x);
            let first = carried[at];
            let (low, high) = behind.bounds(lattice, source, x);
            let here = source[at];
            // next to a solid the error means nothing: first order there
            let trusted = first[3] >= 1.0 && returned[3] >= 1.0;
            let corrected: Cell = core::array::from_fn(|axis| {
                let value = first[axis] + 0.5 * (here[axis] - returned[axis]);
                let value = value.max(low[axis]).min(high[axis]);
                if trusted { value } else { first[axis] }
            });
            (u[at], v[at], w[at]) = (corrected[0], corrected[1], corrected[2]);
        }
    }
}

/// Velocities and openness, side by side for fast gathering.
pub(super) fn interleave(velocity: &[Vec<f32>; 3], open: &[f32], out: &mut [Cell]) {
    let [u, v, w] = velocity;
    for ((((out, u), v), w), open) in out.iter_mut().zip(u).zip(v).zip(w).zip(open) {
        *out = [*u, *v, *w, *open];
    }
}

impl Trace {
    /// Follows the velocity of each cell of the row for `cells_per_speed` (cells per m/s, with sign), inside the box of
    /// the border's centres.
    fn fill(&mut self, level: &Level, row: CellRow, cells_per_speed: f32) {
        let lattice = level.lattice;
        let count = lattice.cells[0];
        let strides = lattice.strides();
        self.base[..count].fill(0);
        for axis in 0..3 {
            let velocity = &level.velocity[axis][row.start..][..count];
            let fraction = &mut self.fraction[axis][..count];
            let base = &mut self.base[..count];
            let last = lattice.cells[axis] as i32;
            let limit = last as f32 + 1.0;
            let stride = strides[axis] as i32;
            let (start, step) = match axis {
                0 => (1.0, 1.0),
                1 => (row.y as f32, 0.0),
                _ => (row.z as f32, 0.0),
            };
            for x in 0..count {
                let place = start + step * x as f32 + cells_per_speed * velocity[x];
                let place = place.max(0.0).min(limit);
                let cell = (place as i32).min(last);
                fraction[x] = place - cell as f32;
                base[x] += cell * stride;
            }
        }
    }

    /// Trilinear sample for cell `x` of the row.
    #[inline(always)]
    fn sample(&self, lattice: Lattice, cells: &[Cell], x: usize) -> Cell {
        let [_, row, plane] = lattice.strides();
        let base = self.base[x] as usize;
        let along = |at: usize| {
            let pair = &cells[at..at + 2];
            mix(pair[0], pair[1], self.fraction[0][x])
        };
        let face = |at: usize| mix(along(at), along(at + row), self.fraction[1][x]);
        mix(face(base), face(base + plane), self.fraction[2][x])
    }

    /// Least and greatest of the eight values that a sample is made of.
    #[inline(always)]
    fn bounds(&self, lattice: Lattice, cells: &[Cell], x: usize) -> (Cell, Cell) {
        let [_, row, plane] = lattice.strides();
        let base = self.base[x] as usize;
        let mut low = cells[base];
        let mut high = low;
        for at in [base, base + row, base + plane, base + plane + row] {
            for cell in &cells[at..at + 2] {
                for lane in 0..4 {
                    low[lane] = low[lane].min(cell[lane]);
                    high[lane] = high[lane].max(cell[lane]);
                }
            }
        }
        (low, high)
    }
}

#[inline(always)]
fn mix(a: Cell, b: Cell, t: f32) -> Cell {
    core::array::from_fn(|lane| lerp(a[lane], b[lane], t))
}
