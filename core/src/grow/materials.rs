//! Materials of the habits; a texture times its albedo has the reflectance given here on average.

use super::Habit;
use super::bark_texture::bark_texture;
use super::leaf_texture::leaf_texture;
use super::picture::MEAN;
use crate::plant::{Material, MaterialKind, Texture};

/// Bark first, then the bark of twigs where it differs, leaves last.
pub(super) fn materials(habit: Habit) -> Vec<Material> {
    let (bark_albedo, leaf_albedo, transmission) = match habit {
        Habit::Oak => ([0.10, 0.08, 0.06], [0.055, 0.11, 0.035], [0.10, 0.17, 0.02]),
        Habit::Birch => ([0.46, 0.44, 0.40], [0.068, 0.12, 0.035], [0.12, 0.18, 0.02]),
        Habit::Spruce => (
            [0.11, 0.078, 0.058],
            [0.034, 0.068, 0.032],
            [0.03, 0.05, 0.01],
        ),
    };
    let mut materials = vec![bark("bark", bark_albedo, Some(bark_texture(habit)))];
    if habit == Habit::Birch {
        materials.push(bark("twigs", [0.075, 0.05, 0.04], None));
    }
    materials.push(Material {
        name: String::from("leaves"),
        kind: MaterialKind::Leaf,
        albedo: leaf_albedo.map(|channel| channel / MEAN),
        transmission,
        texture: Some(leaf_texture(habit)),
        alpha_cutoff: 0.4,
    });
    materials
}

fn bark(name: &str, albedo: [f32; 3], texture: Option<Texture>) -> Material {
    let mean = if texture.is_some() { MEAN } else { 1.0 };
    Material {
        name: name.to_owned(),
        kind: MaterialKind::Bark,
        albedo: albedo.map(|channel| channel / mean),
        transmission: [0.0; 3],
        texture,
        alpha_cutoff: 0.0,
    }
}
