//! Finds branches in a mesh.

use std::sync::Arc;

use super::{Category, NodeSpec, OutputSpec, example, input::Input};
use crate::{
    compile::{
        Severity,
        inputs::Inputs,
        product::{Product, Products, one},
    },
    import::{AnalyseOptions, ImportedMesh, analyse},
    value::ValueKind,
};

const MESH: Input<Option<Arc<ImportedMesh>>> = Input::link("mesh", "Mesh", ValueKind::Mesh)
    .required()
    .doc("The triangles to look at.");
const MIN_LENGTH: Input<f32> = Input::number("min_length_m", "Shortest branch", 0.05)
    .hard(0.0, 10.0)
    .soft(0.01, 1.0)
    .logarithmic()
    .unit("m")
    .doc("Shorter pieces of wood join the branch that they grow from.");
const MAX_BUNDLES: Input<u32> = Input::integer("max_bundles", "Most leaf bundles", 1000)
    .range(50.0, 4000.0)
    .doc("Leaves are gathered into at most this many bundles.");
const BUNDLE_AREA: Input<f32> = Input::number("bundle_area_m2", "Bundle area", 0.35)
    .range(0.01, 2.0)
    .logarithmic()
    .unit("m²")
    .doc("Area that a bundle aims at.");

const TREE: OutputSpec = OutputSpec::new("tree", "Tree", ValueKind::Tree);

pub(super) fn spec() -> NodeSpec {
    NodeSpec {
        key: "branch_analyser",
        version: 1,
        label: "Branch analyser",
        category: Category::Tree,
        doc: "Finds branches and leaf bundles in a mesh and measures them.",
        inputs: vec![
            MESH.spec(),
            MIN_LENGTH.spec(),
            MAX_BUNDLES.spec(),
            BUNDLE_AREA.spec(),
        ],
        outputs: vec![TREE],
        compile,
        examples: || vec![example::imported("branch_analyser")],
    }
}

fn compile(inputs: &mut Inputs<'_>) -> Option<Products> {
    let mesh = inputs.get(&MESH)?;
    let plant = analyse(
        &mesh,
        &AnalyseOptions {
            min_length_m: inputs.get(&MIN_LENGTH),
            max_bundles: inputs.get(&MAX_BUNDLES),
            bundle_area_m2: inputs.get(&BUNDLE_AREA),
        },
    );
    for note in &plant.notes {
        inputs.report("", Severity::Note, note.clone(), "Nothing has to be done.");
    }
    Some(one(TREE.key, Product::Tree(Arc::new(plant))))
}
