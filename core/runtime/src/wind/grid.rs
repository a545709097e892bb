//! The nested grid and one tick of it.

use super::{
    advect::{self, AdvectScratch},
    border,
    confine::{self, ConfineScratch},
    guard,
    gust_layer::LayerInput,
    inflow::Inflow,
    lattice::Lattice,
    level::{Level, SolidBox},
    nest,
    pressure::{self, PressureScratch},
    push::{self, Impulse},
    recentre,
    settings::GridSettings,
    stage::{STAGES, Stage},
};
use crate::math;

/// Told of every stage and level (0 is the finest) just before it is computed.
pub(super) type Trace<'a> = &'a mut dyn FnMut(Stage, usize);

/// What a tick needs to know of the rest of the wind.
pub(super) struct TickInput<'a> {
    pub(super) inflow: &'a Inflow,
    pub(super) impulses: &'a [Impulse],
    pub(super) solids: &'a [SolidBox],
    pub(super) viewer_m: [f64; 3],
    pub(super) tick_s: f32,
}

/// All levels, the finest first, and the buffers that they share.
#[derive(Debug, Clone)]
pub(super) struct Grid {
    pub(super) settings: GridSettings,
    pub(super) levels: Vec<Level>,
    advect: AdvectScratch,
    confine: ConfineScratch,
    pub(super) pressure: PressureScratch,
    spare: Vec<f32>,
}

impl Grid {
    /// Still air around the viewer.
    pub(super) fn still(settings: GridSettings, inflow: &Inflow, viewer_m: [f64; 3]) -> Self {
        let lattice = Lattice {
            cells: settings.cells,
        };
        let mut cell_m = settings.finest_cell_m;
        let levels = (0..settings.levels)
            .map(|_| {
                let mut level = Level::new(lattice, cell_m, inflow.profile);
                level.origin = recentre::centred(&level, viewer_m);
                cell_m *= 2.0;
                level
            })
            .collect();
        Self {
            settings,
            levels,
            advect: AdvectScratch::new(lattice.len()),
            confine: ConfineScratch::new(lattice.len()),
            pressure: PressureScratch::new(lattice),
            spare: vec![0.0; lattice.len()],
        }
    }

    /// The prevailing wind everywhere.
    pub(super) fn new(settings: GridSettings, inflow: &Inflow, viewer_m: [f64; 3]) -> Self {
        let mut grid = Self::still(settings, inflow, viewer_m);
        let air = inflow.air(0.0);
        for level in &mut grid.levels {
            fill_gusts(level, inflow, 0.0);
            border::fill_all(level, &air);
        }
        grid
    }

    /// Velocities of `source` at every cell, pressure zero.
    pub(super) fn resampled(
        settings: GridSettings,
        inflow: &Inflow,
        viewer_m: [f64; 3],
        source: impl Fn([f64; 3]) -> [f32; 3],
    ) -> Self {
        let mut grid = Self::still(settings, inflow, viewer_m);
        for level in &mut grid.levels {
            for (place, index) in level.lattice.places() {
                let velocity = source(level.centre_m(place));
                for (values, value) in level.velocity.iter_mut().zip(velocity) {
                    values[index] = value;
                }
            }
        }
        grid
    }

    /// Marks the same boxes on every level.
    pub(super) fn mark_solids(&mut self, solids: &[SolidBox]) {
        for level in &mut self.levels {
            level.mark_solids(solids);
        }
    }

    /// One tick: all stages. Returns how many cells had run away and were reset.
    pub(super) fn tick(&mut self, input: &TickInput<'_>, trace: Trace<'_>) -> u64 {
        for stage in STAGES {
            self.run(stage, input, trace);
        }
        self.levels
            .iter_mut()
            .map(|level| guard::mend(level, input.inflow.mean))
            .sum()
    }

