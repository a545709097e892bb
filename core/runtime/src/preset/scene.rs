//! A whole scene: the very thing that the editor compiles and exports and a game loads.

use serde::{Deserialize, Serialize};

use super::{species::Species, wind::WindDescription};

/// Everything that a world needs but the branch tables, which stand beside it under their content hashes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct SceneDescription {
    /// Format number, see [`super::FORMAT`].
    pub format: u32,
    /// Ticks and seed.
    pub clock: Clock,
    /// The air; none is still air.
    pub wind: Option<WindDescription>,
    /// Groups of trees that share one table and one species.
    pub trees: Vec<TreeGroup>,
    /// Sun and sky.
    pub sky: Sky,
    /// Where the picture is taken from.
    pub camera: Camera,
    /// The ground that the picture shows.
    pub ground: Ground,
}

impl Default for SceneDescription {
    fn default() -> Self {
        Self {
            format: super::FORMAT,
            clock: Clock::default(),
            wind: None,
            trees: Vec::new(),
            sky: Sky::default(),
            camera: Camera::default(),
            ground: Ground::default(),
        }
    }
}

/// Ticks of the simulation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Clock {
    /// Tree ticks per second, 15..240.
    pub rate_hz: f32,
    /// Wind ticks per second, 15..120.
    pub wind_rate_hz: f32,
    /// Speed of time, 0..4.
    pub time_scale: f32,
    /// Seed of all randomness.
    pub seed: u32,
    /// Simulated before the first picture, seconds, 0..60.
    pub warm_up_s: f32,
}

impl Default for Clock {
    fn default() -> Self {
        Self {
            rate_hz: 60.0,
            wind_rate_hz: 30.0,
            time_scale: 1.0,
            seed: 1,
            warm_up_s: 5.0,
        }
    }
}

/// Trees that share one branch table, one species and one solver setting.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Default)]
#[serde(default)]
#[non_exhaustive]
pub struct TreeGroup {
    /// Id of the node that made it; state is kept under it.
    pub node: String,
    /// Content hash of the branch table: letters, digits, `-` and `_`.
    pub table: String,
    /// How it moves.
    pub species: Species,
    /// How it is solved.
    pub springs: Springs,
    /// Where they stand.
    pub instances: Vec<Instance>,
}

/// Settings of the spring solver.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Springs {
    /// Steps per tick, 1..8.
    pub substeps: u32,
    /// Limits k to m/dt² and c to m/dt, so that every step is stable.
    pub clamp: bool,
    /// Whether branches resist their parents' motion.
    pub inertia: bool,
    /// Largest angle of a branch from rest, radians, 0.1..3.
    pub max_angle_rad: f32,
    /// Torque by the current direction (fades as a branch aligns) instead of the rest direction.
    pub self_aligning: bool,
    /// Noise speed over natural frequency, 0..10; 1.9 puts the noise's peak on it.
    pub noise_speed_factor: f32,
    /// A tree sleeps when no branch turns faster than this, rad/s, 0..10 …
    pub sleep_rad_per_s: f32,
    /// … and the wind at it is slower than this, m/s, 0..10.
    pub sleep_wind_m_per_s: f32,
}

impl Default for Springs {
    fn default() -> Self {
        Self {
            substeps: 1,
            clamp: true,
            inertia: true,
            max_angle_rad: 2.0,
            self_aligning: true,
            noise_speed_factor: 1.9,
            sleep_rad_per_s: 1e-4,
            sleep_wind_m_per_s: 0.1,
        }
    }
}

/// One tree in the world.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Instance {
    /// Root, metres, each −1e6..1e6.
    pub position_m: [f64; 3],
    /// Turn about the vertical, degrees, −36,000..36,000, counter-clockwise from above.
    pub yaw_deg: f32,
    /// Size, 0.01..100; parameters do not depend on it.
    pub scale: f32,
    /// Own lane of the noise.
    pub seed: u32,
}

impl Instance {
    /// A tree at `position_m`.
    pub const fn new(position_m: [f64; 3], yaw_deg: f32, scale: f32, seed: u32) -> Self {
        Self {
            position_m,
            yaw_deg,
            scale,
            seed,
        }
    }
}

impl Default for Instance {
    fn default() -> Self {
        Self::new([0.0; 3], 0.0, 1.0, 0)
    }
}

/// Sun and sky.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Sky {
    /// Height of the sun, degrees above the horizon, −5..90.
    pub sun_elevation_deg: f32,
    /// Where the sun stands, degrees clockwise from north (−Z), −36,000..36,000.
    pub sun_azimuth_deg: f32,
    /// Share of the sky that soft high cloud covers, 0..1.
    pub cloud_cover: f32,
    /// Haze, as a factor of a clear day's, 0..10.
    pub haze: f32,
    /// Exposure in stops around the fixed one, −5..5.
    pub exposure_stops: f32,
}

impl Default for Sky {
    fn default() -> Self {
        Self {
            sun_elevation_deg: 24.0,
            sun_azimuth_deg: 62.0,
            cloud_cover: 0.35,
            haze: 1.0,
            exposure_stops: 0.0,
        }
    }
}

/// A camera that looks at a point.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Camera {
    /// Eye, metres, each −1e6..1e6.
    pub eye_m: [f64; 3],
    /// What it looks at, metres, each −1e6..1e6; the wind grid centres on it.
    pub target_m: [f64; 3],
    /// Vertical field of view, degrees, 5..120.
    pub field_of_view_deg: f32,
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            eye_m: [2.2, 1.65, 29.0],
            target_m: [2.6, 6.0, 0.0],
            field_of_view_deg: 38.0,
        }
    }
}

/// The ground that the picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Ground {
    /// Height of the rolls, metres, 0..5.
    pub roll_m: f32,
    /// Grass tufts as a share of the full count, 0..1.
    pub grass: f32,
    /// Whether a fence stands as a scale.
    pub fence: bool,
    /// Seed of shape and growth.
    pub seed: u32,
}

impl Default for Ground {
    fn default() -> Self {
        Self {
            roll_m: 1.3,
            grass: 1.0,
            fence: true,
            seed: 7,
        }
    }
}
