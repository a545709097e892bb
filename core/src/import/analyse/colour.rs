//! What the colour of a triangle says: green or bright is leaf, brown or black is wood.

use super::{super::ImportedMesh, tissue::Tissue, tissue::materials_of};
use crate::plant::{Material, Texture};
use glam::Vec3;

/// What a triangle looks like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Look {
    /// One colour all over.
    Flat(Tissue),
    /// Several colours, the mean of which says this.
    Mixed(Tissue),
    /// A blue or violet that only petals have.
    Petal,
    /// A colour that wood and leaves both may have.
    Unknown,
}

/// Largest difference of a channel in a flat colour, linear.
const FLATNESS: f32 = 0.06;

/// Look of each triangle that is not yet decided.
pub(super) fn looks(imported: &ImportedMesh, decided: &[Option<Tissue>]) -> Vec<Look> {
    let mesh = &imported.mesh;
    let triangles = mesh.indices.chunks_exact(3).zip(materials_of(imported));
    triangles
        .zip(decided)
        .map(|((corners, material), decided)| {
            let Some(material) = imported.materials.get(material) else {
                return Look::Unknown;
            };
            if decided.is_some() {
                return Look::Unknown;
            }
            let uvs = [0, 1, 2].map(|corner| mesh.vertices[corners[corner] as usize].uv);
            look(material, uvs)
        })
        .collect()
}

fn look(material: &Material, [a, b, c]: [[f32; 2]; 3]) -> Look {
    let factor = Vec3::from_array(material.albedo);
    let Some(texture) = &material.texture else {
        return if is_petal(factor) {
            Look::Petal
        } else {
            tissue(factor).map_or(Look::Unknown, Look::Flat)
        };
    };
    let mix = |s: f32, t: f32| {
        let r = 1.0 - s - t;
        [0, 1].map(|axis| r * a[axis] + s * b[axis] + t * c[axis])
    };
    let samples = [(0.34, 0.33), (0.1, 0.1), (0.8, 0.1), (0.1, 0.8)]
        .map(|(s, t)| sample(texture, mix(s, t)) * factor);
    let mean: Vec3 = samples.iter().sum::<Vec3>() * 0.25;
    let flat = samples
        .iter()
        .all(|sample| (*sample - mean).abs().max_element() < FLATNESS);
    match tissue(mean) {
        None => Look::Unknown,
        Some(tissue) if flat => Look::Flat(tissue),
        Some(tissue) => Look::Mixed(tissue),
    }
}

/// Nearest texel, linear; coordinates repeat.
fn sample(texture: &Texture, uv: [f32; 2]) -> Vec3 {
    let at = |coordinate: f32, length: u32| {
        let wrapped = coordinate - coordinate.floor();
        ((wrapped * length as f32) as u32).min(length.saturating_sub(1)) as usize
    };
    let [column, row] = [at(uv[0], texture.width), at(uv[1], texture.height)];
    let texel = 4 * (row * texture.width as usize + column);
    match texture.rgba.get(texel..texel + 3) {
        Some(&[red, green, blue]) => Vec3::new(linear(red), linear(green), linear(blue)),
        _ => Vec3::ONE,
    }
}

/// Close enough to the sRGB curve to tell green from brown.
fn linear(channel: u8) -> f32 {
    let value = f32::from(channel) / 255.0;
    value * value * (0.7 + 0.3 * value)
}

/// Blue or violet, and strongly so.
fn is_petal(colour: Vec3) -> bool {
    let [red, green, blue] = colour.to_array();
    blue > 0.3 && blue > 2.0 * red.max(green)
}

/// Tissue of a linear colour; `None` for greys and straw.
fn tissue(colour: Vec3) -> Option<Tissue> {
    let (value, least) = (colour.max_element(), colour.min_element());
    let saturation = (value - least) / value.max(1e-4);
    if saturation < 0.2 {
        return (value < 0.08).then_some(Tissue::Wood);
    }
    let [red, green, blue] = colour.to_array();
    let range = value - least;
    let hue_deg = if value <= red {
        60.0 * (green - blue) / range
    } else if value <= green {
        60.0 * (blue - red) / range + 120.0
    } else {
        60.0 * (red - green) / range + 240.0
    };
    let bright = value > 0.45 && saturation > 0.5;
    match hue_deg {
        50.0..330.0 => Some(Tissue::Leaf),
        42.0..50.0 => bright.then_some(Tissue::Leaf),
        _ if bright => Some(Tissue::Leaf),
        _ => Some(Tissue::Wood),
    }
}
