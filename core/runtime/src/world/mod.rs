//! A world: a scene and the state that moves.

pub(crate) mod air;
mod hash;

use std::sync::Arc;

use glam::Vec3;

pub use crate::tree::account::{Reset, Retention};
pub use air::{WindOutcome, WindTask};

use crate::{
    executor::{Executor, Serial},
    frame::TreeFrame,
    scene::Scene,
    tree::{Breeze, forest::Forest},
    wind::WindState,
};
use air::Air;

/// Ticks between two folds of the motion hash.
const HASH_INTERVAL: u64 = 60;
/// Most ticks of a warm-up, whatever the clock says.
const MOST_WARM_UP_TICKS: u32 = 60 * 240;

/// Tick of still air; those of a wind come after those of the winds before it.
const STILL_TICK: u64 = u64::MAX;

/// The simulation of one scene.
pub struct World {
    scene: Arc<Scene>,
    time_s: f64,
    tick: u64,
    wind: Option<Air>,
    trees: Option<Forest>,
    viewer_m: [f64; 3],
    winds_so_far: u32,
    motion_hash: u64,
}

impl core::fmt::Debug for World {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter
            .debug_struct("World")
            .field("time_s", &self.time_s)
            .field("tick", &self.tick)
            .finish_non_exhaustive()
    }
}

impl World {
    /// A world at time 0, trees at their static equilibrium, not yet warmed up.
    pub fn new(scene: Arc<Scene>) -> Self {
        let description = scene.description();
        let viewer_m = description.camera.target_m;
        let wind = description
            .wind
            .as_ref()
            .map(|wind| Air::new(wind, &description.clock, viewer_m, 0));
        let trees = Forest::new(&scene, breeze(wind.as_ref()));
        Self {
            scene,
            time_s: 0.0,
            tick: 0,
            wind,
            trees,
            viewer_m,
            winds_so_far: 1,
            motion_hash: 0,
        }
    }

    /// Replaces the scene and keeps the state that still fits: time, wind, and the motion of branches that keep their keys
    /// (node of the group, number of the tree, path of child numbers).
    pub fn replace(&mut self, scene: Arc<Scene>) -> Retention {
        let clock = &scene.description().clock;
        match (&mut self.wind, &scene.description().wind) {
            (Some(air), Some(wind)) => air.replace(wind, clock),
            (None, Some(wind)) => {
                self.wind = Some(Air::new(wind, clock, self.viewer_m, self.winds_so_far));
                self.winds_so_far += 1;
            }
            (_, None) => self.wind = None,
        }
        let (trees, retention) = Forest::replaced(
            self.trees.take(),
            &self.scene,
            &scene,
            breeze(self.wind.as_ref()),
        );
        self.trees = trees;
        self.scene = scene;
        retention
    }

    /// The scene.
    pub fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    /// Point that a recentring wind grid follows from the next wind tick on, metres; ignored unless finite.
    pub fn set_viewer(&mut self, position_m: [f64; 3]) {
        if position_m.iter().all(|metres| metres.is_finite()) {
            self.viewer_m = position_m;
            if let Some(air) = &mut self.wind {
                air.set_viewer(position_m);
            }
        }
    }

    /// Sets the clock, as when a session is taken up where it ended: what moves stays as it is, signals of time go on from here.
    /// Ignored unless finite and not negative. No wind tick may be out.
    pub fn set_time(&mut self, time_s: f64) {
        if !time_s.is_finite() || time_s < 0.0 {
            return;
        }
        let clock = &self.scene.description().clock;
        if clock.time_scale > 0.0 {
            let ticks = time_s * f64::from(clock.rate_hz) / f64::from(clock.time_scale);
            self.tick = libm::round(ticks) as u64;
        }
        self.time_s = time_s;
        if let Some(air) = &mut self.wind {
            air.set_time(time_s);
        }
    }

    /// Ticks for as long as the scene's clock wants before the first picture.
    pub fn warm_up(&mut self) {
        self.warm_up_with(&Serial);
    }

