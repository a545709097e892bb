//! Stage 3: velocity is carried along by itself.
//!
//! Sources: Stam, Stable Fluids (1999), for the step backwards along the flow; Selle et al., An Unconditionally Stable
//! `MacCormack` Method (2008), for the correction by a step forwards and its limiter.

use super::{
    border::MAX_ROW,
    cell::{Cell, greater, interleave, lesser},
    lattice::{CellRow, Lattice},
    level::Level,
    short_waves::Neighbours,
};
use crate::{math::lerp, preset::wind::Advection};

/// Buffers as long as a level.
#[derive(Debug, Clone)]
pub(super) struct AdvectScratch {
    source: Vec<Cell>,
    carried: Vec<Cell>,
    /// Cell nearest to where each carried one comes from.
    nearest: Vec<u32>,
}

impl AdvectScratch {
    pub(super) fn new(len: usize) -> Self {
        Self {
            source: vec![[0.0; 4]; len],
            carried: vec![[0.0; 4]; len],
            nearest: vec![0; len],
        }
    }
}

/// Where the air of a row comes from or goes to, in cells and fractions of them.
struct Trace {
    base: [u32; MAX_ROW],
    /// The same as a number that vector registers multiply; whole and below 2²².
    place: [f32; MAX_ROW],
    /// The nearest cell, alike.
    near: [f32; MAX_ROW],
    fraction: [[f32; MAX_ROW]; 3],
}

/// Carries the velocities of one level by one tick; `mean` is the wind at the reference height, m/s. Border cells stay.
pub(super) fn advect(
    level: &mut Level,
    mean: [f32; 3],
    scheme: Advection,
    tick_s: f32,
    scratch: &mut AdvectScratch,
) {
    let AdvectScratch {
        source,
        carried,
        nearest,
    } = scratch;
    interleave(&level.velocity, &level.open, source);
    carried.copy_from_slice(source);
    distrust_border(level.lattice, carried);
    let cells_per_speed = tick_s / level.cell();
    let n = level.lattice.cells[0];
    let mut trace = Trace::new();
    for row in level.lattice.rows() {
        trace.fill(level, row, -cells_per_speed);
        let carried = &mut carried[row.start..][..n];
        trace.sample(level.lattice, source, carried);
        trace.nearest(&mut nearest[row.start..][..n]);
        for (cell, open) in carried.iter_mut().zip(&level.open[row.start..]) {
            for value in cell {
                *value *= open;
            }
        }
    }
    match scheme {
        Advection::MacCormack => correct(level, mean, cells_per_speed, scratch),
        Advection::SemiLagrangian => {
            for row in level.lattice.rows() {
                separate(&carried[row.start..][..n], &mut level.velocity, row.start);
            }
        }
    }
}

/// Takes half of the error that a step back and forth shows off the carried velocities.
fn correct(level: &mut Level, mean: [f32; 3], cells_per_speed: f32, scratch: &AdvectScratch) {
    let AdvectScratch {
        source,
        carried,
        nearest,
    } = scratch;
    let lattice = level.lattice;
    let n = lattice.cells[0];
    let range = range(source);
    let mut ahead = Trace::new();
    let mut returned = [[0.0; 4]; MAX_ROW];
    for row in lattice.rows() {
        ahead.fill(level, row, cells_per_speed);
        ahead.sample(lattice, carried, &mut returned[..n]);
        let nearest = &nearest[row.start..][..n];
        let around = Neighbours::of(level, source, row, mean, cells_per_speed);
        let first = &carried[row.start..][..n];
        let here = &source[row.start..][..n];
        for x in 0..n {
            // next to a solid, and where the air leaves the grid, the error means nothing: first order there
            let trusted = first[x][3] * returned[x][3] >= 1.0;
            let share = if trusted { 0.5 } else { 0.0 };
            let waves = around.curvature(x);
            let [low, high] = bounds(lattice, source, nearest[x] as usize);
            let mut cell = [0.0; 4];
            for lane in 0..4 {
                let error = here[x][lane] - returned[x][lane];
                let carried = first[x][lane];
                let value = carried + (share * error - waves.excess[lane]);
                let (low, high) = (lesser(low[lane], carried), greater(high[lane], carried));
                let least = greater(low - waves.below[lane], range[0][lane]);
                let most = lesser(high + waves.above[lane], range[1][lane]);
                cell[lane] = lesser(greater(value, least), most);
            }
            returned[x] = cell;
        }
        separate(&returned[..n], &mut level.velocity, row.start);
    }
}

