//! Numbers of a picture of a tree: what tells a look that works from a toy.

use image::RgbaImage;

/// A pixel belongs to the crown when painting the leaves changes it by more than this, of 255.
const CROWN_CHANGE: u8 = 40;
/// Blur that keeps lobes of light and shade and drops single leaves, as a share of the picture's height.
const LOBE_BLUR: f32 = 0.02;

/// What is measured. L* and chroma as in CIE Lab under D65.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    /// L* of the crown at 5, 50 and 95 % of its pixels.
    pub crown_lightness: [f32; 3],
    /// Standard deviation of L* in the crown after the blur.
    pub lobe_contrast: f32,
    /// Mean HSV saturation of the crown.
    pub crown_saturation: f32,
    /// Crown over its convex hull, pixels.
    pub crown_fill: f32,
    /// L* of the picture at 1, 50 and 99 %.
    pub picture_lightness: [f32; 3],
    /// Chroma of the picture at 99 %.
    pub chroma_p99: f32,
    /// Share of pixels with a channel at either end.
    pub clipped: f32,
}

/// Measures `picture`; `painted` is the same with the leaves of the crown in another colour.
pub fn measure(picture: &RgbaImage, painted: &RgbaImage) -> Look {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let lab: Vec<[f32; 3]> = picture.pixels().map(|p| lab([p[0], p[1], p[2]])).collect();
    let crown = crown(picture, painted);
    let in_crown = |index: &usize| crown[*index];
    let crown_pixels: Vec<usize> = (0..width * height).filter(in_crown).collect();
    let lightness = |pixels: &mut dyn Iterator<Item = usize>| -> Vec<f32> {
        pixels.map(|index| lab[index][0]).collect()
    };
    let clipped = picture
        .pixels()
        .filter(|p| p.0[..3].iter().any(|&v| v == 0 || v == 255))
        .count();
    let saturation = crown_pixels.iter().map(|&index| {
        saturation(
            picture
                .get_pixel((index % width) as u32, (index / width) as u32)
                .0,
        )
    });
    Look {
        crown_lightness: percentiles(
            lightness(&mut crown_pixels.iter().copied()),
            [0.05, 0.5, 0.95],
        ),
        lobe_contrast: lobe_contrast(&lab, &crown, width, height),
        crown_saturation: saturation.sum::<f32>() / crown_pixels.len().max(1) as f32,
        crown_fill: crown_pixels.len() as f32 / hull_area(&crown_pixels, width).max(1.0),
        picture_lightness: percentiles(lightness(&mut (0..width * height)), [0.01, 0.5, 0.99]),
        chroma_p99: percentiles(lab.iter().map(|c| c[1].hypot(c[2])).collect(), [0.99])[0],
        clipped: clipped as f32 / (width * height).max(1) as f32,
    }
}

/// Mean |difference of L*| between `before` and `after` over the crown; `painted` is `before` with the leaves in another colour.
pub fn motion(before: &RgbaImage, after: &RgbaImage, painted: &RgbaImage) -> f32 {
    let lightness = |pixel: &image::Rgba<u8>| lab([pixel[0], pixel[1], pixel[2]])[0];
    let differences: Vec<f32> = before
        .pixels()
        .zip(after.pixels())
        .zip(crown(before, painted))
        .filter(|(_, inside)| *inside)
        .map(|((a, b), _)| (lightness(a) - lightness(b)).abs())
        .collect();
    differences.iter().sum::<f32>() / differences.len().max(1) as f32
}

/// Which pixels painting the leaves changes.
fn crown(picture: &RgbaImage, painted: &RgbaImage) -> Vec<bool> {
    let changed = |a: &image::Rgba<u8>, b: &image::Rgba<u8>| {
        (0..3).any(|channel| a[channel].abs_diff(b[channel]) > CROWN_CHANGE)
    };
    let pairs = picture.pixels().zip(painted.pixels());
    pairs.map(|(a, b)| changed(a, b)).collect()
}

fn percentiles<const N: usize>(mut values: Vec<f32>, shares: [f32; N]) -> [f32; N] {
    values.sort_by(f32::total_cmp);
    shares.map(|share| {
        let index = (share * values.len().saturating_sub(1) as f32).round() as usize;
        values.get(index).copied().unwrap_or(f32::NAN)
    })
}

