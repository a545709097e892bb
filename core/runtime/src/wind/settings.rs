//! A wind description turned into numbers that the solver can trust: finite, inside their ranges, of bounded size.

use super::level::SolidBox;
use crate::{
    preset::{
        scene::Clock,
        wind::{Advection, Gust, LinearEffector, PressureSolver, WindDescription, WindGrid},
    },
    signal::Scalar,
};

/// Sizes that a side of a grid may have, in cells. All are multiples of 16, so rows fill vector registers.
const SIDES: [usize; 6] = [16, 32, 48, 64, 96, 128];
/// Most cells over all levels; about 70 bytes each.
const MAX_CELLS: usize = 1 << 22;
/// Most effectors that are applied.
const MAX_EFFECTORS: usize = 256;
/// Farthest a position may be from the world's origin, metres; cells stay exact in f64 and in i64.
pub(super) const MAX_DISTANCE_M: f64 = 1e7;

/// Everything that steers one tick, checked.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Settings {
    pub(super) inflow: InflowSettings,
    pub(super) grid: Option<GridSettings>,
    pub(super) effectors: Vec<EffectorSettings>,
    pub(super) solids: Vec<SolidBox>,
    /// Length of a tick, seconds.
    pub(super) tick_s: f32,
}

/// The air that arrives from outside.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct InflowSettings {
    pub(super) speed_m_per_s: Scalar,
    pub(super) heading_deg: Scalar,
    pub(super) elevation_rad: f32,
    pub(super) reference_height_m: f32,
    pub(super) roughness_length_m: f32,
    pub(super) speed_response_s: f32,
    pub(super) heading_response_s: f32,
    pub(super) noise: NoiseSettings,
    pub(super) wander_rad: f32,
    pub(super) wander_period_s: f32,
    pub(super) gust: Gust,
    pub(super) seed: u64,
}

/// Turbulence that the wind carries along.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct NoiseSettings {
    pub(super) amplitude: f32,
    pub(super) wavelength_m: f32,
    pub(super) octaves: u32,
    pub(super) vertical_share: f32,
    pub(super) seed: u64,
}

/// The nested grid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct GridSettings {
    pub(super) cells: [usize; 3],
    pub(super) finest_cell_m: f64,
    pub(super) levels: usize,
    pub(super) pressure_iterations: u32,
    pub(super) pressure_solver: PressureSolver,
    pub(super) advection: Advection,
    pub(super) vorticity_confinement_per_s: f32,
    pub(super) dissipation_per_s: f32,
    pub(super) recentre: bool,
    pub(super) fine_overwrites_coarse: bool,
}

impl GridSettings {
    /// Whether fields of `other` can be used as they are.
    pub(super) fn same_cells(&self, other: &Self) -> bool {
        self.cells == other.cells
            && self.levels == other.levels
            && self.finest_cell_m.to_bits() == other.finest_cell_m.to_bits()
    }

    /// Side of a cell of the coarsest level, metres.
    pub(super) fn coarsest_cell_m(&self) -> f64 {
        self.finest_cell_m * f64::from(1_u32 << (self.levels - 1))
    }
}

/// A local push.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct EffectorSettings {
    pub(super) node: String,
    pub(super) start_m: [f64; 3],
    /// Unit vector along the axis, the way it pushes.
    pub(super) direction: [f32; 3],
    pub(super) strength_m_per_s: Scalar,
    pub(super) length_m: f32,
    pub(super) radius_m: f32,
    pub(super) duration_s: f32,
    pub(super) interval_s: f32,
}

impl Settings {
    /// Distance from the viewer that the grid, wherever it stands around them, stays inside; metres.
    pub(super) fn reach_m(&self) -> f64 {
        self.grid.as_ref().map_or(0.0, |grid| {
            let longest = grid.cells[0].max(grid.cells[2]) as f64;
            0.8 * longest * grid.coarsest_cell_m()
        })
    }

    /// Reads `description`; what is not finite takes its default, what is out of range its limit.
    pub(super) fn new(description: &WindDescription, clock: &Clock) -> Self {
        let grid = description.grid.as_ref().map(grid);
        Self {
            inflow: inflow(description, clock, grid.as_ref()),
            grid,
            effectors: description
                .effectors
                .iter()
                .take(MAX_EFFECTORS)
                .map(effector)
                .collect(),
            solids: Vec::new(),
            tick_s: 1.0 / limit(clock.wind_rate_hz, 15.0, 120.0, 30.0),
        }
    }
}