    /// One stage on all levels.
    pub(super) fn run(&mut self, stage: Stage, input: &TickInput<'_>, trace: Trace<'_>) {
        match stage {
            Stage::Inject => self.inject(input, trace),
            Stage::Recentre => self.recentre(input, trace),
            Stage::FillInnerBorders => {
                for index in (0..self.levels.len()).rev() {
                    trace(stage, index);
                    if let [fine, coarse, ..] = &mut self.levels[index..] {
                        nest::fill_inner_border(fine, coarse);
                    }
                }
            }
            Stage::OverwriteCoarse => {
                for index in 0..self.levels.len() {
                    trace(stage, index);
                    if let [fine, coarse, ..] = &mut self.levels[index..]
                        && self.settings.fine_overwrites_coarse
                    {
                        nest::overwrite_coarse(coarse, fine);
                    }
                }
            }
            Stage::Advect | Stage::Confine | Stage::Push | Stage::Project => {
                for index in 0..self.levels.len() {
                    trace(stage, index);
                    self.run_on_level(stage, index, input);
                }
            }
        }
    }

    fn run_on_level(&mut self, stage: Stage, index: usize, input: &TickInput<'_>) {
        let level = &mut self.levels[index];
        let settings = &self.settings;
        match stage {
            Stage::Advect => {
                advect::advect(
                    level,
                    input.inflow.mean,
                    settings.advection,
                    input.tick_s,
                    &mut self.advect,
                );
                if settings.dissipation_per_s > 0.0 {
                    let keep = math::exp(-settings.dissipation_per_s * input.tick_s);
                    push::dissipate(level, input.inflow.mean, keep);
                }
            }
            Stage::Confine => confine::confine(
                level,
                input.inflow.mean,
                input.inflow.turbulence_m_per_s(),
                settings.vorticity_confinement_per_s,
                input.tick_s,
                &mut self.confine,
            ),
            Stage::Push => {
                push::push_gusts(level);
                for impulse in input.impulses {
                    push::push(level, impulse);
                }
            }
            Stage::Project => pressure::project(
                level,
                settings.pressure_solver,
                settings.pressure_iterations,
                &mut self.pressure,
            ),
            Stage::Inject | Stage::Recentre | Stage::FillInnerBorders | Stage::OverwriteCoarse => {}
        }
    }

    fn inject(&mut self, input: &TickInput<'_>, trace: Trace<'_>) {
        let coarsest = self.levels.len() - 1;
        trace(Stage::Inject, coarsest);
        for level in &mut self.levels {
            border::follow_mean(level, input.inflow);
            fill_gusts(level, input.inflow, input.tick_s);
        }
        border::fill_border(&mut self.levels[coarsest], &input.inflow.air(0.0));
    }

    fn recentre(&mut self, input: &TickInput<'_>, trace: Trace<'_>) {
        let coarsest = self.levels.len() - 1;
        for index in (0..=coarsest).rev() {
            trace(Stage::Recentre, index);
            let target = recentre::target(&self.levels[index], input.viewer_m);
            if !self.settings.recentre || target == self.levels[index].origin {
                continue;
            }
            let air = input.inflow.air(0.0);
            let (finer, coarser) = self.levels.split_at_mut(index + 1);
            let level = &mut finer[index];
            if let Some(coarse) = coarser.first() {
                recentre::shift(level, target, &mut self.spare, |centre_m| {
                    coarse.trilinear(coarse.in_cells(centre_m))
                });
            } else {
                recentre::shift(level, target, &mut self.spare, recentre::prevailing(&air));
            }
            fill_gusts(level, input.inflow, input.tick_s);
            if index == coarsest {
                border::fill_border(level, &air);
            }
            level.mark_solids(input.solids);
        }
    }
}

fn fill_gusts(level: &mut Level, inflow: &Inflow, tick_s: f32) {
    let [x, _, z] = level.centre_m([0, 0, 0]);
    let input = LayerInput {
        fronts: &inflow.fronts,
        mean: inflow.mean,
        keep: inflow.keep,
        tick_s,
    };
    level.gust.fill(&input, [x, z], level.cell_m);
}
