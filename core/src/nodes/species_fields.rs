//! The numbers of a species level, as inputs: the same for one level on its own and for a preset that is overridden.

use windwright_runtime::{preset::species::SpeciesLevel, tree::table::Level};

use super::{input::Input, spec::InputSpec};
use crate::{
    compile::{Severity, inputs::Inputs},
    value::{Finite, Value},
};

/// Inputs for the fields of a level.
pub(super) struct LevelFields {
    /// The level that they are for; any where there is none.
    level: Option<Level>,
    numbers: [Number; 11],
    response_gains: Input<Vec<f32>>,
}

struct Number {
    input: Input<f32>,
    field: fn(&mut SpeciesLevel) -> &mut f32,
    /// Levels on which the number acts.
    acts_on: &'static [Level],
}

const WOOD: &[Level] = &[Level::Trunk, Level::Internal];
const LEAVES: &[Level] = &[Level::Foliage];
/// A trunk has no parent whose motion it could resist.
const CARRIED: &[Level] = &[Level::Internal, Level::Foliage];

macro_rules! level_fields {
    ($prefix:literal, $group:literal, $level:expr, $of:expr) => {
        LevelFields {
            level: $of,
            numbers: [
                Number {
                    input: Input::number(concat!($prefix, "wood_density_kg_per_m3"), "Wood density", $level.wood_density_kg_per_m3)
                        .range(250.0, 1100.0).unit("kg/m³").group($group)
                        .doc("Density of green wood; foliage ignores it."),
                    field: |level| &mut level.wood_density_kg_per_m3,
                    acts_on: WOOD,
                },
                Number {
                    input: Input::number(concat!($prefix, "foliage_density_kg_per_m2"), "Foliage density", $level.foliage_density_kg_per_m2)
                        .range(0.05, 5.0).logarithmic().unit("kg/m²").group($group)
                        .doc("Mass of leaves and twigs per area of a bundle; wood ignores it."),
                    field: |level| &mut level.foliage_density_kg_per_m2,
                    acts_on: LEAVES,
                },
                Number {
                    input: Input::number(concat!($prefix, "stiffness_factor"), "Stiffness", $level.stiffness_factor)
                        .hard(1.0, 1.0e8).soft(1.0, 1.0e8).logarithmic().unit("kg m⁻¹ s⁻²").group($group)
                        .doc("Raises the frequency with its square root; to calm a sway, lower the drag first."),
                    field: |level| &mut level.stiffness_factor,
                    acts_on: &Level::ALL,
                },
                Number {
                    input: Input::number(concat!($prefix, "damping_ratio"), "Damping ratio", $level.damping_ratio)
                        .range(0.0, 1.5).group($group)
                        .doc("How fast a swing dies; 0.05 to 0.15 is lively, 1 does not swing."),
                    field: |level| &mut level.damping_ratio,
                    acts_on: &Level::ALL,
                },
                Number {
                    input: Input::number(concat!($prefix, "drag_factor"), "Drag", $level.drag_factor)
                        .range(0.0, 50.0).unit("kg m⁻³ s⁻¹").group($group)
                        .doc("How hard the wind pushes; sway grows with it and the frequency stays."),
                    field: |level| &mut level.drag_factor,
                    acts_on: &Level::ALL,
                },
                Number {
                    input: Input::number(concat!($prefix, "wind_propagation"), "Wind propagation", $level.wind_propagation)
                        .range(0.0, 1.0).group($group)
                        .doc("Share of the children's drag that reaches a branch of this level."),
                    field: |level| &mut level.wind_propagation,
                    acts_on: WOOD,
                },
                Number {
                    input: Input::number(concat!($prefix, "inertia_gain"), "Inertia", $level.inertia_gain)
                        .range(0.0, 1.0).group($group)
                        .doc("How much of its parents' motion a branch resists."),
                    field: |level| &mut level.inertia_gain,
                    acts_on: CARRIED,
                },
                Number {
                    input: Input::number(concat!($prefix, "noise_angle_deg"), "Noise angle", $level.noise_angle_deg)
                        .range(0.0, 60.0).unit("°").group($group)
                        .doc("Largest turn of the wind by each branch's own noise."),
                    field: |level| &mut level.noise_angle_deg,
                    acts_on: &Level::ALL,
                },
                Number {
                    input: Input::number(concat!($prefix, "noise_strength"), "Noise strength", $level.noise_strength)
                        .range(0.0, 2.0).unit("×").group($group)
                        .doc("Factor on the noise angle."),
                    field: |level| &mut level.noise_strength,
                    acts_on: &Level::ALL,
                },
                Number {
                    input: Input::number(concat!($prefix, "vogel_exponent"), "Streamlining", $level.vogel_exponent)
                        .range(-1.0, 0.0).group($group)
                        .doc("Exponent of the push over wind speed beyond the linear law; −1 is linear."),
                    field: |level| &mut level.vogel_exponent,
                    acts_on: &Level::ALL,
                },
                Number {
                    input: Input::number(concat!($prefix, "relative_velocity_share"), "Relative wind", $level.relative_velocity_share)
                        .range(0.0, 1.0).group($group)
                        .doc("Share of a branch's own speed that is taken from the wind; it damps the sway in strong wind."),
                    field: |level| &mut level.relative_velocity_share,
                    acts_on: &Level::ALL,
                },
            ],
            response_gains: Input::numbers(concat!($prefix, "response_gains"), "Response", &[1.0; 6])
                .range(0.0, 2.0).unit("×").group($group)
                .doc("Factors on the push at 0, 5, 10, 15, 20 and 25 m/s, linear between."),
        }
    };
}

