//! What a node's compile function sees: its values, its links, the files it names.

use std::{collections::BTreeMap, sync::Arc};

use windwright_runtime::{
    preset::{
        scene::{Camera, Clock, Ground, Sky},
        species::{Species, SpeciesLevel},
        wind::{LinearEffector, WindDescription},
    },
    signal::Scalar,
};

use super::{
    Diagnostic, Severity,
    files::{Files, Stamp},
    product::{CompiledScene, Product, Stand},
    tape,
};
use crate::{
    graph::{Key, Node, NodeId},
    import::ImportedMesh,
    nodes::{
        input::{Choice, Input},
        spec::{InputSpec, NodeSpec},
    },
    plant::Plant,
    value::Value,
};

/// Inputs of one node while it is compiled, and what it has to say.
pub struct Inputs<'a> {
    pub(super) id: &'a NodeId,
    pub(super) node: &'a Node,
    pub(super) spec: &'a NodeSpec,
    pub(super) links: BTreeMap<&'a str, Product>,
    pub(super) files: &'a dyn Files,
    pub(super) said: Said,
}

/// Everything but the products that compiling a node gives.
#[derive(Debug, Clone, Default)]
pub(super) struct Said {
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) effective: BTreeMap<Key, Value>,
    pub(super) exports: BTreeMap<String, String>,
    pub(super) files: BTreeMap<String, Option<Stamp>>,
}

/// A type that an input can be read as.
pub trait Reading: Sized {
    /// Reads the input that `spec` declares.
    fn read(inputs: &mut Inputs<'_>, spec: &InputSpec) -> Self;
}

impl Inputs<'_> {
    /// Id of the node, for provenance.
    pub fn id(&self) -> &NodeId {
        self.id
    }

    /// Name given by the user; may be empty.
    pub fn name(&self) -> &str {
        &self.node.name
    }

    /// What an input gives.
    pub fn get<T: Reading>(&mut self, input: &Input<T>) -> T {
        T::read(self, &input.spec())
    }

    /// What an input gives if a value is set or a link ends there.
    pub fn get_if_set<T: Reading>(&mut self, input: &Input<T>) -> Option<T> {
        let set = self.node.values.contains_key(&Key::new(input.key()))
            || self.links.contains_key(input.key());
        set.then(|| self.get(input))
    }

    /// Adds a diagnostic at an input.
    pub fn report(
        &mut self,
        key: &str,
        severity: Severity,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        self.said.diagnostics.push(Diagnostic {
            node: self.id.clone(),
            input: (!key.is_empty()).then(|| Key::new(key)),
            severity,
            message: message.into(),
            remedy: remedy.into(),
        });
    }

    /// Says what applies at an input that is neither set nor wired.
    pub fn set_effective(&mut self, key: &str, value: Value) {
        self.said.effective.insert(Key::new(key), value);
    }

    /// Adds a file to what the graph exports.
    pub fn export(&mut self, name: String, text: String) {
        self.said.exports.insert(name, text);
    }

    /// Reads a file and notes that the node depends on it.
    ///
    /// # Errors
    /// One sentence that says why it cannot be read.
    pub fn read_file(&mut self, path: &str) -> Result<Arc<[u8]>, String> {
        self.said
            .files
            .insert(path.to_owned(), self.files.stamp(path));
        self.files.read(path)
    }

    /// Size and time stamp source for files that a file names in turn.
    pub(crate) fn files(&self) -> &dyn Files {
        self.files
    }

    /// Notes that the node depends on a file that was read elsewhere.
    pub(crate) fn depend_on(&mut self, path: &str) {
        self.said
            .files
            .insert(path.to_owned(), self.files.stamp(path));
    }

    /// The set value, brought into its range; the default where it cannot be used.
    fn value(&mut self, spec: &InputSpec) -> Option<Value> {
        let Some(set) = self.node.values.get(&Key::new(spec.key)) else {
            return spec.default.clone();
        };
        let Some(value) = spec.accept(set) else {
            self.report(
                spec.key,
                Severity::Error,
                format!(
                    "{} cannot be read as a {}; its default is used.",
                    spec.label, spec.kind
                ),
                "Set the value again, or reset it.",
            );
            return spec.default.clone();
        };
        if is_other_number(set, &value) {
            let [low, high] = spec.limits();
            self.report(
                spec.key,
                Severity::Warning,
                format!(
                    "{} lies outside {low} to {high}; the nearest bound is used.",
                    spec.label
                ),
                "Set a value inside the range.",
            );
        }
        Some(value)
    }