    /// [`Self::warm_up`] with an executor.
    pub fn warm_up_with(&mut self, executor: &dyn Executor) {
        let clock = &self.scene.description().clock;
        let ticks = libm::roundf(clock.warm_up_s * clock.rate_hz) as u32;
        for _ in 0..ticks.min(MOST_WARM_UP_TICKS) {
            self.step_with(executor);
        }
    }

    /// One tick of the scene's clock on the calling thread.
    pub fn step(&mut self) {
        self.step_with(&Serial);
    }

    /// One tick, with the loops over branches run by `executor`. The result does not depend on it.
    ///
    /// First the wind moves on, then trees feel it. With a time scale of 0 only the tick is counted.
    pub fn step_with(&mut self, executor: &dyn Executor) {
        let clock = &self.scene.description().clock;
        self.tick += 1;
        if clock.time_scale > 0.0 {
            self.time_s += f64::from(clock.time_scale) / f64::from(clock.rate_hz);
            if let Some(air) = &mut self.wind {
                air.advance(clock);
            }
            if let Some(forest) = &mut self.trees {
                forest.step(&self.scene, breeze(self.wind.as_ref()), executor);
            }
        }
        if self.tick % HASH_INTERVAL == 0 {
            self.motion_hash = self.folded();
        }
    }

    /// The next wind tick, for any thread; `None` without wind or while it is out. Bring it back by [`Self::join_wind`].
    /// A tick that nobody asks for is computed by [`Self::step`].
    pub fn wind_job(&mut self) -> Option<WindTask> {
        self.wind.as_mut().and_then(Air::task)
    }

    /// Brings a wind tick back; it is published when its time has come.
    pub fn join_wind(&mut self, outcome: WindOutcome) {
        if let Some(air) = &mut self.wind {
            air.join(outcome);
        }
    }

    /// Whether the next step needs a wind tick that is still out: wait for it, or the step holds the wind and counts that.
    pub fn wind_is_late(&self) -> bool {
        let clock = &self.scene.description().clock;
        self.wind.as_ref().is_some_and(|air| air.is_late(clock))
    }

    /// Steps in which the wind was held because its tick was late.
    pub fn late_wind_ticks(&self) -> u64 {
        self.wind.as_ref().map_or(0, Air::late_ticks)
    }

    /// Simulated time, seconds.
    pub fn time_s(&self) -> f64 {
        self.time_s
    }

    /// Ticks since the world began.
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// Poses of every tree.
    pub fn trees(&self) -> impl Iterator<Item = TreeFrame<'_>> {
        self.trees.iter().flat_map(Forest::frames)
    }

    /// Trees of which branches had to be set back to rest.
    pub fn resets(&self) -> impl Iterator<Item = Reset> {
        self.trees.iter().flat_map(Forest::resets)
    }

    /// Wind velocity that trees feel at a place, m/s.
    pub fn wind_at(&self, position_m: [f64; 3]) -> [f32; 3] {
        breeze(self.wind.as_ref()).now(position_m).to_array()
    }

    /// The state of the wind.
    pub fn wind(&self) -> Option<&WindState> {
        self.wind.as_ref().map(Air::wind)
    }

    /// Exact bits of rotations and angular velocities of every branch and of wind level 0, folded together every 60th tick and
    /// once more as they are now.
    pub fn motion_hash(&self) -> u64 {
        self.folded()
    }

    fn folded(&self) -> u64 {
        let trees = self.trees.iter().flat_map(Forest::state_bits);
        let wind = self.wind.iter().flat_map(|air| air.wind().state_bits());
        hash::fold(self.motion_hash ^ self.tick, trees.chain(wind))
    }
}

/// The air of a world, or still air.
fn breeze(wind: Option<&Air>) -> &dyn Breeze {
    wind.map_or(&Still, |air| air)
}

/// Air that does not move.
struct Still;

impl Breeze for Still {
    fn tick(&self) -> u64 {
        STILL_TICK
    }

    fn blend(&self) -> f32 {
        1.0
    }

    fn sample(&self, _: [f64; 3], _: f32) -> Vec3 {
        Vec3::ZERO
    }
}
