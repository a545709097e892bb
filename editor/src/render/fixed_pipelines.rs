//! Pipelines that do not depend on the quality.

use wgpu::{
    BindGroupLayout, CompareFunction, Device, RenderPipeline, TextureFormat, VertexStepMode,
};
use windwright_core::plant::PlantVertex;

use super::{
    layouts::Layouts,
    recipe::{PLANT_ATTRIBUTES, Recipe, buffer, build, build_screen, depth, module},
    shaders::{self, ShaderTexts},
    targets::{ENCODED, EXACT, HDR},
};

/// Pipelines that do not depend on the quality.
#[derive(Debug)]
pub(super) struct FixedPipelines {
    pub(super) wood_shadow: RenderPipeline,
    pub(super) leaf_shadow: RenderPipeline,
    pub(super) accumulate: RenderPipeline,
    pub(super) bloom: RenderPipeline,
    pub(super) tone: RenderPipeline,
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
            blend: None,
            depth: Some(depth(true, CompareFunction::Less)),
            samples: 1,
            alpha_to_coverage: false,
            cull: None,
            constants: &[],
        };
        let screen = |source, group: &BindGroupLayout, fragment, targets: &[TextureFormat]| {
            let module = module(device, source, texts);
            build_screen(device, &module, &[group], fragment, targets, None)
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
            tone: screen(&shaders::TONE, &layouts.tone, "fragment_tone", &[ENCODED]),
        }
    }
}