    fn scalar(&mut self, spec: &InputSpec) -> Scalar {
        let [low, high] = spec.limits();
        if let Some(Product::Number(scalar)) = self.links.get(spec.key) {
            return match scalar.constant() {
                Some(number) => {
                    let limited = number.clamp(low, high);
                    if limited.to_bits() != number.to_bits() {
                        self.report(
                            spec.key,
                            Severity::Warning,
                            format!("{} receives {number}, outside {low} to {high}; the nearest bound is used.", spec.label),
                            "Change the number at the other end of the link.",
                        );
                    }
                    Scalar::Constant(limited)
                }
                None => tape::limit(scalar, low, high),
            };
        }
        Scalar::Constant(match self.value(spec) {
            Some(Value::Number(number)) => number.get(),
            Some(Value::Integer(number)) => number as f32,
            _ => 0.0,
        })
    }
}

fn is_other_number(set: &Value, used: &Value) -> bool {
    match (set, used) {
        (Value::Number(a), Value::Integer(b)) => a.get().to_bits() != (*b as f32).to_bits(),
        (Value::Integer(a), Value::Number(b)) => (*a as f32).to_bits() != b.get().to_bits(),
        _ => set != used,
    }
}

impl Reading for Scalar {
    fn read(inputs: &mut Inputs<'_>, spec: &InputSpec) -> Self {
        inputs.scalar(spec)
    }
}

impl Reading for f32 {
    fn read(inputs: &mut Inputs<'_>, spec: &InputSpec) -> Self {
        let scalar = inputs.scalar(spec);
        scalar.constant().unwrap_or_else(|| {
            inputs.report(
                spec.key,
                Severity::Warning,
                format!(
                    "{} is fixed when the scene is made; the value at 0 s is used.",
                    spec.label
                ),
                "Link a number that does not change with time, or move the change to an input that allows it.",
            );
            scalar.at(0.0)
        })
    }
}

impl Reading for u32 {
    fn read(inputs: &mut Inputs<'_>, spec: &InputSpec) -> Self {
        if inputs.links.contains_key(spec.key) {
            return f32::read(inputs, spec).max(0.0) as Self;
        }
        match inputs.value(spec) {
            Some(Value::Integer(number)) => Self::try_from(number.max(0)).unwrap_or(Self::MAX),
            _ => 0,
        }
    }
}

impl Reading for bool {
    fn read(inputs: &mut Inputs<'_>, spec: &InputSpec) -> Self {
        matches!(inputs.value(spec), Some(Value::Toggle(true)))
    }
}

impl Reading for [f32; 3] {
    fn read(inputs: &mut Inputs<'_>, spec: &InputSpec) -> Self {
        if inputs.links.contains_key(spec.key) {
            return [f32::read(inputs, spec); 3];
        }
        match inputs.value(spec) {
            Some(Value::Vector(numbers)) => numbers.map(crate::value::Finite::get),
            _ => [0.0; 3],
        }
    }
}

impl Reading for Vec<f32> {
    fn read(inputs: &mut Inputs<'_>, spec: &InputSpec) -> Self {
        match inputs.value(spec) {
            Some(Value::Numbers(numbers)) => numbers.iter().map(|number| number.get()).collect(),
            _ => Self::new(),
        }
    }
}

impl Reading for String {
    fn read(inputs: &mut Inputs<'_>, spec: &InputSpec) -> Self {
        match inputs.value(spec) {
            Some(Value::Text(text)) => text,
            _ => Self::new(),
        }
    }
}

impl Reading for Choice {
    fn read(inputs: &mut Inputs<'_>, spec: &InputSpec) -> Self {
        let chosen = String::read(inputs, spec);
        spec.choices
            .iter()
            .map(|(key, _)| *key)
            .find(|key| *key == chosen)
            .map_or(Self(""), Self)
    }
}

macro_rules! reading_of_links {
    ($($of:ty: $pattern:pat => $value:expr),+ $(,)?) => {
        $(impl Reading for Option<$of> {
            fn read(inputs: &mut Inputs<'_>, spec: &InputSpec) -> Self {
                match inputs.links.get(spec.key)? {
                    $pattern => Some($value),
                    _ => None,
                }
            }
        })+
    };
}

reading_of_links! {
    Arc<ImportedMesh>: Product::Mesh(mesh) => mesh.clone(),
    Arc<Plant>: Product::Tree(plant) => plant.clone(),
    Arc<SpeciesLevel>: Product::Level(level) => level.clone(),
    Arc<Species>: Product::Species(species) => species.clone(),
    Arc<WindDescription>: Product::Wind(wind) => wind.clone(),
    Arc<LinearEffector>: Product::Effector(effector) => effector.clone(),
    Arc<Stand>: Product::Stand(stand) => stand.clone(),
    Clock: Product::Clock(clock) => *clock,
    (Sky, Ground): Product::Sky(sky, ground) => (*sky, *ground),
    Camera: Product::Camera(camera) => *camera,
    Arc<CompiledScene>: Product::Scene(scene) => scene.clone(),
}
