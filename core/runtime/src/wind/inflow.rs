//! The prevailing wind: its mean, the turbulence that drifts with it, its gust fronts.
//!
//! Everything that runs with time is an integral kept here, so no setting ever multiplies the time itself.

use core::f32::consts::{PI, TAU};

use super::{
    gust::{Carrier, Fronts},
    noise::{self, Row},
    profile::Profile,
    settings::{InflowSettings, NoiseSettings, limit},
};
use crate::math;

/// Highest mean speed, m/s.
const MAX_SPEED_M_PER_S: f32 = 60.0;
/// A speed this close to its target, as a share, has arrived.
const ARRIVED: f32 = 1e-4;
/// Lane of the wander, apart from the noise's.
const WANDER_LANE: u64 = 0x77_616e_6465;

/// Unit vector of a wind from `heading_rad` (clockwise from north, −Z) that climbs by `elevation_rad`.
pub(super) fn direction(heading_rad: f32, elevation_rad: f32) -> [f32; 3] {
    let flat = math::cos(elevation_rad);
    [
        -math::sin(heading_rad) * flat,
        math::sin(elevation_rad),
        math::cos(heading_rad) * flat,
    ]
}

/// State of the prevailing wind after a tick.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Inflow {
    time_s: f64,
    speed_m_per_s: f32,
    heading_rad: f32,
    /// Lattice points of the wander passed so far.
    wander: f64,
    /// Mean wind at the reference height, m/s, now and a tick ago.
    pub(super) mean: [f32; 3],
    pub(super) mean_before: [f32; 3],
    /// Share of all departures from the mean that outlives this tick: turbulence falls with the mean speed.
    pub(super) keep: f32,
    /// How far the turbulence has drifted, in wavelengths, and the last tick's part of it.
    drift: [f64; 3],
    drift_step: [f64; 3],
    noise: NoiseSettings,
    pub(super) profile: Profile,
    pub(super) fronts: Fronts,
}

impl Inflow {
    /// The wind at time 0, already at its target.
    pub(super) fn new(settings: &InflowSettings, viewer_m: [f64; 3], reach_m: f64) -> Self {
        let mut inflow = Self {
            time_s: 0.0,
            speed_m_per_s: target_speed(settings, 0.0),
            heading_rad: target_heading(settings, 0.0),
            wander: 0.0,
            mean: [0.0; 3],
            mean_before: [0.0; 3],
            keep: 1.0,
            drift: [0.0; 3],
            drift_step: [0.0; 3],
            noise: settings.noise,
            profile: profile(settings),
            fronts: Fronts::new(
                &settings.gust,
                &carrier_of(settings, [0.0; 3], viewer_m, 0.0),
            ),
        };
        inflow.mean = inflow.target_mean(settings);
        inflow.mean_before = inflow.mean;
        let carrier = carrier_of(settings, inflow.mean, viewer_m, reach_m);
        inflow.fronts = Fronts::new(&settings.gust, &carrier);
        inflow
    }

    /// Takes over new settings; the turbulence stays where it is around the viewer.
    pub(super) fn replace(&mut self, settings: &InflowSettings, viewer_m: [f64; 3]) {
        let (old, new) = (self.noise.wavelength_m, settings.noise.wavelength_m);
        let stretch = 1.0 / f64::from(new) - 1.0 / f64::from(old);
        for (drift, viewer_m) in self.drift.iter_mut().zip(viewer_m) {
            *drift = wrap(*drift + viewer_m * stretch);
        }
        self.noise = settings.noise;
        self.profile = profile(settings);
    }

