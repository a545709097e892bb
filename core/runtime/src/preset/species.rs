//! How a species moves: three levels of spring parameters.

use serde::{Deserialize, Serialize};

/// Parameters of one level, shared by all branches of that level and all instances (S1 §3.3).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct SpeciesLevel {
    /// Wood density, kg/m³, 250..1100; foliage ignores it.
    pub wood_density_kg_per_m3: f32,
    /// Foliage mass per card area, kg/m², 0.05..5; wood ignores it.
    pub foliage_density_kg_per_m2: f32,
    /// Stiffness factor beta, kg m⁻¹ s⁻², 0..1e8: k = beta V/l² (wood) or beta √A (foliage).
    pub stiffness_factor: f32,
    /// Damping ratio zeta, 0..1.5: c = 2 zeta √(m k).
    pub damping_ratio: f32,
    /// Drag factor gamma, kg m⁻³ s⁻¹, 0..100: D = 2 gamma √(l V/π) (wood) or gamma A (foliage).
    pub drag_factor: f32,
    /// Share of a child's drag that reaches a branch of this level, 0..1.
    pub wind_propagation: f32,
    /// How much of the parents' motion a branch resists by its inertia, 0..1.
    pub inertia_gain: f32,
    /// Largest horizontal rotation of the wind by the resonant noise, degrees, 0..60.
    pub noise_angle_deg: f32,
    /// Strength of the resonant noise, 0..2.
    pub noise_strength: f32,
    /// Exponent of torque over wind speed beyond the linear law, −1 is linear (Vogel), −1..0.
    pub vogel_exponent: f32,
    /// Share of the branch's own speed that is taken from the wind (aerodynamic damping), 0..1.
    pub relative_velocity_share: f32,
    /// Gain of the torque at wind speeds 0, 5, 10, 15, 20, 25 m/s, each 0..2, linear between.
    pub response_gains: [f32; 6],
}

impl SpeciesLevel {
    /// Defaults of the trunk.
    pub const TRUNK: Self = Self {
        wood_density_kg_per_m3: 500.0,
        foliage_density_kg_per_m2: 0.5,
        stiffness_factor: 2.0e5,
        damping_ratio: 0.08,
        drag_factor: 1.4,
        wind_propagation: 0.5,
        inertia_gain: 0.0,
        noise_angle_deg: 10.0,
        noise_strength: 1.0,
        vogel_exponent: -1.0,
        relative_velocity_share: 0.0,
        response_gains: [1.0; 6],
    };
    /// Defaults of internal branches.
    pub const INTERNAL: Self = Self {
        stiffness_factor: 1.0e5,
        damping_ratio: 0.10,
        drag_factor: 0.8,
        wind_propagation: 0.8,
        inertia_gain: 1.0,
        noise_angle_deg: 25.0,
        ..Self::TRUNK
    };
    /// Defaults of foliage.
    pub const FOLIAGE: Self = Self {
        stiffness_factor: 60.0,
        damping_ratio: 0.15,
        drag_factor: 1.7,
        wind_propagation: 0.0,
        inertia_gain: 0.5,
        noise_angle_deg: 35.0,
        ..Self::TRUNK
    };
}

impl Default for SpeciesLevel {
    fn default() -> Self {
        Self::INTERNAL
    }
}

/// A species preset.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Species {
    /// Format number, see [`super::FORMAT`].
    pub format: u32,
    /// Name shown to people.
    pub name: String,
    /// Botanical name, may be empty.
    pub latin_name: String,
    /// Where the numbers come from, may be empty.
    pub reference: String,
    /// Parameters of the trunk.
    #[serde(deserialize_with = "super::level_text::trunk")]
    pub trunk: SpeciesLevel,
    /// Parameters of wood that grows from wood.
    #[serde(deserialize_with = "super::level_text::internal")]
    pub internal: SpeciesLevel,
    /// Parameters of leaf bundles.
    #[serde(deserialize_with = "super::level_text::foliage")]
    pub foliage: SpeciesLevel,
}

impl Default for Species {
    fn default() -> Self {
        Self {
            format: super::FORMAT,
            name: String::from("Oak"),
            latin_name: String::new(),
            reference: String::new(),
            trunk: SpeciesLevel::TRUNK,
            internal: SpeciesLevel::INTERNAL,
            foliage: SpeciesLevel::FOLIAGE,
        }
    }
}

impl Species {
    /// Parameters of one level.
    pub fn level(&self, level: crate::tree::table::Level) -> &SpeciesLevel {
        use crate::tree::table::Level;
        match level {
            Level::Trunk => &self.trunk,
            Level::Internal => &self.internal,
            Level::Foliage => &self.foliage,
        }
    }
}
