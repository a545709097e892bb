//! Pipelines and the layouts of what they read.

use wgpu::{
    BindGroupLayout, CompareFunction, DepthBiasState, DepthStencilState, Device, RenderPipeline,
    ShaderModule, ShaderStages, TextureFormat, VertexAttribute, VertexBufferLayout, VertexFormat,
    VertexStepMode,
};
use windwright_core::plant::PlantVertex;

use super::{
    gpu::{self, COMPARISON, SAMPLER, SHADOW_MAP, STORAGE, colour_binding, uniform_binding},
    grass::GrassTuft,
    ground::GroundVertex,
    quality::Quality,
    shaders::{self, ShaderTexts},
    targets::{COLOUR, DEPTH, EXACT, HDR},
};

/// Layouts of the bind groups.
#[derive(Debug)]
pub(super) struct Layouts {
    pub(super) frame: BindGroupLayout,
    pub(super) plants: BindGroupLayout,
    pub(super) material: BindGroupLayout,
    pub(super) shadow: BindGroupLayout,
    pub(super) accumulate: BindGroupLayout,
    pub(super) bloom: BindGroupLayout,
    pub(super) tone: BindGroupLayout,
}

impl Layouts {
    /// All layouts.
    pub(super) fn new(device: &Device) -> Self {
        const BOTH: ShaderStages = ShaderStages::VERTEX_FRAGMENT;
        const VERTEX: ShaderStages = ShaderStages::VERTEX;
        const FRAGMENT: ShaderStages = ShaderStages::FRAGMENT;
        let (uniform, colour) = (uniform_binding(false), colour_binding(true));
        let exact = colour_binding(false);
        let make = |label, entries: &[_]| gpu::layout(device, label, entries);
        Self {
            frame: make(
                "frame",
                &[
                    (BOTH, uniform),
                    (BOTH, colour),
                    (BOTH, SAMPLER),
                    (BOTH, SAMPLER),
                    (FRAGMENT, exact),
                    (FRAGMENT, colour),
                    (FRAGMENT, SHADOW_MAP),
                    (FRAGMENT, COMPARISON),
                    (FRAGMENT, colour),
                    (BOTH, colour),
                ],
            ),
            plants: make(
                "plants",
                &[(VERTEX, STORAGE), (VERTEX, STORAGE), (VERTEX, STORAGE)],
            ),
            material: make(
                "material",
                &[(BOTH, uniform), (FRAGMENT, colour), (FRAGMENT, SAMPLER)],
            ),
            shadow: make("shadow", &[(VERTEX, uniform_binding(true))]),
            accumulate: make(
                "accumulate",
                &[(FRAGMENT, uniform), (FRAGMENT, exact), (FRAGMENT, exact)],
            ),
            bloom: make(
                "bloom",
                &[(FRAGMENT, uniform), (FRAGMENT, colour), (FRAGMENT, SAMPLER)],
            ),
            tone: make(
                "tone",
                &[
                    (FRAGMENT, uniform),
                    (FRAGMENT, colour),
                    (FRAGMENT, SAMPLER),
                    (FRAGMENT, exact),
                    (FRAGMENT, colour),
                    (FRAGMENT, colour),
                    (FRAGMENT, colour),
                ],
            ),
        }
    }
}

/// What the pipelines of the scene are compiled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Variant {
    /// Samples a pixel.
    pub(super) samples: u32,
    /// Shadow taps.
    pub(super) shadow_taps: u32,
    /// Whether detail is left out.
    pub(super) lean: bool,
}

impl Variant {
    /// What `quality` needs.
    pub(super) fn of(quality: &Quality) -> Self {
        let Quality {
            samples,
            shadow_taps,
            lean,
            ..
        } = *quality;
        Self {
            samples,
            shadow_taps,
            lean,
        }
    }
}

