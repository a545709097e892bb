//! Which nodes are needed, each after those it depends on.

use std::collections::{BTreeMap, BTreeSet};

use crate::graph::{Graph, NodeId, Port};

/// Nodes that `roots` depend on, and the roots, sources first; loops are left out where they close.
///
/// Deterministic: roots in their order, inputs by key.
pub fn order<'a>(graph: &'a Graph, roots: &[&'a NodeId]) -> Vec<&'a NodeId> {
    let mut order = Vec::new();
    let mut seen = BTreeSet::new();
    for root in roots {
        let mut open = vec![Visit::Enter(root)];
        while let Some(visit) = open.pop() {
            match visit {
                Visit::Enter(id) => {
                    if !graph.nodes.contains_key(id) || !seen.insert(id) {
                        continue;
                    }
                    open.push(Visit::Leave(id));
                    let sources: Vec<&NodeId> = graph
                        .inputs_of(id)
                        .map(|(_, output)| &output.node)
                        .collect();
                    open.extend(sources.into_iter().rev().map(Visit::Enter));
                }
                Visit::Leave(id) => order.push(id),
            }
        }
    }
    order
}

enum Visit<'a> {
    Enter(&'a NodeId),
    Leave(&'a NodeId),
}

/// Inputs whose links close a loop; without them the rest has none.
///
/// Nodes are taken in order and followed towards their sources; the link back to a node on the way is given.
pub fn loops(links: &BTreeMap<Port, Port>) -> Vec<Port> {
    let graph = Graph {
        links: links.clone(),
        ..Graph::default()
    };
    let mut state: BTreeMap<&NodeId, State> = BTreeMap::new();
    let mut closing = Vec::new();
    for start in links.keys() {
        let mut open = vec![Step::Enter(&start.node)];
        while let Some(step) = open.pop() {
            let next = match step {
                Step::Leave(id) => {
                    state.insert(id, State::Done);
                    continue;
                }
                Step::Enter(id) => id,
                Step::Follow(input, output) => {
                    if state.get(&output.node) == Some(&State::OnTheWay) {
                        closing.push(input.clone());
                    }
                    &output.node
                }
            };
            if state.contains_key(next) {
                continue;
            }
            state.insert(next, State::OnTheWay);
            open.push(Step::Leave(next));
            open.extend(
                graph
                    .inputs_of(next)
                    .filter_map(|(input, _)| links.get_key_value(input))
                    .map(|(input, output)| Step::Follow(input, output)),
            );
        }
    }
    closing
}

#[derive(PartialEq)]
enum State {
    OnTheWay,
    Done,
}

enum Step<'a> {
    Enter(&'a NodeId),
    Follow(&'a Port, &'a Port),
    Leave(&'a NodeId),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Node;

    fn graph(links: &[(&str, &str)]) -> Graph {
        let mut graph = Graph::default();
        for (from, to) in links {
            for id in [from, to] {
                graph.nodes.insert(NodeId::from(*id), Node::new("x", 1));
            }
            graph.links.insert(
                Port::new(NodeId::from(*to), *from),
                Port::new(NodeId::from(*from), "out"),
            );
        }
        graph
    }

    #[test]
    fn sources_come_first_and_the_rest_is_left_out() {
        let graph = graph(&[("a", "b"), ("a", "c"), ("b", "d"), ("c", "d"), ("d", "z")]);
        let root = NodeId::from("d");
        let order: Vec<&str> = order(&graph, &[&root])
            .iter()
            .map(|id| id.as_str())
            .collect();
        assert_eq!(order, ["a", "b", "c", "d"]);
    }

    #[test]
    fn a_long_chain_needs_no_deep_stack() {
        let names: Vec<String> = (0..50_000).map(|at| format!("n{at:05}")).collect();
        let links: Vec<(&str, &str)> = names
            .windows(2)
            .map(|pair| (pair[0].as_str(), pair[1].as_str()))
            .collect();
        let graph = graph(&links);
        let root = NodeId::from(names[49_999].as_str());
        assert_eq!(order(&graph, &[&root]).len(), 50_000);
        assert!(loops(&graph.links).is_empty());
    }

    #[test]
    fn one_link_of_a_loop_closes_it() {
        let graph = graph(&[("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")]);
        let closing = loops(&graph.links);
        assert_eq!(closing.len(), 1);
        let mut rest = graph.clone();
        rest.links.remove(&closing[0]);
        assert!(loops(&rest.links).is_empty());
        assert!(
            loops(&BTreeMap::from([(
                Port::new(NodeId::from("a"), "in"),
                Port::new(NodeId::from("a"), "out")
            )]))
            .len()
                == 1
        );
    }
}
