//! A tile of smooth noise, shared by shaders and by the placing of grass.

use windwright_runtime::random;

/// Side of the tile, texels.
pub(super) const SIDE: usize = 256;

/// Four periodic noises: two sums of octaves, a softer one, and fine grain; each spread over 0..1 around 0.5.
#[derive(Debug, Clone)]
pub(super) struct NoiseTile {
    /// `SIDE`² texels, row by row.
    pub(super) texels: Vec<[u8; 4]>,
}

impl NoiseTile {
    /// The tile; always the same.
    pub(super) fn new() -> Self {
        let channels = [
            octaves(1, 8, 6),
            octaves(2, 8, 6),
            octaves(3, 16, 2),
            octaves(4, 128, 1),
        ];
        let texels = (0..SIDE * SIDE)
            .map(|texel| channels.each_ref().map(|channel| channel[texel]))
            .collect();
        Self { texels }
    }

    /// Channel `channel` (0..4) at `u`, `v` in tiles, bilinear, 0..1.
    pub(super) fn sample(&self, channel: usize, u: f64, v: f64) -> f32 {
        let place = |t: f64| {
            let texel = t.rem_euclid(1.0) * SIDE as f64 - 0.5;
            let first = texel.floor();
            let index = first.rem_euclid(SIDE as f64) as usize % SIDE;
            (index, (index + 1) % SIDE, (texel - first) as f32)
        };
        let ((x0, x1, fx), (y0, y1, fy)) = (place(u), place(v));
        let at = |x: usize, y: usize| f32::from(self.texels[y * SIDE + x][channel & 3]) / 255.0;
        let top = at(x0, y0) + (at(x1, y0) - at(x0, y0)) * fx;
        let bottom = at(x0, y1) + (at(x1, y1) - at(x0, y1)) * fx;
        top + (bottom - top) * fy
    }
}

/// Sum of `count` octaves of periodic value noise that starts with `cells` cells along a side, stretched to 0..255.
fn octaves(seed: u64, cells: usize, count: u32) -> Vec<u8> {
    let mut sums = vec![0.0f32; SIDE * SIDE];
    let mut amplitude = 1.0;
    for octave in 0..count {
        let side = (cells << octave).min(SIDE);
        add_octave(&mut sums, seed * 16 + u64::from(octave), side, amplitude);
        amplitude *= 0.5;
    }
    stretch(&sums)
}

fn add_octave(sums: &mut [f32], seed: u64, side: usize, amplitude: f32) {
    let lattice: Vec<f32> = (0..side * side)
        .map(|cell| random::uniform(seed, cell as u64, 0) - 0.5)
        .collect();
    let step = side as f32 / SIDE as f32;
    let place = |texel: usize| {
        let t = texel as f32 * step;
        let cell = t as usize % side;
        let f = t - t.floor();
        (cell, (cell + 1) % side, f * f * (3.0 - 2.0 * f))
    };
    for y in 0..SIDE {
        let (y0, y1, fy) = place(y);
        for x in 0..SIDE {
            let (x0, x1, fx) = place(x);
            let row = |y: usize| {
                let (a, b) = (lattice[y * side + x0], lattice[y * side + x1]);
                a + (b - a) * fx
            };
            sums[y * SIDE + x] += amplitude * (row(y0) + (row(y1) - row(y0)) * fy);
        }
    }
}

/// Mean to the middle, two and a half standard deviations to the ends.
fn stretch(sums: &[f32]) -> Vec<u8> {
    let count = sums.len() as f32;
    let mean = sums.iter().sum::<f32>() / count;
    let variance = sums.iter().map(|v| (v - mean) * (v - mean)).sum::<f32>() / count;
    let gain = 0.2 / variance.sqrt().max(1e-6);
    sums.iter()
        .map(|v| ((0.5 + (v - mean) * gain).clamp(0.0, 1.0) * 255.0 + 0.5) as u8)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tile_is_spread_around_the_middle_and_wraps() {
        let tile = NoiseTile::new();
        for channel in 0..4 {
            let values: Vec<f32> = tile
                .texels
                .iter()
                .map(|t| f32::from(t[channel]) / 255.0)
                .collect();
            let mean = values.iter().sum::<f32>() / values.len() as f32;
            let spread =
                values.iter().map(|v| (v - mean).powi(2)).sum::<f32>() / values.len() as f32;
            assert!((mean - 0.5).abs() < 0.03, "channel {channel}: mean {mean}");
            assert!(
                (0.15..0.25).contains(&spread.sqrt()),
                "channel {channel}: {spread}"
            );
            assert!(
                (tile.sample(channel, -0.3, 2.7) - tile.sample(channel, 0.7, 0.7)).abs() < 1e-5
            );
        }
    }
}
