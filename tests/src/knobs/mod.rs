//! Whether an input of a node does anything: each is changed in the node's examples until something that counts differs.

mod files;
mod observe;
mod vary;

pub use observe::{Drawing, Observed};

use windwright_core::{
    graph::{Graph, Key, Node, NodeId, Port},
    nodes::{InputSpec, NodeSpec, Registry, example},
};

/// Keys of the inputs of `spec` that do nothing in any example, whatever value they take.
pub fn dead_inputs(registry: &Registry, spec: &NodeSpec, drawing: &mut dyn Drawing) -> Vec<String> {
    let mut bench = observe::Bench::new(registry, drawing);
    let examples = (spec.examples)();
    spec.inputs
        .iter()
        .filter(|input| {
            !examples
                .iter()
                .any(|example| acts(&mut bench, example, input))
        })
        .map(|input| format!("{}.{}", spec.key, input.key))
        .collect()
}

fn acts(bench: &mut observe::Bench<'_>, example: &Graph, input: &InputSpec) -> bool {
    let id = NodeId::new(example::ID);
    let port = Port::new(id.clone(), input.key);
    if input.default.is_none() {
        let mut without = example.clone();
        return without.links.remove(&port).is_some() && bench.differ(example, &without, input);
    }
    let mut base = example.clone();
    base.links.remove(&port);
    let Some(node) = base.nodes.get(&id) else {
        return false;
    };
    let current = current(bench, &base, node, input);
    vary::values(input, current.as_ref())
        .into_iter()
        .any(|value| {
            let mut changed = base.clone();
            if let Some(node) = changed.nodes.get_mut(&id) {
                node.values.insert(Key::new(input.key), value);
            }
            bench.differ(&base, &changed, input)
        })
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
