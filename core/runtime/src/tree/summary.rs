//! What a species comes to on a table: read-outs beside its parameters.

use super::{coefficients::Coefficients, equilibrium, law, rest::Rest, table::Level};
use crate::math;

/// Wind speed of the lean read-out, m/s.
pub const REFERENCE_WIND_M_PER_S: f32 = 10.0;

/// Smallest, mean and largest of a number over the branches of a level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// Smallest.
    pub min: f32,
    /// Arithmetic mean.
    pub mean: f32,
    /// Largest.
    pub max: f32,
}

/// Derived numbers of one level.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct LevelSummary {
    /// The level.
    pub level: Level,
    /// Branches of the level.
    pub branches: usize,
    /// Natural frequency, Hz, before limits.
    pub natural_frequency_hz: Spread,
    /// Damping ratio c/(2√(km)) after limits; 0 for a branch without spring.
    pub damping_ratio: Spread,
    /// Static lean in a wind of [`REFERENCE_WIND_M_PER_S`] at right angles to the branch, degrees.
    pub lean_deg: Spread,
    /// Branches whose stiffness or damping the step limits.
    pub clamped: usize,
}

/// Summaries of the levels that occur, trunk first.
pub(crate) fn levels(rest: &Rest, numbers: &Coefficients) -> Vec<LevelSummary> {
    Level::ALL
        .into_iter()
        .filter_map(|level| summary(level, rest, numbers))
        .collect()
}

fn summary(level: Level, rest: &Rest, numbers: &Coefficients) -> Option<LevelSummary> {
    let rows: Vec<usize> = (0..rest.len())
        .filter(|&row| rest.levels[row] == level)
        .collect();
    let spread_of = |number: &dyn Fn(usize) -> f32| spread(rows.iter().map(|&row| number(row)));
    Some(LevelSummary {
        level,
        branches: rows.len(),
        natural_frequency_hz: spread_of(&|row| {
            law::natural_frequency_hz(numbers.masses_kg[row], numbers.stiffness[row])
        })?,
        damping_ratio: spread_of(&|row| damping_ratio(numbers, row))?,
        lean_deg: spread_of(&|row| lean_deg(numbers, level, row))?,
        clamped: rows.iter().filter(|&&row| is_clamped(numbers, row)).count(),
    })
}

fn spread(values: impl Iterator<Item = f32>) -> Option<Spread> {
    let mut count = 0_u32;
    let (mut min, mut max, mut sum) = (f32::INFINITY, f32::NEG_INFINITY, 0.0_f64);
    for value in values {
        count += 1;
        min = min.min(value);
        max = max.max(value);
        sum += f64::from(value);
    }
    (count > 0).then(|| Spread {
        min,
        mean: (sum / f64::from(count)) as f32,
        max,
    })
}

fn damping_ratio(numbers: &Coefficients, row: usize) -> f32 {
    let rates = &numbers.rates[row];
    if rates.stiffness_per_s2 > 0.0 {
        0.5 * rates.damping_per_s / math::sqrt(rates.stiffness_per_s2)
    } else {
        0.0
    }
}

fn lean_deg(numbers: &Coefficients, level: Level, row: usize) -> f32 {
    let gain = numbers.levels[level as usize]
        .torque_gain
        .at(REFERENCE_WIND_M_PER_S);
    let torque = numbers.drag[row] * REFERENCE_WIND_M_PER_S * gain;
    if torque <= 0.0 {
        return 0.0;
    }
    let solver = &numbers.solver;
    equilibrium::angle_rad(
        (torque / numbers.stiffness[row].max(f32::MIN_POSITIVE)).min(1e6),
        core::f32::consts::FRAC_PI_2,
        solver.self_aligning,
        solver.max_angle_rad,
    )
    .to_degrees()
}

fn is_clamped(numbers: &Coefficients, row: usize) -> bool {
    let mass_kg = numbers.masses_kg[row];
    let rates = &numbers.rates[row];
    mass_kg > 0.0
        && (rates.stiffness_per_s2 < numbers.stiffness[row] / mass_kg
            || rates.damping_per_s < numbers.damping[row] / mass_kg)
}
