//! Shader modules: each is its constants and the parts that it lists, in order.

use std::collections::BTreeMap;

use naga::valid::{Capabilities, ValidationFlags, Validator};

use super::{error::RenderError, limits};

/// Texts that stand in for parts, by file name; parts that are not named stay as they were compiled in.
pub type ShaderTexts = BTreeMap<String, String>;

/// A part: its file name and text.
type Part = (&'static str, &'static str);

macro_rules! part {
    ($name:literal) => {
        ($name, include_str!(concat!("../../shaders/", $name)))
    };
}

const FRAME: Part = part!("frame.wgsl");
const AIR: Part = part!("air.wgsl");
const LIGHT: Part = part!("light.wgsl");
const DEFORM: Part = part!("deform.wgsl");
const WIND: Part = part!("wind_over_ground.wgsl");
const SKY_COLOUR: Part = part!("sky_colour.wgsl");
const FULL_SCREEN: Part = part!("full_screen.wgsl");

/// A shader module as a list of parts.
#[derive(Debug, Clone, Copy)]
pub struct ShaderModule {
    /// Name, for messages.
    pub name: &'static str,
    parts: &'static [Part],
}

/// Trees in the picture.
pub const PLANT: ShaderModule = ShaderModule {
    name: "plant",
    parts: &[FRAME, AIR, LIGHT, DEFORM, part!("plant.wgsl")],
};
/// Trees in the picture, lit at their vertices.
pub const PLANT_LEAN: ShaderModule = ShaderModule {
    name: "plant_lean",
    parts: &[FRAME, AIR, LIGHT, DEFORM, part!("plant_lean.wgsl")],
};
/// Trees in the shadow map.
pub const PLANT_SHADOW: ShaderModule = ShaderModule {
    name: "plant_shadow",
    parts: &[DEFORM, part!("plant_shadow.wgsl")],
};
/// Ground.
pub const GROUND: ShaderModule = ShaderModule {
    name: "ground",
    parts: &[FRAME, AIR, LIGHT, WIND, part!("ground.wgsl")],
};
/// Grass.
pub const GRASS: ShaderModule = ShaderModule {
    name: "grass",
    parts: &[FRAME, AIR, LIGHT, WIND, part!("grass.wgsl")],
};
/// Sky.
pub const SKY: ShaderModule = ShaderModule {
    name: "sky",
    parts: &[FRAME, AIR, SKY_COLOUR, FULL_SCREEN, part!("sky.wgsl")],
};
/// Sky, worked out on a grid.
pub const SKY_LEAN: ShaderModule = ShaderModule {
    name: "sky_lean",
    parts: &[FRAME, AIR, SKY_COLOUR, part!("sky_lean.wgsl")],
};
/// Running mean of jittered pictures.
pub const ACCUMULATE: ShaderModule = ShaderModule {
    name: "accumulate",
    parts: &[FULL_SCREEN, part!("accumulate.wgsl")],
};
/// Glow.
pub const BLOOM: ShaderModule = ShaderModule {
    name: "bloom",
    parts: &[FULL_SCREEN, part!("bloom.wgsl")],
};
/// Tone curve and dither.
pub const TONE: ShaderModule = ShaderModule {
    name: "tone",
    parts: &[FULL_SCREEN, part!("tone.wgsl")],
};
/// The picture on another target.
pub const SHOW: ShaderModule = ShaderModule {
    name: "show",
    parts: &[FULL_SCREEN, part!("show.wgsl")],
};
/// One colour everywhere.
pub const FLAT: ShaderModule = ShaderModule {
    name: "flat",
    parts: &[FULL_SCREEN, part!("flat.wgsl")],
};

/// All modules.
pub const ALL: [ShaderModule; 12] = [
    PLANT,
    PLANT_LEAN,
    PLANT_SHADOW,
    GROUND,
    GRASS,
    SKY,
    SKY_LEAN,
    ACCUMULATE,
    BLOOM,
    TONE,
    SHOW,
    FLAT,
];

/// Looks for faults in all modules with `texts` in place of their parts; needs no device.
///
/// # Errors
/// [`RenderError::Shader`] with file and line.
pub fn check(texts: &ShaderTexts) -> Result<(), RenderError> {
    ALL.iter().try_for_each(|module| module.check(texts))
}

impl ShaderModule {
    fn check(&self, texts: &ShaderTexts) -> Result<(), RenderError> {
        let source = self.source_with(texts);
        let fault = |at: Option<naga::SourceLocation>, message: String| RenderError::Shader {
            place: self.place(texts, at.map_or(0, |at| at.line_number as usize)),
            message,
        };
        let parsed = naga::front::wgsl::parse_str(&source)
            .map_err(|error| fault(error.location(&source), error.message().to_owned()))?;
        Validator::new(ValidationFlags::all(), Capabilities::default())
            .validate(&parsed)
            .map_err(|error| fault(error.location(&source), error.as_inner().to_string()))?;
        Ok(())
    }

    /// File and line that a line of the whole text comes from, or the module's name.
    fn place(&self, texts: &ShaderTexts, line: usize) -> String {
        // each part begins on a line of its own
        let mut first = limits::constants().matches('\n').count() + 2;
        for (name, text) in self.parts {
            let text = texts.get(*name).map_or(*text, String::as_str);
            let next = first + text.matches('\n').count() + 1;
            if (first..next).contains(&line) {
                return format!("{name}:{}", line - first + 1);
            }
            first = next;
        }
        self.name.to_owned()
    }

    /// The whole text.
    pub fn source(&self) -> String {
        self.source_with(&ShaderTexts::new())
    }

    /// The whole text with some parts replaced.
    pub fn source_with(&self, texts: &ShaderTexts) -> String {
        let mut source = limits::constants();
        for (name, text) in self.parts {
            source.push('\n');
            source.push_str(texts.get(*name).map_or(text, String::as_str));
        }
        source
    }
}
