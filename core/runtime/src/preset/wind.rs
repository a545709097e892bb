//! How the air moves: prevailing wind, its turbulence and gusts, the grid, effectors.

use serde::{Deserialize, Serialize};

use crate::signal::Scalar;

/// A wind preset: the air that arrives from outside.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct WindPreset {
    /// Format number, see [`super::FORMAT`].
    pub format: u32,
    /// Name shown to people.
    pub name: String,
    /// Mean speed at the reference height, m/s, 0..60.
    pub speed_m_per_s: Scalar,
    /// Where the wind comes from, degrees clockwise from north.
    pub heading_deg: Scalar,
    /// Climb of the mean wind, degrees, −30..30.
    pub elevation_deg: f32,
    /// Height at which the speed is given, metres.
    pub reference_height_m: f32,
    /// Roughness length z0 of the log law, metres, 0.0001..2.
    pub roughness_length_m: f32,
    /// Time constant with which the speed follows a change, seconds.
    pub speed_response_s: f32,
    /// Time the heading needs for half a turn, seconds.
    pub heading_response_s: f32,
    /// Amplitude of the border noise as a share of the speed (1.7 × turbulence intensity), 0..1.
    pub noise_amplitude: f32,
    /// Wavelength of the border noise, metres, 1..100.
    pub noise_wavelength_m: f32,
    /// Octaves of the border noise, 1..5.
    pub noise_octaves: u32,
    /// Standard deviation of the slow wander of the heading, degrees, and its period, seconds.
    pub wander_deg: f32,
    /// Period of the wander, seconds.
    pub wander_period_s: f32,
    /// Vertical noise as a share of the horizontal, −1..1; negative descends in gusts.
    pub vertical_share: f32,
    /// Gusts that ride on the mean.
    pub gust: Gust,
}

impl Default for WindPreset {
    fn default() -> Self {
        Self {
            format: super::FORMAT,
            name: String::from("Gentle breeze"),
            speed_m_per_s: Scalar::Constant(4.3),
            heading_deg: Scalar::Constant(270.0),
            elevation_deg: 0.0,
            reference_height_m: 10.0,
            roughness_length_m: 0.1,
            speed_response_s: 0.5,
            heading_response_s: 2.5,
            noise_amplitude: 0.37,
            noise_wavelength_m: 10.0,
            noise_octaves: 2,
            wander_deg: 15.0,
            wander_period_s: 25.0,
            vertical_share: 0.1,
            gust: Gust::default(),
        }
    }
}

/// Gust fronts: bands of faster air that travel downwind.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Gust {
    /// Mean time between gusts, seconds; 0 switches them off.
    pub interval_s: f32,
    /// Speed added at the peak, as a share of the mean speed, 0..3.
    pub strength: f32,
    /// Rise of the front, seconds.
    pub rise_s: f32,
    /// Fall behind it, seconds.
    pub fall_s: f32,
}

impl Default for Gust {
    fn default() -> Self {
        Self {
            interval_s: 10.0,
            strength: 0.5,
            rise_s: 0.8,
            fall_s: 2.0,
        }
    }
}

/// How velocity is carried along.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
pub enum Advection {
    /// Second order with a limiter; keeps gusts alive over the whole grid.
    #[default]
    MacCormack,
    /// First order, as published by S1.
    SemiLagrangian,
}

/// How the pressure that keeps the air from piling up is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
pub enum PressureSolver {
    /// Red-black successive over-relaxation, factor 1.7, started from the last tick's pressure.
    #[default]
    OverRelaxation,
    /// Jacobi sweeps, as on a GPU; slower to settle.
    Jacobi,
}

/// The nested fluid grid.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct WindGrid {
    /// Cells along x, y (up) and z, each one of 16, 32, 48, 64, 96, 128.
    pub cells: [u32; 3],
    /// Side of the finest cells, metres, 0.1..4; each further level doubles it.
    pub finest_cell_m: f32,
    /// Nested levels, 1..5.
    pub levels: u32,
    /// Pressure sweeps per tick, 4..100.
    pub pressure_iterations: u32,
    /// Pressure solver.
    pub pressure_solver: PressureSolver,
    /// Advection scheme.
    pub advection: Advection,
    /// Vorticity confinement, 1/s, 0..5.
    pub vorticity_confinement_per_s: f32,
    /// Share of what differs from the mean wind (turbulence, gusts, wakes, pushes) that is lost per second, 0..1.
    pub dissipation_per_s: f32,
    /// Whether the grid follows the viewer.
    pub recentre: bool,
    /// Whether fine cells overwrite the coarse cells that they fill.
    pub fine_overwrites_coarse: bool,
}

impl Default for WindGrid {
    fn default() -> Self {
        Self {
            cells: [48, 16, 48],
            finest_cell_m: 0.5,
            levels: 3,
            pressure_iterations: 20,
            pressure_solver: PressureSolver::OverRelaxation,
            advection: Advection::MacCormack,
            vorticity_confinement_per_s: 1.0,
            dissipation_per_s: 0.0,
            recentre: true,
            fine_overwrites_coarse: true,
        }
    }
}

/// A local push on the air: acceleration inside a capsule, faded to its edge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct LinearEffector {
    /// Id of the node that made it, for state and messages.
    pub node: String,
    /// Start of the capsule's axis, metres, world.
    pub position_m: [f32; 3],
    /// Heading it pushes from, degrees, like the wind's.
    pub heading_deg: f32,
    /// Climb of the push, degrees.
    pub elevation_deg: f32,
    /// Velocity change of one pulse, m/s, 0..60.
    pub strength_m_per_s: Scalar,
    /// Length of the axis, metres.
    pub length_m: f32,
    /// Radius, metres, 0.1..10.
    pub radius_m: f32,
    /// How long one pulse lasts, seconds, 0.02..5.
    pub duration_s: f32,
    /// Time between the starts of two pulses, seconds; 0 pushes all the time (strength per duration).
    pub interval_s: f32,
}

impl Default for LinearEffector {
    fn default() -> Self {
        Self {
            node: String::new(),
            position_m: [0.0, 2.0, 0.0],
            heading_deg: 270.0,
            elevation_deg: 0.0,
            strength_m_per_s: Scalar::Constant(6.0),
            length_m: 2.0,
            radius_m: 0.8,
            duration_s: 0.3,
            interval_s: 3.0,
        }
    }
}

/// Everything about the air of a scene.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Default)]
#[serde(default)]
#[non_exhaustive]
pub struct WindDescription {
    /// Id of the node that made it; state is kept under it.
    pub node: String,
    /// What arrives from outside.
    pub preset: WindPreset,
    /// The fluid; without it the outside wind blows everywhere unhindered.
    pub grid: Option<WindGrid>,
    /// Local pushes.
    pub effectors: Vec<LinearEffector>,
}
