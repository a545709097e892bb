//! Smooth noise in one dimension that shakes each branch near its own frequency.

use crate::random;

/// Lattice points after which the noise repeats; phases wrap here.
pub(crate) const PERIOD: f64 = 4096.0;

/// Gradient noise in −1..1 of one lane at `phase` lattice points, 0 at every lattice point.
pub(crate) fn gradient_noise(lane: u64, phase: f64) -> f32 {
    let cell = libm::floor(phase);
    let t = (phase - cell) as f32;
    let gradient = |cell: f64| {
        let index = cell as u64 % PERIOD as u64;
        random::range(lane, index, 2, -1.0, 1.0)
    };
    let fade = t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
    2.0 * crate::math::lerp(gradient(cell) * t, gradient(cell + 1.0) * (t - 1.0), fade)
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
