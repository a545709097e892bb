//! Node types: each is declared once, here or in a file beside this one.
//!
//! Palette, inspector, tooltips, reference page, defaults and fuzz generators come from [`NodeSpec`].

use crate::value::{Finite, Value, ValueKind};

/// Family of a node: decides colour and place in the palette.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Category {
    Value,
    Tree,
    Species,
    Wind,
    Cloud,
    Scene,
    Measure,
    Learned,
}

/// An input of a node.
#[derive(Debug, Clone, PartialEq)]
pub struct InputSpec {
    /// Stable key.
    pub key: &'static str,
    /// Name for people, sentence case.
    pub label: &'static str,
    /// What it takes.
    pub kind: ValueKind,
    /// Value when nothing is set or wired; `None` for inputs that only take links.
    pub default: Option<Value>,
    /// Numbers outside are refused.
    pub hard: Option<[f32; 2]>,
    /// Range of the slider.
    pub soft: Option<[f32; 2]>,
    /// Whether the slider is logarithmic.
    pub logarithmic: bool,
    /// Unit, as written behind the number; empty for none.
    pub unit: &'static str,
    /// Keys and labels of a choice.
    pub choices: &'static [(&'static str, &'static str)],
    /// Heading under which the inspector shows it; empty for none.
    pub group: &'static str,
    /// Whether a socket is shown for it.
    pub socket: bool,
    /// Whether the scene is incomplete without it (link-only inputs).
    pub required: bool,
    /// One sentence.
    pub doc: &'static str,
}

/// An output of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputSpec {
    /// Stable key.
    pub key: &'static str,
    /// Name for people.
    pub label: &'static str,
    /// What it gives.
    pub kind: ValueKind,
}

/// A node type.
#[derive(Debug, Clone)]
pub struct NodeSpec {
    /// Stable key, lower case with underscores.
    pub key: &'static str,
    /// Version of its inputs.
    pub version: u32,
    /// Name for people.
    pub label: &'static str,
    /// Family.
    pub category: Category,
    /// One sentence, ends in a period.
    pub doc: &'static str,
    /// Inputs, in the order shown.
    pub inputs: Vec<InputSpec>,
    /// Outputs.
    pub outputs: Vec<OutputSpec>,
}

impl NodeSpec {
    /// Input with this key.
    pub fn input(&self, key: &str) -> Option<&InputSpec> {
        self.inputs.iter().find(|input| input.key == key)
    }

    /// Output with this key.
    pub fn output(&self, key: &str) -> Option<&OutputSpec> {
        self.outputs.iter().find(|output| output.key == key)
    }
}

impl InputSpec {
    /// Brings a value typed by hand into the hard range; `None` if it is of the wrong kind or not finite.
    pub fn accept(&self, value: &Value) -> Option<Value> {
        match (self.kind, value) {
            (ValueKind::Number, Value::Number(number)) => {
                let [low, high] = self.hard.unwrap_or([-Finite::LIMIT, Finite::LIMIT]);
                Finite::new(number.get().clamp(low, high)).map(Value::Number)
            }
            (ValueKind::Integer, Value::Integer(number)) => {
                let [low, high] = self.hard.unwrap_or([-1e9, 1e9]);
                Some(Value::Integer((*number).clamp(low as i64, high as i64)))
            }
            (ValueKind::Toggle, Value::Toggle(_))
            | (ValueKind::Vector, Value::Vector(_))
            | (ValueKind::Numbers, Value::Numbers(_))
            | (ValueKind::Text | ValueKind::Path, Value::Text(_)) => Some(value.clone()),
            (ValueKind::Choice, Value::Text(text)) => self
                .choices
                .iter()
                .any(|(key, _)| key == text)
                .then(|| value.clone()),
            _ => None,
        }
    }
}

/// All node types.
#[derive(Debug, Clone, Default)]
pub struct Registry {
    specs: Vec<NodeSpec>,
}

impl Registry {
    /// Every node type of this version, sorted by key.
    pub fn standard() -> Self {
        Self::default()
    }

    /// The spec of a type, if this version knows it.
    pub fn spec(&self, key: &str) -> Option<&NodeSpec> {
        self.specs.iter().find(|spec| spec.key == key)
    }

    /// All specs.
    pub fn specs(&self) -> &[NodeSpec] {
        &self.specs
    }
}
