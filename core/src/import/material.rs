//! Materials: base colour, texture, and what the name and the alpha mode say of their kind.

use glam::Vec3;
use gltf_json::{Material as Source, material::AlphaMode, validation::Checked};

use super::{
    Resolver,
    accessor::Source as Document,
    analyse::{Tissue, tissue_of_name},
    limits::Budget,
    primitive::Geometry,
    texture::Textures,
};
use crate::plant::{Material, MaterialKind};

/// Light let through a leaf over light sent back, red, green, blue: leaves glow yellow-green.
const TRANSMISSION: Vec3 = Vec3::new(1.7, 1.5, 0.6);
/// Most light that a leaf sends back and lets through together.
const BRIGHTEST: f32 = 0.95;
const DEFAULT_CUTOFF: f32 = 0.5;
/// Coverage below which a texel of a blended material is a hole.
const BLEND_CUTOFF: f32 = 0.4;

/// All materials of the document, then one for surfaces without.
pub(super) fn all(
    document: &Document<'_>,
    geometry: &Geometry,
    resolver: &dyn Resolver,
    budget: &mut Budget,
    notes: &mut Vec<String>,
) -> Vec<Material> {
    let mut textures = Textures::new(document, resolver);
    let plain = Source::default();
    let sources = document.root.materials.iter().chain([&plain]);
    sources
        .enumerate()
        .map(|(number, source)| {
            let used = geometry
                .mesh
                .parts
                .iter()
                .any(|part| part.material == number);
            let tint = geometry.tints.get(number).copied().unwrap_or(Vec3::ONE);
            let mut material = describe(source, tint);
            if used && let Some(texture) = texture_number(source) {
                material.texture = textures.read(texture, budget, notes);
            }
            material
        })
        .collect()
}

fn describe(source: &Source, tint: Vec3) -> Material {
    let [red, green, blue, _] = base_colour(source);
    let albedo = Vec3::new(red, green, blue);
    let albedo = if albedo.is_finite() {
        albedo
    } else {
        Vec3::ONE
    };
    let albedo = (albedo * tint).clamp(Vec3::ZERO, Vec3::ONE);
    let name = source.name.clone().unwrap_or_default();
    let alpha_cutoff = cutoff(source);
    let kind = match tissue_of_name(&name) {
        Some(Tissue::Wood) => MaterialKind::Bark,
        Some(Tissue::Leaf) => MaterialKind::Leaf,
        None if alpha_cutoff > 0.0 => MaterialKind::Leaf,
        Some(Tissue::Rigid) | None => MaterialKind::Other,
    };
    let mut material = Material {
        name,
        kind: MaterialKind::Other,
        albedo: albedo.to_array(),
        transmission: [0.0; 3],
        texture: None,
        alpha_cutoff,
    };
    set_kind(&mut material, kind);
    material
}

/// Sets the kind, and the transmission that follows from it.
pub(super) fn set_kind(material: &mut Material, kind: MaterialKind) {
    material.kind = kind;
    material.transmission = match kind {
        MaterialKind::Bark | MaterialKind::Other => [0.0; 3],
        MaterialKind::Leaf => {
            let albedo = Vec3::from_array(material.albedo);
            let left = (Vec3::splat(BRIGHTEST) - albedo).max(Vec3::ZERO);
            (albedo * TRANSMISSION).min(left).to_array()
        }
    };
}

fn cutoff(source: &Source) -> f32 {
    match source.alpha_mode {
        Checked::Valid(AlphaMode::Mask) => source
            .alpha_cutoff
            .map_or(DEFAULT_CUTOFF, |cutoff| cutoff.0)
            .clamp(0.01, 1.0),
        Checked::Valid(AlphaMode::Blend) => BLEND_CUTOFF,
        Checked::Valid(AlphaMode::Opaque) | Checked::Invalid => 0.0,
    }
}

/// Base colour factor; the diffuse factor of materials with `KHR_materials_pbrSpecularGlossiness`.
fn base_colour(source: &Source) -> [f32; 4] {
    let diffuse = glossiness(source)
        .and_then(|extension| extension.get("diffuseFactor"))
        .and_then(|factor| serde_json::from_value(factor.clone()).ok());
    diffuse.unwrap_or(source.pbr_metallic_roughness.base_color_factor.0)
}

fn texture_number(source: &Source) -> Option<usize> {
    let texture = source.pbr_metallic_roughness.base_color_texture.as_ref();
    texture.map(|texture| texture.index.value()).or_else(|| {
        let texture = glossiness(source)?.get("diffuseTexture")?;
        usize::try_from(texture.get("index")?.as_u64()?).ok()
    })
}

fn glossiness(source: &Source) -> Option<&serde_json::Value> {
    let extensions = source.extensions.as_ref()?;
    extensions.others.get("KHR_materials_pbrSpecularGlossiness")
}
