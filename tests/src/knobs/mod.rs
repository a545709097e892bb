//! Whether an input of a node does anything: each is changed in the node's examples until something that counts differs.

mod files;
mod observe;
mod vary;

pub use observe::Drawing;
use observe::LOOKS_TICKS;

use windwright_core::{
    graph::{Graph, Key, Node, NodeId, Port},
    nodes::{InputSpec, NodeSpec, Registry, example},
};

/// Keys of the inputs of `spec` that do nothing in any example, whatever value they take.
pub fn dead_inputs(registry: &Registry, spec: &NodeSpec, drawing: &mut dyn Drawing) -> Vec<String> {
    let mut bench = observe::Bench::new(registry, spec, drawing);
    let examples = (spec.examples)();
    let mut dead = Vec::new();
    for input in &spec.inputs {
        let cases: Vec<(Graph, Graph)> = examples
            .iter()
            .flat_map(|example| cases(&mut bench, example, input))
            .collect();
        let acts = LOOKS_TICKS.iter().any(|&ticks| {
            cases
                .iter()
                .any(|(before, after)| bench.differ(before, after, input, ticks))
        });
        if !acts {
            dead.push(format!("{}.{}", spec.key, input.key));
        }
    }
    dead
}

/// Pairs of graphs that differ in one input: a link taken away, or another value.
fn cases(
    bench: &mut observe::Bench<'_>,
    example: &Graph,
    input: &InputSpec,
) -> Vec<(Graph, Graph)> {
    let id = NodeId::new(example::ID);
    let mut base = example.clone();
    let linked = base.links.remove(&Port::new(id.clone(), input.key));
    if input.default.is_none() {
        return linked
            .map(|_| (example.clone(), base))
            .into_iter()
            .collect();
    }
    let Some(node) = base.nodes.get(&id) else {
        return Vec::new();
    };
    let current = current(bench, &base, node, input);
    vary::values(input, current.as_ref())
        .into_iter()
        .map(|value| {
            let mut changed = base.clone();
            if let Some(node) = changed.nodes.get_mut(&id) {
                node.values.insert(Key::new(input.key), value);
            }
            (base.clone(), changed)
        })
        .collect()
}

/// What the input is now: set, said by the node, or its default.
fn current(
    bench: &mut observe::Bench<'_>,
    graph: &Graph,
    node: &Node,
    input: &InputSpec,
) -> Option<windwright_core::value::Value> {
    let key = Key::new(input.key);
    let said = bench.compile(graph).effective;
    node.values
        .get(&key)
        .or_else(|| said.get(&NodeId::new(example::ID))?.get(&key))
        .or(input.default.as_ref())
        .cloned()
}
