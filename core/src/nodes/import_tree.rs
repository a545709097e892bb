//! Opens a tree made elsewhere.

use std::{cell::RefCell, sync::Arc};

use super::{
    Category, NodeSpec, OutputSpec, example,
    input::{Choice, Input},
};
use crate::{
    compile::{
        Severity,
        files::Files,
        inputs::Inputs,
        path,
        product::{Product, Products, one},
    },
    import::{ImportError, ImportOptions, Resolver, import},
    value::ValueKind,
};

const FILE: Input<String> =
    Input::path("file", "File").doc("A .glb or .gltf file, relative to this document.");
const SCALE: Input<f32> = Input::number("scale", "Scale", 1.0)
    .hard(0.0001, 10_000.0)
    .soft(0.01, 100.0)
    .logarithmic()
    .unit("×")
    .doc("Factor that brings the file's lengths to metres.");
const UP_AXIS: Input<Choice> =
    Input::choice("up_axis", "Up axis", &[("y", "Y up"), ("z", "Z up")], "y")
        .doc("Axis of the file that points up.");
const RECENTRE: Input<bool> = Input::toggle("recentre", "Recentre root", true)
    .doc("Moves the foot of the trunk to the origin.");

const MESH: OutputSpec = OutputSpec::new("mesh", "Mesh", ValueKind::Mesh);

pub(super) fn spec() -> NodeSpec {
    NodeSpec {
        key: "import_tree",
        version: 1,
        label: "Import tree",
        category: Category::Tree,
        doc: "Reads the triangles and materials of a glTF tree.",
        inputs: vec![FILE.spec(), SCALE.spec(), UP_AXIS.spec(), RECENTRE.spec()],
        outputs: vec![MESH],
        compile,
        examples: || vec![example::imported("import_tree")],
    }
}

fn compile(inputs: &mut Inputs<'_>) -> Option<Products> {
    let file = inputs.get(&FILE);
    let options = ImportOptions {
        scale: inputs.get(&SCALE),
        z_up: inputs.get(&UP_AXIS).0 == "z",
        recentre: inputs.get(&RECENTRE),
    };
    if file.is_empty() {
        inputs.report(
            FILE.key(),
            Severity::Error,
            "No file is chosen.",
            "Choose a .glb or .gltf file.",
        );
        return None;
    }
    let bytes = match inputs.read_file(&file) {
        Ok(bytes) => bytes,
        Err(message) => {
            inputs.report(
                FILE.key(),
                Severity::Error,
                message,
                "Locate the file, or choose another.",
            );
            return None;
        }
    };
    let beside = Beside {
        files: inputs.files(),
        base: &file,
        asked: RefCell::default(),
    };
    let imported = import(&bytes, &beside, &options);
    for path in beside.asked.into_inner() {
        inputs.depend_on(&path);
    }
    match imported {
        Ok(mesh) => {
            for note in &mesh.notes {
                inputs.report("", Severity::Note, note.clone(), "Nothing has to be done.");
            }
            Some(one(MESH.key, Product::Mesh(Arc::new(mesh))))
        }
        Err(error) => {
            let message = format!("{file}: {error}");
            let ImportError::Fault { remedy, .. } = error;
            inputs.report(FILE.key(), Severity::Error, message, remedy);
            None
        }
    }
}

/// Files that stand in the folder of the tree's own file, or below it.
struct Beside<'a> {
    files: &'a dyn Files,
    base: &'a str,
    asked: RefCell<Vec<String>>,
}

impl Resolver for Beside<'_> {
    fn resolve(&self, uri: &str, limit: usize) -> Result<Arc<[u8]>, String> {
        let path = path::beside(self.base, uri)?;
        self.asked.borrow_mut().push(path.clone());
        let bytes = self.files.read(&path)?;
        if bytes.len() > limit {
            return Err(format!(
                "{path} has {} bytes, more than the {limit} that the tree's file speaks of.",
                bytes.len()
            ));
        }
        Ok(bytes)
    }
}