/// Fields of a level that stands alone.
pub(super) const PLAIN: LevelFields = level_fields!("", "", SpeciesLevel::INTERNAL, None);
/// Fields of the three levels of a species: trunk, internal, foliage.
pub(super) const OF_SPECIES: [LevelFields; 3] = [
    level_fields!("trunk_", "Trunk", SpeciesLevel::TRUNK, Some(Level::Trunk)),
    level_fields!(
        "internal_",
        "Internal",
        SpeciesLevel::INTERNAL,
        Some(Level::Internal)
    ),
    level_fields!(
        "foliage_",
        "Foliage",
        SpeciesLevel::FOLIAGE,
        Some(Level::Foliage)
    ),
];

impl LevelFields {
    /// For the node's list of inputs.
    pub(super) fn specs(&self) -> Vec<InputSpec> {
        self.numbers
            .iter()
            .filter(|number| self.acts(number))
            .map(|number| number.input.spec())
            .chain([self.response_gains.spec()])
            .collect()
    }

    /// Puts what is set or wired into `level`, and says what applies elsewhere.
    pub(super) fn apply(&self, inputs: &mut Inputs<'_>, level: &mut SpeciesLevel) {
        for number in &self.numbers {
            let Number { input, field, .. } = number;
            let slot = field(level);
            if !self.acts(number) {
                let [low, high] = input.spec().limits();
                *slot = slot.clamp(low, high);
                continue;
            }
            if let Some(number) = inputs.get_if_set(input) {
                *slot = number;
                continue;
            }
            let [low, high] = input.spec().limits();
            let limited = slot.clamp(low, high);
            if limited.to_bits() != slot.to_bits() {
                inputs.report(
                    input.key(),
                    Severity::Warning,
                    format!("The preset says {slot}, outside {low} to {high}; the nearest bound is used."),
                    "Mend the preset, or set the value here.",
                );
            }
            *slot = limited;
            inputs.set_effective(input.key(), Value::Number(finite(limited)));
        }
        self.apply_gains(inputs, level);
    }

    fn acts(&self, number: &Number) -> bool {
        self.level
            .is_none_or(|level| number.acts_on.contains(&level))
    }

    fn apply_gains(&self, inputs: &mut Inputs<'_>, level: &mut SpeciesLevel) {
        let Some(gains) = inputs.get_if_set(&self.response_gains) else {
            let gains = level.response_gains.map(|gain| gain.clamp(0.0, 2.0));
            level.response_gains = gains;
            inputs.set_effective(
                self.response_gains.key(),
                Value::Numbers(gains.map(finite).to_vec()),
            );
            return;
        };
        match <[f32; 6]>::try_from(gains) {
            Ok(gains) => level.response_gains = gains,
            Err(gains) => inputs.report(
                self.response_gains.key(),
                Severity::Error,
                format!(
                    "The response has {} numbers instead of six; it is left out.",
                    gains.len()
                ),
                "Give six numbers, for 0, 5, 10, 15, 20 and 25 m/s.",
            ),
        }
    }
}

fn finite(number: f32) -> Finite {
    Finite::new(number).unwrap_or_default()
}
