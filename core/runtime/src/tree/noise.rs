//! Smooth noise in one dimension that shakes each branch near its own frequency.

use crate::random;

/// Lattice points after which the noise repeats; phases wrap here.
pub(crate) const PERIOD: f64 = POINTS as f64;
const POINTS: u32 = 4096;

/// Gradient noise in −1..1 of one lane at `phase` lattice points (not negative), 0 at every lattice point.
pub(crate) fn gradient_noise(lane: u64, phase: f64) -> f32 {
    let cell = phase as u32;
    let t = (phase - f64::from(cell)) as f32;
    let gradient = |cell: u32| random::range(lane, u64::from(cell % POINTS), 2, -1.0, 1.0);
    let fade = t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    2.0 * crate::math::lerp(gradient(cell) * t, gradient(cell + 1) * (t - 1.0), fade)
}

/// `phase` moved on by `step` and wrapped.
pub(crate) fn advanced(phase: f64, step: f64) -> f64 {
    let next = phase + step;
    if next < PERIOD { next } else { next - PERIOD }
}

/// Where a lane starts, lattice points.
pub(crate) fn start(lane: u64) -> f64 {
    f64::from(random::uniform(lane, 0, 3)) * PERIOD
}