/// Marks the border so that whoever samples it sees that it is not carried air.
fn distrust_border(lattice: Lattice, cells: &mut [Cell]) {
    let [_, ny, nz] = lattice.cells;
    let row = lattice.row();
    for (number, cells) in cells.chunks_exact_mut(row).enumerate() {
        let (y, z) = (number % (ny + 2), number / (ny + 2));
        if y == 0 || y > ny || z == 0 || z > nz {
            for cell in cells {
                cell[3] = 0.0;
            }
        } else {
            cells[0][3] = 0.0;
            cells[row - 1][3] = 0.0;
        }
    }
}

/// Least and greatest of every component: nothing that is carried leaves them.
fn range(cells: &[Cell]) -> [Cell; 2] {
    let (mut low, mut high) = ([f32::MAX; 4], [f32::MIN; 4]);
    for cell in cells {
        for lane in 0..4 {
            low[lane] = lesser(cell[lane], low[lane]);
            high[lane] = greater(cell[lane], high[lane]);
        }
    }
    [low, high]
}

/// Writes the velocities of a row back.
fn separate(cells: &[Cell], velocity: &mut [Vec<f32>; 3], start: usize) {
    for (lane, values) in velocity.iter_mut().enumerate() {
        for (value, cell) in values[start..].iter_mut().zip(cells) {
            *value = cell[lane];
        }
    }
}

impl Trace {
    const fn new() -> Self {
        Self {
            base: [0; MAX_ROW],
            place: [0.0; MAX_ROW],
            near: [0.0; MAX_ROW],
            fraction: [[0.0; MAX_ROW]; 3],
        }
    }

    /// Follows the velocity of each cell of the row for `cells_per_speed` (cells per m/s, with sign), inside the box of
    /// the border's centres.
    fn fill(&mut self, level: &Level, row: CellRow, cells_per_speed: f32) {
        let lattice = level.lattice;
        let count = lattice.cells[0];
        let place = &mut self.place[..count];
        let near = &mut self.near[..count];
        place.fill(0.0);
        near.fill(0.0);
        let starts = [0.0, row.y as f32, row.z as f32];
        for (axis, stride) in lattice.strides().into_iter().enumerate() {
            let run = Run {
                velocity: &level.velocity[axis][row.start..][..count],
                ramp: if axis == 0 { &RAMP } else { &LEVEL },
                start: starts[axis],
                cells_per_speed,
                last: lattice.cells[axis] as f32,
                stride: stride as f32,
            };
            run.follow(place, near, &mut self.fraction[axis]);
        }
        for (base, place) in self.base.iter_mut().zip(place) {
            *base = whole_small(*place);
        }
    }

    /// The cells nearest to the places of a row.
    fn nearest(&self, out: &mut [u32]) {
        for (out, near) in out.iter_mut().zip(&self.near) {
            *out = whole_small(*near);
        }
    }

    /// Trilinear samples for the cells of a row.
    fn sample(&self, lattice: Lattice, cells: &[Cell], out: &mut [Cell]) {
        let [_, row, plane] = lattice.strides();
        for (x, out) in out.iter_mut().enumerate() {
            let base = self.base[x] as usize;
            let (p, q) = (pair(cells, base), pair(cells, base + row));
            let (r, s) = (pair(cells, base + plane), pair(cells, base + plane + row));
            let [tx, ty, tz] = [
                self.fraction[0][x],
                self.fraction[1][x],
                self.fraction[2][x],
            ];
            for lane in 0..4 {
                let near = lerp(
                    lerp(p[0][lane], p[1][lane], tx),
                    lerp(q[0][lane], q[1][lane], tx),
                    ty,
                );
                let far = lerp(
                    lerp(r[0][lane], r[1][lane], tx),
                    lerp(s[0][lane], s[1][lane], tx),
                    ty,
                );
                out[lane] = lerp(near, far, tz);
            }
        }
    }
}

