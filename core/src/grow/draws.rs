//! A run of random numbers: counter-based, so that a stem's draws depend on nothing but its own number.

use glam::Vec3;
use windwright_runtime::random;

/// Numbers of stream `index` under `seed`, one after the other.
#[derive(Debug, Clone)]
pub(super) struct Draws {
    seed: u64,
    index: u64,
    step: u64,
}

impl Draws {
    pub(super) fn new(seed: u64, index: u64) -> Self {
        Self {
            seed,
            index,
            step: 0,
        }
    }

    /// Uniform in `low..high`.
    pub(super) fn range(&mut self, low: f32, high: f32) -> f32 {
        self.step += 1;
        random::range(self.seed, self.index, self.step, low, high)
    }

    /// Normal with mean 0 and standard deviation 1, cut off at ±2.5.
    pub(super) fn normal(&mut self) -> f32 {
        self.step += 1;
        random::normal(self.seed ^ 0x5bd1, self.index, self.step).clamp(-2.5, 2.5)
    }

    /// Three independent normal numbers.
    pub(super) fn normal_vector(&mut self) -> Vec3 {
        Vec3::new(self.normal(), self.normal(), self.normal())
    }
}
