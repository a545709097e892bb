//! Pressure of one level, red and black cells apart, so that a sweep reads and writes whole runs of memory.
//!
//! In a padded row every second cell is red. Cell x of a row stands at x/2 in the array of its colour; the row above
//! begins with the other colour. So all neighbours of a red cell are black, and stand beside it in the black array.

use super::lattice::Lattice;

/// One over the number of neighbours in open air.
const SIXTH: f32 = 1.0 / 6.0;

/// Pressure, scaled right-hand side and neighbour counts by colour.
#[derive(Debug, Clone)]
pub(super) struct Checkerboard {
    lattice: Lattice,
    pressure: [Vec<f32>; 2],
    /// Right-hand side over the number of open neighbours.
    rhs: [Vec<f32>; 2],
    inverse_open: [Vec<f32>; 2],
    solids: bool,
}

impl Checkerboard {
    pub(super) fn new(lattice: Lattice) -> Self {
        let half = lattice.len() / 2;
        let pair = || [vec![0.0; half], vec![0.0; half]];
        Self {
            lattice,
            pressure: pair(),
            rhs: pair(),
            inverse_open: pair(),
            solids: false,
        }
    }

    /// Takes over a level's arrays; `inverse_open` is read only where there are solids.
    pub(super) fn load(
        &mut self,
        pressure: &[f32],
        rhs: &[f32],
        inverse_open: &[f32],
        solids: bool,
    ) {
        self.solids = solids;
        let row = self.lattice.row();
        for (number, colour) in self.row_colours() {
            let from = number * row;
            split(
                &pressure[from..from + row],
                colour,
                number,
                &mut self.pressure,
            );
            split(&rhs[from..from + row], colour, number, &mut self.rhs);
            if solids {
                split(
                    &inverse_open[from..from + row],
                    colour,
                    number,
                    &mut self.inverse_open,
                );
            }
        }
        if solids {
            for (rhs, inverse) in self.rhs.iter_mut().zip(&self.inverse_open) {
                for (rhs, inverse) in rhs.iter_mut().zip(inverse) {
                    *rhs *= inverse;
                }
            }
        } else {
            for rhs in self.rhs.iter_mut().flatten() {
                *rhs *= SIXTH;
            }
        }
    }

    /// Gives the pressure back.
    pub(super) fn store(&self, pressure: &mut [f32]) {
        let row = self.lattice.row();
        let half = row / 2;
        for (number, colour) in self.row_colours() {
            let even = &self.pressure[colour][number * half..][..half];
            let odd = &self.pressure[1 - colour][number * half..][..half];
            let out = &mut pressure[number * row..][..row];
            for ((pair, even), odd) in out.chunks_exact_mut(2).zip(even).zip(odd) {
                pair[0] = *even;
                pair[1] = *odd;
            }
        }
    }

    /// One sweep over the red, then over the black cells.
    pub(super) fn sweep(&mut self, factor: f32) {
        // black follows one plane behind red, which is all that it depends on, and finds its neighbours still in cache
        let last = self.lattice.cells[2];
        for z in 1..=last + 1 {
            for y in 1..=self.lattice.cells[1] {
                if z <= last {
                    self.relax_row(0, y, z, factor);
                }
            }
            for y in 1..=self.lattice.cells[1] {
                if z > 1 {
                    self.relax_row(1, y, z - 1, factor);
                }
            }
        }
    }

    fn relax_row(&mut self, colour: usize, y: usize, z: usize, factor: f32) {
        let half = self.lattice.row() / 2;
        let count = self.lattice.cells[0] / 2;
        let rows = self.lattice.cells[1] + 2;
        // whether the cells of this colour are the odd ones of the row
        let odd = (y + z + colour) & 1;
        let start = (y + rows * z) * half;
        let at = start + 1 - odd;
        let (up, back) = (half, rows * half);

        let [first, second] = &mut self.pressure;
        let (own, other) = if colour == 0 {
            (first, &*second)
        } else {
            (second, &*first)
        };
        let own = &mut own[at..][..count];
        let around = Around {
            x: [&other[start..][..count], &other[start + 1..][..count]],
            y: [&other[at - up..][..count], &other[at + up..][..count]],
            z: [&other[at - back..][..count], &other[at + back..][..count]],
        };
        let rhs = &self.rhs[colour][at..][..count];
        if self.solids {
            relax_near_solids(own, &around, rhs, &self.inverse_open[colour][at..], factor);
        } else {
            relax(own, &around, rhs, factor);
        }
    }

    /// Number of each padded row and the colour of its even cells.
    fn row_colours(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let rows = self.lattice.cells[1] + 2;
        (0..rows * (self.lattice.cells[2] + 2))
            .map(move |number| (number, (number % rows + number / rows) & 1))
    }
}

/// Pressure on the six sides of each cell of a run.
struct Around<'a> {
    x: [&'a [f32]; 2],
    y: [&'a [f32]; 2],
    z: [&'a [f32]; 2],
}

/// Functions of their own, so that the compiler knows the written run to be apart from the others.
#[inline(never)]
fn relax(own: &mut [f32], around: &Around<'_>, rhs: &[f32], factor: f32) {
    let n = own.len();
    let Around { x, y, z } = around;
    let (x0, x1) = (&x[0][..n], &x[1][..n]);
    let (y0, y1) = (&y[0][..n], &y[1][..n]);
    let (z0, z1) = (&z[0][..n], &z[1][..n]);
    let rhs = &rhs[..n];
    for i in 0..n {
        let sum = ((x0[i] + x1[i]) + (y0[i] + y1[i])) + (z0[i] + z1[i]);
        own[i] += factor * (sum * SIXTH - rhs[i] - own[i]);
    }
}

#[inline(never)]
fn relax_near_solids(
    own: &mut [f32],
    around: &Around<'_>,
    rhs: &[f32],
    inverse_open: &[f32],
    factor: f32,
) {
    let n = own.len();
    let Around { x, y, z } = around;
    let (x0, x1) = (&x[0][..n], &x[1][..n]);
    let (y0, y1) = (&y[0][..n], &y[1][..n]);
    let (z0, z1) = (&z[0][..n], &z[1][..n]);
    let (rhs, inverse_open) = (&rhs[..n], &inverse_open[..n]);
    for i in 0..n {
        let sum = ((x0[i] + x1[i]) + (y0[i] + y1[i])) + (z0[i] + z1[i]);
        own[i] += factor * (sum * inverse_open[i] - rhs[i] - own[i]);
    }
}

fn split(from: &[f32], colour: usize, number: usize, into: &mut [Vec<f32>; 2]) {
    let half = from.len() / 2;
    let [first, second] = into;
    let (even, odd) = if colour == 0 {
        (first, second)
    } else {
        (second, first)
    };
    let even = &mut even[number * half..][..half];
    let odd = &mut odd[number * half..][..half];
    for ((pair, even), odd) in from.chunks_exact(2).zip(even).zip(odd) {
        *even = pair[0];
        *odd = pair[1];
    }
}
