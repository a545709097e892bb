//! What a tick of the simulation costs, on one thread.

use std::{collections::BTreeMap, sync::Arc};

use windwright_core::grow::{GrowParameters, grow};
use windwright_runtime::{
    preset::{
        scene::{Instance, SceneDescription, TreeGroup},
        wind::{Advection, WindDescription, WindGrid},
    },
    scene::Scene,
    world::World,
};

use super::{Measurement, ratio};
use crate::{
    commands::{console::Console, open::build, outcome::Failure},
    snapshot::SceneBundle,
};

/// Ticks of one measured run of the wind.
const RUNS: usize = 60;
/// Oaks of the spring measurement.
const OAKS: usize = 100;

/// One wind tick of the default grid: advection of first order as published is the reference.
pub(super) fn wind(console: &Console<'_>) -> Result<Vec<Measurement>, Failure> {
    let mut published = WindGrid::default();
    published.advection = Advection::SemiLagrangian;
    let reference = wind_tick("wind tick, published stages", published, console)?;
    let mut ours = wind_tick("wind tick, default", WindGrid::default(), console)?;
    ours.ratio = Some(ratio(&ours, &reference));
    Ok(vec![reference, ours])
}

fn wind_tick(name: &str, grid: WindGrid, console: &Console<'_>) -> Result<Measurement, Failure> {
    let cells = grid.cells.iter().product::<u32>() as usize * grid.levels as usize;
    let mut wind = WindDescription::default();
    wind.grid = Some(grid);
    let mut description = SceneDescription::default();
    // One step of the world is one tick of the wind.
    description.clock.rate_hz = 30.0;
    description.clock.wind_rate_hz = 30.0;
    description.wind = Some(wind);
    let mut world = World::new(scene(&SceneBundle {
        description,
        plants: BTreeMap::new(),
    })?);
    world.warm_up();
    Measurement::take(name, (cells, "cells"), RUNS, console, || world.step())
}

/// One tick of many oaks in a steady breeze without a grid.
pub(super) fn springs(console: &Console<'_>) -> Result<Vec<Measurement>, Failure> {
    let oak = Arc::new(grow(&GrowParameters::default()));
    let mut group = TreeGroup::default();
    group.table.clone_from(&oak.hash);
    group.instances = (0..OAKS)
        .map(|index| {
            let place_m = [(index % 10) as f64 * 20.0, 0.0, (index / 10) as f64 * 20.0];
            Instance::new(place_m, index as f32 * 37.0, 1.0, index as u32)
        })
        .collect();
    let mut description = SceneDescription::default();
    description.wind = Some(WindDescription::default());
    description.trees = vec![group];
    let branches = oak.table.len() * OAKS;
    let mut world = World::new(scene(&SceneBundle {
        description,
        plants: BTreeMap::from([(oak.hash.clone(), oak)]),
    })?);
    let name = format!("springs of {OAKS} oaks");
    Measurement::take(name, (branches, "branches"), RUNS, console, || world.step())
        .map(|measurement| vec![measurement])
}

fn scene(bundle: &SceneBundle) -> Result<Arc<Scene>, Failure> {
    build(bundle)
        .map(Arc::new)
        .map_err(|error| Failure::could_not(&error, error.remedy()))
}
