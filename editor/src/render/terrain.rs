//! Ground and grass on the device, laid anew as the eye moves.

use glam::{DVec2, DVec3};
use wgpu::{BufferUsages, Device, Queue, Texture, TextureFormat};
use windwright_runtime::preset::scene::Ground;

use super::{
    gpu::{self, GrowBuffer},
    grass::{self, GrassDraw, GrassField},
    ground::GroundMesh,
    ground_mask::{self, GroundMask, Stand},
    noise::NoiseTile,
    view::Lens,
};

/// The mesh is centred on points of this lattice, metres.
const LATTICE_M: f64 = 4.0;

/// Ground and grass.
#[derive(Debug)]
pub(super) struct Terrain {
    ground: Ground,
    mask: GroundMask,
    /// Litter and openness.
    pub(super) mask_texture: Texture,
    mesh_centre_m: Option<DVec2>,
    fine: bool,
    /// Vertices of the ground.
    pub(super) vertices: GrowBuffer,
    /// Triangles of the ground.
    pub(super) indices: GrowBuffer,
    /// Indices in use.
    pub(super) index_count: u32,
    field: Option<GrassField>,
    /// Tufts.
    pub(super) tufts: GrowBuffer,
    /// Triangles of a tuft.
    pub(super) tuft_indices: GrowBuffer,
}

impl Terrain {
    /// Flat and bare until a scene is set.
    pub(super) fn new(device: &Device, queue: &Queue) -> Self {
        let side = ground_mask::SIDE as u32;
        let mut tuft_indices = GrowBuffer::new(device, "tuft", BufferUsages::INDEX);
        let mut indices = grass::tuft_indices();
        indices.resize(indices.len().next_multiple_of(2), 0);
        tuft_indices.write(device, queue, &indices);
        Self {
            ground: Ground::default(),
            mask: GroundMask::new(DVec2::ZERO, &[]),
            mask_texture: gpu::sampled(
                device,
                "ground mask",
                [side, side],
                TextureFormat::Rg8Unorm,
            ),
            mesh_centre_m: None,
            fine: false,
            vertices: GrowBuffer::new(device, "ground", BufferUsages::VERTEX),
            indices: GrowBuffer::new(device, "ground", BufferUsages::INDEX),
            index_count: 0,
            field: None,
            tufts: GrowBuffer::new(device, "tufts", BufferUsages::VERTEX),
            tuft_indices,
        }
    }

    /// Takes the ground of a scene and the trees on it; `centre` (x, z) is where the picture looks.
    pub(super) fn set(&mut self, queue: &Queue, ground: &Ground, centre: DVec2, stands: &[Stand]) {
        self.ground = *ground;
        self.mask = GroundMask::new(centre, stands);
        let side = ground_mask::SIDE as u32;
        let bytes = bytemuck::cast_slice(&self.mask.texels);
        gpu::write_level(queue, &self.mask_texture, 0, [side, side], bytes);
        self.mesh_centre_m = None;
        self.field = None;
    }

    /// Lays mesh and grass around the eye where they no longer serve.
    pub(super) fn follow(
        &mut self,
        device: &Device,
        queue: &Queue,
        noise: &NoiseTile,
        eye_m: DVec3,
        grass_share: f32,
        fine: bool,
    ) {
        let eye = DVec2::new(eye_m.x, eye_m.z);
        let away = self
            .mesh_centre_m
            .is_none_or(|c| (c - eye).abs().max_element() > LATTICE_M);
        if away || fine != self.fine {
            let centre = (eye / LATTICE_M).round() * LATTICE_M;
            let (rings, sectors) = if fine { (110, 224) } else { (36, 72) };
            let mesh = GroundMesh::new(&self.ground, centre.to_array(), rings, sectors);
            self.vertices.write(device, queue, &mesh.vertices);
            self.indices.write(device, queue, &mesh.indices);
            self.index_count = mesh.indices.len() as u32;
            self.mesh_centre_m = Some(centre);
            self.fine = fine;
        }
        let grass = if self.ground.grass.is_finite() {
            self.ground.grass
        } else {
            0.0
        };
        let share = grass.clamp(0.0, 1.0) * grass_share;
        if self
            .field
            .as_ref()
            .is_none_or(|field| !field.serves(eye, share))
        {
            let field = GrassField::new(&self.ground, noise, &self.mask, eye, share);
            self.tufts.write(device, queue, &field.tufts);
            self.field = Some(field);
        }
    }

    /// Runs of tufts that `lens` sees.
    pub(super) fn grass(&self, lens: &Lens) -> Vec<GrassDraw> {
        self.field
            .as_ref()
            .map(|field| field.draws(lens))
            .unwrap_or_default()
    }

    /// Triangles of the ground and of `grass`.
    pub(super) fn triangles(&self, grass: &[GrassDraw]) -> u64 {
        let tufts: u64 = grass
            .iter()
            .map(|draw| u64::from(draw.count) * u64::from(draw.blades))
            .sum();
        u64::from(self.index_count) / 3 + tufts * u64::from(grass::BLADE_INDICES) / 3
    }

    /// Origin of the ground mesh, metres, world.
    pub(super) fn mesh_origin_m(&self) -> DVec3 {
        self.mesh_centre_m
            .map_or(DVec3::ZERO, |c| DVec3::new(c.x, 0.0, c.y))
    }

    /// Origin of the grass, metres, world.
    pub(super) fn grass_origin_m(&self) -> DVec3 {
        self.field
            .as_ref()
            .map_or(DVec3::ZERO, |f| DVec3::new(f.anchor_m.x, 0.0, f.anchor_m.y))
    }

    /// Corner of the mask (x, z), metres, world.
    pub(super) fn mask_corner_m(&self) -> DVec2 {
        self.mask.corner_m
    }
}
