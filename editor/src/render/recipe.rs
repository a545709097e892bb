//! A pipeline in words, and the pipeline that comes of it.

use wgpu::{
    BindGroupLayout, CompareFunction, DepthBiasState, DepthStencilState, Device, RenderPipeline,
    ShaderModule, TextureFormat, VertexAttribute, VertexBufferLayout, VertexFormat, VertexStepMode,
};
use windwright_core::plant::PlantVertex;

use super::{
    shaders::{self, ShaderTexts},
    targets::DEPTH,
};

/// One pipeline in words.
pub(super) struct Recipe<'a> {
    pub(super) module: &'a ShaderModule,
    pub(super) groups: &'a [&'a BindGroupLayout],
    pub(super) vertex: &'a str,
    pub(super) fragment: Option<&'a str>,
    pub(super) buffers: &'a [Option<VertexBufferLayout<'a>>],
    pub(super) targets: &'a [TextureFormat],
    /// How what is drawn mixes with what is there; over it, if `None`.
    pub(super) blend: Option<wgpu::BlendState>,
    pub(super) depth: Option<DepthStencilState>,
    pub(super) samples: u32,
    pub(super) alpha_to_coverage: bool,
    pub(super) cull: Option<wgpu::Face>,
    pub(super) constants: &'a [(&'a str, f64)],
}

/// Makes the pipeline.
pub(super) fn build(device: &Device, recipe: &Recipe<'_>) -> RenderPipeline {
    let groups: Vec<Option<&BindGroupLayout>> = recipe.groups.iter().copied().map(Some).collect();
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &groups,
        immediate_size: 0,
    });
    let targets: Vec<Option<wgpu::ColorTargetState>> = recipe
        .targets
        .iter()
        .map(|&format| {
            Some(wgpu::ColorTargetState {
                blend: recipe.blend,
                ..format.into()
            })
        })
        .collect();
    let options = wgpu::PipelineCompilationOptions {
        constants: recipe.constants,
        ..Default::default()
    };
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(recipe.fragment.unwrap_or(recipe.vertex)),
        layout: Some(&layout),
        vertex: wgpu::VertexState {
            module: recipe.module,
            entry_point: Some(recipe.vertex),
            compilation_options: options.clone(),
            buffers: recipe.buffers,
        },
        primitive: wgpu::PrimitiveState {
            cull_mode: recipe.cull,
            ..Default::default()
        },
        depth_stencil: recipe.depth.clone(),
        multisample: wgpu::MultisampleState {
            count: recipe.samples,
            alpha_to_coverage_enabled: recipe.alpha_to_coverage,
            ..Default::default()
        },
        fragment: recipe.fragment.map(|entry| wgpu::FragmentState {
            module: recipe.module,
            entry_point: Some(entry),
            compilation_options: options,
            targets: &targets,
        }),
        multiview_mask: None,
        cache: None,
    })
}

/// Makes a pipeline of one triangle over the whole target.
pub(super) fn build_screen(
    device: &Device,
    module: &ShaderModule,
    groups: &[&BindGroupLayout],
    fragment: &str,
    targets: &[TextureFormat],
    blend: Option<wgpu::BlendState>,
) -> RenderPipeline {
    let recipe = Recipe {
        module,
        groups,
        vertex: "vertex_screen",
        fragment: Some(fragment),
        buffers: &[],
        targets,
        blend,
        depth: None,
        samples: 1,
        alpha_to_coverage: false,
        cull: None,
        constants: &[],
    };
    build(device, &recipe)
}

/// Compiles a module.
pub(super) fn module(
    device: &Device,
    source: &shaders::ShaderModule,
    texts: &ShaderTexts,
) -> ShaderModule {
    device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(source.name),
        source: wgpu::ShaderSource::Wgsl(source.source_with(texts).into()),
    })
}

/// How depths are compared and kept.
pub(super) fn depth(write: bool, compare: CompareFunction) -> DepthStencilState {
    DepthStencilState {
        format: DEPTH,
        depth_write_enabled: Some(write),
        depth_compare: Some(compare),
        stencil: wgpu::StencilState::default(),
        bias: DepthBiasState::default(),
    }
}

const fn attribute(location: u32, format: VertexFormat, offset: usize) -> VertexAttribute {
    VertexAttribute {
        format,
        offset: offset as u64,
        shader_location: location,
    }
}

pub(super) const PLANT_ATTRIBUTES: [VertexAttribute; 6] = [
    attribute(
        0,
        VertexFormat::Float32x3,
        std::mem::offset_of!(PlantVertex, position_m),
    ),
    attribute(
        1,
        VertexFormat::Uint32,
        std::mem::offset_of!(PlantVertex, branch),
    ),
    attribute(
        2,
        VertexFormat::Float32x3,
        std::mem::offset_of!(PlantVertex, normal),
    ),
    attribute(
        3,
        VertexFormat::Float32,
        std::mem::offset_of!(PlantVertex, occlusion),
    ),
    attribute(
        4,
        VertexFormat::Float32x2,
        std::mem::offset_of!(PlantVertex, uv),
    ),
    attribute(
        5,
        VertexFormat::Float32x2,
        std::mem::offset_of!(PlantVertex, lightness),
    ),
];
pub(super) const GROUND_ATTRIBUTES: [VertexAttribute; 2] = [
    attribute(0, VertexFormat::Float32x3, 0),
    attribute(1, VertexFormat::Float32x3, 12),
];
pub(super) const GRASS_ATTRIBUTES: [VertexAttribute; 4] = [
    attribute(0, VertexFormat::Float32x3, 0),
    attribute(1, VertexFormat::Float32, 12),
    attribute(2, VertexFormat::Float32, 16),
    attribute(3, VertexFormat::Uint32, 20),
];

/// A vertex buffer of `T`.
pub(super) fn buffer<T>(
    attributes: &[VertexAttribute],
    step_mode: VertexStepMode,
) -> VertexBufferLayout<'_> {
    VertexBufferLayout {
        array_stride: size_of::<T>() as u64,
        step_mode,
        attributes,
    }
}
