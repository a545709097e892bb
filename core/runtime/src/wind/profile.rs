//! How the mean wind grows with height over rough ground.

use crate::math;

/// Speed at `height_m` over speed at `reference_height_m` by the logarithmic law, for a ground of roughness length
/// `roughness_length_m` (z0). All in metres and positive. Zero at z0, negative below it.
///
/// Source: von Kármán and Prandtl, law of the wall, with zero displacement height.
pub fn log_law(height_m: f32, roughness_length_m: f32, reference_height_m: f32) -> f32 {
    math::ln(height_m / roughness_length_m) / math::ln(reference_height_m / roughness_length_m)
}

/// The logarithmic law, held constant below twice the roughness length so that the air never blows backwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Profile {
    roughness_length_m: f32,
    inverse_log: f32,
}

impl Profile {
    pub(super) fn new(roughness_length_m: f32, reference_height_m: f32) -> Self {
        Self {
            roughness_length_m,
            inverse_log: 1.0 / math::ln(reference_height_m / roughness_length_m),
        }
    }

    /// The same speed at all heights: a roughness above all heights, whose floor is then the reference.
    #[cfg(test)]
    pub(super) fn uniform() -> Self {
        Self {
            roughness_length_m: 1e30,
            inverse_log: 1.0 / math::ln(2.0),
        }
    }

    /// Share of the reference speed at `height_m`.
    pub(super) fn at(self, height_m: f64) -> f32 {
        let height_m = (height_m as f32).max(2.0 * self.roughness_length_m);
        math::ln(height_m / self.roughness_length_m) * self.inverse_log
    }
}