    /// One tick.
    pub(super) fn advance(
        &mut self,
        settings: &InflowSettings,
        viewer_m: [f64; 3],
        reach_m: f64,
        tick_s: f32,
    ) {
        self.time_s += f64::from(tick_s);
        let speed_before = self.speed_m_per_s;
        self.follow_speed(settings, tick_s);
        self.follow_heading(settings, tick_s);
        self.wander += f64::from(2.0 * tick_s / settings.wander_period_s);
        self.keep = if self.speed_m_per_s < speed_before {
            self.speed_m_per_s / speed_before
        } else {
            1.0
        };

        self.mean_before = self.mean;
        self.mean = self.target_mean(settings);
        let per_m = f64::from(tick_s / self.noise.wavelength_m);
        for axis in 0..3 {
            self.drift_step[axis] = f64::from(self.mean[axis]) * per_m;
            self.drift[axis] = wrap(self.drift[axis] + self.drift_step[axis]);
        }
        let carrier = carrier_of(settings, self.mean, viewer_m, reach_m);
        self.fronts.advance(&settings.gust, &carrier, tick_s);
    }

    /// Whether this tick left the mean wind as it was.
    pub(super) fn mean_holds(&self) -> bool {
        self.keep >= 1.0 && self.mean.map(f32::to_bits) == self.mean_before.map(f32::to_bits)
    }

    /// Root mean square of the turbulence along the wind at the reference height, m/s.
    pub(super) fn turbulence_m_per_s(&self) -> f32 {
        self.noise.amplitude * self.speed_m_per_s / noise::AMPLITUDE_OVER_RMS
    }

    /// Sets the simulated time, seconds; integrals stay.
    pub(super) fn set_time(&mut self, time_s: f64) {
        self.time_s = time_s;
    }

    /// Simulated time, seconds.
    pub(super) fn time_s(&self) -> f64 {
        self.time_s
    }

    /// The air `back` ticks ago (0..1), ready to be evaluated.
    pub(super) fn air(&self, back: f32) -> Air<'_> {
        let mean =
            core::array::from_fn(|axis| math::lerp(self.mean[axis], self.mean_before[axis], back));
        let [x, _, z] = mean;
        let flat = math::sqrt(x * x + z * z);
        let speed = math::sqrt(flat * flat + mean[1] * mean[1]);
        let scale = if flat > 0.0 { speed / flat } else { 0.0 };
        Air {
            mean,
            across: [z * scale, 0.0, -x * scale],
            speed,
            back: f64::from(back),
            inflow: self,
        }
    }

    /// Bits that the motion hash covers when there is no grid.
    pub(super) fn bits(&self) -> impl Iterator<Item = u32> + use<> {
        self.mean
            .map(f32::to_bits)
            .into_iter()
            .chain(self.drift.map(|x| (x as f32).to_bits()))
    }

    fn follow_speed(&mut self, settings: &InflowSettings, tick_s: f32) {
        let target = target_speed(settings, self.time_s);
        let share = if settings.speed_response_s > 0.0 {
            1.0 - math::exp(-tick_s / settings.speed_response_s)
        } else {
            1.0
        };
        self.speed_m_per_s = math::lerp(self.speed_m_per_s, target, share);
        if (target - self.speed_m_per_s).abs() <= ARRIVED * target.max(1.0) {
            self.speed_m_per_s = target;
        }
    }

    /// Turns the short way round, at half a turn per response time.
    fn follow_heading(&mut self, settings: &InflowSettings, tick_s: f32) {
        let target = target_heading(settings, self.time_s);
        let turn = wrap_angle(target - self.heading_rad);
        let most = if settings.heading_response_s > 0.0 {
            PI * tick_s / settings.heading_response_s
        } else {
            PI
        };
        self.heading_rad = if turn.abs() <= most {
            target
        } else {
            wrap_angle(self.heading_rad + turn.clamp(-most, most))
        };
    }

    fn target_mean(&self, settings: &InflowSettings) -> [f32; 3] {
        let wander = settings.wander_rad
            * noise::normal_line(settings.seed ^ WANDER_LANE, self.wander).clamp(-3.0, 3.0);
        direction(self.heading_rad + wander, settings.elevation_rad)
            .map(|axis| axis * self.speed_m_per_s)
    }
}

/// The prevailing wind at one moment.
pub(super) struct Air<'a> {
    mean: [f32; 3],
    /// As long as the mean, level, across it.
    across: [f32; 3],
    speed: f32,
    back: f64,
    inflow: &'a Inflow,
}

