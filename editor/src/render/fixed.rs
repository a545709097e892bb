//! Textures, samplers and uniform buffers that last as long as the renderer.

use half::f16;
use wgpu::{AddressMode, Buffer, Device, FilterMode, Queue, Sampler, Texture, TextureFormat};

use super::{
    blue_noise::blue_noise,
    gpu,
    limits::{BLUE_NOISE_SIDE, MAX_CASCADES},
    mirror::{Accumulation, BloomStep, Frame, Tone},
    noise::{self, NoiseTile},
    targets::BLOOM_STEPS,
};
use crate::snapshot::WindMap;

/// Distance between the cascades' matrices in their buffer: the largest alignment that any device asks for, bytes.
pub(super) const SHADOW_STRIDE: u32 = 256;

/// What never changes its shape.
#[derive(Debug)]
pub(super) struct Fixed {
    pub(super) noise: NoiseTile,
    pub(super) noise_texture: Texture,
    pub(super) blue_noise: Texture,
    pub(super) wind_map: Texture,
    pub(super) repeat: Sampler,
    pub(super) clamp: Sampler,
    pub(super) comparison: Sampler,
    pub(super) material: Sampler,
    pub(super) frame: Buffer,
    pub(super) shadow_views: Buffer,
    pub(super) accumulation: Buffer,
    pub(super) tone: Buffer,
    pub(super) bloom: Vec<Buffer>,
}

impl Fixed {
    /// Makes and fills them.
    pub(super) fn new(device: &Device, queue: &Queue) -> Self {
        let noise = NoiseTile::new();
        let side = noise::SIDE as u32;
        let noise_texture = gpu::sampled(device, "noise", [side, side], TextureFormat::Rgba8Unorm);
        gpu::write_level(
            queue,
            &noise_texture,
            0,
            [side, side],
            bytemuck::cast_slice(&noise.texels),
        );
        let side = BLUE_NOISE_SIDE as u32;
        let blue = gpu::sampled(device, "blue noise", [side, side], TextureFormat::R8Unorm);
        gpu::write_level(queue, &blue, 0, [side, side], &blue_noise());
        let side = WindMap::SIDE as u32;
        let wind_map = gpu::sampled(device, "wind map", [side, side], TextureFormat::Rg16Float);
        let sampler = |label, address: AddressMode, anisotropy_clamp, compare| {
            device.create_sampler(&wgpu::SamplerDescriptor {
                label: Some(label),
                address_mode_u: address,
                address_mode_v: address,
                address_mode_w: address,
                mag_filter: FilterMode::Linear,
                min_filter: FilterMode::Linear,
                mipmap_filter: wgpu::MipmapFilterMode::Linear,
                anisotropy_clamp,
                compare,
                ..Default::default()
            })
        };
        let (edge, repeat) = (AddressMode::ClampToEdge, AddressMode::Repeat);
        Self {
            noise,
            noise_texture,
            blue_noise: blue,
            wind_map,
            repeat: sampler("repeat", repeat, 1, None),
            clamp: sampler("clamp", edge, 1, None),
            comparison: sampler(
                "comparison",
                edge,
                1,
                Some(wgpu::CompareFunction::LessEqual),
            ),
            material: sampler("material", repeat, 1, None),
            frame: gpu::uniform::<Frame>(device, "frame"),
            shadow_views: gpu::uniform::<[u8; SHADOW_STRIDE as usize * MAX_CASCADES]>(
                device,
                "shadow views",
            ),
            accumulation: gpu::uniform::<Accumulation>(device, "accumulation"),
            tone: gpu::uniform::<Tone>(device, "tone"),
            bloom: (0..BLOOM_STEPS)
                .map(|_| gpu::uniform::<BloomStep>(device, "glow"))
                .collect(),
        }
    }

    /// Writes the wind over the ground; true when there is a map.
    pub(super) fn write_wind(&self, queue: &Queue, map: &WindMap) -> bool {
        if map.velocities_m_per_s.len() != WindMap::SIDE * WindMap::SIDE {
            return false;
        }
        let texels: Vec<[f16; 2]> = map
            .velocities_m_per_s
            .iter()
            .map(|v| v.map(f16::from_f32))
            .collect();
        let side = WindMap::SIDE as u32;
        gpu::write_level(
            queue,
            &self.wind_map,
            0,
            [side, side],
            bytemuck::cast_slice(&texels),
        );
        true
    }
}
