//! The air as trees feel it, and the samples of it that a tree keeps.

use glam::Vec3;

/// Moving air that is known at whole ticks of its own and blended in between.
pub(crate) trait Breeze: Sync {
    /// Number of the last tick: different for every tick of every wind.
    fn tick(&self) -> u64;

    /// Where between the tick before and the last one it is now, 0..1.
    fn blend(&self) -> f32;

    /// Velocity at a world place (metres), m/s, at `blend` between the two ticks.
    fn sample(&self, place_m: [f64; 3], blend: f32) -> Vec3;

    /// Velocity at a world place now.
    fn now(&self, place_m: [f64; 3]) -> Vec3 {
        self.sample(place_m, self.blend())
    }
}

/// The air at one place at two ticks, m/s.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Sampled {
    before: Vec3,
    last: Vec3,
}

impl Sampled {
    /// Velocity at `blend` between the two.
    pub(crate) fn at(&self, blend: f32) -> Vec3 {
        if blend >= 1.0 {
            return self.last;
        }
        self.before + (self.last - self.before) * blend
    }
}

/// How the samples that a tree keeps follow the air: a branch moves little between two of its ticks, so one sample a tick is enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Renewal {
    /// They are of the last two ticks.
    Keep,
    /// The air has moved on by one tick.
    Next,
    /// They are older than that.
    Both,
}

impl Renewal {
    /// What samples of the tick `sampled` need.
    pub(crate) fn of(sampled: Option<u64>, breeze: &dyn Breeze) -> Self {
        let tick = breeze.tick();
        match sampled {
            Some(sampled) if sampled == tick => Self::Keep,
            Some(sampled) if sampled.wrapping_add(1) == tick => Self::Next,
            _ => Self::Both,
        }
    }

    /// Brings the sample of a place up to date; `place_m` is asked only if needed.
    pub(crate) fn renew(
        self,
        sampled: &mut Sampled,
        breeze: &dyn Breeze,
        place_m: impl FnOnce() -> [f64; 3],
    ) {
        if self == Self::Keep {
            return;
        }
        let place_m = place_m();
        sampled.before = if self == Self::Next {
            sampled.last
        } else {
            breeze.sample(place_m, 0.0)
        };
        sampled.last = breeze.sample(place_m, 1.0);
    }
}
