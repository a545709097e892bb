//! The numbers of a wind preset, as inputs: the same for a preset made here and for one that is overridden.

use windwright_runtime::{preset::wind::WindPreset, signal::Scalar};

use super::{input::Input, spec::InputSpec};
use crate::{
    compile::{Severity, inputs::Inputs},
    value::{Finite, Value},
};

/// Inputs for the fields of a wind preset.
pub(super) struct WindFields {
    speed: Input<Scalar>,
    heading: Input<Scalar>,
    numbers: [Number; 14],
    octaves: Input<u32>,
}

struct Number {
    input: Input<f32>,
    field: fn(&mut WindPreset) -> &mut f32,
}

macro_rules! wind_fields {
    ($prefix:literal) => {
        WindFields {
            speed: Input::signal(concat!($prefix, "speed_m_per_s"), "Speed", 4.3)
                .hard(0.0, 60.0).soft(0.0, 40.0).unit("m/s")
                .doc("Mean speed at the reference height."),
            heading: Input::signal(concat!($prefix, "heading_deg"), "Heading", 270.0)
                .hard(-36_000.0, 36_000.0).soft(0.0, 360.0).unit("°")
                .doc("Where the wind comes from, clockwise from north."),
            numbers: [
                Number {
                    input: Input::number(concat!($prefix, "elevation_deg"), "Climb", 0.0)
                        .range(-30.0, 30.0).unit("°")
                        .doc("Angle at which the mean wind rises."),
                    field: |wind| &mut wind.elevation_deg,
                },
                Number {
                    input: Input::number(concat!($prefix, "reference_height_m"), "Reference height", 10.0)
                        .hard(1.0, 200.0).soft(2.0, 50.0).unit("m").group("Profile")
                        .doc("Height at which the speed is meant."),
                    field: |wind| &mut wind.reference_height_m,
                },
                Number {
                    input: Input::number(concat!($prefix, "roughness_length_m"), "Roughness", 0.1)
                        .range(0.0001, 2.0).logarithmic().unit("m").group("Profile")
                        .doc("Roughness length of the land: 0.0002 sea, 0.03 grass, 0.1 crops, 0.5 wood."),
                    field: |wind| &mut wind.roughness_length_m,
                },
                Number {
                    input: Input::number(concat!($prefix, "speed_response_s"), "Speed response", 0.5)
                        .range(0.0, 30.0).unit("s").group("Response")
                        .doc("Time constant with which the speed follows a change."),
                    field: |wind| &mut wind.speed_response_s,
                },
                Number {
                    input: Input::number(concat!($prefix, "heading_response_s"), "Turn response", 2.5)
                        .range(0.0, 30.0).unit("s").group("Response")
                        .doc("Time that half a turn of the heading takes."),
                    field: |wind| &mut wind.heading_response_s,
                },
                Number {
                    input: Input::number(concat!($prefix, "noise_amplitude"), "Turbulence", 0.37)
                        .range(0.0, 1.0).group("Turbulence")
                        .doc("Size of the turbulence as a share of the speed; 1.7 times its intensity."),
                    field: |wind| &mut wind.noise_amplitude,
                },
                Number {
                    input: Input::number(concat!($prefix, "noise_wavelength_m"), "Wavelength", 10.0)
                        .range(1.0, 100.0).logarithmic().unit("m").group("Turbulence")
                        .doc("Size of the largest eddies."),
                    field: |wind| &mut wind.noise_wavelength_m,
                },
                Number {
                    input: Input::number(concat!($prefix, "wander_deg"), "Wander", 15.0)
                        .range(0.0, 90.0).unit("°").group("Turbulence")
                        .doc("Standard deviation of the slow wander of the heading."),
                    field: |wind| &mut wind.wander_deg,
                },
                Number {
                    input: Input::number(concat!($prefix, "wander_period_s"), "Wander period", 25.0)
                        .range(1.0, 300.0).logarithmic().unit("s").group("Turbulence")
                        .doc("Period of the wander."),
                    field: |wind| &mut wind.wander_period_s,
                },
                Number {
                    input: Input::number(concat!($prefix, "vertical_share"), "Vertical share", 0.1)
                        .range(-1.0, 1.0).group("Turbulence")
                        .doc("Vertical turbulence as a share of the horizontal; negative falls in gusts."),
                    field: |wind| &mut wind.vertical_share,
                },
                Number {
                    input: Input::number(concat!($prefix, "gust_interval_s"), "Gust interval", 10.0)
                        .range(0.0, 120.0).unit("s").group("Gusts")
                        .doc("Mean time between gusts; 0 switches them off."),
                    field: |wind| &mut wind.gust.interval_s,
                },
                Number {
                    input: Input::number(concat!($prefix, "gust_strength"), "Gust strength", 0.5)
                        .range(0.0, 3.0).unit("×").group("Gusts")
                        .doc("Speed that a gust adds at its peak, as a share of the mean."),
                    field: |wind| &mut wind.gust.strength,
                },
                Number {
                    input: Input::number(concat!($prefix, "gust_rise_s"), "Gust rise", 0.8)
                        .range(0.05, 10.0).unit("s").group("Gusts")
                        .doc("Time in which a gust rises."),
                    field: |wind| &mut wind.gust.rise_s,
                },
                Number {
                    input: Input::number(concat!($prefix, "gust_fall_s"), "Gust fall", 2.0)
                        .range(0.05, 20.0).unit("s").group("Gusts")
                        .doc("Time in which a gust falls."),
                    field: |wind| &mut wind.gust.fall_s,
                },
            ],
            octaves: Input::integer(concat!($prefix, "noise_octaves"), "Octaves", 2)
                .range(1.0, 5.0).group("Turbulence")
                .doc("Sizes of eddies, each half as large as the one before."),
        }
    };
}

