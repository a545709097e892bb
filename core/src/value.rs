//! What stands in a field or travels along a link.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A float that is neither NaN nor infinite, and no larger than [`Finite::LIMIT`].
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default, Serialize, Deserialize)]
#[serde(try_from = "f32", into = "f32")]
pub struct Finite(f32);

impl Finite {
    /// Largest magnitude a document holds.
    pub const LIMIT: f32 = 1e9;

    /// `Some` when `value` is a finite number of sensible size.
    pub fn new(value: f32) -> Option<Self> {
        (value.is_finite() && value.abs() <= Self::LIMIT).then_some(Self(if value == 0.0 {
            0.0
        } else {
            value
        }))
    }

    /// The number.
    pub const fn get(self) -> f32 {
        self.0
    }
}

/// A number is not finite, or larger than [`Finite::LIMIT`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a number is not finite or too large")]
pub struct NotFinite;

impl TryFrom<f32> for Finite {
    type Error = NotFinite;

    fn try_from(value: f32) -> Result<Self, NotFinite> {
        Self::new(value).ok_or(NotFinite)
    }
}

impl From<Finite> for f32 {
    fn from(value: Finite) -> Self {
        value.get()
    }
}

/// A constant in a node's field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Value {
    /// A number.
    Number(Finite),
    /// A whole number.
    Integer(i64),
    /// On or off.
    Toggle(bool),
    /// Three numbers, x, y (up), z.
    Vector([Finite; 3]),
    /// A list of numbers, such as the keys of a response curve.
    Numbers(Vec<Finite>),
    /// Words; also a choice (the key of one of the spec's choices) and a path (relative, with `/`).
    Text(String),
}

/// Kind of an input or output. The first rows can be typed into a field; the others only travel along links.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ValueKind {
    /// A number, constant or changing with time.
    Number,
    /// A whole number.
    Integer,
    /// On or off.
    Toggle,
    /// Three numbers.
    Vector,
    /// A list of numbers.
    Numbers,
    /// Words.
    Text,
    /// One of the input's choices.
    Choice,
    /// A file, relative to the document.
    Path,
    /// Mesh of a tree, not yet analysed.
    Mesh,
    /// A tree with its branch table.
    Tree,
    /// One level of a species.
    Level,
    /// A species.
    Species,
    /// A wind preset.
    WindPreset,
    /// The moving air.
    Wind,
    /// A local push on the air.
    Effector,
    /// Trees that move.
    Springs,
    /// Trees with their places.
    Forest,
    /// The simulation clock.
    Clock,
    /// Sun and sky.
    Sky,
    /// A camera.
    Camera,
    /// A whole scene.
    Scene,
}

impl ValueKind {
    /// Name for people.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Integer => "whole number",
            Self::Toggle => "switch",
            Self::Vector => "vector",
            Self::Numbers => "numbers",
            Self::Text => "text",
            Self::Choice => "choice",
            Self::Path => "file",
            Self::Mesh => "mesh",
            Self::Tree => "tree",
            Self::Level => "species level",
            Self::Species => "species",
            Self::WindPreset => "wind preset",
            Self::Wind => "wind",
            Self::Effector => "effector",
            Self::Springs => "moving trees",
            Self::Forest => "forest",
            Self::Clock => "clock",
            Self::Sky => "sky",
            Self::Camera => "camera",
            Self::Scene => "scene",
        }
    }

    /// Whether a link from `output` may end in an input of this kind.
    pub fn accepts(self, output: Self) -> bool {
        self == output
            || matches!(
                (self, output),
                (Self::Number | Self::Vector, Self::Integer)
                    | (Self::Integer | Self::Vector, Self::Number)
                    | (Self::Forest, Self::Springs)
                    | (Self::Wind, Self::WindPreset)
            )
    }
}

impl fmt::Display for ValueKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.label())
    }
}
