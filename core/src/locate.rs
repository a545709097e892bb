//! Files that a graph names and that are not where it says: each gets the place of its namesake below another folder.

use crate::{
    edit::Edit,
    graph::{Graph, Key, NodeId},
    nodes::Registry,
    value::{Value, ValueKind},
};

/// Edits that point every missing file to its namesake among `found`.
///
/// `is_missing` says of a path in the graph whether nothing can be read there. `found` are the files below a folder, relative
/// to it with `/`; `folder` is how the document names that folder, empty for its own. Of several namesakes the one that
/// shares the most folder names with the missing path is taken, then the one nearest to the folder.
pub fn locate(
    graph: &Graph,
    registry: &Registry,
    is_missing: &dyn Fn(&str) -> bool,
    folder: &str,
    found: &[String],
) -> Vec<Edit> {
    paths(graph, registry)
        .filter(|(_, _, path)| !path.is_empty() && is_missing(path))
        .filter_map(|(id, key, path)| {
            let namesake = found
                .iter()
                .map(|place| (shared(path, place), place))
                .filter(|(shared, _)| *shared > 0)
                .max_by(|(a, place), (b, other)| {
                    let nearness = |place: &str| std::cmp::Reverse(place.split('/').count());
                    (a, nearness(place), *other).cmp(&(b, nearness(other), *place))
                })?;
            Some(Edit::SetValue {
                id: id.clone(),
                key,
                value: Some(Value::Text(join(folder, namesake.1))),
            })
        })
        .collect()
}

/// Every file that the nodes of a graph name: node, input and path.
pub fn paths<'a>(
    graph: &'a Graph,
    registry: &'a Registry,
) -> impl Iterator<Item = (&'a NodeId, Key, &'a str)> {
    graph.nodes.iter().flat_map(|(id, node)| {
        let inputs = registry.spec(&node.type_key).map(|spec| &spec.inputs);
        let named = inputs.into_iter().flatten();
        named
            .filter(|input| input.kind == ValueKind::Path)
            .filter_map(move |input| {
                let key = Key::new(input.key);
                match node.values.get(&key)? {
                    Value::Text(path) => Some((id, key, path.as_str())),
                    Value::Number(_)
                    | Value::Integer(_)
                    | Value::Toggle(_)
                    | Value::Vector(_)
                    | Value::Numbers(_) => None,
                }
            })
    })
}

/// How many names two paths share from their ends on; paths of other systems have other separators.
fn shared(path: &str, place: &str) -> usize {
    let names = |path: &'_ str| -> Vec<String> {
        path.rsplit(['/', '\\']).map(str::to_lowercase).collect()
    };
    names(path)
        .iter()
        .zip(&names(place))
        .take_while(|(name, other)| name == other)
        .count()
}

fn join(folder: &str, place: &str) -> String {
    match folder.trim_end_matches('/') {
        "" if folder.is_empty() => place.to_owned(),
        folder => format!("{folder}/{place}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{document::Document, graph::Node, history::History};

    fn document(paths: &[(&str, &str)]) -> Document {
        let mut document = Document::default();
        let root = document.root.clone();
        let graph = document.graphs.get_mut(&root).unwrap();
        for (number, (type_key, path)) in paths.iter().enumerate() {
            let mut node = Node::new(*type_key, 1);
            let path = Value::Text((*path).to_owned());
            node.values.insert(Key::new("file"), path);
            graph.nodes.insert(NodeId::new(number.to_string()), node);
        }
        document
    }

    fn check(path: &str, folder: &str, found: &[&str], expected: Option<&str>) {
        let document = document(&[("preset_reference", path)]);
        let found: Vec<String> = found.iter().copied().map(str::to_owned).collect();
        let registry = Registry::standard();
        let edits = locate(document.graph(), &registry, &|_| true, folder, &found);
        let places: Vec<&str> = edits
            .iter()
            .filter_map(|edit| {
                if let Edit::SetValue {
                    value: Some(Value::Text(place)),
                    ..
                } = edit
                {
                    Some(place.as_str())
                } else {
                    None
                }
            })
            .collect();
        assert_eq!(places, Vec::from_iter(expected), "{path}");
    }

    #[test]
    fn namesakes_are_found() {
        let found = [
            "oak.ron",
            "a/species/oak.ron",
            "b/species/oak.ron",
            "树/橡.glb",
        ];
        for (path, folder, expected) in [
            ("../old/oak.ron", "../new", Some("../new/oak.ron")),
            ("x/species/oak.ron", "..", Some("../a/species/oak.ron")),
            ("x/b/species/oak.ron", "", Some("b/species/oak.ron")),
            ("C:\\trees\\橡.GLB", "/home", Some("/home/树/橡.glb")),
            ("k.ron", "", None),
            ("", "", None),
        ] {
            check(path, folder, &found, expected);
        }
        check("oak.ron", "/", &["oak.ron"], Some("/oak.ron"));
    }

    #[test]
    fn everything_that_is_missing_is_mended_in_one_step_and_nothing_else_is_touched() {
        let mut document = document(&[
            ("preset_reference", "gone/oak.ron"),
            ("import_tree", "gone/oak.glb"),
            ("import_tree", "gone/elm.glb"),
            ("preset_reference", "here/birch.ron"),
            ("hologram", "gone/oak.ron"),
        ]);
        let before = document.clone();
        let found = ["oak.ron", "oak.glb", "birch.ron"].map(str::to_owned);
        let registry = Registry::standard();
        let is_missing = |path: &str| path.starts_with("gone");
        let edits = locate(document.graph(), &registry, &is_missing, "new", &found);
        assert_eq!(edits.len(), 2);
        let mut history = History::default();
        history.edit(&mut document, "Locate", (), edits).unwrap();
        let graph = document.graph();
        let named: Vec<&str> = paths(graph, &registry).map(|(_, _, path)| path).collect();
        assert_eq!(
            named,
            [
                "new/oak.ron",
                "new/oak.glb",
                "gone/elm.glb",
                "here/birch.ron"
            ]
        );
        history.undo(&mut document).unwrap();
        assert_eq!(document, before);
    }
}
