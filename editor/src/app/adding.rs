//! Files that become part of the graph: trees that are imported, and paths of inputs.

use std::{collections::BTreeMap, path::Path};

use windwright_core::{
    edit::Edit,
    graph::{Key, Node, Port},
    value::{Value, ValueKind},
};

use super::App;
use crate::{action::Action, identity};

impl App {
    pub(super) fn import_tree(&mut self, path: &Path) {
        let spec = self
            .session
            .registry()
            .specs()
            .iter()
            .find(|spec| spec.key == "import_tree");
        let Some(spec) = spec else { return };
        let input = spec
            .inputs
            .iter()
            .find(|input| input.kind == ValueKind::Path);
        let Some(input) = input else { return };
        let mut node = Node::new(spec.key, spec.version);
        let text = Value::Text(relative(&self.session.base(), path));
        node.values.insert(Key::new(input.key), text);
        let scene = self.canvas.view.scene_rect.center();
        let edit = Edit::AddNode {
            id: identity::node(spec.key),
            node,
            links: BTreeMap::new(),
            position: [scene.x.round(), scene.y.round()],
        };
        self.session.handle(Action::Edit {
            label: "Import tree".to_owned(),
            edits: vec![edit],
        });
    }

    pub(super) fn set_path(&mut self, input: &Port, path: &Path) {
        let text = relative(&self.session.base(), path);
        self.session.handle(Action::Edit {
            label: "Choose file".to_owned(),
            edits: vec![Edit::SetValue {
                id: input.node.clone(),
                key: input.key.clone(),
                value: Some(Value::Text(text)),
            }],
        });
    }
}

/// `path` as a graph in `base` names it: relative where it can be, with `/`.
fn relative(base: &Path, path: &Path) -> String {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let mut up = Vec::new();
    for folder in base.ancestors() {
        if !folder.as_os_str().is_empty()
            && let Ok(rest) = path.strip_prefix(folder)
        {
            let names = rest
                .components()
                .map(|part| part.as_os_str().to_string_lossy().into_owned());
            return up.into_iter().chain(names).collect::<Vec<_>>().join("/");
        }
        up.push("..".to_owned());
    }
    path.to_string_lossy().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_written_from_the_graphs_folder() {
        for (base, path, expected) in [
            ("/home/graphs", "/home/graphs/树.glb", "树.glb"),
            ("/home/graphs", "/home/assets/oak.glb", "../assets/oak.glb"),
            ("/home/graphs/a", "/home/b/oak.glb", "../../b/oak.glb"),
            ("", "/home/oak.glb", "/home/oak.glb"),
        ] {
            assert_eq!(relative(Path::new(base), Path::new(path)), expected);
        }
    }
}
