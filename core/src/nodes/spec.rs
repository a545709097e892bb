//! What is declared about a node type: read by palette, inspector, reference page and tests alike.

use crate::{
    compile::{inputs::Inputs, product::Products},
    graph::Graph,
    value::{Finite, Value, ValueKind},
};

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
    ///
    /// [`crate::compile::Compilation::effective`] comes first: there a node says what it really uses.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutputSpec {
    /// Stable key.
    pub key: &'static str,
    /// Name for people.
    pub label: &'static str,
    /// What it gives.
    pub kind: ValueKind,
}

impl OutputSpec {
    /// Declares an output.
    pub const fn new(key: &'static str, label: &'static str, kind: ValueKind) -> Self {
        Self { key, label, kind }
    }
}

/// Turns inputs into outputs; `None` when nothing can be made of them (the reason is then among the diagnostics).
pub type CompileNode = fn(&mut Inputs<'_>) -> Option<Products>;

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
    /// What it does.
    pub compile: CompileNode,
    /// Small graphs in which every input of the node named [`super::example::ID`] can be seen to act.
    pub examples: fn() -> Vec<Graph>,
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
    ///
    /// Whole numbers pass for numbers, and numbers without a fraction for whole numbers.
    pub fn accept(&self, value: &Value) -> Option<Value> {
        match (self.kind, value) {
            (ValueKind::Number, Value::Number(number)) => self.number(number.get()),
            (ValueKind::Number, Value::Integer(number)) => self.number(*number as f32),
            (ValueKind::Integer, Value::Integer(number)) => Some(self.integer(*number)),
            (ValueKind::Integer, Value::Number(number)) if number.get().fract() == 0.0 => {
                Some(self.integer(number.get() as i64))
            }
            (ValueKind::Toggle, Value::Toggle(_))
            | (ValueKind::Text | ValueKind::Path, Value::Text(_)) => Some(value.clone()),
            (ValueKind::Vector, Value::Vector(numbers)) => {
                let [x, y, z] = numbers.map(|number| self.finite(number));
                Some(Value::Vector([x?, y?, z?]))
            }
            (ValueKind::Numbers, Value::Numbers(numbers)) => {
                let limited: Option<Vec<Finite>> =
                    numbers.iter().map(|number| self.finite(*number)).collect();
                limited.map(Value::Numbers)
            }
            (ValueKind::Choice, Value::Text(text)) => self
                .choices
                .iter()
                .any(|(key, _)| key == text)
                .then(|| value.clone()),
            _ => None,
        }
    }

    /// Lowest and highest number that it takes.
    pub fn limits(&self) -> [f32; 2] {
        self.hard.unwrap_or([-Finite::LIMIT, Finite::LIMIT])
    }

    fn finite(&self, number: Finite) -> Option<Finite> {
        let [low, high] = self.limits();
        Finite::new(number.get().clamp(low, high))
    }

    fn number(&self, number: f32) -> Option<Value> {
        Finite::new(number)
            .and_then(|number| self.finite(number))
            .map(Value::Number)
    }

    fn integer(&self, number: i64) -> Value {
        let [low, high] = self.limits();
        Value::Integer(number.clamp(low as i64, high as i64))
    }
}