/// Pipelines that draw the scene.
#[derive(Debug)]
pub(super) struct ScenePipelines {
    pub(super) variant: Variant,
    pub(super) wood: RenderPipeline,
    pub(super) leaf: RenderPipeline,
    pub(super) ground: RenderPipeline,
    pub(super) grass: RenderPipeline,
    pub(super) sky: RenderPipeline,
}

/// Pipelines that do not depend on the quality.
#[derive(Debug)]
pub(super) struct FixedPipelines {
    pub(super) wood_shadow: RenderPipeline,
    pub(super) leaf_shadow: RenderPipeline,
    pub(super) accumulate: RenderPipeline,
    pub(super) bloom: RenderPipeline,
    pub(super) tone: RenderPipeline,
}

/// One pipeline in words.
struct Recipe<'a> {
    module: &'a ShaderModule,
    groups: &'a [&'a BindGroupLayout],
    vertex: &'a str,
    fragment: Option<&'a str>,
    buffers: &'a [Option<VertexBufferLayout<'a>>],
    targets: &'a [TextureFormat],
    depth: Option<DepthStencilState>,
    samples: u32,
    alpha_to_coverage: bool,
    cull: Option<wgpu::Face>,
    constants: &'a [(&'a str, f64)],
}

fn build(device: &Device, recipe: &Recipe<'_>) -> RenderPipeline {
    let groups: Vec<Option<&BindGroupLayout>> = recipe.groups.iter().copied().map(Some).collect();
    let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &groups,
        immediate_size: 0,
    });
    let targets: Vec<Option<wgpu::ColorTargetState>> = recipe
        .targets
        .iter()
        .map(|&format| Some(format.into()))
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
            compilation_options: wgpu::PipelineCompilationOptions::default(),
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

fn module(device: &Device, source: &shaders::ShaderModule, texts: &ShaderTexts) -> ShaderModule {
    device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(source.name),
        source: wgpu::ShaderSource::Wgsl(source.source_with(texts).into()),
    })
}

