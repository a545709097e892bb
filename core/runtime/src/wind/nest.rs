//! Stages 6 and 7: the coarse level holds the border of the fine one, the fine level overwrites the coarse cells it fills.

use super::{border::MAX_ROW, lattice::signed, level::Level};
use crate::math::lerp;

/// Stage 6: the border of `fine` takes the velocity of `coarse` at its cell centres; its pressure stays zero.
pub(super) fn fill_inner_border(fine: &mut Level, coarse: &Level) {
    let [nx, ny, nz] = fine.lattice.cells;
    for z in 0..nz + 2 {
        for y in 0..ny + 2 {
            let whole = y == 0 || y > ny || z == 0 || z > nz;
            if whole {
                fill_row(fine, coarse, y, z);
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
        let line = |start: usize| values[start..start + 2 * count].chunks_exact(2);
        let near = line(from).zip(line(from + row));
        let far = line(from + plane).zip(line(from + plane + row));
        for (out, ((a, b), (c, d))) in out.iter_mut().zip(near.zip(far)) {
            *out = 0.125 * (((a[0] + a[1]) + (b[0] + b[1])) + ((c[0] + c[1]) + (d[0] + d[1])));
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

/// A whole padded row of the fine border: two of its four lines are shared by all its cells.
fn fill_row(fine: &mut Level, coarse: &Level, y: usize, z: usize) {
    let n = fine.lattice.cells[0];
    let (base, share) = coarse_place(fine, coarse, [0, y, z]);
    let room = (0..3).all(|axis| {
        let span = if axis == 0 { n / 2 + 2 } else { 1 };
        base[axis] >= 0 && base[axis] + signed(span) <= signed(coarse.lattice.cells[axis]) + 1
    });
    if !room {
        for x in 0..n + 2 {
            fill(fine, coarse, [x, y, z]);
        }
        return;
    }
    let [bx, by, bz] = base.map(|index| index as usize);
    let from = coarse.lattice.index(bx, by, bz);
    let to = fine.lattice.index(0, y, z);
    let [_, row, plane] = coarse.lattice.strides();
    let mut line = [0.0; MAX_ROW];
    let m = n / 2 + 3;
    let line = &mut line[..m];
    for axis in 0..3 {
        let values = &coarse.velocity[axis];
        let (a, b) = (&values[from..][..m], &values[from + row..][..m]);
        let from = from + plane;
        let (c, d) = (&values[from..][..m], &values[from + row..][..m]);
        for (i, value) in line.iter_mut().enumerate() {
            let near = lerp(a[i], b[i], share[1]);
            let far = lerp(c[i], d[i], share[1]);
            *value = lerp(near, far, share[2]);
        }
        // the first fine cell lies three quarters or one quarter along its coarse pair, then they alternate
        let late = usize::from(share[0] > 0.5);
        let out = &mut fine.velocity[axis][to..][..n + 2];
        for (x, value) in out.iter_mut().enumerate() {
            let at = usize::midpoint(x, late);
            let share = if (x + late) % 2 == 1 { 0.75 } else { 0.25 };
            *value = lerp(line[at], line[at + 1], share);
        }
    }
}

/// Padded coarse cell below the centre of a fine cell, and how far the centre is past it: a quarter or three.
fn coarse_place(fine: &Level, coarse: &Level, place: [usize; 3]) -> ([i64; 3], [f32; 3]) {
    let global: [i64; 3] = core::array::from_fn(|axis| fine.origin[axis] + signed(place[axis]) - 1);
    let odd = global.map(|index| index.rem_euclid(2));
    (
        core::array::from_fn(|axis| global[axis].div_euclid(2) + odd[axis] - coarse.origin[axis]),
        odd.map(|odd| if odd == 1 { 0.25 } else { 0.75 }),
    )
}

fn fill(fine: &mut Level, coarse: &Level, place: [usize; 3]) {
    let index = fine.lattice.index(place[0], place[1], place[2]);
    let (base, share) = coarse_place(fine, coarse, place);
    let at = core::array::from_fn(|axis| base[axis] as f64 + f64::from(share[axis]));
    let velocity = coarse.trilinear(at);
    for (axis, value) in velocity.into_iter().enumerate() {
        fine.velocity[axis][index] = value;
    }
}
