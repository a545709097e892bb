//! Stage 2: levels follow the viewer by whole cells.

use super::{inflow::Air, lattice::signed, level::Level};

/// A level moves in steps of this many of its cells, so that a coarse cell always covers eight fine ones exactly.
const STEP: f64 = 2.0;

/// Where a level stands that is centred on the viewer; the floor does not follow.
pub(super) fn centred(level: &Level, viewer_m: [f64; 3]) -> [i64; 3] {
    core::array::from_fn(|axis| {
        if axis == 1 {
            return 0;
        }
        let half = 0.5 * level.lattice.cells[axis] as f64;
        let steps = libm::rint((viewer_m[axis] / level.cell_m - half) / STEP);
        (steps * STEP) as i64
    })
}

/// Where a level should stand: it stays until the viewer is more than one step off its centre.
pub(super) fn target(level: &Level, viewer_m: [f64; 3]) -> [i64; 3] {
    let centred = centred(level, viewer_m);
    core::array::from_fn(|axis| {
        let middle = level.origin[axis] as f64 + 0.5 * level.lattice.cells[axis] as f64;
        let off = viewer_m[axis] / level.cell_m - middle;
        if off.abs() > STEP {
            centred[axis]
        } else {
            level.origin[axis]
        }
    })
}

/// Moves a level by copying whole cells. New cells take `outside(centre)`, pressure zero.
/// `spare` is as long as the level.
pub(super) fn shift(
    level: &mut Level,
    origin: [i64; 3],
    spare: &mut Vec<f32>,
    outside: impl Fn([f64; 3]) -> [f32; 3],
) {
    let by: [i64; 3] = core::array::from_fn(|axis| origin[axis] - level.origin[axis]);
    for axis in 0..3 {
        copy_moved(level, by, axis, spare);
    }
    copy_moved(level, by, 3, spare);
    level.origin = origin;

    for (place, index) in level.lattice.places() {
        if retained(level, place, by) {
            continue;
        }
        let velocity = outside(level.centre_m(place));
        for (axis, value) in velocity.into_iter().enumerate() {
            level.velocity[axis][index] = value;
        }
    }
}

/// The prevailing wind at new cells of the coarsest level.
pub(super) fn prevailing<'a>(air: &'a Air<'_>) -> impl Fn([f64; 3]) -> [f32; 3] + 'a {
    |centre_m| air.at(centre_m)
}

fn retained(level: &Level, place: [usize; 3], by: [i64; 3]) -> bool {
    (0..3).all(|axis| {
        let from = signed(place[axis]) + by[axis];
        from >= 0 && from <= signed(level.lattice.cells[axis]) + 1
    })
}

/// Moves one field; cells without a source become zero. Fields 0..3 are velocities, 3 is the pressure.
fn copy_moved(level: &mut Level, by: [i64; 3], field: usize, spare: &mut Vec<f32>) {
    let lattice = level.lattice;
    let padded = lattice.cells.map(|cells| signed(cells) + 2);
    let values = if field < 3 {
        &mut level.velocity[field]
    } else {
        &mut level.pressure
    };
    spare.fill(0.0);
    let count = (padded[0] - by[0].abs()).max(0) as usize;
    let (to, from) = ((-by[0]).max(0) as usize, by[0].max(0) as usize);
    for z in 0..padded[2] {
        for y in 0..padded[1] {
            let (old_y, old_z) = (y + by[1], z + by[2]);
            let inside = (0..padded[1]).contains(&old_y) && (0..padded[2]).contains(&old_z);
            if inside && count > 0 {
                let to = lattice.index(to, y as usize, z as usize);
                let from = lattice.index(from, old_y as usize, old_z as usize);
                spare[to..to + count].copy_from_slice(&values[from..from + count]);
            }
        }
    }
    core::mem::swap(values, spare);
    if field == 3 {
        clear_border(level);
    }
}

fn clear_border(level: &mut Level) {
    let lattice = level.lattice;
    for (place, index) in lattice.places() {
        if lattice.is_border(place) {
            level.pressure[index] = 0.0;
        }
    }
}
