//! A published field: what consumers sample while the next tick is computed.

use super::{
    cell::{self, Cell},
    grid::Grid,
    inflow::Inflow,
    lattice::Lattice,
    level::Level,
};
use crate::math::{lerp, smoothstep};

/// A level fades into the next one over this many of its outer cells.
const BLEND_CELLS: f32 = 2.0;

/// One level, velocities side by side for fast sampling.
#[derive(Debug, Clone)]
struct FieldLevel {
    lattice: Lattice,
    cells_per_m: f64,
    origin: [f64; 3],
    cells: Vec<Cell>,
}

/// Velocities of all levels after a tick, and the wind beyond them.
#[derive(Debug, Clone)]
pub(super) struct Field {
    /// The finest first; none without a grid.
    levels: Vec<FieldLevel>,
    pub(super) inflow: Inflow,
    /// Mean over the air of the coarsest level, without gust fronts, m/s.
    outside: [f32; 3],
}

impl Field {
    pub(super) fn new(inflow: &Inflow, grid: Option<&Grid>) -> Self {
        let mut field = Self {
            levels: Vec::new(),
            inflow: *inflow,
            outside: [0.0; 3],
        };
        field.publish(inflow, grid);
        field
    }

    /// Takes over the state; allocates only when the grid's size has changed.
    pub(super) fn publish(&mut self, inflow: &Inflow, grid: Option<&Grid>) {
        self.inflow = *inflow;
        let levels = grid.map_or(&[][..], |grid| &grid.levels);
        self.levels.truncate(levels.len());
        for (index, level) in levels.iter().enumerate() {
            if index == self.levels.len() {
                self.levels.push(FieldLevel::new(level));
            }
            self.levels[index].copy(level);
        }
        self.outside = levels.last().map_or([0.0; 3], outside);
    }

    pub(super) fn has_grid(&self) -> bool {
        !self.levels.is_empty()
    }

    /// Velocity at a finite place, m/s.
    pub(super) fn sample(&self, place_m: [f64; 3]) -> [f32; 3] {
        if self.has_grid() {
            self.sample_from(0, place_m)
        } else {
            self.inflow.air(0.0).at(place_m)
        }
    }

    /// Velocity components of the finest level, or what stands for them without a grid.
    pub(super) fn bits(&self) -> impl Iterator<Item = u32> + '_ {
        let finest = self.levels.first();
        let cells = finest.map_or(&[][..], |level| &level.cells);
        let analytic = finest.is_none().then(|| self.inflow.bits());
        cells
            .iter()
            .flat_map(|cell| cell[..3].iter().map(|value| value.to_bits()))
            .chain(analytic.into_iter().flatten())
    }

    fn sample_from(&self, index: usize, place_m: [f64; 3]) -> [f32; 3] {
        let Some(level) = self.levels.get(index) else {
            return self.sample_outside(place_m);
        };
        let place = level.in_cells(place_m);
        let share = level.share(place);
        if share <= 0.0 {
            return self.sample_from(index + 1, place_m);
        }
        let here = level.trilinear(place);
        if share >= 1.0 {
            return here;
        }
        let beyond = self.sample_from(index + 1, place_m);
        core::array::from_fn(|axis| lerp(beyond[axis], here[axis], share))
    }

    fn sample_outside(&self, place_m: [f64; 3]) -> [f32; 3] {
        if self.inflow.fronts.is_empty() {
            return self.outside;
        }
        let [x, z] = self.inflow.fronts.at([place_m[0], place_m[2]], 0.0);
        if x == 0.0 && z == 0.0 {
            return self.outside;
        }
        let share = self.inflow.profile.at(place_m[1]);
        let [u, v, w] = self.outside;
        [u + share * x, v, w + share * z]
    }
}

impl FieldLevel {
    fn new(level: &Level) -> Self {
        Self {
            lattice: level.lattice,
            cells_per_m: 1.0 / level.cell_m,
            origin: [0.0; 3],
            cells: vec![[0.0; 4]; level.lattice.len()],
        }
    }

    fn copy(&mut self, level: &Level) {
        if self.lattice != level.lattice {
            *self = Self::new(level);
        }
        self.cells_per_m = 1.0 / level.cell_m;
        self.origin = level.origin.map(|cells| cells as f64);
        cell::interleave(&level.velocity, &level.open, &mut self.cells);
    }

    /// Cells from the low corner of the inner cells; the air under the floor is the air at it.
    fn in_cells(&self, place_m: [f64; 3]) -> [f32; 3] {
        let mut place = core::array::from_fn(|axis| {
            (place_m[axis] * self.cells_per_m - self.origin[axis]) as f32
        });
        place[1] = f32::max(place[1], 0.0);
        place
    }

    /// 1 inside, falling to 0 at the sides and the top; the floor is no edge.
    fn share(&self, place: [f32; 3]) -> f32 {
        let [nx, ny, nz] = self.lattice.cells.map(|cells| cells as f32);
        let [x, y, z] = place;
        let inside = x.min(nx - x).min(z.min(nz - z)).min(ny - y);
        if inside >= BLEND_CELLS {
            1.0
        } else {
            smoothstep(0.0, BLEND_CELLS, inside)
        }
    }

    fn trilinear(&self, place: [f32; 3]) -> [f32; 3] {
        let mut base = [0_usize; 3];
        let mut fraction = [0.0_f32; 3];
        for axis in 0..3 {
            let at = place[axis] + 0.5;
            base[axis] = (at as usize).min(self.lattice.cells[axis]);
            fraction[axis] = at - base[axis] as f32;
        }
        let [_, row, plane] = self.lattice.strides();
        let index = self.lattice.index(base[0], base[1], base[2]);
        let cells = &self.cells;
        let mix = |a: Cell, b: Cell, t: f32| -> Cell {
            core::array::from_fn(|lane| lerp(a[lane], b[lane], t))
        };
        let along = |at: usize| mix(cells[at], cells[at + 1], fraction[0]);
        let face = |at: usize| mix(along(at), along(at + row), fraction[1]);
        let [u, v, w, _] = mix(face(index), face(index + plane), fraction[2]);
        [u, v, w]
    }
}

/// Mean velocity over the air of a level, without gust fronts.
fn outside(level: &Level) -> [f32; 3] {
    let n = level.lattice.cells[0];
    let mut sum = [0.0_f64; 3];
    for row in level.lattice.rows() {
        for (sum, values) in sum.iter_mut().zip(&level.velocity) {
            *sum += f64::from(sum_row(&values[row.start..][..n]));
        }
    }
    let air = level.lattice.cells.iter().product::<usize>() - level.solids.len();
    let inner = &level.profile[1..=level.lattice.cells[1]];
    let shares: f64 = inner.iter().map(|share| f64::from(*share)).sum();
    let gust = level.gust.sum();
    sum[0] -= shares * gust[0];
    sum[2] -= shares * gust[1];
    if air == 0 {
        return [0.0; 3];
    }
    sum.map(|sum| (sum / air as f64) as f32)
}

/// Sum in eight fixed lanes, so that it is fast and the same everywhere.
fn sum_row(values: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; 8];
    for chunk in values.chunks_exact(8) {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane += value;
        }
    }
    lanes.iter().sum()
}
