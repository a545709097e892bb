//! How much torque a wind speed makes, beyond the linear law.

use crate::{math, preset::species::SpeciesLevel};

/// Speed between two entries of the response curve, m/s.
const RESPONSE_STEP_M_PER_S: f32 = 5.0;
/// Speed at which every Vogel exponent gives the linear law's torque, m/s.
const REFERENCE_M_PER_S: f32 = 10.0;
/// Entries of the Vogel table per root of m/s, and their number: it ends at 64 m/s.
const VOGEL_DENSITY: f32 = 8.0;
const VOGEL_ENTRIES: usize = 65;

/// Factor on the linear torque as a function of wind speed.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TorqueGain {
    response: [f32; 6],
    /// (U/10)^(1+E) over √U; none for E = −1, where it is 1.
    vogel: Option<[f32; VOGEL_ENTRIES]>,
}

impl TorqueGain {
    /// Tabulates a level's response curve and Vogel exponent.
    pub(crate) fn new(species: &SpeciesLevel) -> Self {
        let exponent = 1.0 + species.vogel_exponent;
        let vogel = (exponent > 0.0).then(|| {
            core::array::from_fn(|entry| {
                let root = entry as f32 / VOGEL_DENSITY;
                math::pow(root * root / REFERENCE_M_PER_S, exponent)
            })
        });
        Self {
            response: species.response_gains,
            vogel,
        }
    }

    /// Factor at `speed_m_per_s`.
    pub(crate) fn at(&self, speed_m_per_s: f32) -> f32 {
        let response = between(&self.response, speed_m_per_s / RESPONSE_STEP_M_PER_S);
        match &self.vogel {
            None => response,
            Some(table) => response * between(table, math::sqrt(speed_m_per_s) * VOGEL_DENSITY),
        }
    }
}

/// Linear interpolation in `table` at `position` entries, held beyond its end.
fn between(table: &[f32], position: f32) -> f32 {
    let last = table.len() - 1;
    let position = position.clamp(0.0, last as f32);
    let entry = (position as usize).min(last - 1);
    math::lerp(table[entry], table[entry + 1], position - entry as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_law_has_no_factor() {
        let gain = TorqueGain::new(&SpeciesLevel::TRUNK);
        for speed in [0.0, 3.3, 10.0, 80.0, f32::INFINITY] {
            assert_eq!(gain.at(speed).to_bits(), 1.0_f32.to_bits());
        }
    }

    #[test]
    fn vogel_exponent_bends_the_law_about_ten_metres_a_second() {
        let species = SpeciesLevel {
            vogel_exponent: -0.5,
            ..SpeciesLevel::TRUNK
        };
        let gain = TorqueGain::new(&species);
        for (speed, factor) in [(0.0, 0.0), (2.5, 0.5), (10.0, 1.0), (40.0, 2.0)] {
            assert!(
                (gain.at(speed) - factor).abs() < 2e-3,
                "{speed} {}",
                gain.at(speed)
            );
        }
    }

    #[test]
    fn response_curve_is_linear_between_its_points() {
        let species = SpeciesLevel {
            response_gains: [0.0, 1.0, 2.0, 1.0, 0.5, 0.25],
            ..SpeciesLevel::TRUNK
        };
        let gain = TorqueGain::new(&species);
        for (speed, factor) in [
            (2.5, 0.5),
            (7.5, 1.5),
            (12.5, 1.5),
            (25.0, 0.25),
            (60.0, 0.25),
        ] {
            assert!((gain.at(speed) - factor).abs() < 1e-6);
        }
    }
}
