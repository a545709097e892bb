//! Textures with mips that keep the coverage of cut-out leaves.

use windwright_core::plant::Texture;

/// One level: columns, rows and sRGB texels with coverage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mip {
    /// Columns.
    pub(super) width: u32,
    /// Rows.
    pub(super) height: u32,
    /// Four bytes a texel.
    pub(super) rgba: Vec<u8>,
}

/// A texel in linear light, colour times coverage.
type Texel = [f32; 4];

/// All levels of `texture` down to one texel; each has the share of texels over `cutoff` that the first has.
pub(super) fn mips(texture: &Texture, cutoff: f32) -> Vec<Mip> {
    let decode: Vec<f32> = (0..256u32)
        .map(|byte| decode(byte as f32 / 255.0))
        .collect();
    let mut linear: Vec<Texel> = texture
        .rgba
        .chunks_exact(4)
        .map(|t| {
            let alpha = f32::from(t[3]) / 255.0;
            [0, 1, 2, 3].map(|c| {
                if c == 3 {
                    alpha
                } else {
                    decode[usize::from(t[c])] * alpha
                }
            })
        })
        .collect();
    let mean = mean_colour(&linear);
    let wanted = coverage(&linear, cutoff, 1.0);
    let (mut width, mut height) = (texture.width, texture.height);
    let mut levels = vec![encode_level(&linear, width, height, 1.0, mean)];
    while width > 1 || height > 1 {
        (linear, width, height) = halve(&linear, width, height);
        let gain = gain_for(&linear, cutoff, wanted);
        levels.push(encode_level(&linear, width, height, gain, mean));
    }
    levels
}

fn mean_colour(linear: &[Texel]) -> [f32; 3] {
    let mut sum = [0.0f32; 4];
    for texel in linear {
        for c in 0..4 {
            sum[c] += texel[c];
        }
    }
    [0, 1, 2].map(|c| if sum[3] > 0.0 { sum[c] / sum[3] } else { 1.0 })
}

fn coverage(linear: &[Texel], cutoff: f32, gain: f32) -> f32 {
    let covered = linear
        .iter()
        .filter(|texel| texel[3] * gain >= cutoff)
        .count();
    covered as f32 / linear.len().max(1) as f32
}

/// Factor of alpha that brings the coverage closest to `wanted`.
fn gain_for(linear: &[Texel], cutoff: f32, wanted: f32) -> f32 {
    if cutoff <= 0.0 || wanted <= 0.0 || wanted >= 1.0 {
        return 1.0;
    }
    let (mut low, mut high) = (0.2f32, 8.0f32);
    for _ in 0..16 {
        let middle = 0.5 * (low + high);
        if coverage(linear, cutoff, middle) < wanted {
            low = middle;
        } else {
            high = middle;
        }
    }
    // coverage is a staircase: take the nearer stair
    let (under, over) = (
        coverage(linear, cutoff, low),
        coverage(linear, cutoff, high),
    );
    if wanted - under < over - wanted {
        low
    } else {
        high
    }
}

fn halve(linear: &[Texel], width: u32, height: u32) -> (Vec<Texel>, u32, u32) {
    let (half_width, half_height) = ((width / 2).max(1), (height / 2).max(1));
    let at = |x: u32, y: u32| linear[(y.min(height - 1) * width + x.min(width - 1)) as usize];
    let mut half = Vec::with_capacity((half_width * half_height) as usize);
    for y in 0..half_height {
        for x in 0..half_width {
            let block = [
                at(2 * x, 2 * y),
                at(2 * x + 1, 2 * y),
                at(2 * x, 2 * y + 1),
                at(2 * x + 1, 2 * y + 1),
            ];
            half.push([0, 1, 2, 3].map(|c| block.iter().map(|t| t[c]).sum::<f32>() * 0.25));
        }
    }
    (half, half_width, half_height)
}

fn encode_level(linear: &[Texel], width: u32, height: u32, gain: f32, mean: [f32; 3]) -> Mip {
    let byte = |v: f32| (v.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
    let rgba = linear
        .iter()
        .flat_map(|texel| {
            let colour = |c: usize| {
                // holes take the leaves' mean colour, so that no dark rim appears
                if texel[3] > 0.02 {
                    texel[c] / texel[3]
                } else {
                    mean[c]
                }
            };
            [
                byte(encode(colour(0))),
                byte(encode(colour(1))),
                byte(encode(colour(2))),
                byte(texel[3] * gain),
            ]
        })
        .collect();
    Mip {
        width,
        height,
        rgba,
    }
}

fn decode(v: f32) -> f32 {
    if v <= 0.04045 {
        v / 12.92
    } else {
        ((v + 0.055) / 1.055).powf(2.4)
    }
}

fn encode(v: f32) -> f32 {
    if v <= 0.003_130_8 {
        v * 12.92
    } else {
        1.055 * v.powf(1.0 / 2.4) - 0.055
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Discs on nothing: coverage about 0.3.
    fn discs() -> Texture {
        let side = 64u32;
        let rgba = (0..side * side)
            .flat_map(|i| {
                let (x, y) = ((i % side % 16) as f32 - 7.5, (i / side % 16) as f32 - 7.5);
                let inside = x * x + y * y < 25.0;
                if inside {
                    [90, 140, 60, 255]
                } else {
                    [0, 0, 0, 0]
                }
            })
            .collect();
        Texture {
            width: side,
            height: side,
            rgba,
        }
    }

    #[test]
    fn coverage_is_kept_over_the_levels() {
        let levels = mips(&discs(), 0.5);
        let share = |mip: &Mip| {
            let covered = mip.rgba.chunks_exact(4).filter(|t| t[3] >= 128).count();
            covered as f32 / (mip.width * mip.height) as f32
        };
        let wanted = share(&levels[0]);
        for mip in &levels[1..=2] {
            // a repeat of 8 or 4 texels can meet it within one ring of texels
            assert!(
                (share(mip) - wanted).abs() < 0.13,
                "{} against {wanted}",
                share(mip)
            );
        }
        assert_eq!(levels.len(), 7);
    }

    #[test]
    fn holes_do_not_darken_the_leaves() {
        for mip in mips(&discs(), 0.5) {
            for texel in mip.rgba.chunks_exact(4) {
                assert!(texel[1] >= 138, "{texel:?}");
            }
        }
    }
}