fn inflow(
    description: &WindDescription,
    clock: &Clock,
    grid: Option<&GridSettings>,
) -> InflowSettings {
    let preset = &description.preset;
    let roughness_length_m = limit(preset.roughness_length_m, 1e-4, 2.0, 0.1);
    // noise shorter than two of the cells that carry it would only flicker
    let shortest_m = grid.map_or(1.0, |grid| (2.0 * grid.coarsest_cell_m()) as f32);
    let seed = u64::from(clock.seed);
    InflowSettings {
        speed_m_per_s: preset.speed_m_per_s.clone(),
        heading_deg: preset.heading_deg.clone(),
        elevation_rad: limit(preset.elevation_deg, -30.0, 30.0, 0.0).to_radians(),
        reference_height_m: limit(preset.reference_height_m, 1.0, 200.0, 10.0)
            .max(4.0 * roughness_length_m),
        roughness_length_m,
        speed_response_s: limit(preset.speed_response_s, 0.0, 60.0, 0.5),
        heading_response_s: limit(preset.heading_response_s, 0.0, 120.0, 2.5),
        noise: NoiseSettings {
            amplitude: limit(preset.noise_amplitude, 0.0, 1.0, 0.37),
            wavelength_m: limit(preset.noise_wavelength_m, 1.0, 100.0, 10.0).max(shortest_m),
            octaves: preset.noise_octaves.clamp(1, 5),
            vertical_share: limit(preset.vertical_share, -1.0, 1.0, 0.1),
            seed,
        },
        wander_rad: limit(preset.wander_deg, 0.0, 90.0, 0.0).to_radians(),
        wander_period_s: limit(preset.wander_period_s, 1.0, 3600.0, 25.0),
        gust: Gust {
            interval_s: limit(preset.gust.interval_s, 0.0, 3600.0, 0.0),
            strength: limit(preset.gust.strength, 0.0, 3.0, 0.0),
            rise_s: limit(preset.gust.rise_s, 0.05, 60.0, 0.8),
            fall_s: limit(preset.gust.fall_s, 0.05, 60.0, 2.0),
        },
        seed,
    }
}

fn grid(grid: &WindGrid) -> GridSettings {
    let mut cells = grid.cells.map(side);
    let levels = grid.levels.clamp(1, 5) as usize;
    while cells.iter().product::<usize>() * levels > MAX_CELLS {
        shrink(&mut cells);
    }
    GridSettings {
        cells,
        finest_cell_m: f64::from(limit(grid.finest_cell_m, 0.1, 4.0, 0.5)),
        levels,
        pressure_iterations: grid.pressure_iterations.clamp(4, 100),
        pressure_solver: grid.pressure_solver,
        advection: grid.advection,
        vorticity_confinement_per_s: limit(grid.vorticity_confinement_per_s, 0.0, 5.0, 1.0),
        dissipation_per_s: limit(grid.dissipation_per_s, 0.0, 1.0, 0.0),
        recentre: grid.recentre,
        fine_overwrites_coarse: grid.fine_overwrites_coarse,
    }
}

/// The smallest allowed side of at least `cells`, or the largest there is.
fn side(cells: u32) -> usize {
    SIDES
        .into_iter()
        .find(|&side| side >= cells as usize)
        .unwrap_or(SIDES[SIDES.len() - 1])
}

/// Takes the longest side one size down.
fn shrink(cells: &mut [usize; 3]) {
    let longest = cells.iter().copied().max().unwrap_or(0);
    let smaller = SIDES.into_iter().rev().find(|&side| side < longest);
    if let (Some(side), Some(smaller)) = (cells.iter_mut().find(|side| **side == longest), smaller)
    {
        *side = smaller;
    }
}

fn effector(effector: &LinearEffector) -> EffectorSettings {
    let place = |metres: f32| f64::from(limit(metres, -1e7, 1e7, 0.0));
    EffectorSettings {
        node: effector.node.clone(),
        start_m: effector.position_m.map(place),
        direction: super::inflow::direction(
            limit(effector.heading_deg, -3600.0, 3600.0, 270.0).to_radians(),
            limit(effector.elevation_deg, -90.0, 90.0, 0.0).to_radians(),
        ),
        strength_m_per_s: effector.strength_m_per_s.clone(),
        length_m: limit(effector.length_m, 0.0, 100.0, 2.0),
        radius_m: limit(effector.radius_m, 0.1, 10.0, 0.8),
        duration_s: limit(effector.duration_s, 0.02, 5.0, 0.3),
        interval_s: limit(effector.interval_s, 0.0, 3600.0, 3.0),
    }
}

/// `value` inside `low..=high`; `default` if it is not a number.
pub(super) fn limit(value: f32, low: f32, high: f32, default: f32) -> f32 {
    if value.is_nan() {
        default
    } else {
        value.clamp(low, high)
    }
}
