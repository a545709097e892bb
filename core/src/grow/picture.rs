//! A picture being painted: linear colour, relative to the material's own, with coverage.

use windwright_runtime::math;

use crate::plant::Texture;

/// Mean of each colour channel over what is covered; room above it for what is lighter.
pub(super) const MEAN: f32 = 0.6;
/// Coverage from which a texel counts.
const COVERED: f32 = 0.5;

/// Columns by rows of (red, green, blue, coverage).
pub(super) struct Picture {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) texels: Vec<[f32; 4]>,
}

impl Picture {
    pub(super) fn new(width: usize, height: usize) -> Self {
        Self {
            width,
            height,
            texels: vec![[0.0; 4]; width * height],
        }
    }

    /// Lays `colour` over a texel by `coverage`.
    pub(super) fn lay(&mut self, column: usize, row: usize, colour: [f32; 3], coverage: f32) {
        let texel = &mut self.texels[row * self.width + column];
        let under = texel[3] * (1.0 - coverage);
        let sum = coverage + under;
        if sum <= 0.0 {
            return;
        }
        for channel in 0..3 {
            texel[channel] = (colour[channel] * coverage + texel[channel] * under) / sum;
        }
        texel[3] = sum;
    }

    /// Darkens what is already painted at a texel.
    pub(super) fn shadow(&mut self, column: usize, row: usize, factor: f32) {
        for channel in &mut self.texels[row * self.width + column][..3] {
            *channel *= factor;
        }
    }

    /// Scales each channel to [`MEAN`] over the covered texels, gives holes the mean colour (so that no fringe shows when the picture shrinks), and encodes.
    pub(super) fn into_texture(mut self) -> Texture {
        let mut sums = [0.0_f64; 3];
        let mut count = 0.0_f64;
        for texel in self.texels.iter().filter(|texel| texel[3] >= COVERED) {
            for (sum, channel) in sums.iter_mut().zip(texel) {
                *sum += f64::from(*channel);
            }
            count += 1.0;
        }
        let factors = sums.map(|sum| (f64::from(MEAN) * count / sum.max(1e-9)) as f32);
        for texel in &mut self.texels {
            for channel in 0..3 {
                texel[channel] *= factors[channel];
                if texel[3] < 0.02 {
                    texel[channel] = MEAN;
                }
            }
        }
        let encode = srgb_table();
        let rgba = self
            .texels
            .iter()
            .flat_map(|texel| {
                let code = |x: f32| encode[(math::saturate(x) * 4095.0 + 0.5) as usize];
                let alpha = (math::saturate(texel[3]) * 255.0 + 0.5) as u8;
                [code(texel[0]), code(texel[1]), code(texel[2]), alpha]
            })
            .collect();
        Texture {
            width: self.width as u32,
            height: self.height as u32,
            rgba,
        }
    }
}

/// sRGB bytes of 4,096 linear steps. Source: IEC 61966-2-1.
fn srgb_table() -> Vec<u8> {
    (0..4096_u16)
        .map(|step| {
            let linear = f32::from(step) / 4095.0;
            let coded = if linear <= 0.003_130_8 {
                12.92 * linear
            } else {
                1.055 * math::pow(linear, 1.0 / 2.4) - 0.055
            };
            (coded * 255.0 + 0.5) as u8
        })
        .collect()
}
