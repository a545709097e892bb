//! Edits of links.

use super::{Edit, EditError, check_node, graph};
use crate::{document::Document, graph::Port};

pub(super) fn connect(
    document: &mut Document,
    input: Port,
    output: Port,
) -> Result<Edit, EditError> {
    let graph = graph(document);
    for end in [&input.node, &output.node] {
        check_node(graph, end)?;
    }
    if graph.links.get(&input) == Some(&output) {
        return Err(EditError::NoChange);
    }
    if graph.reaches(&input.node, &output.node) {
        return Err(EditError::Cycle {
            from: output.node,
            to: input.node,
        });
    }
    Ok(match graph.links.insert(input.clone(), output) {
        Some(output) => Edit::Connect { input, output },
        None => Edit::Disconnect { input },
    })
}

pub(super) fn disconnect(document: &mut Document, input: Port) -> Result<Edit, EditError> {
    match graph(document).links.remove(&input) {
        Some(output) => Ok(Edit::Connect { input, output }),
        None => Err(EditError::NoChange),
    }
}
