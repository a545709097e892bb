//! Gradient noise after Perlin, three independent fields at once, evaluated along rows.
//!
//! Along a row two of the three coordinates stand still, so everything but the last interpolation is shared by all
//! samples between two lattice planes.

use crate::{
    math::lerp,
    random::{self, bits},
};

/// Lattice points after which the noise repeats, along each axis.
pub(super) const PERIOD: f64 = 65_536.0;
const PERIOD_MASK: i64 = 65_535;
/// Amplitude of the border noise over its root mean square.
pub(super) const AMPLITUDE_OVER_RMS: f32 = 1.7;
/// Brings the noise to a root mean square of 1/1.7 after [`soften`], with at most 1 in magnitude.
const SCALE: f32 = 1.74;
/// Moves each octave away from the zeros that gradient noise has at its lattice points.
const OCTAVE_SHIFT: f64 = 17.371;

/// Middles of the edges of a cube (four of them twice).
const GRADIENTS: [[f32; 3]; 16] = [
    [1.0, 1.0, 0.0],
    [-1.0, 1.0, 0.0],
    [1.0, -1.0, 0.0],
    [-1.0, -1.0, 0.0],
    [1.0, 0.0, 1.0],
    [-1.0, 0.0, 1.0],
    [1.0, 0.0, -1.0],
    [-1.0, 0.0, -1.0],
    [0.0, 1.0, 1.0],
    [0.0, -1.0, 1.0],
    [0.0, 1.0, -1.0],
    [0.0, -1.0, -1.0],
    [1.0, 1.0, 0.0],
    [-1.0, 1.0, 0.0],
    [0.0, -1.0, 1.0],
    [0.0, -1.0, -1.0],
];

/// A run of samples along one axis.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    /// First sample, in wavelengths.
    pub(super) start: [f64; 3],
    /// Axis along which it runs.
    pub(super) axis: usize,
    /// Distance between samples, in wavelengths, not negative.
    pub(super) step: f64,
}

/// Fills `out` with three noise fields, each of mean 0, in −1..1, with a root mean square of 1/1.7.
pub(super) fn fill_row(seed: u64, octaves: u32, row: Row, out: &mut [[f32; 3]]) {
    out.fill([0.0; 3]);
    let (mut weight, mut frequency, mut variance) = (1.0_f32, 1.0_f64, 0.0_f32);
    for octave in 0..octaves {
        let shift = OCTAVE_SHIFT * f64::from(octave);
        let scaled = Row {
            start: row.start.map(|x| x * frequency + shift),
            axis: row.axis,
            step: row.step * frequency,
        };
        add_octave(bits(seed, u64::from(octave), 0), scaled, weight, out);
        variance += weight * weight;
        weight *= 0.5;
        frequency *= 2.0;
    }
    let scale = SCALE / crate::math::sqrt(variance);
    for sample in out {
        for value in sample {
            *value = soften(*value * scale);
        }
    }
}

/// The three fields at one place, in wavelengths.
pub(super) fn at(seed: u64, octaves: u32, place: [f64; 3]) -> [f32; 3] {
    let mut out = [[0.0; 3]];
    let row = Row {
        start: place,
        axis: 0,
        step: 0.0,
    };
    fill_row(seed, octaves, row, &mut out);
    out[0]
}

/// Smooth noise along a line, `position` in lattice points: values uniform in −1..1 at whole numbers.
pub(super) fn line(seed: u64, position: f64) -> f32 {
    smooth(position, |index| {
        random::range(seed, index as u64, 0, -1.0, 1.0)
    })
}

/// Smooth noise along a line with standard deviation 1 at whole numbers.
pub(super) fn normal_line(seed: u64, position: f64) -> f32 {
    smooth(position, |index| random::normal(seed, index as u64, 0))
}

fn smooth(position: f64, lattice: impl Fn(i64) -> f32) -> f32 {
    let cell = libm::floor(position);
    let index = cell as i64;
    lerp(
        lattice(index),
        lattice(index + 1),
        fade((position - cell) as f32),
    )
}

/// Limits to −1..1 without a corner.
fn soften(x: f32) -> f32 {
    let x = x.clamp(-1.0, 1.0);
    x * (1.5 - 0.5 * x * x)
}

fn fade(t: f32) -> f32 {
    t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
}

/// What a lattice plane adds along the row: `value + slope · distance from the plane`, for the three fields.
#[derive(Clone, Copy, Default)]
struct Plane {
    value: [f32; 3],
    slope: [f32; 3],
}

/// The two coordinates that stand still along a row.
struct Across {
    axes: [usize; 2],
    cell: [i64; 2],
    fraction: [f32; 2],
    weight: [f32; 2],
}

