//! The shadow map on the device, and the bind group that shows it to the scene.

use wgpu::{BindGroup, Device, Texture, TextureView, TextureViewDescriptor, TextureViewDimension};

use super::{daylight::Daylight, fixed::Fixed, gpu, layouts::Layouts, terrain::Terrain};

/// Depths of all cascades.
#[derive(Debug)]
pub(super) struct ShadowMap {
    texture: Texture,
    /// One for each cascade.
    pub(super) layers: Vec<TextureView>,
    /// Texels along a side.
    pub(super) size: u32,
}

impl ShadowMap {
    /// `count` cascades of `size` texels a side.
    pub(super) fn new(device: &Device, size: u32, count: u32) -> Self {
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: Some("shadow map"),
            size: wgpu::Extent3d {
                width: size,
                height: size,
                depth_or_array_layers: count,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: super::targets::DEPTH,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        });
        let layers = (0..count)
            .map(|layer| {
                texture.create_view(&TextureViewDescriptor {
                    dimension: Some(TextureViewDimension::D2),
                    base_array_layer: layer,
                    array_layer_count: Some(1),
                    ..Default::default()
                })
            })
            .collect();
        Self {
            texture,
            layers,
            size,
        }
    }
}

/// What every pass of the scene binds.
pub(super) fn frame_group(
    device: &Device,
    layouts: &Layouts,
    fixed: &Fixed,
    daylight: &Daylight,
    terrain: &Terrain,
    shadow_map: &ShadowMap,
) -> BindGroup {
    let views = [
        &fixed.noise_texture,
        &fixed.blue_noise,
        &daylight.table,
        &terrain.mask_texture,
        &fixed.wind_map,
    ]
    .map(gpu::view);
    let shadows = shadow_map.texture.create_view(&TextureViewDescriptor {
        dimension: Some(TextureViewDimension::D2Array),
        ..Default::default()
    });
    let [noise, blue, sky, mask, wind] = &views;
    let view = wgpu::BindingResource::TextureView;
    let sampler = wgpu::BindingResource::Sampler;
    gpu::bind_group(
        device,
        "frame",
        &layouts.frame,
        &[
            fixed.frame.as_entire_binding(),
            view(noise),
            sampler(&fixed.repeat),
            sampler(&fixed.clamp),
            view(blue),
            view(sky),
            view(&shadows),
            sampler(&fixed.comparison),
            view(mask),
            view(wind),
        ],
    )
}
