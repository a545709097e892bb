//! Pipelines that draw the scene, in the variant that a quality needs.

use wgpu::{CompareFunction, Device, RenderPipeline, VertexStepMode};
use windwright_core::plant::PlantVertex;

use super::{
    grass::GrassTuft,
    ground::GroundVertex,
    layouts::Layouts,
    limits::{SKY_COLUMNS, SKY_ROWS},
    quality::Quality,
    recipe::{
        GRASS_ATTRIBUTES, GROUND_ATTRIBUTES, PLANT_ATTRIBUTES, Recipe, buffer, build, depth, module,
    },
    shaders::{self, ShaderTexts},
    targets::HDR,
};

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

/// Modules of trees and sky, and their vertex and fragment stages.
struct Entries {
    plant: shaders::ShaderModule,
    wood: [&'static str; 2],
    leaf: [&'static str; 2],
    sky_module: shaders::ShaderModule,
    sky: [&'static str; 2],
}

const FULL: Entries = Entries {
    plant: shaders::PLANT,
    wood: ["vertex_plant", "fragment_wood"],
    leaf: ["vertex_plant", "fragment_leaf"],
    sky_module: shaders::SKY,
    sky: ["vertex_screen", "fragment_sky"],
};
const LEAN: Entries = Entries {
    plant: shaders::PLANT_LEAN,
    wood: ["vertex_wood_lean", "fragment_wood_lean"],
    leaf: ["vertex_leaf_lean", "fragment_leaf_lean"],
    sky_module: shaders::SKY_LEAN,
    sky: ["vertex_sky_lean", "fragment_sky_lean"],
};

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
impl ScenePipelines {
    /// Vertices of the sky.
    pub(super) fn sky_vertices(&self) -> u32 {
        if self.variant.lean {
            SKY_COLUMNS * SKY_ROWS * 6
        } else {
            3
        }
    }

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
        let entries = if variant.lean { &LEAN } else { &FULL };
        let plant = module(device, &entries.plant, texts);
        let ground = module(device, &shaders::GROUND, texts);
        let grass = module(device, &shaders::GRASS, texts);
        let sky = module(device, &entries.sky_module, texts);
        let plant_groups = [&layouts.frame, &layouts.plants, &layouts.material];
        let plant_buffers = [Some(buffer::<PlantVertex>(
            &PLANT_ATTRIBUTES,
            VertexStepMode::Vertex,
        ))];
        let wood = Recipe {
            module: &plant,
            groups: &plant_groups,
            vertex: entries.wood[0],
            fragment: Some(entries.wood[1]),
            buffers: &plant_buffers,
            targets: &[HDR],
            blend: None,
            depth: Some(depth(true, CompareFunction::Greater)),
            samples: variant.samples,
            alpha_to_coverage: false,
            cull: None,
            constants: &lit,
        };
        let leaf = Recipe {
            vertex: entries.leaf[0],
            fragment: Some(entries.leaf[1]),
            alpha_to_coverage: variant.samples > 1,
            constants: if variant.lean { &lit } else { &leaf_constants },
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
            blend: None,
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
                entries.sky[0],
                entries.sky[1],
                &[],
                &[lean],
                behind_all,
            )),
        }
    }
}
