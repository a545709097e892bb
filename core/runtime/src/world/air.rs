//! The wind as trees feel it: ticks at their own rate, blended in between.
//!
//! Wind tick n+1 starts from the state of tick n, on whatever thread, and is published when its time has come. Trees feel a blend of
//! the last two published ticks. New settings and viewers are handed over only between two ticks. So it makes no difference
//! who computes a tick, or when.

use glam::Vec3;

use crate::{
    preset::{scene::Clock, wind::WindDescription},
    tree::Breeze,
    wind::{WindJob, WindResult, WindState},
};

/// Most wind ticks that a late result may hold back before time is dropped.
const MOST_HELD_TICKS: f64 = 4.0;

/// The next wind tick, to run on any thread.
pub struct WindTask {
    job: WindJob,
    epoch: u32,
}

/// A finished wind tick.
pub struct WindOutcome {
    result: WindResult,
    epoch: u32,
}

impl WindTask {
    /// Computes the tick.
    pub fn run(self) -> WindOutcome {
        WindOutcome {
            result: self.job.run(),
            epoch: self.epoch,
        }
    }
}

/// Where the next tick is.
enum Next {
    /// Nobody has begun it.
    Waiting,
    /// Somebody computes it.
    Away,
    /// It came back and waits for its time.
    Back(WindResult),
}

/// The wind of a world and its clock.
pub(crate) struct Air {
    wind: WindState,
    next: Next,
    /// Time since the last published tick, in wind ticks.
    phase: f64,
    /// Ticks published so far.
    published: u32,
    /// Handed over with the next tick.
    replacement: Option<(WindDescription, Clock)>,
    viewer_m: [f64; 3],
    late_ticks: u64,
    /// Tells tasks of this wind from those of an earlier one.
    epoch: u32,
}

impl Breeze for Air {
    fn tick(&self) -> u64 {
        (u64::from(self.epoch) << 32) | u64::from(self.published)
    }

    fn blend(&self) -> f32 {
        self.phase.min(1.0) as f32
    }

    fn sample(&self, place_m: [f64; 3], blend: f32) -> Vec3 {
        Vec3::from_array(self.wind.sample(place_m, blend))
    }
}

impl Air {
    pub(crate) fn new(
        description: &WindDescription,
        clock: &Clock,
        viewer_m: [f64; 3],
        epoch: u32,
    ) -> Self {
        Self {
            wind: WindState::new(description, clock, viewer_m),
            next: Next::Waiting,
            phase: 0.0,
            published: 0,
            replacement: None,
            viewer_m,
            late_ticks: 0,
            epoch,
        }
    }

    /// Uses other settings from the next tick on.
    pub(crate) fn replace(&mut self, description: &WindDescription, clock: &Clock) {
        self.replacement = Some((description.clone(), *clock));
    }

    /// Follows another point from the next tick on.
    pub(crate) fn set_viewer(&mut self, viewer_m: [f64; 3]) {
        self.viewer_m = viewer_m;
    }

    /// Sets the clock, unless a tick is away.
    pub(crate) fn set_time(&mut self, time_s: f64) {
        self.wind.set_time(time_s);
    }

    /// Moves on by one tick of `clock`, publishing every wind tick whose time has come.
    pub(crate) fn advance(&mut self, clock: &Clock) {
        self.phase +=
            f64::from(clock.time_scale) * f64::from(clock.wind_rate_hz) / f64::from(clock.rate_hz);
        while self.phase >= 1.0 {
            match core::mem::replace(&mut self.next, Next::Waiting) {
                Next::Waiting => self.wind.tick_inline(),
                Next::Back(result) => self.wind.join(result),
                Next::Away => {
                    self.next = Next::Away;
                    self.late_ticks += 1;
                    self.phase = self.phase.min(MOST_HELD_TICKS);
                    return;
                }
            }
            self.published = self.published.wrapping_add(1);
            self.phase -= 1.0;
            self.hand_over();
        }
    }

    /// The next tick, unless somebody has it already.
    pub(crate) fn task(&mut self) -> Option<WindTask> {
        if !matches!(self.next, Next::Waiting) {
            return None;
        }
        self.next = Next::Away;
        Some(WindTask {
            job: self.wind.job(),
            epoch: self.epoch,
        })
    }

    /// Takes a finished tick back; one of an earlier wind is dropped.
    pub(crate) fn join(&mut self, outcome: WindOutcome) {
        let WindOutcome { result, epoch } = outcome;
        if epoch == self.epoch && matches!(self.next, Next::Away) {
            self.next = Next::Back(result);
        }
    }

    /// Whether the next step has to hold the wind because its tick is still away.
    pub(crate) fn is_late(&self, clock: &Clock) -> bool {
        let step =
            f64::from(clock.time_scale) * f64::from(clock.wind_rate_hz) / f64::from(clock.rate_hz);
        matches!(self.next, Next::Away) && self.phase + step >= 1.0
    }

    /// Steps in which the wind was held.
    pub(crate) fn late_ticks(&self) -> u64 {
        self.late_ticks
    }

    /// The wind itself.
    pub(crate) fn wind(&self) -> &WindState {
        &self.wind
    }

    fn hand_over(&mut self) {
        if let Some((description, clock)) = self.replacement.take() {
            self.wind.replace(&description, &clock);
        }
        self.wind.set_viewer(self.viewer_m);
    }
}
