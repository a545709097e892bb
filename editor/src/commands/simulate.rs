//! A world that is stepped until a picture is due.

use std::sync::Arc;

use windwright_runtime::{executor::Executor, world::World};

use super::outcome::Failure;
use crate::snapshot::{SceneBundle, Snapshot, TreePoses, WindMap};

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
    let mut wind_map = WindMap::default();
    wind_map.sample(world, target_m);
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
        wind_map,
        wind_at_target_m_per_s: world.wind_at([target_m[0], CHIP_HEIGHT_M, target_m[2]]),
    }
}
