//! A plant: what growing or importing gives, for the simulation (branch table) and for the eye (meshes).

pub mod crown;
pub mod glb;
pub mod hash;

use std::ops::Range;

use windwright_runtime::tree::table::BranchTable;

/// A plant in rest pose, tree space.
#[derive(Debug, Clone, PartialEq)]
pub struct Plant {
    /// The simulation's model.
    pub table: BranchTable,
    /// Meshes, finest first; all are mapped to `table`.
    pub lods: Vec<PlantMesh>,
    /// Materials that the meshes' parts name.
    pub materials: Vec<Material>,
    /// What was guessed or left out, one sentence each.
    pub notes: Vec<String>,
    /// Hash of table and meshes, 32 hex digits; names the table among the assets.
    pub hash: String,
}

/// One level of detail.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PlantMesh {
    /// Vertices.
    pub vertices: Vec<PlantVertex>,
    /// Triangles, three vertex numbers each.
    pub indices: Vec<u32>,
    /// Runs of `indices` that share a material.
    pub parts: Vec<Part>,
}

/// A run of triangles with one material.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Row of [`Plant::materials`].
    pub material: usize,
    /// Range of [`PlantMesh::indices`].
    pub indices: Range<u32>,
}

/// A vertex; laid out for the GPU, 48 bytes.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct PlantVertex {
    /// Rest position, metres.
    pub position_m: [f32; 3],
    /// Row of the branch table that carries it.
    pub branch: u32,
    /// Unit normal for shading (leaves: bent towards the crown's outside).
    pub normal: [f32; 3],
    /// Light that reaches it through the crown, 0..1, baked.
    pub occlusion: f32,
    /// Texture coordinates.
    pub uv: [f32; 2],
    /// Factor of lightness, about 0.85..1.15.
    pub lightness: f32,
    /// Shift of hue, radians, about ±0.14.
    pub hue_shift_rad: f32,
}

/// What a material is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MaterialKind {
    /// Wood: opaque, rough.
    Bark,
    /// Leaves: two-sided, cut out by alpha, lit through.
    Leaf,
    /// Anything else: opaque.
    Other,
}

/// A material.
#[derive(Debug, Clone, PartialEq)]
pub struct Material {
    /// Name in the file.
    pub name: String,
    /// How it is shaded.
    pub kind: MaterialKind,
    /// Linear reflectance, red, green, blue; multiplied with `texture`.
    pub albedo: [f32; 3],
    /// Linear light let through, red, green, blue; 0 for wood.
    pub transmission: [f32; 3],
    /// Colour (sRGB) and coverage, if any.
    pub texture: Option<Texture>,
    /// Coverage below which a texel is a hole, 0..1.
    pub alpha_cutoff: f32,
}

/// An image, 8 bits a channel: red, green, blue (sRGB), alpha; rows from the top.
#[derive(Debug, Clone, PartialEq)]
pub struct Texture {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// `4 · width · height` bytes.
    pub rgba: Vec<u8>,
}
