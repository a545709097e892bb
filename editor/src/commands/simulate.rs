//! A world that is stepped until a picture is due.

use std::sync::Arc;

use windwright_runtime::{executor::Executor, world::World};

use super::outcome::Failure;
use crate::snapshot::{SceneBundle, Snapshot, TreePoses, WindMap};

/// Side of the square whose wind moves the grass, metres.
const MAP_SIDE_M: f32 = 64.0;
/// Height at which that wind is taken, metres.
const MAP_HEIGHT_M: f64 = 1.0;
/// Height of the wind that the picture's chip shows, metres.
const CHIP_HEIGHT_M: f64 = 10.0;

/// Steps `world` until `time_s` seconds have passed since now; `pause` is called before each tick and may end it.
///
/// # Errors
/// Those of `pause`.
pub fn advance(
    world: &mut World,
    time_s: f64,
    executor: &dyn Executor,
    pause: impl Fn() -> Result<(), Failure>,
) -> Result<(), Failure> {
    let clock = &world.scene().description().clock;
    let tick_s = f64::from(clock.time_scale) / f64::from(clock.rate_hz);
    // Where time stands still, no wait brings a later moment.
    let ticks = if tick_s > 0.0 {
        (time_s / tick_s).round() as u64
    } else {
        0
    };
    for _ in 0..ticks {
        pause()?;
        world.step_with(executor);
    }
    Ok(())
}

/// The present moment of `world`, whose scene was made from `bundle`.
pub fn snapshot(world: &World, bundle: &Arc<SceneBundle>) -> Snapshot {
    let target_m = bundle.description.camera.target_m;
    Snapshot {
        scene: Arc::clone(bundle),
        time_s: world.time_s(),
        cloud_drift_m: [0.0; 2],
        trees: world
            .trees()
            .map(|tree| TreePoses {
                group: tree.group,
                instance: tree.instance,
                poses: tree.poses.to_vec(),
            })
            .collect(),
        wind_map: wind_map(world, target_m),
        wind_at_target_m_per_s: world.wind_at([target_m[0], CHIP_HEIGHT_M, target_m[2]]),
    }
}

fn wind_map(world: &World, centre_m: [f64; 3]) -> WindMap {
    let half_m = f64::from(MAP_SIDE_M) / 2.0;
    let origin_m = [centre_m[0] - half_m, centre_m[2] - half_m];
    let step_m = f64::from(MAP_SIDE_M) / (WindMap::SIDE - 1) as f64;
    let at = |column: usize, row: usize| {
        let [x, _, z] = world.wind_at([
            origin_m[0] + column as f64 * step_m,
            MAP_HEIGHT_M,
            origin_m[1] + row as f64 * step_m,
        ]);
        [x, z]
    };
    let velocities_m_per_s: Vec<[f32; 2]> = (0..WindMap::SIDE)
        .flat_map(|row| (0..WindMap::SIDE).map(move |column| (column, row)))
        .map(|(column, row)| at(column, row))
        .collect();
    let count = velocities_m_per_s.len() as f32;
    let sum = velocities_m_per_s
        .iter()
        .fold([0.0, 0.0], |sum, wind| [sum[0] + wind[0], sum[1] + wind[1]]);
    WindMap {
        origin_m,
        side_m: MAP_SIDE_M,
        mean_m_per_s: sum.map(|total| total / count),
        velocities_m_per_s,
    }
}