impl Air<'_> {
    /// Velocity at a place, m/s.
    pub(super) fn at(&self, place_m: [f64; 3]) -> [f32; 3] {
        let noise = &self.inflow.noise;
        let share = self.inflow.profile.at(place_m[1]);
        let samples = if noise.amplitude > 0.0 {
            noise::at(noise.seed, noise.octaves, self.in_wavelengths(place_m))
        } else {
            [0.0; 3]
        };
        let gust = self.gust(place_m);
        let velocity = self.mix(share, samples);
        [
            velocity[0] + share * gust[0],
            velocity[1],
            velocity[2] + share * gust[1],
        ]
    }

    /// What the gust fronts add at the reference height, x and z, m/s.
    pub(super) fn gust(&self, place_m: [f64; 3]) -> [f32; 2] {
        self.inflow.fronts.at([place_m[0], place_m[2]], self.back)
    }

    /// The turbulence of a row of places from `start_m` on, `step_m` apart along `axis`.
    pub(super) fn noise_row(
        &self,
        start_m: [f64; 3],
        axis: usize,
        step_m: f64,
        out: &mut [[f32; 3]],
    ) {
        let noise = &self.inflow.noise;
        if noise.amplitude <= 0.0 || self.speed <= 0.0 {
            out.fill([0.0; 3]);
            return;
        }
        let row = Row {
            start: self.in_wavelengths(start_m),
            axis,
            step: step_m / f64::from(noise.wavelength_m),
        };
        noise::fill_row(noise.seed, noise.octaves, row, out);
    }

    /// Velocity without gusts where the mean has `share` of its reference speed and the noise reads `samples`.
    pub(super) fn mix(&self, share: f32, samples: [f32; 3]) -> [f32; 3] {
        let noise = &self.inflow.noise;
        let strength = share * noise.amplitude;
        let (along, across) = (strength * samples[0], strength * samples[1]);
        let up = strength * samples[2];
        let climb = noise.vertical_share
            * if noise.vertical_share < 0.0 {
                along
            } else {
                up
            };
        core::array::from_fn(|axis| {
            let level = share * self.mean[axis] + along * self.mean[axis];
            let level = level + across * self.across[axis];
            if axis == 1 {
                level + climb * self.speed
            } else {
                level
            }
        })
    }

    fn in_wavelengths(&self, place_m: [f64; 3]) -> [f64; 3] {
        let Inflow {
            drift,
            drift_step,
            noise,
            ..
        } = self.inflow;
        core::array::from_fn(|axis| {
            place_m[axis] / f64::from(noise.wavelength_m)
                - (drift[axis] - self.back * drift_step[axis])
        })
    }
}

fn profile(settings: &InflowSettings) -> Profile {
    Profile::new(settings.roughness_length_m, settings.reference_height_m)
}

fn carrier_of(
    settings: &InflowSettings,
    mean: [f32; 3],
    viewer_m: [f64; 3],
    reach_m: f64,
) -> Carrier {
    let [x, _, z] = mean;
    let flat = math::sqrt(x * x + z * z);
    Carrier {
        speed_m_per_s: flat,
        along: if flat > 0.0 {
            [x / flat, z / flat]
        } else {
            [1.0, 0.0]
        },
        viewer_m: [viewer_m[0], viewer_m[2]],
        reach_m,
        seed: settings.seed,
    }
}

fn target_speed(settings: &InflowSettings, time_s: f64) -> f32 {
    limit(
        settings.speed_m_per_s.at(time_s),
        0.0,
        MAX_SPEED_M_PER_S,
        0.0,
    )
}

fn target_heading(settings: &InflowSettings, time_s: f64) -> f32 {
    wrap_angle(limit(settings.heading_deg.at(time_s), -1e6, 1e6, 270.0).to_radians())
}

/// The same angle in −π..π.
fn wrap_angle(angle_rad: f32) -> f32 {
    angle_rad - TAU * libm::rintf(angle_rad / TAU)
}

/// The same place of the noise, inside its period.
fn wrap(wavelengths: f64) -> f64 {
    wavelengths - noise::PERIOD * libm::floor(wavelengths / noise::PERIOD)
}
