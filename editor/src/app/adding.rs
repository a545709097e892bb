//! Files that become part of the graph: trees that are imported, and paths of inputs.

use std::{collections::BTreeMap, path::Path};

use windwright_core::{
    edit::Edit,
    graph::{Key, Node, Port},
    value::{Value, ValueKind},
};

use super::App;
use crate::{action::Action, disk::name_from, identity};

impl App {
    pub(super) fn import_tree(&mut self, path: &Path) {
        self.grant_folder_of(path);
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
        let text = Value::Text(name_from(&self.session.base(), path));
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
        self.grant_folder_of(path);
        let text = name_from(&self.session.base(), path);
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