fn add_octave(seed: u64, row: Row, amount: f32, out: &mut [[f32; 3]]) {
    let axes = match row.axis {
        0 => [1, 2],
        1 => [2, 0],
        _ => [0, 1],
    };
    let floor = axes.map(|axis| libm::floor(row.start[axis]));
    let fraction = [0, 1].map(|i| (row.start[axes[i]] - floor[i]) as f32);
    let across = Across {
        axes,
        cell: floor.map(|cell| cell as i64),
        fraction,
        weight: fraction.map(fade),
    };

    let mut cell = i64::MIN;
    let mut planes = [Plane::default(); 2];
    for (index, sample) in out.iter_mut().enumerate() {
        let position = row.start[row.axis] + row.step * index as f64;
        let floor = libm::floor(position);
        let here = floor as i64;
        if here != cell {
            planes = if here == cell.wrapping_add(1) {
                [planes[1], plane(seed, row.axis, here + 1, &across)]
            } else {
                [here, here + 1].map(|at| plane(seed, row.axis, at, &across))
            };
            cell = here;
        }
        let t = (position - floor) as f32;
        let weight = fade(t);
        let [near, far] = &planes;
        for (field, value) in sample.iter_mut().enumerate() {
            let a = near.value[field] + near.slope[field] * t;
            let b = far.value[field] + far.slope[field] * (t - 1.0);
            *value += amount * lerp(a, b, weight);
        }
    }
}

fn plane(seed: u64, axis: usize, at: i64, across: &Across) -> Plane {
    let [first, second] = across.axes;
    let mut plane = Plane::default();
    for corner in 0..4_usize {
        let (i, j) = (corner & 1, corner >> 1);
        let mut lattice = [0_i64; 3];
        lattice[axis] = at;
        lattice[first] = across.cell[0] + i64::from(i == 1);
        lattice[second] = across.cell[1] + i64::from(j == 1);
        let weight = (if i == 0 {
            1.0 - across.weight[0]
        } else {
            across.weight[0]
        }) * (if j == 0 {
            1.0 - across.weight[1]
        } else {
            across.weight[1]
        });
        let offset = [across.fraction[0] - i as f32, across.fraction[1] - j as f32];
        let hash = hash(seed, lattice);
        for field in 0..3 {
            let gradient = &GRADIENTS[(hash >> (4 * field)) as usize & 15];
            plane.value[field] +=
                weight * (gradient[first] * offset[0] + gradient[second] * offset[1]);
            plane.slope[field] += weight * gradient[axis];
        }
    }
    plane
}

fn hash(seed: u64, lattice: [i64; 3]) -> u64 {
    let [x, y, z] = lattice.map(|index| (index & PERIOD_MASK) as u64);
    bits(seed, x | (y << 16) | (z << 32), 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Root mean square that makes the border noise's amplitude 1.7 times the turbulence intensity.
    const RMS: f64 = 1.0 / AMPLITUDE_OVER_RMS as f64;

    const COUNT: u32 = 60_000;

    #[test]
    fn has_zero_mean_unit_bound_and_the_promised_strength() {
        for octaves in [1, 2, 4] {
            let (mut sum, mut squares, mut largest) = ([0.0_f64; 3], [0.0_f64; 3], 0.0_f32);
            for index in 0..COUNT {
                let place = [1.3, 2.1, 0.7].map(|step: f64| step * f64::from(index) * 1.017);
                for (field, value) in at(9, octaves, place).into_iter().enumerate() {
                    sum[field] += f64::from(value);
                    squares[field] += f64::from(value * value);
                    largest = largest.max(value.abs());
                }
            }
            for field in 0..3 {
                let mean = sum[field] / f64::from(COUNT);
                let rms = libm::sqrt(squares[field] / f64::from(COUNT));
                assert!(mean.abs() < 0.02, "octaves {octaves}: mean {mean}");
                assert!((rms - RMS).abs() < 0.03, "octaves {octaves}: rms {rms}");
            }
            assert!(largest <= 1.0);
        }
    }

    #[test]
    fn a_row_equals_its_points() {
        for axis in 0..3 {
            let row = Row {
                start: [-3.3, 7.8, 100.1],
                axis,
                step: 0.21,
            };
            let mut samples = [[0.0; 3]; 40];
            fill_row(5, 3, row, &mut samples);
            for (index, sample) in samples.into_iter().enumerate() {
                let mut place = row.start;
                place[axis] += row.step * index as f64;
                let point = at(5, 3, place);
                for field in 0..3 {
                    // the sums are the same, their order is not
                    assert!((sample[field] - point[field]).abs() < 1e-5);
                }
            }
        }
    }

    #[test]
    fn repeats_after_its_period() {
        let place = [12.25, 3.5, 8.75];
        let moved = [12.25 + PERIOD, 3.5, 8.75 - PERIOD];
        assert_eq!(
            at(1, 1, place).map(f32::to_bits),
            at(1, 1, moved).map(f32::to_bits)
        );
    }
}
