//! What second-order advection needs where waves are a few cells long: room for smooth crests, and damping.
//!
//! A limiter between the eight cells that a value comes from clips every crest that stands between two cells; a crest
//! that is resolved may rise above them by what its curvature says. And second order takes nothing out of waves of two
//! to four cells, which strain feeds until the field is nothing else: a fourth difference takes it out, the faster the
//! greater the strain (a subgrid closure after Smagorinsky), so that weak smooth waves pass untouched.
//!
//! Sources: Colella and Sekora, A limiter for PPM that preserves accuracy at smooth extrema (2008); Shapiro, Smoothing,
//! filtering and boundary effects (1970); Smagorinsky, General circulation experiments (1963).

use super::{
    cell::{Cell, greater, lesser},
    lattice::CellRow,
    level::Level,
};

/// Height of a crest between two cells over its second difference there (1/8 for a parabola, and a little to spare).
const ROOM: f32 = 1.0 / 6.0;
/// Strength of the damping; doubling it costs a wave of 16 m and 0.4 m/s four hundredths on its way to the centre.
const DAMPING: f32 = 0.5;
/// Most that a tick takes off the shortest waves, as a share along each axis.
const MOST_DAMPING: f32 = 0.25;

/// Curvature around one cell.
#[derive(Clone, Copy, Default)]
pub(super) struct Curvature {
    /// By how much a trough may fall below, and a crest rise above, the cells around it.
    pub(super) below: Cell,
    pub(super) above: Cell,
    /// What a tick takes off.
    pub(super) excess: Cell,
}

/// A row of cells with the rows around it.
pub(super) struct Neighbours<'a> {
    here: &'a [Cell],
    /// Along each axis, two cells before, one before, one after and two after.
    axes: [[&'a [Cell]; 4]; 3],
    mean: MeanShape,
    damping: f32,
}

/// What the mean wind alone would show along the vertical.
#[derive(Clone, Copy, Default)]
struct MeanShape {
    slope: Cell,
    bend: Cell,
}

impl<'a> Neighbours<'a> {
    /// The row of `cells`, which are those of `level`; an axis along which a second neighbour is missing does not count.
    pub(super) fn of(
        level: &Level,
        cells: &'a [Cell],
        row: CellRow,
        mean: [f32; 3],
        cells_per_speed: f32,
    ) -> Self {
        let [n, ny, nz] = level.lattice.cells;
        let [_, up, back] = level.lattice.strides();
        let at = |start: usize| &cells[start..][..n];
        let here = at(row.start);
        // where a row is its own neighbour, nothing bends
        let along = |stride: usize, counts: bool| {
            if counts {
                let start = row.start;
                [
                    at(start - 2 * stride),
                    at(start - stride),
                    at(start + stride),
                    at(start + 2 * stride),
                ]
            } else {
                [here; 4]
            }
        };
        let has_rows_around = row.y > 1 && row.y < ny;
        Self {
            here,
            axes: [
                along(1, true),
                along(up, has_rows_around),
                along(back, row.z > 1 && row.z < nz),
            ],
            mean: if has_rows_around {
                MeanShape::of(&level.profile, row.y, mean)
            } else {
                MeanShape::default()
            },
            damping: DAMPING * cells_per_speed,
        }
    }

    /// Curvature around cell `x` of the row.
    #[inline]
    pub(super) fn curvature(&self, x: usize) -> Curvature {
        let mut found = Curvature::default();
        // sum of the magnitudes of all differences of velocity between neighbours, m/s
        let mut strain = [0.0; 4];
        let still = MeanShape::default();
        let here = self.here[x];
        for (axis, mean) in [&still, &self.mean, &still].into_iter().enumerate() {
            // the ends of a row have no second neighbour along it
            if axis > 0 || (x > 0 && x + 1 < self.here.len()) {
                let around = self.axes[axis].map(|row| row[x]);
                found.add(here, around, mean, &mut strain);
            }
        }
        let strain = strain[0] + strain[1] + strain[2];
        let share = self.damping * strain;
        let share = if share < MOST_DAMPING {
            share
        } else {
            MOST_DAMPING
        } / 16.0;
        found.excess = found.excess.map(|value| value * share);
        found
    }
}

impl Curvature {
    #[inline]
    fn add(&mut self, here: Cell, around: [Cell; 4], mean: &MeanShape, strain: &mut Cell) {
        let [m2, m1, p1, p2] = around;
        let mut near = [0.0; 4];
        let mut far = [0.0; 4];
        for lane in 0..4 {
            near[lane] = (m1[lane] + p1[lane]) - 2.0 * here[lane];
            far[lane] = (m2[lane] + p2[lane]) - 2.0 * here[lane];
        }
        let quarter = far.map(|far| 0.25 * far);
        let mut high = [0.0; 4];
        let mut low = [0.0; 4];
        for lane in 0..4 {
            high[lane] = lesser(greater(near[lane], quarter[lane]), 0.0);
            low[lane] = greater(lesser(near[lane], quarter[lane]), 0.0);
        }
        for lane in 0..4 {
            self.above[lane] -= ROOM * high[lane];
            self.below[lane] += ROOM * low[lane];
        }
        for lane in 0..4 {
            self.excess[lane] += (far[lane] - 4.0 * near[lane]) - mean.bend[lane];
            strain[lane] += (0.5 * (p1[lane] - m1[lane]) - mean.slope[lane]).abs();
        }
    }
}

impl MeanShape {
    fn of(profile: &[f32], y: usize, mean: [f32; 3]) -> Self {
        let [m2, m1, c, p1, p2] = [y - 2, y - 1, y, y + 1, y + 2].map(|y| profile[y]);
        let slope = 0.5 * (p1 - m1);
        let bend = (m2 + p2 - 2.0 * c) - 4.0 * (m1 + p1 - 2.0 * c);
        let [x, y, z] = mean;
        Self {
            slope: [slope * x, slope * y, slope * z, 0.0],
            bend: [bend * x, bend * y, bend * z, 0.0],
        }
    }
}