fn lab(rgb: [u8; 3]) -> [f32; 3] {
    let [r, g, b] = rgb.map(|byte| {
        let v = f32::from(byte) / 255.0;
        if v <= 0.04045 {
            v / 12.92
        } else {
            ((v + 0.055) / 1.055).powf(2.4)
        }
    });
    let xyz = [
        (0.412_456 * r + 0.357_576 * g + 0.180_437 * b) / 0.950_47,
        0.212_673 * r + 0.715_152 * g + 0.072_175 * b,
        (0.019_334 * r + 0.119_192 * g + 0.950_304 * b) / 1.088_83,
    ];
    let [x, y, z] = xyz.map(|t| {
        if t > 0.008_856 {
            t.cbrt()
        } else {
            7.787 * t + 16.0 / 116.0
        }
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn saturation([r, g, b, _]: [u8; 4]) -> f32 {
    let (low, high) = (r.min(g).min(b), r.max(g).max(b));
    if high == 0 {
        0.0
    } else {
        f32::from(high - low) / f32::from(high)
    }
}

/// Blurs crown lightness and crown cover alike, and takes the deviation where the cover is mostly crown.
fn lobe_contrast(lab: &[[f32; 3]], crown: &[bool], width: usize, height: usize) -> f32 {
    let cover: Vec<f32> = crown
        .iter()
        .map(|&inside| f32::from(u8::from(inside)))
        .collect();
    let light: Vec<f32> = lab
        .iter()
        .zip(&cover)
        .map(|(lab, cover)| lab[0] * cover)
        .collect();
    let sigma = LOBE_BLUR * height as f32;
    let cover = blur(&cover, width, sigma);
    let light = blur(&light, width, sigma);
    let values: Vec<f32> = (0..crown.len())
        .filter(|&index| crown[index] && cover[index] > 0.6)
        .map(|index| light[index] / cover[index])
        .collect();
    let count = values.len().max(1) as f32;
    let mean = values.iter().sum::<f32>() / count;
    (values.iter().map(|v| (v - mean) * (v - mean)).sum::<f32>() / count).sqrt()
}

fn blur(values: &[f32], width: usize, sigma: f32) -> Vec<f32> {
    let radius = (4.0 * sigma).ceil() as isize;
    let mut kernel: Vec<f32> = (-radius..=radius)
        .map(|k| (-0.5 * (k as f32 / sigma).powi(2)).exp())
        .collect();
    let sum: f32 = kernel.iter().sum();
    for weight in &mut kernel {
        *weight /= sum;
    }
    let height = values.len() / width.max(1);
    let pass = |source: &[f32], step: isize| -> Vec<f32> {
        (0..source.len())
            .map(|index| {
                let (at, end) = if step == 1 {
                    (index % width, width)
                } else {
                    (index / width, height)
                };
                (-radius..=radius)
                    .zip(&kernel)
                    .filter(|(k, _)| (0..end.cast_signed()).contains(&(at.cast_signed() + k)))
                    .map(|(k, weight)| {
                        source[(index.cast_signed() + k * step).cast_unsigned()] * weight
                    })
                    .sum()
            })
            .collect()
    };
    pass(&pass(values, 1), width.cast_signed())
}

/// Area of the convex hull of pixels (Andrew's monotone chain), pixels.
fn hull_area(pixels: &[usize], width: usize) -> f32 {
    let mut points: Vec<[f32; 2]> = pixels
        .iter()
        .flat_map(|&index| {
            let (x, y) = ((index % width) as f32, (index / width) as f32);
            [[x, y], [x + 1.0, y], [x, y + 1.0], [x + 1.0, y + 1.0]]
        })
        .collect();
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    points.dedup();
    let turn = |o: [f32; 2], a: [f32; 2], b: [f32; 2]| {
        (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
    };
    let chain = |points: &mut dyn Iterator<Item = [f32; 2]>| {
        let mut hull: Vec<[f32; 2]> = Vec::new();
        for point in points {
            while let [.., before, last] = hull[..] {
                if turn(before, last, point) > 0.0 {
                    break;
                }
                hull.pop();
            }
            hull.push(point);
        }
        hull
    };
    let mut hull = chain(&mut points.iter().copied());
    hull.pop();
    hull.extend(chain(&mut points.iter().rev().copied()));
    let area: f32 = hull
        .windows(2)
        .map(|pair| pair[0][0] * pair[1][1] - pair[1][0] * pair[0][1])
        .sum();
    0.5 * area.abs()
}

#[cfg(test)]
mod tests {
    use image::Rgba;

    use super::*;

    #[test]
    fn a_flat_disc_has_no_lobes_and_fills_its_hull() {
        let picture = RgbaImage::from_fn(120, 80, |x, y| {
            let inside = (x as f32 - 60.0).hypot(y as f32 - 40.0) < 30.0;
            if inside {
                Rgba([60, 90, 40, 255])
            } else {
                Rgba([150, 180, 210, 255])
            }
        });
        let painted = RgbaImage::from_fn(120, 80, |x, y| {
            let pixel = *picture.get_pixel(x, y);
            if pixel[0] == 60 {
                Rgba([200, 0, 200, 255])
            } else {
                pixel
            }
        });
        let look = measure(&picture, &painted);
        assert!(look.lobe_contrast < 0.01, "{look:?}");
        assert!((look.crown_fill - 1.0).abs() < 0.04, "{look:?}");
        // sRGB 60, 90, 40 has L* 34.85 and HSV saturation 50 / 90
        assert!((look.crown_lightness[1] - 34.85).abs() < 0.05, "{look:?}");
        assert!((look.crown_saturation - 0.556).abs() < 0.01, "{look:?}");
        assert!(look.clipped < 1e-6);
    }
}
