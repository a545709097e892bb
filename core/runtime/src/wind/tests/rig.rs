//! A grid with its inflow, one tick at a time, and fields to fill it with.

use super::super::{
    grid::{Grid, TickInput},
    inflow::Inflow,
    lattice::Lattice,
    level::Level,
    profile::Profile,
    push::Impulse,
    settings::Settings,
    stage::{STAGES, Stage},
};
use crate::{
    preset::{
        scene::Clock,
        wind::{Advection, WindDescription, WindGrid},
    },
    random,
    signal::Scalar,
};

/// A wind without turbulence, wander and gusts.
pub(super) fn steady(speed_m_per_s: f32, grid: WindGrid) -> WindDescription {
    let mut description = WindDescription::default();
    description.preset.speed_m_per_s = Scalar::Constant(speed_m_per_s);
    description.preset.noise_amplitude = 0.0;
    description.preset.wander_deg = 0.0;
    description.preset.gust.interval_s = 0.0;
    description.preset.speed_response_s = 0.0;
    description.grid = Some(grid);
    description
}

/// One level of the default size, as published, without confinement.
pub(super) fn single_level() -> WindGrid {
    WindGrid {
        levels: 1,
        advection: Advection::SemiLagrangian,
        vorticity_confinement_per_s: 0.0,
        ..WindGrid::default()
    }
}

pub(super) struct Rig {
    pub(super) settings: Settings,
    pub(super) inflow: Inflow,
    pub(super) grid: Grid,
    pub(super) viewer_m: [f64; 3],
    pub(super) impulses: Vec<Impulse>,
}

impl Rig {
    pub(super) fn new(description: &WindDescription) -> Self {
        Self::with_profile(description, None)
    }

    /// The same speed at all heights.
    pub(super) fn uniform(description: &WindDescription) -> Self {
        Self::with_profile(description, Some(Profile::uniform()))
    }

    fn with_profile(description: &WindDescription, profile: Option<Profile>) -> Self {
        let settings = Settings::new(description, &Clock::default());
        let viewer_m = [0.0; 3];
        let mut inflow = Inflow::new(&settings.inflow, viewer_m, settings.reach_m());
        inflow.profile = profile.unwrap_or(inflow.profile);
        let grid = Grid::new(settings.grid.unwrap(), &inflow, viewer_m);
        Self {
            settings,
            inflow,
            grid,
            viewer_m,
            impulses: Vec::new(),
        }
    }

    pub(super) fn tick(&mut self) {
        self.tick_with(|_, _| {});
    }

    /// One tick; `after` may change the grid after each stage.
    pub(super) fn tick_with(&mut self, mut after: impl FnMut(Stage, &mut Grid)) {
        let settings = &self.settings;
        let reach_m = settings.reach_m();
        self.inflow
            .advance(&settings.inflow, self.viewer_m, reach_m, settings.tick_s);
        let input = TickInput {
            inflow: &self.inflow,
            impulses: &self.impulses,
            solids: &settings.solids,
            viewer_m: self.viewer_m,
            tick_s: settings.tick_s,
        };
        for stage in STAGES {
            self.grid.run(stage, &input, &mut |_, _| {});
            after(stage, &mut self.grid);
        }
    }
}

/// A level of half-metre cells, low corner at the origin.
pub(super) fn level(cells: [usize; 3]) -> Level {
    Level::new(Lattice { cells }, 0.5, Profile::uniform())
}

/// Sets every cell, border included, by its centre.
pub(super) fn set(level: &mut Level, field: impl Fn([f64; 3]) -> [f64; 3]) {
    for (place, index) in level.lattice.places() {
        let value = field(level.centre_m(place));
        for axis in 0..3 {
            level.velocity[axis][index] = value[axis] as f32;
        }
    }
}

/// Independent components in −most..most.
pub(super) fn set_random(level: &mut Level, seed: u64, most: f32) {
    for (axis, values) in level.velocity.iter_mut().enumerate() {
        for (index, value) in values.iter_mut().enumerate() {
            *value = random::range(seed, index as u64, axis as u64, -most, most);
        }
    }
}

/// Indices of all inner cells with their places.
pub(super) fn inner(level: &Level) -> Vec<([usize; 3], usize)> {
    let lattice = level.lattice;
    lattice
        .places()
        .filter(|(place, _)| !lattice.is_border(*place))
        .collect()
}

pub(super) fn velocity(level: &Level, index: usize) -> [f32; 3] {
    core::array::from_fn(|axis| level.velocity[axis][index])
}

pub(super) fn speed(velocity: [f32; 3]) -> f32 {
    velocity.iter().map(|x| x * x).sum::<f32>().sqrt()
}
