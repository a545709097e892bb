//! Stages 6 and 7: the coarse level holds the border of the fine one, the fine level overwrites the coarse cells it fills.

use super::{border::MAX_ROW, lattice::signed, level::Level};
use crate::math::lerp;

/// Stage 6: the border of `fine` takes the velocity of `coarse` at its cell centres; its pressure stays zero.
pub(super) fn fill_inner_border(fine: &mut Level, coarse: &Level) {
    let [nx, ny, nz] = fine.lattice.cells;
    for z in 0..nz + 2 {
        fill_run(fine, coarse, [0, 0, z], 0);
        fill_run(fine, coarse, [0, ny + 1, z], 0);
    }
    for y in 1..=ny {
        fill_run(fine, coarse, [0, y, 0], 0);
        fill_run(fine, coarse, [0, y, nz + 1], 0);
    }
    for z in 1..=nz {
        fill_run(fine, coarse, [0, 0, z], 1);
        fill_run(fine, coarse, [nx + 1, 0, z], 1);
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

/// A whole padded run of the fine border from `first` along `axis`: two of its four coarse lines are shared by its cells.
fn fill_run(fine: &mut Level, coarse: &Level, first: [usize; 3], axis: usize) {
    let n = fine.lattice.cells[axis];
    let (base, share) = coarse_place(fine, coarse, first);
    let room = (0..3).all(|side| {
        let span = if side == axis { n / 2 + 2 } else { 1 };
        base[side] >= 0 && base[side] + signed(span) <= signed(coarse.lattice.cells[side]) + 1
    });
    if !room {
        fill_each(fine, coarse, first, axis);
        return;
    }
    let base = base.map(|index| index as usize);
    let across = if axis == 0 { [1, 2] } else { [0, 2] };
    let share_across = across.map(|side| share[side]);
    let (stride, to) = (
        fine.lattice.strides()[axis],
        fine.lattice.index(first[0], first[1], first[2]),
    );
    // the first fine cell lies a quarter or three quarters along its coarse pair, then they alternate
    let late = usize::from(share[axis] > 0.5);
    let mut lines = [[0.0; MAX_ROW]; 4];
    for (component, out) in fine.velocity.iter_mut().enumerate() {
        let values = &coarse.velocity[component];
        for (corner, line) in lines.iter_mut().enumerate() {
            let mut start = base;
            start[across[0]] += corner & 1;
            start[across[1]] += corner >> 1;
            sharpen(values, coarse, start, axis, &mut line[..n / 2 + 3]);
        }
        let [a, b, c, d] = &lines;
        let mut line = [0.0; MAX_ROW];
        for i in 0..n / 2 + 3 {
            let near = lerp(a[i], b[i], share_across[0]);
            let far = lerp(c[i], d[i], share_across[0]);
            line[i] = lerp(near, far, share_across[1]);
        }
        for count in 0..n + 2 {
            let at = usize::midpoint(count, late);
            let share = if (count + late) % 2 == 1 { 0.75 } else { 0.25 };
            out[to + count * stride] = lerp(line[at], line[at + 1], share);
        }
    }
}

/// Coarse values along a line, less their curvature: what is linear between them then passes through what is quadratic.
/// (At a quarter and at three quarters the two differ by ½·¼·¾ of the second difference.) Without it every level would
/// take a fifteenth off the gusts that the default grid still carries.
fn sharpen(values: &[f32], coarse: &Level, start: [usize; 3], axis: usize, line: &mut [f32]) {
    const SHARE: f32 = 3.0 / 32.0;
    let lattice = coarse.lattice;
    let strides = lattice.strides();
    let [_, row, plane] = strides;
    let from = lattice.index(start[0], start[1], start[2]);
    let cells = lattice.cells;
    let within = |side: usize, at: usize| (1..=cells[side]).contains(&at);
    let level = (0..3).all(|side| side == axis || within(side, start[side]));
    for (i, value) in line.iter_mut().enumerate() {
        let at = from + i * strides[axis];
        let here = values[at];
        *value = here;
        if level && within(axis, start[axis] + i) {
            let along = values[at - 1] + values[at + 1];
            let across = values[at - row] + values[at + row];
            let deep = values[at - plane] + values[at + plane];
            *value -= SHARE * ((along + across + deep) - 6.0 * here);
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

/// The same run cell by cell, where the coarse level does not hold all of it.
fn fill_each(fine: &mut Level, coarse: &Level, first: [usize; 3], axis: usize) {
    let mut place = first;
    for count in 0..fine.lattice.cells[axis] + 2 {
        place[axis] = first[axis] + count;
        let index = fine.lattice.index(place[0], place[1], place[2]);
        let (base, share) = coarse_place(fine, coarse, place);
        let at = core::array::from_fn(|axis| base[axis] as f64 + f64::from(share[axis]));
        let velocity = coarse.trilinear(at);
        for (values, value) in fine.velocity.iter_mut().zip(velocity) {
            values[index] = value;
        }
    }
}
