//! No cell keeps a velocity that is not a number or beyond all weather.

use super::level::Level;

/// Faster than any wind that the settings can make, m/s.
const LIMIT_M_PER_S: f32 = 300.0;
/// Pressure (over density, times a tick) that belongs to no such wind, m²/s.
const PRESSURE_LIMIT: f32 = 1e6;

/// Gives runaway cells the mean wind again; returns how many there were.
pub(super) fn mend(level: &mut Level, mean: [f32; 3]) -> u64 {
    let row = level.lattice.row();
    let rows = level.lattice.cells[1] + 2;
    let mut mended = 0;
    for number in 0..level.lattice.len() / row {
        let range = number * row..(number + 1) * row;
        let sound = level
            .velocity
            .iter()
            .all(|axis| within(&axis[range.clone()], LIMIT_M_PER_S))
            && within(&level.pressure[range.clone()], PRESSURE_LIMIT);
        if sound {
            continue;
        }
        let share = level.profile[number % rows];
        for index in range {
            mended += u64::from(mend_cell(level, index, mean.map(|axis| share * axis)));
        }
    }
    if mended > 0 {
        level.still_solids();
    }
    mended
}

fn mend_cell(level: &mut Level, index: usize, mean: [f32; 3]) -> bool {
    let sound = level
        .velocity
        .iter()
        .all(|axis| within(&axis[index..=index], LIMIT_M_PER_S))
        && within(&level.pressure[index..=index], PRESSURE_LIMIT);
    if !sound {
        for (axis, mean) in level.velocity.iter_mut().zip(mean) {
            axis[index] = mean;
        }
        level.pressure[index] = 0.0;
    }
    !sound
}

/// Whether all values are numbers of at most `limit` in magnitude.
fn within(values: &[f32], limit: f32) -> bool {
    values
        .iter()
        .fold(true, |sound, value| sound & (value.abs() <= limit))
}
