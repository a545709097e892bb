//! Inputs as constants: a key is written once, and its type says what reading it gives.

use std::marker::PhantomData;

use windwright_runtime::signal::Scalar;

use super::spec::InputSpec;
use crate::value::{Finite, Value, ValueKind};

/// An input of a node, declared as a constant; `T` is what [`crate::compile::inputs::Inputs::get`] gives.
#[derive(Debug)]
pub struct Input<T> {
    key: &'static str,
    label: &'static str,
    kind: ValueKind,
    default: Fallback,
    hard: Option<[f32; 2]>,
    soft: Option<[f32; 2]>,
    logarithmic: bool,
    unit: &'static str,
    choices: &'static [(&'static str, &'static str)],
    group: &'static str,
    socket: bool,
    required: bool,
    doc: &'static str,
    reads: PhantomData<fn() -> T>,
}

/// Key of one of an input's choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice(pub &'static str);

/// A default that can stand in a constant.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Fallback {
    Link,
    Number(f32),
    Integer(i64),
    Toggle(bool),
    Vector([f32; 3]),
    Numbers(&'static [f32]),
    Text(&'static str),
}

impl<T> Input<T> {
    const fn new(
        key: &'static str,
        label: &'static str,
        kind: ValueKind,
        default: Fallback,
    ) -> Self {
        Self {
            key,
            label,
            kind,
            default,
            hard: None,
            soft: None,
            logarithmic: false,
            unit: "",
            choices: &[],
            group: "",
            socket: false,
            required: false,
            doc: "",
            reads: PhantomData,
        }
    }

    /// Its key.
    pub const fn key(&self) -> &'static str {
        self.key
    }

    /// Numbers outside are refused.
    pub(crate) const fn hard(mut self, low: f32, high: f32) -> Self {
        self.hard = Some([low, high]);
        self
    }

    /// Range of the slider.
    pub(crate) const fn soft(mut self, low: f32, high: f32) -> Self {
        self.soft = Some([low, high]);
        self
    }

    /// Slider and hard limits are the same.
    pub(crate) const fn range(self, low: f32, high: f32) -> Self {
        self.hard(low, high).soft(low, high)
    }

    /// The slider is logarithmic.
    pub(crate) const fn logarithmic(mut self) -> Self {
        self.logarithmic = true;
        self
    }

    /// Unit behind the number.
    pub(crate) const fn unit(mut self, unit: &'static str) -> Self {
        self.unit = unit;
        self
    }

    /// Heading in the inspector.
    pub(crate) const fn group(mut self, group: &'static str) -> Self {
        self.group = group;
        self
    }

    /// Shows a socket.
    pub(crate) const fn socket(mut self) -> Self {
        self.socket = true;
        self
    }

    /// The node makes nothing without it.
    pub(crate) const fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// One sentence.
    pub(crate) const fn doc(mut self, doc: &'static str) -> Self {
        self.doc = doc;
        self
    }

    /// For palette, inspector and files.
    pub fn spec(&self) -> InputSpec {
        InputSpec {
            key: self.key,
            label: self.label,
            kind: self.kind,
            default: self.default.value(),
            hard: self.hard,
            soft: self.soft,
            logarithmic: self.logarithmic,
            unit: self.unit,
            choices: self.choices,
            group: self.group,
            socket: self.socket,
            required: self.required,
            doc: self.doc,
        }
    }
}

impl Input<f32> {
    /// A number that is fixed when the scene is made.
    pub const fn number(key: &'static str, label: &'static str, default: f32) -> Self {
        Self::new(key, label, ValueKind::Number, Fallback::Number(default))
    }
}

impl Input<Scalar> {
    /// A number that may change with time; has a socket.
    pub(crate) const fn signal(key: &'static str, label: &'static str, default: f32) -> Self {
        Self::new(key, label, ValueKind::Number, Fallback::Number(default)).socket()
    }
}

impl Input<u32> {
    /// A whole number of 0 or more.
    pub(crate) const fn integer(key: &'static str, label: &'static str, default: u32) -> Self {
        Self::new(
            key,
            label,
            ValueKind::Integer,
            Fallback::Integer(default as i64),
        )
    }

    /// A seed.
    pub(crate) const fn seed(default: u32) -> Self {
        Self::integer("seed", "Seed", default)
            .hard(0.0, 1_000_000.0)
            .soft(0.0, 100.0)
    }
}

impl Input<bool> {
    /// A switch.
    pub(crate) const fn toggle(key: &'static str, label: &'static str, default: bool) -> Self {
        Self::new(key, label, ValueKind::Toggle, Fallback::Toggle(default))
    }
}

impl Input<[f32; 3]> {
    /// Three numbers.
    pub(crate) const fn vector(key: &'static str, label: &'static str, default: [f32; 3]) -> Self {
        Self::new(key, label, ValueKind::Vector, Fallback::Vector(default))
    }
}

impl Input<Vec<f32>> {
    /// A list of numbers.
    pub(crate) const fn numbers(
        key: &'static str,
        label: &'static str,
        default: &'static [f32],
    ) -> Self {
        Self::new(key, label, ValueKind::Numbers, Fallback::Numbers(default))
    }
}

impl Input<String> {
    /// Words.
    pub(crate) const fn text(
        key: &'static str,
        label: &'static str,
        default: &'static str,
    ) -> Self {
        Self::new(key, label, ValueKind::Text, Fallback::Text(default))
    }

    /// A file, relative to the document.
    pub(crate) const fn path(key: &'static str, label: &'static str) -> Self {
        Self::new(key, label, ValueKind::Path, Fallback::Text(""))
    }
}

impl Input<Choice> {
    /// One of `choices`; `default` is the key of one of them.
    pub(crate) const fn choice(
        key: &'static str,
        label: &'static str,
        choices: &'static [(&'static str, &'static str)],
        default: &'static str,
    ) -> Self {
        let mut input = Self::new(key, label, ValueKind::Choice, Fallback::Text(default));
        input.choices = choices;
        input
    }
}

impl<T> Input<Option<T>> {
    /// An input that only takes links; has a socket.
    pub(crate) const fn link(key: &'static str, label: &'static str, kind: ValueKind) -> Self {
        Self::new(key, label, kind, Fallback::Link).socket()
    }
}

impl Fallback {
    fn value(self) -> Option<Value> {
        let finite = |number: f32| Finite::new(number).unwrap_or_default();
        Some(match self {
            Self::Link => return None,
            Self::Number(number) => Value::Number(finite(number)),
            Self::Integer(number) => Value::Integer(number),
            Self::Toggle(on) => Value::Toggle(on),
            Self::Vector(numbers) => Value::Vector(numbers.map(finite)),
            Self::Numbers(numbers) => Value::Numbers(numbers.iter().copied().map(finite).collect()),
            Self::Text(text) => Value::Text(text.to_owned()),
        })
    }
}
