//! Small helpers over wgpu.

use wgpu::{
    BindGroupLayoutEntry, BindingType, Buffer, BufferUsages, Device, Extent3d, Queue, ShaderStages,
    Texture, TextureDescriptor, TextureDimension, TextureFormat, TextureSampleType, TextureUsages,
    TextureViewDimension,
};

/// A buffer that grows to hold what is written.
#[derive(Debug)]
pub(super) struct GrowBuffer {
    label: &'static str,
    usage: BufferUsages,
    /// The present buffer.
    pub(super) buffer: Buffer,
}

impl GrowBuffer {
    /// An empty buffer.
    pub(super) fn new(device: &Device, label: &'static str, usage: BufferUsages) -> Self {
        let usage = usage | BufferUsages::COPY_DST;
        Self {
            label,
            usage,
            buffer: create(device, label, usage, 256),
        }
    }

    /// Makes room for `bytes`; true when the buffer was replaced.
    pub(super) fn reserve(&mut self, device: &Device, bytes: usize) -> bool {
        let needed = bytes as u64;
        if needed <= self.buffer.size() {
            return false;
        }
        self.buffer = create(
            device,
            self.label,
            self.usage,
            (needed * 5 / 4).next_multiple_of(256),
        );
        true
    }

    /// Replaces the content; true when the buffer was replaced.
    pub(super) fn write<T: bytemuck::Pod>(
        &mut self,
        device: &Device,
        queue: &Queue,
        items: &[T],
    ) -> bool {
        let bytes: &[u8] = bytemuck::cast_slice(items);
        let replaced = self.reserve(device, bytes.len());
        if !bytes.is_empty() {
            queue.write_buffer(&self.buffer, 0, bytes);
        }
        replaced
    }
}

fn create(device: &Device, label: &str, usage: BufferUsages, size: u64) -> Buffer {
    device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size,
        usage,
        mapped_at_creation: false,
    })
}

/// A uniform buffer for one `T`.
pub(super) fn uniform<T>(device: &Device, label: &str) -> Buffer {
    create(
        device,
        label,
        BufferUsages::UNIFORM | BufferUsages::COPY_DST,
        size_of::<T>() as u64,
    )
}

/// A flat texture without content.
pub(super) fn texture(
    device: &Device,
    label: &str,
    [width, height]: [u32; 2],
    format: TextureFormat,
    usage: TextureUsages,
    samples: u32,
) -> Texture {
    device.create_texture(&TextureDescriptor {
        label: Some(label),
        size: Extent3d {
            width,
            height,
            depth_or_array_layers: 1,
        },
        mip_level_count: 1,
        sample_count: samples,
        dimension: TextureDimension::D2,
        format,
        usage,
        // lets a toolkit that works on encoded values read them without conversion
        view_formats: &[format.remove_srgb_suffix()],
    })
}

/// A texture that is written from the processor and sampled.
pub(super) fn sampled(
    device: &Device,
    label: &str,
    size: [u32; 2],
    format: TextureFormat,
) -> Texture {
    let usage = TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_DST;
    texture(device, label, size, format, usage, 1)
}

/// Writes one level of a texture; `bytes` holds its rows without gaps.
pub(super) fn write_level(
    queue: &Queue,
    texture: &Texture,
    level: u32,
    [width, height]: [u32; 2],
    bytes: &[u8],
) {
    if width == 0 || height == 0 {
        return;
    }
    queue.write_texture(
        wgpu::TexelCopyTextureInfo {
            texture,
            mip_level: level,
            origin: wgpu::Origin3d::ZERO,
            aspect: wgpu::TextureAspect::All,
        },
        bytes,
        wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(bytes.len() as u32 / height),
            rows_per_image: Some(height),
        },
        Extent3d {
            width,
            height,
            depth_or_array_layers: 1,
        },
    );
}

/// Default view.
pub(super) fn view(texture: &Texture) -> wgpu::TextureView {
    texture.create_view(&wgpu::TextureViewDescriptor::default())
}

/// A layout whose bindings are numbered in order.
pub(super) fn layout(
    device: &Device,
    label: &str,
    entries: &[(ShaderStages, BindingType)],
) -> wgpu::BindGroupLayout {
    let entries: Vec<BindGroupLayoutEntry> = (0u32..)
        .zip(entries)
        .map(|(binding, &(visibility, ty))| BindGroupLayoutEntry {
            binding,
            visibility,
            ty,
            count: None,
        })
        .collect();
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some(label),
        entries: &entries,
    })
}

/// A bind group whose bindings are numbered in order.
pub(super) fn bind_group(
    device: &Device,
    label: &str,
    layout: &wgpu::BindGroupLayout,
    resources: &[wgpu::BindingResource<'_>],
) -> wgpu::BindGroup {
    let entries: Vec<wgpu::BindGroupEntry<'_>> = (0u32..)
        .zip(resources)
        .map(|(binding, resource)| wgpu::BindGroupEntry {
            binding,
            resource: resource.clone(),
        })
        .collect();
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some(label),
        layout,
        entries: &entries,
    })
}

/// Kind of a uniform buffer.
pub(super) const fn uniform_binding(dynamic: bool) -> BindingType {
    BindingType::Buffer {
        ty: wgpu::BufferBindingType::Uniform,
        has_dynamic_offset: dynamic,
        min_binding_size: None,
    }
}

/// Kind of a storage buffer that shaders only read.
pub(super) const STORAGE: BindingType = BindingType::Buffer {
    ty: wgpu::BufferBindingType::Storage { read_only: true },
    has_dynamic_offset: false,
    min_binding_size: None,
};

/// Kind of a colour texture; `filtered` when a sampler blends its texels.
pub(super) const fn colour_binding(filtered: bool) -> BindingType {
    BindingType::Texture {
        sample_type: TextureSampleType::Float {
            filterable: filtered,
        },
        view_dimension: TextureViewDimension::D2,
        multisampled: false,
    }
}

/// Kind of the shadow map.
pub(super) const SHADOW_MAP: BindingType = BindingType::Texture {
    sample_type: TextureSampleType::Depth,
    view_dimension: TextureViewDimension::D2Array,
    multisampled: false,
};

/// Kind of a sampler that blends.
pub(super) const SAMPLER: BindingType = BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
/// Kind of a sampler that compares depths.
pub(super) const COMPARISON: BindingType =
    BindingType::Sampler(wgpu::SamplerBindingType::Comparison);
