//! The air: nested grids, what blows in from outside, and how consumers sample it.

use crate::{
    math,
    preset::{scene::Clock, wind::WindDescription},
    random,
};

/// The air of a world: a log-law mean with smooth noise that drifts along.
#[derive(Debug, Clone)]
pub struct WindState {
    description: WindDescription,
    tick_s: f64,
    /// The last two ticks.
    ticks: [WindResult; 2],
}

/// The next tick.
#[derive(Debug, Clone)]
pub struct WindJob(WindResult);

/// A finished tick.
#[derive(Debug, Clone, Default)]
pub struct WindResult {
    time_s: f64,
    drift_m: f64,
}

impl WindJob {
    /// Computes the tick.
    pub fn run(self) -> WindResult {
        self.0
    }
}

impl WindState {
    /// Air at time 0.
    pub fn new(description: &WindDescription, clock: &Clock, _viewer_m: [f64; 3]) -> Self {
        Self {
            description: description.clone(),
            tick_s: 1.0 / f64::from(clock.wind_rate_hz),
            ticks: Default::default(),
        }
    }

    /// Other settings, same state.
    pub fn replace(&mut self, description: &WindDescription, clock: &Clock) {
        self.description = description.clone();
        self.tick_s = 1.0 / f64::from(clock.wind_rate_hz);
    }

    /// Point that the grid follows.
    pub fn set_viewer(&mut self, _position_m: [f64; 3]) {}

    /// The next tick, for any thread.
    pub fn job(&mut self) -> WindJob {
        let time_s = self.ticks[1].time_s + self.tick_s;
        let speed = self.description.preset.speed_m_per_s.at(time_s);
        WindJob(WindResult {
            time_s,
            drift_m: self.ticks[1].drift_m + f64::from(speed) * self.tick_s,
        })
    }

    /// Publishes a finished tick.
    pub fn join(&mut self, result: WindResult) {
        self.ticks.swap(0, 1);
        self.ticks[1] = result;
    }

    /// Computes and publishes one tick.
    pub fn tick_inline(&mut self) {
        let result = self.job().run();
        self.join(result);
    }

    /// Velocity between the last two ticks, m/s.
    pub fn sample(&self, position_m: [f64; 3], blend: f32) -> [f32; 3] {
        let preset = &self.description.preset;
        let [u, v] = [0, 1].map(|slot| {
            let speed = preset.speed_m_per_s.at(self.ticks[slot].time_s);
            let z0 = preset.roughness_length_m;
            let height = (position_m[1] as f32).max(2.0 * z0);
            let profile = math::ln(height / z0) / math::ln(preset.reference_height_m / z0);
            let place =
                (position_m[0] - self.ticks[slot].drift_m) / f64::from(preset.noise_wavelength_m);
            let cell = libm::floor(place);
            let t = (place - cell) as f32;
            let lattice = |at: f64| random::range(9, (at as i64) as u64, 0, -1.0, 1.0);
            let noise = math::lerp(lattice(cell), lattice(cell + 1.0), t * t * (3.0 - 2.0 * t));
            speed * profile * (1.0 + preset.noise_amplitude * noise)
        });
        let heading = preset.heading_deg.at(self.ticks[1].time_s).to_radians();
        let speed = math::lerp(u, v, blend);
        [-math::sin(heading) * speed, 0.0, math::cos(heading) * speed]
    }

    /// Bits of the finest level.
    pub fn state_bits(&self) -> impl Iterator<Item = u32> {
        self.ticks
            .iter()
            .map(|tick| (tick.drift_m as f32).to_bits())
    }

    /// Mean velocity, m/s.
    pub fn mean_velocity(&self) -> [f32; 3] {
        self.sample(
            [
                0.0,
                f64::from(self.description.preset.reference_height_m),
                0.0,
            ],
            1.0,
        )
    }
}
