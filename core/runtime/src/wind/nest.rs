//! Stages 6 and 7: the coarse level holds the border of the fine one, the fine level overwrites the coarse cells it fills.

use super::{lattice::signed, level::Level};

/// Stage 6: the border of `fine` takes the velocity of `coarse` at its cell centres; its pressure stays zero.
pub(super) fn fill_inner_border(fine: &mut Level, coarse: &Level) {
    let [nx, ny, nz] = fine.lattice.cells;
    for z in 0..nz + 2 {
        for y in 0..ny + 2 {
            let whole = y == 0 || y > ny || z == 0 || z > nz;
            if whole {
                for x in 0..nx + 2 {
                    fill(fine, coarse, [x, y, z]);
                }
            } else {
                fill(fine, coarse, [0, y, z]);
                fill(fine, coarse, [nx + 1, y, z]);
            }
        }
    }
}

/// Stage 7: every coarse cell that eight inner cells of `fine` fill takes the mean of those that are air.
pub(super) fn overwrite_coarse(coarse: &mut Level, fine: &Level) {
    let cells = coarse.lattice.cells;
    let (mut low, mut high) = ([0_usize; 3], [0_usize; 3]);
    for axis in 0..3 {
        let first = fine.origin[axis].div_euclid(2) - coarse.origin[axis];
        let end = first + signed(fine.lattice.cells[axis] / 2);
        low[axis] = first.clamp(0, signed(cells[axis])) as usize + 1;
        high[axis] = end.clamp(0, signed(cells[axis])) as usize + 1;
    }
    let plain = fine.solids.is_empty() && coarse.solids.is_empty();
    for z in low[2]..high[2] {
        for y in low[1]..high[1] {
            let first = child(coarse, fine, [low[0], y, z]);
            let from = fine.lattice.index(first[0], first[1], first[2]);
            let to = coarse.lattice.index(low[0], y, z);
            let count = high[0].saturating_sub(low[0]);
            if plain {
                average_row(coarse, fine, to, from, count);
            } else {
                average_row_of_air(coarse, fine, to, from, count);
            }
        }
    }
}

/// First (lowest) fine cell inside a coarse one.
fn child(coarse: &Level, fine: &Level, place: [usize; 3]) -> [usize; 3] {
    core::array::from_fn(|axis| {
        let global = 2 * (coarse.origin[axis] + signed(place[axis]) - 1);
        (global - fine.origin[axis] + 1).max(1) as usize
    })
}

fn average_row(coarse: &mut Level, fine: &Level, to: usize, from: usize, count: usize) {
    let [_, row, plane] = fine.lattice.strides();
    for axis in 0..3 {
        let out = &mut coarse.velocity[axis][to..][..count];
        let values = &fine.velocity[axis];
        let rows = [from, from + row, from + plane, from + plane + row]
            .map(|start| &values[start..][..2 * count]);
        for (i, out) in out.iter_mut().enumerate() {
            let pairs = rows.map(|row| row[2 * i] + row[2 * i + 1]);
            *out = 0.125 * ((pairs[0] + pairs[1]) + (pairs[2] + pairs[3]));
        }
    }
}

fn average_row_of_air(coarse: &mut Level, fine: &Level, to: usize, from: usize, count: usize) {
    let [_, row, plane] = fine.lattice.strides();
    for i in 0..count {
        let first = from + 2 * i;
        let children = [first, first + row, first + plane, first + plane + row]
            .into_iter()
            .flat_map(|at| [at, at + 1]);
        let air: f32 = children.clone().map(|at| fine.open[at]).sum();
        if air == 0.0 || coarse.open[to + i] == 0.0 {
            continue;
        }
        for axis in 0..3 {
            let values = &fine.velocity[axis];
            // solid children are still, so they add nothing
            let sum: f32 = children.clone().map(|at| values[at]).sum();
            coarse.velocity[axis][to + i] = sum / air;
        }
    }
}

fn fill(fine: &mut Level, coarse: &Level, place: [usize; 3]) {
    let index = fine.lattice.index(place[0], place[1], place[2]);
    let at = core::array::from_fn(|axis| {
        let fine_half = (fine.origin[axis] as f64 + place[axis] as f64 - 0.5) * 0.5;
        fine_half - coarse.origin[axis] as f64 + 0.5
    });
    let velocity = coarse.trilinear(at);
    for (axis, value) in velocity.into_iter().enumerate() {
        fine.velocity[axis][index] = value;
    }
}
