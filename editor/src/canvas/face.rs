//! What a node shows: derived from document and registry, nothing of it is stored.

use std::collections::{BTreeMap, BTreeSet};

use windwright_core::{
    compile::Severity,
    graph::{Graph, Key, NodeId, Port},
    nodes::{Category, InputSpec, NodeSpec, Registry},
    value::{Value, ValueKind},
};

/// Height of a row of sockets, canvas units.
pub const ROW: f32 = 20.0;
/// Height of the title, canvas units.
pub const TITLE: f32 = 28.0;
/// Space below the last row, canvas units.
pub const FOOT: f32 = 8.0;
/// Narrowest and widest node, canvas units.
pub const WIDTH: [f32; 2] = [176.0, 240.0];

/// An input or output as shown.
#[derive(Debug, Clone, PartialEq)]
pub struct FacePort {
    /// Key.
    pub key: Key,
    /// Name for people.
    pub label: String,
    /// Kind, if this version knows it.
    pub kind: Option<ValueKind>,
    /// Value of an input that is not wired; empty if there is none to show.
    pub value: String,
    /// Unit of that value.
    pub unit: &'static str,
}

/// A node as shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Face {
    /// Title.
    pub title: String,
    /// Family; none if this version does not know the type.
    pub family: Option<Category>,
    /// Inputs with sockets: those that only take wires first, then those with values. Of a numbered row the wired ones
    /// and one more.
    pub inputs: Vec<FacePort>,
    /// Outputs.
    pub outputs: Vec<FacePort>,
    /// How many of `inputs` share rows with outputs.
    pub bare_inputs: usize,
    /// Whether it is passed over.
    pub bypass: bool,
    /// Worst problem.
    pub problem: Option<Severity>,
}

impl Face {
    /// Face of a node; `effective` holds what applies at inputs that are neither set nor wired.
    pub fn of(
        graph: &Graph,
        registry: &Registry,
        id: &NodeId,
        effective: Option<&BTreeMap<Key, Value>>,
        problem: Option<Severity>,
    ) -> Self {
        let Some(node) = graph.nodes.get(id) else {
            return Self::unknown(graph, id, id.to_string(), false);
        };
        let Some(spec) = registry.spec(&node.type_key) else {
            let title = format!("{} (unknown)", node.type_key);
            return Self::unknown(graph, id, title, node.bypass);
        };
        let fed = fed_inputs(graph, id);
        let wired = |key: &str| fed.iter().any(|known| known.as_str() == key);
        let shown = |input: &&InputSpec| {
            wired(input.key) || (input.socket && next_free(spec, input.key, wired))
        };
        let (bare, valued): (Vec<_>, Vec<_>) = spec
            .inputs
            .iter()
            .filter(shown)
            .partition(|input| input.default.is_none());
        let bare_inputs = bare.len();
        let inputs = bare
            .into_iter()
            .chain(valued)
            .map(|input| FacePort {
                key: Key::new(input.key),
                label: input.label.to_owned(),
                kind: Some(input.kind),
                value: if wired(input.key) {
                    String::new()
                } else {
                    let key = Key::new(input.key);
                    let value = node.values.get(&key);
                    value
                        .or_else(|| effective?.get(&key))
                        .or(input.default.as_ref())
                        .map_or_else(String::new, |value| value_text(value, input))
                },
                unit: if wired(input.key) { "" } else { input.unit },
            })
            .collect();
        Self {
            title: title(node.name.as_str(), spec),
            family: Some(spec.category),
            inputs,
            outputs: spec
                .outputs
                .iter()
                .map(|output| FacePort {
                    key: Key::new(output.key),
                    label: output.label.to_owned(),
                    kind: Some(output.kind),
                    value: String::new(),
                    unit: "",
                })
                .collect(),
            bare_inputs,
            bypass: node.bypass,
            problem,
        }
    }

