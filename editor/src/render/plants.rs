//! Plants on the device: meshes, materials and branches.

use std::{collections::BTreeMap, ops::Range, sync::Arc};

use wgpu::{BindGroup, Buffer, BufferUsages, Device, Queue, TextureFormat, util::DeviceExt as _};
use windwright_core::plant::{Material, MaterialKind, Plant, PlantMesh, Texture};
use windwright_runtime::tree::table::Level;

use super::{
    error::RenderError,
    gpu,
    layouts::Layouts,
    mirror::{Branch, PlantMaterial},
    texture,
};

/// A run of triangles with one material.
#[derive(Debug, Clone)]
pub(super) struct GpuPart {
    /// Row of [`GpuPlant::materials`].
    pub(super) material: usize,
    /// Whether it is cut out and lit through.
    pub(super) leaf: bool,
    /// Indices.
    pub(super) indices: Range<u32>,
}

/// One level of detail.
#[derive(Debug)]
pub(super) struct GpuMesh {
    /// Vertices.
    pub(super) vertices: Buffer,
    /// Triangles.
    pub(super) indices: Buffer,
    /// Number of triangles.
    pub(super) triangles: u32,
    /// Parts.
    pub(super) parts: Vec<GpuPart>,
}

/// A plant on the device.
#[derive(Debug)]
pub(super) struct GpuPlant {
    /// Levels of detail, finest first.
    pub(super) lods: Vec<GpuMesh>,
    /// Materials.
    pub(super) materials: Vec<BindGroup>,
    /// Branches in rest pose.
    pub(super) branches: Vec<Branch>,
    /// Middle of the rest pose over the root, metres.
    pub(super) middle_m: f32,
    /// Radius around the middle, metres.
    pub(super) radius_m: f32,
    /// Height of the rest pose, metres.
    pub(super) height_m: f32,
}

impl GpuPlant {
    /// Uploads `plant`.
    ///
    /// # Errors
    /// [`RenderError::Plant`] when a number points outside.
    pub(super) fn new(
        device: &Device,
        queue: &Queue,
        layouts: &Layouts,
        sampler: &wgpu::Sampler,
        plant: &Plant,
    ) -> Result<Self, RenderError> {
        check(plant).map_err(|message| RenderError::Plant {
            plant: plant.hash.clone(),
            message,
        })?;
        let materials: Vec<BindGroup> = plant
            .materials
            .iter()
            .map(|material| upload_material(device, queue, layouts, sampler, material))
            .collect();
        let lods = plant
            .lods
            .iter()
            .map(|mesh| upload_mesh(device, plant, mesh))
            .collect();
        let (low, high, across) = extent(plant);
        let radius_m = ((high - low) * 0.5).hypot(across);
        Ok(Self {
            lods,
            materials,
            branches: branches(plant),
            middle_m: (low + high) * 0.5,
            radius_m,
            height_m: (high - low).max(0.1),
        })
    }

    /// Level of detail for an instance `distance_m` away with the given `bias`, in halvings of the distance.
    pub(super) fn lod(&self, distance_m: f32, scale: f32, bias: f32) -> usize {
        let heights = distance_m / (self.height_m * scale.abs()).max(0.01) * bias.exp2();
        let wanted = match heights {
            ..3.2 => 0,
            ..8.5 => 1,
            ..26.0 => 2,
            _ => 3,
        };
        wanted.min(self.lods.len().saturating_sub(1))
    }
}

fn check(plant: &Plant) -> Result<(), &'static str> {
    let branches = plant.table.len() as u32;
    plant
        .table
        .validate()
        .map_err(|_error| "its branch table contradicts itself")?;
    for mesh in &plant.lods {
        let vertices = mesh.vertices.len() as u32;
        if mesh.indices.iter().any(|&index| index >= vertices) {
            return Err("a triangle names a vertex that is not there");
        }
        if mesh.vertices.iter().any(|vertex| vertex.branch >= branches) {
            return Err("a vertex names a branch that is not there");
        }
        for part in &mesh.parts {
            let end = mesh.indices.len() as u32;
            if part.indices.start > part.indices.end || part.indices.end > end {
                return Err("a part reaches past the mesh");
            }
            if part.material >= plant.materials.len() {
                return Err("a part names a material that is not there");
            }
        }
    }
    let whole = |texture: &Texture| {
        let texels = u64::from(texture.width) * u64::from(texture.height);
        texels > 0
            && texture.width.max(texture.height) <= 8192
            && texture.rgba.len() as u64 == texels * 4
    };
    let textures = plant
        .materials
        .iter()
        .filter_map(|material| material.texture.as_ref());
    if textures.into_iter().all(whole) {
        Ok(())
    } else {
        Err("a texture is incomplete")
    }
}