fn depth(write: bool, compare: CompareFunction) -> DepthStencilState {
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

const PLANT_ATTRIBUTES: [VertexAttribute; 6] = [
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
const GROUND_ATTRIBUTES: [VertexAttribute; 2] = [
    attribute(0, VertexFormat::Float32x3, 0),
    attribute(1, VertexFormat::Float32x3, 12),
];
const GRASS_ATTRIBUTES: [VertexAttribute; 4] = [
    attribute(0, VertexFormat::Float32x3, 0),
    attribute(1, VertexFormat::Float32, 12),
    attribute(2, VertexFormat::Float32, 16),
    attribute(3, VertexFormat::Uint32, 20),
];

fn buffer<T>(attributes: &[VertexAttribute], step_mode: VertexStepMode) -> VertexBufferLayout<'_> {
    VertexBufferLayout {
        array_stride: size_of::<T>() as u64,
        step_mode,
        attributes,
    }
}

impl ScenePipelines {
    /// Pipelines of `variant`.
    pub(super) fn new(
        device: &Device,
        layouts: &Layouts,
        texts: &ShaderTexts,
        variant: Variant,
    ) -> Self {
        let lean = ("LEAN", f64::from(u8::from(variant.lean)));
        let lit = [("SHADOW_TAPS", f64::from(variant.shadow_taps)), lean];
        let leaf_constants = [
            lit[0],
            lean,
            (
                "ALPHA_TO_COVERAGE",
                f64::from(u8::from(variant.samples > 1)),
            ),
        ];
        let plant = module(device, &shaders::PLANT, texts);
        let ground = module(device, &shaders::GROUND, texts);
        let grass = module(device, &shaders::GRASS, texts);
        let sky = module(device, &shaders::SKY, texts);
        let plant_groups = [&layouts.frame, &layouts.plants, &layouts.material];
        let plant_buffers = [Some(buffer::<PlantVertex>(
            &PLANT_ATTRIBUTES,
            VertexStepMode::Vertex,
        ))];
        let wood = Recipe {
            module: &plant,
            groups: &plant_groups,
            vertex: "vertex_plant",
            fragment: Some("fragment_wood"),
            buffers: &plant_buffers,
            targets: &[HDR],
            depth: Some(depth(true, CompareFunction::Greater)),
            samples: variant.samples,
            alpha_to_coverage: false,
            cull: None,
            constants: &lit,
        };
        let leaf = Recipe {
            fragment: Some("fragment_leaf"),
            alpha_to_coverage: variant.samples > 1,
            constants: &leaf_constants,
            depth: wood.depth.clone(),
            ..wood
        };
        let frame_group = [&layouts.frame];
        let ground_buffers = [Some(buffer::<GroundVertex>(
            &GROUND_ATTRIBUTES,
            VertexStepMode::Vertex,
        ))];
        let grass_buffers = [Some(buffer::<GrassTuft>(
            &GRASS_ATTRIBUTES,
            VertexStepMode::Instance,
        ))];
        let over = |module, vertex, fragment, buffers, constants, depth| Recipe {
            module,
            groups: &frame_group,
            vertex,
            fragment: Some(fragment),
            buffers,
            targets: &[HDR],
            depth: Some(depth),
            samples: variant.samples,
            alpha_to_coverage: false,
            cull: None,
            constants,
        };
        let solid = || depth(true, CompareFunction::Greater);
        let behind_all = depth(false, CompareFunction::GreaterEqual);
        let make = |recipe: &Recipe<'_>| build(device, recipe);
        Self {
            variant,
            wood: make(&wood),
            leaf: make(&leaf),
            ground: make(&over(
                &ground,
                "vertex_ground",
                "fragment_ground",
                &ground_buffers,
                &lit,
                solid(),
            )),
            grass: make(&over(
                &grass,
                "vertex_grass",
                "fragment_grass",
                &grass_buffers,
                &lit,
                solid(),
            )),
            sky: make(&over(
                &sky,
                "vertex_screen",
                "fragment_sky",
                &[],
                &[lean],
                behind_all,
            )),
        }
    }
}

impl FixedPipelines {
    /// All of them.
    pub(super) fn new(device: &Device, layouts: &Layouts, texts: &ShaderTexts) -> Self {
        let plant = module(device, &shaders::PLANT_SHADOW, texts);
        let groups = [&layouts.shadow, &layouts.plants, &layouts.material];
        let attributes = [
            PLANT_ATTRIBUTES[0],
            PLANT_ATTRIBUTES[1],
            PLANT_ATTRIBUTES[4],
        ];
        let buffers = [Some(buffer::<PlantVertex>(
            &attributes,
            VertexStepMode::Vertex,
        ))];
        let shadow = |fragment, module| Recipe {
            module,
            groups: &groups,
            vertex: "vertex_plant_shadow",
            fragment,
            buffers: &buffers,
            targets: &[],
            depth: Some(depth(true, CompareFunction::Less)),
            samples: 1,
            alpha_to_coverage: false,
            cull: None,
            constants: &[],
        };
        let screen = |source, group: &BindGroupLayout, fragment, targets: &[TextureFormat]| {
            let module = module(device, source, texts);
            let recipe = Recipe {
                module: &module,
                groups: &[group],
                vertex: "vertex_screen",
                fragment: Some(fragment),
                buffers: &[],
                targets,
                depth: None,
                samples: 1,
                alpha_to_coverage: false,
                cull: None,
                constants: &[],
            };
            build(device, &recipe)
        };
        Self {
            wood_shadow: build(device, &shadow(None, &plant)),
            leaf_shadow: build(device, &shadow(Some("fragment_leaf_shadow"), &plant)),
            accumulate: screen(
                &shaders::ACCUMULATE,
                &layouts.accumulate,
                "fragment_accumulate",
                &[EXACT, HDR],
            ),
            bloom: screen(&shaders::BLOOM, &layouts.bloom, "fragment_bloom", &[HDR]),
            tone: screen(&shaders::TONE, &layouts.tone, "fragment_tone", &[COLOUR]),
        }
    }
}
