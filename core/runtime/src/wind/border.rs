//! Stage 1: the prevailing wind enters the border of the coarsest level, and its change reaches all cells at once.

use super::{
    inflow::{Air, Inflow},
    level::Level,
};

/// Longest row, border included.
pub(super) const MAX_ROW: usize = 130;

/// Fills the border of the coarsest level with the prevailing wind.
pub(super) fn fill_border(level: &mut Level, air: &Air<'_>) {
    let [nx, ny, nz] = level.lattice.cells;
    for z in 0..nz + 2 {
        fill_row(level, air, [0, 0, z], 0);
        fill_row(level, air, [0, ny + 1, z], 0);
    }
    for y in 1..=ny {
        fill_row(level, air, [0, y, 0], 0);
        fill_row(level, air, [0, y, nz + 1], 0);
        fill_row(level, air, [0, y, 0], 2);
        fill_row(level, air, [nx + 1, y, 0], 2);
    }
}

/// Fills every cell with the prevailing wind: how a level starts.
pub(super) fn fill_all(level: &mut Level, air: &Air<'_>) {
    for z in 0..level.lattice.cells[2] + 2 {
        for y in 0..level.lattice.cells[1] + 2 {
            fill_row(level, air, [0, y, z], 0);
        }
    }
    level.still_solids();
}

/// Adds the change of the mean wind since the last tick to every cell, and lets turbulence fall with the mean.
pub(super) fn follow_mean(level: &mut Level, inflow: &Inflow) {
    if inflow.mean_holds() && level.profile == level.profile_before {
        return;
    }
    let (row, plane) = (level.lattice.row(), level.lattice.plane());
    for (axis, values) in level.velocity.iter_mut().enumerate() {
        for (index, cells) in values.chunks_exact_mut(row).enumerate() {
            let y = index % (plane / row);
            let after = level.profile[y] * inflow.mean[axis];
            let before = level.profile_before[y] * inflow.mean_before[axis];
            if inflow.keep >= 1.0 {
                let change = after - before;
                for value in cells {
                    *value += change;
                }
            } else {
                for value in cells {
                    *value = after + inflow.keep * (*value - before);
                }
            }
        }
    }
    if inflow.keep < 1.0 {
        // what the pressure holds back falls as well
        for pressure in &mut level.pressure {
            *pressure *= inflow.keep;
        }
    }
    level.profile_before.copy_from_slice(&level.profile);
    level.still_solids();
}

/// Writes the prevailing wind into the whole padded row along `axis` that starts at `first`.
fn fill_row(level: &mut Level, air: &Air<'_>, first: [usize; 3], axis: usize) {
    let mut samples = [[0.0; 3]; MAX_ROW];
    let samples = &mut samples[..level.lattice.cells[axis] + 2];
    air.noise_row(level.centre_m(first), axis, level.cell_m, samples);
    let [x, y, z] = first;
    let stride = level.lattice.strides()[axis];
    let (start, column) = (level.lattice.index(x, y, z), level.gust.column(x, z));
    let column_stride = if axis == 0 { 1 } else { level.lattice.row() };
    let share = level.profile[y];
    for (count, noise) in samples.iter().enumerate() {
        let index = start + count * stride;
        let gust = level.gust.wind[column + count * column_stride];
        let [u, v, w] = air.mix(share, *noise);
        level.velocity[0][index] = u + share * gust[0];
        level.velocity[1][index] = v;
        level.velocity[2][index] = w + share * gust[1];
    }
}