/// Fields of a preset made by a node.
pub(super) const PLAIN: WindFields = wind_fields!("");
/// Fields of a referenced preset.
pub(super) const OF_REFERENCE: WindFields = wind_fields!("wind_");

impl WindFields {
    /// For the node's list of inputs.
    pub(super) fn specs(&self) -> Vec<InputSpec> {
        [self.speed.spec(), self.heading.spec()]
            .into_iter()
            .chain(self.numbers.iter().map(|number| number.input.spec()))
            .chain([self.octaves.spec()])
            .collect()
    }

    /// Puts what is set or wired into `wind`, and says what applies elsewhere.
    pub(super) fn apply(&self, inputs: &mut Inputs<'_>, wind: &mut WindPreset) {
        for (input, slot) in [
            (&self.speed, &mut wind.speed_m_per_s),
            (&self.heading, &mut wind.heading_deg),
        ] {
            if let Some(scalar) = inputs.get_if_set(input) {
                *slot = scalar;
            } else if let Some(number) = slot.constant() {
                let limited = limit(inputs, &input.spec(), number);
                *slot = Scalar::Constant(limited);
            }
        }
        for Number { input, field } in &self.numbers {
            let slot = field(wind);
            *slot = match inputs.get_if_set(input) {
                Some(number) => number,
                None => limit(inputs, &input.spec(), *slot),
            };
        }
        if let Some(octaves) = inputs.get_if_set(&self.octaves) {
            wind.noise_octaves = octaves;
        } else {
            wind.noise_octaves = wind.noise_octaves.clamp(1, 5);
            let octaves = Value::Integer(i64::from(wind.noise_octaves));
            inputs.set_effective(self.octaves.key(), octaves);
        }
    }
}

/// A number of the preset, brought into its range; also what applies as long as nothing is set.
fn limit(inputs: &mut Inputs<'_>, spec: &InputSpec, number: f32) -> f32 {
    let [low, high] = spec.limits();
    let limited = number.clamp(low, high);
    if limited.to_bits() != number.to_bits() {
        inputs.report(
            spec.key,
            Severity::Warning,
            format!(
                "The preset says {number}, outside {low} to {high}; the nearest bound is used."
            ),
            "Mend the preset, or set the value here.",
        );
    }
    if let Some(value) = Finite::new(limited) {
        inputs.set_effective(spec.key, Value::Number(value));
    }
    limited
}