    /// A node of a newer version: only the ports that are wired can be named.
    fn unknown(graph: &Graph, id: &NodeId, title: String, bypass: bool) -> Self {
        let port = |key: Key| FacePort {
            label: key.to_string(),
            key,
            kind: None,
            value: String::new(),
            unit: "",
        };
        let inputs: BTreeSet<Key> = graph
            .links
            .keys()
            .filter(|input| input.node == *id)
            .map(|input| input.key.clone())
            .collect();
        let outputs: BTreeSet<Key> = graph
            .links
            .values()
            .filter(|output| output.node == *id)
            .map(|output| output.key.clone())
            .collect();
        Self {
            title,
            family: None,
            bare_inputs: inputs.len(),
            inputs: inputs.into_iter().map(port).collect(),
            outputs: outputs.into_iter().map(port).collect(),
            bypass,
            problem: Some(Severity::Warning),
        }
    }

    /// Row in which an input stands.
    pub fn input_row(&self, index: usize) -> usize {
        if index < self.bare_inputs {
            index
        } else {
            index - self.bare_inputs + self.bare_inputs.max(self.outputs.len())
        }
    }

    /// Rows in all.
    pub fn rows(&self) -> usize {
        self.bare_inputs.max(self.outputs.len()) + self.inputs.len() - self.bare_inputs
    }

    /// Height, canvas units.
    pub fn height(&self) -> f32 {
        TITLE + ROW * self.rows() as f32 + FOOT
    }

    /// Place of an input in `inputs`.
    pub fn input_index(&self, key: &Key) -> Option<usize> {
        self.inputs.iter().position(|port| port.key == *key)
    }

    /// Place of an output in `outputs`.
    pub fn output_index(&self, key: &Key) -> Option<usize> {
        self.outputs.iter().position(|port| port.key == *key)
    }
}

/// Inputs of a node at which wires end.
pub(super) fn fed_inputs<'a>(graph: &'a Graph, id: &NodeId) -> Vec<&'a Key> {
    graph
        .links
        .range(Port::new(id.clone(), "")..)
        .take_while(|(input, _)| input.node == *id)
        .map(|(input, _)| &input.key)
        .collect()
}

/// Whether the input is the first of its row of like ones, `tree`, `tree_2`, …, or follows one that is wired.
fn next_free(spec: &NodeSpec, key: &str, wired: impl Fn(&str) -> bool) -> bool {
    let Some((stem, number)) = key.rsplit_once('_') else {
        return true;
    };
    let Ok(number @ 2..) = number.parse::<u32>() else {
        return true;
    };
    let before = match number {
        2 => stem.to_owned(),
        _ => format!("{stem}_{}", number - 1),
    };
    spec.input(&before).is_none() || wired(&before)
}

/// Name of a node: the user's, else the type's.
pub fn title(name: &str, spec: &NodeSpec) -> String {
    if name.is_empty() { spec.label } else { name }.to_owned()
}

/// A value in a few characters.
pub fn value_text(value: &Value, input: &InputSpec) -> String {
    match value {
        Value::Number(number) => number_text(number.get()),
        Value::Integer(number) => number.to_string(),
        Value::Toggle(on) => if *on { "on" } else { "off" }.to_owned(),
        Value::Vector(parts) => parts.map(|part| number_text(part.get())).join(", "),
        Value::Numbers(numbers) => format!("{} numbers", numbers.len()),
        Value::Text(text) => match input.choices.iter().find(|(key, _)| key == text) {
            Some((_, label)) => (*label).to_owned(),
            None => text.rsplit('/').next().unwrap_or(text).to_owned(),
        },
    }
}

/// A number with four significant digits at most.
pub fn number_text(number: f32) -> String {
    let size = number.abs();
    let decimals = match size {
        _ if size == 0.0 => 0,
        _ if size >= 1000.0 => 0,
        _ if size >= 100.0 => 1,
        _ if size >= 10.0 => 2,
        _ if size >= 0.01 => 3,
        _ => return format!("{number:.1e}"),
    };
    let text = format!("{number:.decimals$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_true() {
        for (number, text) in [
            (0.0, "0"),
            (4.5, "4.5"),
            (12.0, "12"),
            (1234.5, "1234"),
            (0.035, "0.035"),
            (-0.25, "-0.25"),
            (0.0002, "2.0e-4"),
        ] {
            assert_eq!(number_text(number), text);
        }
    }
}
