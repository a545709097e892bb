//! The height of the ground: one function for the trees that stand on it and for the picture that shows it.

use windwright_runtime::{
    math::{lerp, saturate},
    preset::scene::Ground,
    random,
};

/// Sizes of the rolls, metres, and their share of [`Ground::roll_m`].
const ROLLS: [(f64, f32); 3] = [(30.0, 1.0), (11.0, 0.27), (4.0, 0.06)];
/// Ground is level up to this distance from the origin, metres, …
const LEVEL_WITHIN_M: f64 = 2.0;
/// … and rolls fully from this one on.
const ROLLS_BEYOND_M: f64 = 10.0;

/// Height of the ground at a place, metres; 0 around the origin, about ±`roll_m` far from it.
pub fn height_m(ground: &Ground, x_m: f64, z_m: f64) -> f32 {
    let distance_m = (x_m * x_m + z_m * z_m).sqrt();
    let share =
        saturate(((distance_m - LEVEL_WITHIN_M) / (ROLLS_BEYOND_M - LEVEL_WITHIN_M)) as f32);
    let rolls: f32 = ROLLS
        .iter()
        .zip(0_u64..)
        .map(|((size_m, weight), lane)| {
            weight
                * value_noise(
                    u64::from(ground.seed) * 8 + lane,
                    x_m / size_m,
                    z_m / size_m,
                )
        })
        .sum();
    ground.roll_m * share * rolls
}

/// Smooth noise in −1..1 with one lattice point per unit.
fn value_noise(seed: u64, x: f64, z: f64) -> f32 {
    let (column, row) = (x.floor(), z.floor());
    let lattice =
        |x: f64, z: f64| random::range(seed, (x as i64) as u64, (z as i64) as u64, -1.0, 1.0);
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let (s, t) = (ease((x - column) as f32), ease((z - row) as f32));
    lerp(
        lerp(lattice(column, row), lattice(column + 1.0, row), s),
        lerp(
            lattice(column, row + 1.0),
            lattice(column + 1.0, row + 1.0),
            s,
        ),
        t,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steepest slope that the rolls can have: 1.5 is the largest slope of the easing curve.
    const STEEPEST_PER_ROLL_M: f32 = 2.0 * 1.5 * (1.0 / 30.0 + 0.27 / 11.0 + 0.06 / 4.0) * 1.415;

    #[test]
    fn level_at_the_origin_and_bounded_elsewhere() {
        let ground = Ground::default();
        assert!(height_m(&ground, 1.0, -1.0).abs() < f32::EPSILON);
        let heights: Vec<f32> = (0..10_000)
            .map(|at| {
                height_m(
                    &ground,
                    f64::from(at) * 3.7 - 18_000.0,
                    f64::from(at % 97) * 5.1,
                )
            })
            .collect();
        let highest = heights
            .iter()
            .fold(0.0_f32, |high, height| high.max(height.abs()));
        assert!(highest <= ground.roll_m * 1.33, "{highest}");
        assert!(highest >= ground.roll_m * 0.8, "{highest}");
        let mean = heights.iter().sum::<f32>() / heights.len() as f32;
        assert!(mean.abs() < 0.1 * ground.roll_m, "{mean}");
    }

    #[test]
    fn no_step_anywhere() {
        let ground = Ground::default();
        let step_m = 0.01;
        for at in 0..20_000 {
            let x_m = 20.0 + f64::from(at) * step_m;
            let rise = height_m(&ground, x_m + step_m, 33.0) - height_m(&ground, x_m, 33.0);
            let slope = rise.abs() / step_m as f32;
            assert!(
                slope <= STEEPEST_PER_ROLL_M * ground.roll_m + 0.01,
                "{slope} at {x_m}"
            );
        }
    }

    #[test]
    fn seeds_and_rolls_act() {
        let ground = Ground::default();
        let mut other = ground;
        other.seed += 1;
        assert!((height_m(&ground, 40.0, 5.0) - height_m(&other, 40.0, 5.0)).abs() > 1e-6);
        let mut flat = ground;
        flat.roll_m = 0.0;
        assert!(height_m(&flat, 40.0, 5.0).abs() < f32::EPSILON);
    }
}
