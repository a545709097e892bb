//! Shader modules: each is its constants and the parts that it lists, in order.

use super::limits;

/// A shader module as a list of parts.
#[derive(Debug, Clone, Copy)]
pub struct ShaderModule {
    /// Name, for messages.
    pub name: &'static str,
    parts: &'static [&'static str],
}

const FRAME: &str = include_str!("../../shaders/frame.wgsl");
const AIR: &str = include_str!("../../shaders/air.wgsl");
const LIGHT: &str = include_str!("../../shaders/light.wgsl");
const DEFORM: &str = include_str!("../../shaders/deform.wgsl");
const WIND: &str = include_str!("../../shaders/wind_over_ground.wgsl");
const FULL_SCREEN: &str = include_str!("../../shaders/full_screen.wgsl");

/// Trees in the picture.
pub const PLANT: ShaderModule = ShaderModule {
    name: "plant",
    parts: &[
        FRAME,
        AIR,
        LIGHT,
        DEFORM,
        include_str!("../../shaders/plant.wgsl"),
    ],
};
/// Trees in the shadow map.
pub const PLANT_SHADOW: ShaderModule = ShaderModule {
    name: "plant_shadow",
    parts: &[DEFORM, include_str!("../../shaders/plant_shadow.wgsl")],
};
/// Ground.
pub const GROUND: ShaderModule = ShaderModule {
    name: "ground",
    parts: &[
        FRAME,
        AIR,
        LIGHT,
        WIND,
        include_str!("../../shaders/ground.wgsl"),
    ],
};
/// Grass.
pub const GRASS: ShaderModule = ShaderModule {
    name: "grass",
    parts: &[
        FRAME,
        AIR,
        LIGHT,
        WIND,
        include_str!("../../shaders/grass.wgsl"),
    ],
};
/// Sky.
pub const SKY: ShaderModule = ShaderModule {
    name: "sky",
    parts: &[
        FRAME,
        AIR,
        FULL_SCREEN,
        include_str!("../../shaders/sky.wgsl"),
    ],
};
/// Running mean of jittered pictures.
pub const ACCUMULATE: ShaderModule = ShaderModule {
    name: "accumulate",
    parts: &[FULL_SCREEN, include_str!("../../shaders/accumulate.wgsl")],
};
/// Glow.
pub const BLOOM: ShaderModule = ShaderModule {
    name: "bloom",
    parts: &[FULL_SCREEN, include_str!("../../shaders/bloom.wgsl")],
};
/// Tone curve and dither.
pub const TONE: ShaderModule = ShaderModule {
    name: "tone",
    parts: &[FULL_SCREEN, include_str!("../../shaders/tone.wgsl")],
};

/// All modules.
pub const ALL: [ShaderModule; 8] = [
    PLANT,
    PLANT_SHADOW,
    GROUND,
    GRASS,
    SKY,
    ACCUMULATE,
    BLOOM,
    TONE,
];

impl ShaderModule {
    /// The whole text.
    pub fn source(&self) -> String {
        let mut text = limits::constants();
        for part in self.parts {
            text.push('\n');
            text.push_str(part);
        }
        text
    }
}