/// Least and greatest of a cell and the six around it, as far as there are any.
///
/// Around the nearest cell and not between the eight of a sample: there the last bit of air at rest would choose the
/// side on which neighbours count.
#[inline]
fn bounds(lattice: Lattice, cells: &[Cell], at: usize) -> [Cell; 2] {
    let last = cells.len() - 1;
    let here = cells[at];
    let [mut low, mut high] = [here; 2];
    for stride in lattice.strides() {
        let (before, after) = (
            cells[at.saturating_sub(stride)],
            cells[(at + stride).min(last)],
        );
        for lane in 0..4 {
            low[lane] = lesser(low[lane], lesser(before[lane], after[lane]));
        }
        for lane in 0..4 {
            high[lane] = greater(high[lane], greater(before[lane], after[lane]));
        }
    }
    [low, high]
}

/// One axis of the traces of a row.
struct Run<'a> {
    velocity: &'a [f32],
    /// Padded place of each cell, less `start`.
    ramp: &'a [f32; MAX_ROW],
    start: f32,
    cells_per_speed: f32,
    /// Highest place of the lower of two cells between which a sample lies.
    last: f32,
    stride: f32,
}

impl Run<'_> {
    /// A function of its own, so that the compiler knows the written runs to be apart from the others.
    #[inline(never)]
    fn follow(&self, places: &mut [f32], near: &mut [f32], fraction: &mut [f32; MAX_ROW]) {
        let n = places.len().min(MAX_ROW);
        let (places, near, fraction) = (&mut places[..n], &mut near[..n], &mut fraction[..n]);
        let (velocity, ramp) = (&self.velocity[..n], &self.ramp[..n]);
        let (start, speed) = (self.start, self.cells_per_speed);
        let (last, stride) = (self.last, self.stride);
        for x in 0..n {
            let place = (start + ramp[x]) + speed * velocity[x];
            let place = lesser(greater(place, 0.0), last + 1.0);
            let cell = lesser(floor_small(place), last);
            fraction[x] = place - cell;
            places[x] += cell * stride;
            near[x] += (cell + if fraction[x] > 0.5 { 1.0 } else { 0.0 }) * stride;
        }
    }
}

/// Padded places of the inner cells of a row.
static RAMP: [f32; MAX_ROW] = ramp();
/// The same for an axis along which a row does not run.
static LEVEL: [f32; MAX_ROW] = [0.0; MAX_ROW];

const fn ramp() -> [f32; MAX_ROW] {
    let mut ramp = [0.0; MAX_ROW];
    let mut x = 0;
    while x < MAX_ROW {
        ramp[x] = x as f32 + 1.0;
        x += 1;
    }
    ramp
}

/// Two cells that are neighbours along x.
#[inline]
fn pair(cells: &[Cell], at: usize) -> [Cell; 2] {
    let cells = &cells[at..at + 2];
    [cells[0], cells[1]]
}

/// Adding it leaves no room for a fraction.
const WHOLE: f32 = 8_388_608.0;

/// Largest whole number not above `x`, for 0 ≤ x < 2²², without a library call.
#[inline]
fn floor_small(x: f32) -> f32 {
    let rounded = (x + WHOLE) - WHOLE;
    rounded - if rounded > x { 1.0 } else { 0.0 }
}

/// A whole number in 0..2²² as an integer.
#[inline]
fn whole_small(x: f32) -> u32 {
    (x + WHOLE).to_bits() & 0x007f_ffff
}
