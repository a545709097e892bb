//! What second-order advection needs where waves are a few cells long: room for smooth crests, and damping.
//!
//! A limiter between the eight cells that a value comes from clips every crest that stands between two cells; a crest
//! that is resolved may rise above them by what its curvature says. And second order takes nothing out of waves of two
//! to four cells, which strain feeds until the field is nothing else: a fourth difference takes it out, the faster the
//! greater the strain (a subgrid closure after Smagorinsky), so that weak smooth waves pass untouched.
//!
//! Sources: Colella and Sekora, A limiter for PPM that preserves accuracy at smooth extrema (2008); Shapiro, Smoothing,
//! filtering and boundary effects (1970); Smagorinsky, General circulation experiments (1963).

use super::{advect::Cell, border::MAX_ROW, lattice::CellRow, level::Level};

/// Height of a crest between two cells over its second difference there (1/8 for a parabola, and a little to spare).
const ROOM: f32 = 1.0 / 6.0;
/// Strength of the damping; doubling it costs a wave of 16 m and 0.4 m/s four hundredths on its way to the centre.
const DAMPING: f32 = 0.5;
/// Most that a tick takes off the shortest waves, as a share along each axis.
const MOST_DAMPING: f32 = 0.25;

/// Curvature of a row of cells.
pub(super) struct ShortWaves {
    /// By how much a trough may fall below, and a crest rise above, the cells around it.
    pub(super) below: [Cell; MAX_ROW],
    pub(super) above: [Cell; MAX_ROW],
    /// What a tick takes off.
    pub(super) excess: [Cell; MAX_ROW],
    /// Sum of the magnitudes of all differences of velocity between neighbours, m/s.
    strain: [Cell; MAX_ROW],
}

/// What the mean wind alone would show along an axis.
#[derive(Clone, Copy, Default)]
struct MeanShape {
    slope: Cell,
    bend: Cell,
}

impl ShortWaves {
    pub(super) const fn new() -> Self {
        Self {
            below: [[0.0; 4]; MAX_ROW],
            above: [[0.0; 4]; MAX_ROW],
            excess: [[0.0; 4]; MAX_ROW],
            strain: [[0.0; 4]; MAX_ROW],
        }
    }

    /// Measures a row of `cells`, which are those of `level`; axes along which a second neighbour is missing do not count.
    pub(super) fn measure(
        &mut self,
        level: &Level,
        cells: &[Cell],
        row: CellRow,
        mean: [f32; 3],
        cells_per_speed: f32,
    ) {
        let [nx, ny, nz] = level.lattice.cells;
        let [_, up, back] = level.lattice.strides();
        for values in [
            &mut self.below,
            &mut self.above,
            &mut self.excess,
            &mut self.strain,
        ] {
            values[..nx].fill([0.0; 4]);
        }
        let still = MeanShape::default();
        self.add_axis(cells, row.start, 1..nx - 1, 1, &still);
        if row.y > 1 && row.y < ny {
            let shape = MeanShape::of(&level.profile, row.y, mean);
            self.add_axis(cells, row.start, 0..nx, up, &shape);
        }
        if row.z > 1 && row.z < nz {
            self.add_axis(cells, row.start, 0..nx, back, &still);
        }
        for (excess, strain) in self.excess[..nx].iter_mut().zip(&self.strain) {
            let strain = strain[0] + strain[1] + strain[2];
            let share = (DAMPING * cells_per_speed * strain).min(MOST_DAMPING) / 16.0;
            for value in excess {
                *value *= share;
            }
        }
    }

    fn add_axis(
        &mut self,
        cells: &[Cell],
        start: usize,
        range: core::ops::Range<usize>,
        stride: usize,
        mean: &MeanShape,
    ) {
        let n = range.len();
        let at = start + range.start;
        let [m2, m1, c, p1, p2] = [
            &cells[at - 2 * stride..][..n],
            &cells[at - stride..][..n],
            &cells[at..][..n],
            &cells[at + stride..][..n],
            &cells[at + 2 * stride..][..n],
        ];
        let (below, above) = (
            &mut self.below[range.clone()],
            &mut self.above[range.clone()],
        );
        let (excess, strain) = (&mut self.excess[range.clone()], &mut self.strain[range]);
        for x in 0..n {
            for lane in 0..4 {
                let here = 2.0 * c[x][lane];
                let near = (m1[x][lane] + p1[x][lane]) - here;
                let far = (m2[x][lane] + p2[x][lane]) - here;
                let quarter = 0.25 * far;
                let high = if near > quarter { near } else { quarter };
                let low = if near < quarter { near } else { quarter };
                above[x][lane] -= ROOM * if high < 0.0 { high } else { 0.0 };
                below[x][lane] += ROOM * if low > 0.0 { low } else { 0.0 };
                excess[x][lane] += (far - 4.0 * near) - mean.bend[lane];
                strain[x][lane] += (0.5 * (p1[x][lane] - m1[x][lane]) - mean.slope[lane]).abs();
            }
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
