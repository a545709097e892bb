//! Normals, texture coordinates, colours and our own attributes of a primitive's vertices.

use glam::Vec3;
use gltf_json::{
    Accessor, Index,
    mesh::{Primitive, Semantic},
    validation::Checked,
};
use windwright_runtime::math;

use super::{ImportError, accessor::Source, limits::Budget};

/// Optional columns of a primitive; empty where missing.
#[derive(Default)]
pub(super) struct Attributes {
    /// Normals as written.
    pub(super) normals: Option<Vec<[f32; 3]>>,
    coordinates: Vec<[f32; 2]>,
    colours: Vec<Vec3>,
    branch_ids: Vec<[u32; 1]>,
    lightness: Vec<[f32; 1]>,
    hue_shifts: Vec<[f32; 1]>,
}

impl Attributes {
    /// Reads what fits `count` positions; counts the others in `lengths`.
    pub(super) fn read(
        source: &Source<'_>,
        primitive: &Primitive,
        count: usize,
        lengths: &mut usize,
        budget: &mut Budget,
    ) -> Result<Self, ImportError> {
        let mut fitting = |semantic| {
            let index = attribute(primitive, semantic)?;
            let fits = source.count(index) == count as u64;
            *lengths += usize::from(!fits);
            fits.then_some(index)
        };
        let own = |name: &str| Semantic::Extras(name.to_owned());
        let normals = fitting(Semantic::Normals);
        let coordinates = fitting(Semantic::TexCoords(texture_set(source, primitive)));
        let colours = fitting(Semantic::Colors(0));
        let branch_ids = fitting(own("BRANCH_ID"));
        let lightness = fitting(own("LIGHTNESS"));
        let hue_shifts = fitting(own("HUE_SHIFT"));

        let mut attributes = Self::default();
        if let Some(index) = normals {
            attributes.normals = Some(source.floats::<3>(index, budget)?);
        }
        if let Some(index) = coordinates {
            attributes.coordinates = source.floats::<2>(index, budget)?;
            place_texture(source, primitive, &mut attributes.coordinates);
        }
        if let Some(index) = colours {
            attributes.colours = colours_of(source, index, budget)?;
        }
        if let Some(index) = branch_ids {
            attributes.branch_ids = source.integers::<1>(index, budget)?;
        }
        if let Some(index) = lightness {
            attributes.lightness = source.floats::<1>(index, budget)?;
        }
        if let Some(index) = hue_shifts {
            attributes.hue_shifts = source.floats::<1>(index, budget)?;
        }
        Ok(attributes)
    }

    /// Texture coordinates; 0 where missing.
    pub(super) fn uv(&self, vertex: usize) -> [f32; 2] {
        finite(self.coordinates.get(vertex).copied())
    }

    /// Linear colour; white where missing.
    pub(super) fn colour(&self, vertex: usize) -> Vec3 {
        self.colours.get(vertex).copied().unwrap_or(Vec3::ONE)
    }

    /// Number of the branch.
    pub(super) fn branch_id(&self, vertex: usize) -> Option<u32> {
        self.branch_ids.get(vertex).map(|[branch]| *branch)
    }

    /// Factor of lightness, 0..2; 1 where missing.
    pub(super) fn lightness(&self, vertex: usize) -> f32 {
        let [lightness] = self.lightness.get(vertex).copied().unwrap_or([1.0]);
        if lightness.is_finite() {
            lightness.clamp(0.0, 2.0)
        } else {
            1.0
        }
    }

    /// Shift of hue, −1..1; 0 where missing.
    pub(super) fn hue_shift_rad(&self, vertex: usize) -> f32 {
        let [shift] = finite(self.hue_shifts.get(vertex).copied());
        shift.clamp(-1.0, 1.0)
    }
}

/// The accessor of an attribute.
pub(super) fn attribute(primitive: &Primitive, semantic: Semantic) -> Option<Index<Accessor>> {
    primitive.attributes.get(&Checked::Valid(semantic)).copied()
}

/// The set of texture coordinates that the base colour uses.
fn texture_set(source: &Source<'_>, primitive: &Primitive) -> u32 {
    let material = primitive
        .material
        .and_then(|material| source.root.materials.get(material.value()));
    let texture =
        material.and_then(|material| material.pbr_metallic_roughness.base_color_texture.as_ref());
    texture.map_or(0, |texture| texture.tex_coord)
}

/// Applies `KHR_texture_transform` of the base colour.
fn place_texture(source: &Source<'_>, primitive: &Primitive, coordinates: &mut [[f32; 2]]) {
    let transform = primitive
        .material
        .and_then(|material| source.root.materials.get(material.value()))
        .and_then(|material| material.pbr_metallic_roughness.base_color_texture.as_ref())
        .and_then(|texture| texture.extensions.as_ref())
        .and_then(|extensions| extensions.texture_transform.as_ref());
    let Some(transform) = transform else {
        return;
    };
    let ([across, down], [width, height]) = (transform.offset.0, transform.scale.0);
    let (sine, cosine) = (
        math::sin(transform.rotation.0),
        math::cos(transform.rotation.0),
    );
    for [u, v] in coordinates {
        let (x, y) = (*u * width, *v * height);
        *u = x * cosine + y * sine + across;
        *v = y * cosine - x * sine + down;
    }
}

fn colours_of(
    source: &Source<'_>,
    index: Index<Accessor>,
    budget: &mut Budget,
) -> Result<Vec<Vec3>, ImportError> {
    let clean =
        |colour: [f32; 3]| Vec3::from_array(finite(Some(colour))).clamp(Vec3::ZERO, Vec3::ONE);
    if source.width(index) == 4 {
        let colours = source.floats::<4>(index, budget)?;
        return Ok(colours
            .into_iter()
            .map(|[r, g, b, _]| clean([r, g, b]))
            .collect());
    }
    let colours = source.floats::<3>(index, budget)?;
    Ok(colours.into_iter().map(clean).collect())
}

fn finite<const N: usize>(values: Option<[f32; N]>) -> [f32; N] {
    values
        .filter(|values| values.iter().all(|value| value.is_finite()))
        .unwrap_or([0.0; N])
}