fn extent(plant: &Plant) -> (f32, f32, f32) {
    let points = plant.lods.iter().take(1).flat_map(|mesh| &mesh.vertices);
    let (low, high, across) =
        points.fold((f32::MAX, f32::MIN, 0.0f32), |(low, high, across), v| {
            let [x, y, z] = v.position_m;
            (low.min(y), high.max(y), across.max(x.hypot(z)))
        });
    if low <= high {
        (low, high, across)
    } else {
        (0.0, 0.1, 0.1)
    }
}

fn branches(plant: &Plant) -> Vec<Branch> {
    let table = &plant.table;
    (0..table.len())
        .filter_map(|row| table.get(row))
        .map(|branch| Branch {
            pivot_m: branch.position_m,
            length_m: branch.length_m,
            direction: branch.direction,
            foliage: f32::from(u8::from(branch.level == Level::Foliage)),
        })
        .collect()
}

fn upload_mesh(device: &Device, plant: &Plant, mesh: &PlantMesh) -> GpuMesh {
    let make = |label, usage, contents: &[u8]| {
        // a mesh without triangles still needs a buffer to bind
        let contents = if contents.is_empty() {
            &[0; 48]
        } else {
            contents
        };
        let descriptor = wgpu::util::BufferInitDescriptor {
            label: Some(label),
            contents,
            usage,
        };
        device.create_buffer_init(&descriptor)
    };
    let parts = mesh
        .parts
        .iter()
        .filter(|part| !part.indices.is_empty())
        .map(|part| GpuPart {
            material: part.material,
            leaf: plant.materials[part.material].kind == MaterialKind::Leaf,
            indices: part.indices.clone(),
        })
        .collect();
    GpuMesh {
        vertices: make(
            "vertices",
            BufferUsages::VERTEX,
            bytemuck::cast_slice(&mesh.vertices),
        ),
        indices: make(
            "indices",
            BufferUsages::INDEX,
            bytemuck::cast_slice(&mesh.indices),
        ),
        triangles: mesh.indices.len() as u32 / 3,
        parts,
    }
}

fn upload_material(
    device: &Device,
    queue: &Queue,
    layouts: &Layouts,
    sampler: &wgpu::Sampler,
    material: &Material,
) -> BindGroup {
    let leaf = material.kind == MaterialKind::Leaf;
    let ([r, g, b], [tr, tg, tb]) = (material.albedo, material.transmission);
    let rough = match material.kind {
        MaterialKind::Bark => 1.0,
        MaterialKind::Leaf => 0.0,
        MaterialKind::Other => 0.45,
    };
    let cutoff = if leaf {
        material.alpha_cutoff.clamp(0.02, 0.98)
    } else {
        0.0
    };
    let values = PlantMaterial {
        albedo: [r, g, b, cutoff],
        transmission: [tr, tg, tb, rough],
    };
    let buffer = device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: Some("material"),
        contents: bytemuck::bytes_of(&values),
        usage: BufferUsages::UNIFORM,
    });
    let white = Texture {
        width: 1,
        height: 1,
        rgba: vec![255; 4],
    };
    let levels = texture::mips(material.texture.as_ref().unwrap_or(&white), cutoff);
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: Some("material"),
        size: wgpu::Extent3d {
            width: levels[0].width,
            height: levels[0].height,
            depth_or_array_layers: 1,
        },
        mip_level_count: levels.len() as u32,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: TextureFormat::Rgba8UnormSrgb,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    });
    for (number, level) in (0u32..).zip(&levels) {
        gpu::write_level(
            queue,
            &texture,
            number,
            [level.width, level.height],
            &level.rgba,
        );
    }
    let view = gpu::view(&texture);
    gpu::bind_group(
        device,
        "material",
        &layouts.material,
        &[
            buffer.as_entire_binding(),
            wgpu::BindingResource::TextureView(&view),
            wgpu::BindingResource::Sampler(sampler),
        ],
    )
}

/// Plants by hash.
pub(super) type PlantShelf = BTreeMap<String, Arc<GpuPlant>>;
