//! Whether a wire may be laid, and why not: asked before the canvas offers one.

use windwright_core::{
    graph::{Graph, NodeId, Port},
    nodes::{NodeSpec, Registry},
    value::ValueKind,
};

/// Why a wire is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Both ends are at one node.
    #[error("a node cannot feed itself")]
    SameNode,
    /// The wire would close a loop.
    #[error("this would close a loop")]
    Cycle,
    /// The kinds do not fit.
    #[error("{input} does not take {output}")]
    Kind {
        /// What the output gives.
        output: ValueKind,
        /// What the input takes.
        input: ValueKind,
    },
    /// An end is not known to this version.
    #[error("this version does not know that node")]
    Unknown,
}

/// Spec of a node of the graph.
pub fn spec_of<'a>(graph: &Graph, registry: &'a Registry, id: &NodeId) -> Option<&'a NodeSpec> {
    registry.spec(&graph.nodes.get(id)?.type_key)
}

/// Kind of an output.
pub fn output_kind(graph: &Graph, registry: &Registry, port: &Port) -> Option<ValueKind> {
    let spec = spec_of(graph, registry, &port.node)?;
    Some(spec.output(port.key.as_str())?.kind)
}

/// Kind of an input.
pub fn input_kind(graph: &Graph, registry: &Registry, port: &Port) -> Option<ValueKind> {
    let spec = spec_of(graph, registry, &port.node)?;
    Some(spec.input(port.key.as_str())?.kind)
}

/// Whether a wire from `output` to `input` may be laid.
///
/// # Errors
/// The reason, to be shown beside the pointer.
pub fn check(
    graph: &Graph,
    registry: &Registry,
    output: &Port,
    input: &Port,
) -> Result<(), Refusal> {
    if output.node == input.node {
        return Err(Refusal::SameNode);
    }
    check_kinds(graph, registry, output, input)?;
    if graph.reaches(&input.node, &output.node) {
        return Err(Refusal::Cycle);
    }
    Ok(())
}

/// Whether the kinds of a laid wire fit; a file may hold one that does not.
///
/// # Errors
/// The kinds, or that an end is unknown.
pub fn check_kinds(
    graph: &Graph,
    registry: &Registry,
    output: &Port,
    input: &Port,
) -> Result<(), Refusal> {
    let from = output_kind(graph, registry, output).ok_or(Refusal::Unknown)?;
    let to = input_kind(graph, registry, input).ok_or(Refusal::Unknown)?;
    if to.accepts(from) {
        Ok(())
    } else {
        Err(Refusal::Kind {
            output: from,
            input: to,
        })
    }
}
