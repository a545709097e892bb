//! The quality ladder: steps chosen from measured frame times.

use super::quality::Quality;

/// Frames whose mean decides, without the two longest.
const WINDOW: usize = 24;
/// A step down when the mean is over the budget by this factor.
const TOO_SLOW: f32 = 1.15;
/// Two steps down when it is over by this one.
const MUCH_TOO_SLOW: f32 = 1.6;
/// A step up when the mean is under the budget by this factor.
const FAST_ENOUGH: f32 = 0.55;
/// Quiet time after a step, and before the first step up, seconds.
const SETTLE_S: f32 = 1.0;
/// A step that had to be left is not tried again for this long, seconds.
const RETRY_S: f32 = 20.0;

/// One rung.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// Name shown to the user.
    pub name: &'static str,
    /// What is drawn.
    pub quality: Quality,
    /// Pictures are drawn every so many frames of the window, 1..4.
    pub update_interval: u32,
}

/// Half size is the least that still looks smooth when it is enlarged.
const LOWEST: Quality = Quality {
    scale: 0.5,
    lod_bias: 2.0,
    tree_triangles: 13_000,
    grass_share: 0.0,
    shadow_interval: 8,
    ..Quality::SOFTWARE
};

/// Steps from best to cheapest. The simulation's own speed is not among them.
const STEPS: [Step; 7] = [
    Step {
        name: "full",
        quality: Quality::LIVE,
        update_interval: 1,
    },
    Step {
        name: "high",
        quality: Quality {
            shadow_taps: 4,
            shadow_interval: 2,
            grass_share: 0.6,
            lod_bias: 0.4,
            ..Quality::LIVE
        },
        update_interval: 1,
    },
    Step {
        name: "medium",
        quality: Quality {
            scale: 0.8,
            samples: 1,
            shadow_size: 1024,
            shadow_taps: 4,
            shadow_interval: 2,
            grass_share: 0.3,
            lod_bias: 0.8,
            ..Quality::LIVE
        },
        update_interval: 1,
    },
    Step {
        name: "software",
        quality: Quality::SOFTWARE,
        update_interval: 3,
    },
    Step {
        name: "low",
        quality: Quality {
            scale: 0.6,
            lod_bias: 1.8,
            tree_triangles: 24_000,
            grass_share: 0.03,
            ..Quality::SOFTWARE
        },
        update_interval: 3,
    },
    Step {
        name: "lower",
        quality: LOWEST,
        update_interval: 2,
    },
    Step {
        name: "lowest",
        quality: LOWEST,
        update_interval: 3,
    },
];

/// Chooses a step from the time between the window's frames. Reads no clock: the caller says what time it is.
#[derive(Debug, Clone)]
pub struct Ladder {
    step: usize,
    best: usize,
    budget_ms: f32,
    times_ms: Vec<f32>,
    quiet_until_s: f64,
    barred_until_s: [f64; STEPS.len()],
}

