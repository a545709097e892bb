//! Everything that a tick changes: the prevailing wind's integrals, the grid, the effectors' pulses.

use std::sync::Arc;

use super::{
    field::Field,
    grid::{Grid, TickInput, Trace},
    inflow::Inflow,
    push::{Impulse, Pulse},
    settings::Settings,
};

/// The moving state and the settings that it fits.
#[derive(Debug, Clone)]
pub(super) struct Engine {
    pub(super) settings: Arc<Settings>,
    pub(super) inflow: Inflow,
    pub(super) grid: Option<Grid>,
    pulses: Vec<Pulse>,
    impulses: Vec<Impulse>,
}

impl Engine {
    /// The wind at time 0.
    pub(super) fn new(settings: &Arc<Settings>, viewer_m: [f64; 3]) -> Self {
        let inflow = Inflow::new(&settings.inflow, viewer_m, settings.reach_m());
        let mut grid = settings.grid.map(|grid| Grid::new(grid, &inflow, viewer_m));
        if let Some(grid) = &mut grid {
            grid.mark_solids(&settings.solids);
        }
        Self {
            settings: Arc::clone(settings),
            inflow,
            grid,
            pulses: pulses(settings, &[]),
            impulses: Vec::with_capacity(settings.effectors.len()),
        }
    }

    /// A new start from what was published last.
    pub(super) fn from_field(settings: &Arc<Settings>, field: &Field, viewer_m: [f64; 3]) -> Self {
        let mut engine = Self {
            settings: Arc::clone(settings),
            inflow: field.inflow,
            grid: None,
            pulses: pulses(settings, &[]),
            impulses: Vec::with_capacity(settings.effectors.len()),
        };
        engine.resample(field, viewer_m);
        engine
    }

    /// Takes over other settings. Cells that still fit stay; a grid of other cells is resampled from `field`.
    pub(super) fn adopt(&mut self, settings: &Arc<Settings>, field: &Field, viewer_m: [f64; 3]) {
        self.inflow.replace(&settings.inflow, viewer_m);
        self.pulses = pulses(settings, &self.pulses);
        self.impulses = Vec::with_capacity(settings.effectors.len());
        let solids_moved = self.settings.solids != settings.solids;
        self.settings = Arc::clone(settings);
        match (&mut self.grid, &settings.grid) {
            (Some(grid), Some(wanted)) if grid.settings.same_cells(wanted) => {
                grid.settings = *wanted;
                for level in &mut grid.levels {
                    level.set_profile(self.inflow.profile);
                }
                if solids_moved {
                    grid.mark_solids(&settings.solids);
                }
            }
            _ => self.resample(field, viewer_m),
        }
    }

    /// One tick; returns how many cells had run away and were reset.
    pub(super) fn tick(&mut self, viewer_m: [f64; 3], trace: Trace<'_>) -> u64 {
        let settings = &*self.settings;
        let tick_s = settings.tick_s;
        self.inflow
            .advance(&settings.inflow, viewer_m, settings.reach_m(), tick_s);
        self.impulses.clear();
        for (pulse, effector) in self.pulses.iter_mut().zip(&settings.effectors) {
            let impulse = pulse.impulse(effector, self.inflow.time_s(), tick_s);
            self.impulses.push(impulse);
        }
        let input = TickInput {
            inflow: &self.inflow,
            impulses: &self.impulses,
            solids: &settings.solids,
            viewer_m,
            tick_s,
        };
        self.grid
            .as_mut()
            .map_or(0, |grid| grid.tick(&input, trace))
    }

    fn resample(&mut self, field: &Field, viewer_m: [f64; 3]) {
        self.grid = self.settings.grid.map(|grid| {
            let source = |place_m| field.sample(place_m);
            Grid::resampled(grid, &self.inflow, viewer_m, source)
        });
        if let Some(grid) = &mut self.grid {
            grid.mark_solids(&self.settings.solids);
        }
    }
}

/// One pulse per effector; the n-th effector of a node takes over the n-th old pulse of it.
fn pulses(settings: &Settings, old: &[Pulse]) -> Vec<Pulse> {
    let effectors = &settings.effectors;
    (0..effectors.len())
        .map(|index| {
            let node = &effectors[index].node;
            let nth = effectors[..index]
                .iter()
                .filter(|effector| effector.node == *node)
                .count();
            old.iter()
                .filter(|pulse| pulse.node == *node)
                .nth(nth)
                .cloned()
                .unwrap_or_else(|| Pulse::new(node))
        })
        .collect()
}
