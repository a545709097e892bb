//! A level that a text names in part keeps the defaults of its own level, not of another.

use core::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{IgnoredAny, MapAccess, Visitor},
};

use super::species::SpeciesLevel;

/// Reads over the defaults of the trunk.
pub(super) fn trunk<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SpeciesLevel, D::Error> {
    over(SpeciesLevel::TRUNK, deserializer)
}

/// Reads over the defaults of internal branches.
pub(super) fn internal<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<SpeciesLevel, D::Error> {
    over(SpeciesLevel::INTERNAL, deserializer)
}

/// Reads over the defaults of foliage.
pub(super) fn foliage<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<SpeciesLevel, D::Error> {
    over(SpeciesLevel::FOLIAGE, deserializer)
}

fn over<'de, D: Deserializer<'de>>(
    defaults: SpeciesLevel,
    deserializer: D,
) -> Result<SpeciesLevel, D::Error> {
    deserializer.deserialize_struct("SpeciesLevel", FIELDS, Over(defaults))
}

const FIELDS: &[&str] = &[
    "wood_density_kg_per_m3",
    "foliage_density_kg_per_m2",
    "stiffness_factor",
    "damping_ratio",
    "drag_factor",
    "wind_propagation",
    "inertia_gain",
    "noise_angle_deg",
    "noise_strength",
    "vogel_exponent",
    "relative_velocity_share",
    "response_gains",
];

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum Field {
    WoodDensityKgPerM3,
    FoliageDensityKgPerM2,
    StiffnessFactor,
    DampingRatio,
    DragFactor,
    WindPropagation,
    InertiaGain,
    NoiseAngleDeg,
    NoiseStrength,
    VogelExponent,
    RelativeVelocityShare,
    ResponseGains,
    #[serde(other)]
    Unknown,
}

struct Over(SpeciesLevel);

impl<'de> Visitor<'de> for Over {
    type Value = SpeciesLevel;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the parameters of a level")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<SpeciesLevel, A::Error> {
        let mut level = self.0;
        while let Some(field) = map.next_key()? {
            let number = match field {
                Field::WoodDensityKgPerM3 => &mut level.wood_density_kg_per_m3,
                Field::FoliageDensityKgPerM2 => &mut level.foliage_density_kg_per_m2,
                Field::StiffnessFactor => &mut level.stiffness_factor,
                Field::DampingRatio => &mut level.damping_ratio,
                Field::DragFactor => &mut level.drag_factor,
                Field::WindPropagation => &mut level.wind_propagation,
                Field::InertiaGain => &mut level.inertia_gain,
                Field::NoiseAngleDeg => &mut level.noise_angle_deg,
                Field::NoiseStrength => &mut level.noise_strength,
                Field::VogelExponent => &mut level.vogel_exponent,
                Field::RelativeVelocityShare => &mut level.relative_velocity_share,
                Field::ResponseGains => {
                    level.response_gains = map.next_value()?;
                    continue;
                }
                Field::Unknown => {
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            *number = map.next_value()?;
        }
        Ok(level)
    }
}