impl Ladder {
    /// Steps that an adapter may take, best first: a software adapter none of the cards' steps.
    pub fn steps(software: bool) -> &'static [Step] {
        &STEPS[if software { 3 } else { 0 }..]
    }

    /// A ladder that keeps frames under `budget_ms`. Cards start at the top; software adapters start near the bottom, so
    /// that the first seconds do not stutter, and never reach the cards' steps.
    pub fn new(software: bool, budget_ms: f32) -> Self {
        let best = STEPS.len() - Self::steps(software).len();
        Self {
            step: if software { STEPS.len() - 2 } else { best },
            best,
            budget_ms: budget_ms.max(1.0),
            times_ms: Vec::with_capacity(WINDOW),
            quiet_until_s: f64::NEG_INFINITY,
            barred_until_s: [f64::NEG_INFINITY; STEPS.len()],
        }
    }

    /// The step in use.
    pub fn step(&self) -> &'static Step {
        &STEPS[self.step.min(STEPS.len() - 1)]
    }

    /// Takes note of a frame of the window that took `frame_ms` and was done at `now_s`; true when the step changed.
    pub fn record(&mut self, frame_ms: f32, now_s: f64) -> bool {
        if !frame_ms.is_finite() || now_s < self.quiet_until_s {
            return false;
        }
        self.times_ms.push(frame_ms);
        if self.times_ms.len() < WINDOW {
            return false;
        }
        self.times_ms.sort_by(f32::total_cmp);
        let usual = &self.times_ms[..WINDOW - 2];
        let mean_ms = usual.iter().sum::<f32>() / usual.len() as f32;
        self.times_ms.clear();

        let before = self.step;
        if mean_ms > self.budget_ms * TOO_SLOW && self.step + 1 < STEPS.len() {
            let steps = if mean_ms > self.budget_ms * MUCH_TOO_SLOW {
                2
            } else {
                1
            };
            let left = self.step..(self.step + steps).min(STEPS.len() - 1);
            self.step = left.end;
            self.barred_until_s[left].fill(now_s + f64::from(RETRY_S));
        } else if mean_ms < self.budget_ms * FAST_ENOUGH
            && self.step > self.best
            && now_s >= self.barred_until_s[self.step - 1]
        {
            self.step -= 1;
        }
        if self.step != before {
            self.quiet_until_s = now_s + f64::from(SETTLE_S);
        }
        self.step != before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Feeds pictures of `frame_ms` for `seconds` of a clock that starts at `now_s`; gives the new time.
    fn feed(ladder: &mut Ladder, frame_ms: f32, seconds: f64, mut now_s: f64) -> f64 {
        let end_s = now_s + seconds;
        while now_s < end_s {
            now_s += f64::from(frame_ms) / 1000.0;
            ladder.record(frame_ms, now_s);
        }
        now_s
    }

    #[test]
    fn slow_pictures_step_down_to_the_end_and_no_further() {
        let mut ladder = Ladder::new(false, 33.0);
        assert_eq!(ladder.step().name, "full");
        feed(&mut ladder, 200.0, 120.0, 0.0);
        assert_eq!(ladder.step(), STEPS.last().unwrap());
    }

    #[test]
    fn far_too_slow_pictures_take_two_steps_at_once() {
        let mut ladder = Ladder::new(false, 33.0);
        let mut now_s = 0.0;
        while ladder.step().name == "full" {
            now_s = feed(&mut ladder, 60.0, 0.1, now_s);
        }
        assert_eq!(ladder.step().name, "medium");
    }

    #[test]
    fn one_hitch_changes_nothing() {
        let mut ladder = Ladder::new(false, 33.0);
        let now_s = feed(&mut ladder, 20.0, 2.0, 0.0);
        ladder.record(900.0, now_s);
        feed(&mut ladder, 20.0, 5.0, now_s);
        assert_eq!(ladder.step().name, "full");
    }

    #[test]
    fn a_step_that_was_left_is_barred_for_a_while() {
        let mut ladder = Ladder::new(false, 33.0);
        let mut now_s = 0.0;
        while ladder.step().name == "full" {
            now_s = feed(&mut ladder, 50.0, 0.1, now_s);
        }
        now_s = feed(&mut ladder, 10.0, 10.0, now_s);
        assert_eq!(ladder.step().name, "high");
        feed(&mut ladder, 10.0, 20.0, now_s);
        assert_eq!(ladder.step().name, "full");
    }

    #[test]
    fn software_adapters_never_climb_to_the_steps_of_cards() {
        let mut ladder = Ladder::new(true, 50.0);
        feed(&mut ladder, 2.0, 60.0, 0.0);
        assert_eq!(ladder.step().name, "software");
    }

    #[test]
    fn steps_get_cheaper_downwards() {
        let cost = |step: &Step| {
            let q = &step.quality;
            q.scale * q.scale * q.samples as f32 * (1.0 + 0.3 * q.shadow_taps as f32)
                / (step.update_interval as f32 * (1.0 + q.lod_bias))
        };
        for pair in STEPS.windows(2) {
            assert!(
                cost(&pair[1]) < cost(&pair[0]),
                "{} and {}",
                pair[0].name,
                pair[1].name
            );
        }
    }
}
