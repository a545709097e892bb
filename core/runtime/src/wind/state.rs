//! What a world owns of the wind: the moving state between ticks and the last two published fields.

use std::sync::Arc;

use super::{
    engine::Engine,
    field::Field,
    level::SolidBox,
    settings::{MAX_DISTANCE_M, Settings},
    stage::Stage,
};
use crate::{
    math::lerp,
    preset::{scene::Clock, wind::WindDescription},
};

/// The wind of a scene.
///
/// A tick is computed by a [`WindJob`], on any thread, while consumers go on sampling between the last two published
/// fields. Who runs the job never changes what it computes.
#[derive(Debug)]
pub struct WindState {
    settings: Arc<Settings>,
    viewer_m: [f64; 3],
    /// Away while a job is out.
    engine: Option<Box<Engine>>,
    previous: Box<Field>,
    last: Box<Field>,
    spare: Option<Box<Field>>,
    /// Number of the job whose result is awaited.
    ticket: u64,
    reset_cells: u64,
}

/// The next tick, ready to be run. Dropping it loses the moving state: the next job then starts from the last
/// published field, with the pressure at zero.
#[derive(Debug)]
pub struct WindJob {
    engine: Box<Engine>,
    out: Box<Field>,
    viewer_m: [f64; 3],
    ticket: u64,
}

/// A tick that has been computed.
#[derive(Debug)]
pub struct WindResult {
    engine: Box<Engine>,
    out: Box<Field>,
    ticket: u64,
    reset_cells: u64,
}

impl WindState {
    /// The wind at time 0, around a viewer at `viewer_m` (metres, world).
    ///
    /// Numbers of the description that are not finite take their defaults, numbers out of range the nearest limit; a
    /// grid of more than four million cells is made smaller.
    pub fn new(description: &WindDescription, clock: &Clock, viewer_m: [f64; 3]) -> Self {
        let settings = Arc::new(Settings::new(description, clock));
        let viewer_m = sound_place(viewer_m).unwrap_or_default();
        let engine = Box::new(Engine::new(&settings, viewer_m));
        let field = Box::new(Field::new(&engine.inflow, engine.grid.as_ref()));
        Self {
            settings,
            viewer_m,
            engine: Some(engine),
            previous: field.clone(),
            spare: Some(field.clone()),
            last: field,
            ticket: 0,
            reset_cells: 0,
        }
    }

    /// Takes over another description from the next tick on. Cells that still fit keep their state; a grid of another
    /// size is resampled from the last field, with pressure zero. Integrals stay.
    pub fn replace(&mut self, description: &WindDescription, clock: &Clock) {
        let mut settings = Settings::new(description, clock);
        settings.solids.clone_from(&self.settings.solids);
        if settings != *self.settings {
            self.settings = Arc::new(settings);
        }
    }

    /// Marks boxes (least and greatest corner, metres, world) as solid from the next tick on, in place of those before.
    /// A cell is solid if its centre lies in a box; corners that are not finite make an empty box.
    pub fn set_solids(&mut self, boxes: &[([f64; 3], [f64; 3])]) {
        let mut settings = Settings::clone(&self.settings);
        settings.solids = boxes
            .iter()
            .map(|&(low_m, high_m)| SolidBox { low_m, high_m })
            .collect();
        self.settings = Arc::new(settings);
    }

    /// Moves the point that the grid follows (metres, world). A place that is not finite is ignored.
    pub fn set_viewer(&mut self, viewer_m: [f64; 3]) {
        if let Some(viewer_m) = sound_place(viewer_m) {
            self.viewer_m = viewer_m;
        }
    }

    /// Sets the clock that signals of time read, unless a job is out. Integrals stay.
    pub fn set_time(&mut self, time_s: f64) {
        if let Some(engine) = &mut self.engine {
            engine.inflow.set_time(time_s);
        }
    }

    /// The next tick as a job. The working buffers move into it; hand its result to [`Self::join`].
    pub fn job(&mut self) -> WindJob {
        self.ticket += 1;
        let mut engine = self.engine.take().unwrap_or_else(|| {
            Box::new(Engine::from_field(
                &self.settings,
                &self.last,
                self.viewer_m,
            ))
        });
        if !Arc::ptr_eq(&engine.settings, &self.settings) {
            engine.adopt(&self.settings, &self.last, self.viewer_m);
        }
        WindJob {
            engine,
            out: self.spare.take().unwrap_or_else(|| self.previous.clone()),
            viewer_m: self.viewer_m,
            ticket: self.ticket,
        }
    }

    /// Publishes a tick: the last field becomes the previous one. The result of any job but the newest is dropped.
    pub fn join(&mut self, result: WindResult) {
        if result.ticket != self.ticket || self.engine.is_some() {
            return;
        }
        let before = core::mem::replace(&mut self.last, result.out);
        self.spare = Some(core::mem::replace(&mut self.previous, before));
        self.engine = Some(result.engine);
        self.reset_cells += result.reset_cells;
    }

    /// One tick on the calling thread.
    pub fn tick_inline(&mut self) {
        let result = self.job().run();
        self.join(result);
    }

    /// Velocity in m/s at a place (metres, world); `blend` 0..1 from the previous published field to the last.
    pub fn sample(&self, position_m: [f64; 3], blend: f32) -> [f32; 3] {
        let place_m = sound_place(position_m).unwrap_or_default();
        let blend = if blend.is_nan() {
            1.0
        } else {
            crate::math::saturate(blend)
        };
        if !self.last.has_grid() && !self.previous.has_grid() {
            return self.last.inflow.air(1.0 - blend).at(place_m);
        }
        let last = self.last.sample(place_m);
        if blend >= 1.0 {
            return last;
        }
        let previous = self.previous.sample(place_m);
        core::array::from_fn(|axis| lerp(previous[axis], last[axis], blend))
    }

    /// Exact bits of the last published velocities of the finest level (without a grid: of the prevailing wind's
    /// state), for a hash of the motion.
    pub fn state_bits(&self) -> impl Iterator<Item = u32> + '_ {
        self.last.bits()
    }

    /// Mean wind at the reference height, without turbulence and gusts, m/s.
    pub fn mean_velocity(&self) -> [f32; 3] {
        self.last.inflow.mean
    }

    /// Cells that had left all bounds and were reset, since the beginning.
    pub fn reset_cells(&self) -> u64 {
        self.reset_cells
    }
}

impl WindJob {
    /// Computes the tick.
    pub fn run(self) -> WindResult {
        self.run_traced(&mut |_, _| {})
    }

    /// Computes the tick and tells `trace` of every stage and level (0 is the finest) just before it is computed.
    pub fn run_traced(mut self, trace: &mut dyn FnMut(Stage, usize)) -> WindResult {
        let reset_cells = self.engine.tick(self.viewer_m, trace);
        self.out
            .publish(&self.engine.inflow, self.engine.grid.as_ref());
        WindResult {
            engine: self.engine,
            out: self.out,
            ticket: self.ticket,
            reset_cells,
        }
    }
}

/// The place within the bounds of the world, if it is one.
fn sound_place(place_m: [f64; 3]) -> Option<[f64; 3]> {
    place_m
        .iter()
        .all(|axis| axis.is_finite())
        .then(|| place_m.map(|axis| axis.clamp(-MAX_DISTANCE_M, MAX_DISTANCE_M)))
}
