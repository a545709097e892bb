//! What making trees and compiling graphs costs.

use windwright_core::{
    compile::{self, Cache},
    content, format,
    grow::{GrowParameters, grow as grow_plant},
    nodes::Registry,
};

use super::{Measurement, ratio};
use crate::{
    commands::{console::Console, outcome::Failure},
    disk::DiskFiles,
};

const RUNS: usize = 5;

/// Growing the default oak with its meshes and baked light.
pub(super) fn grow(console: &Console<'_>) -> Result<Vec<Measurement>, Failure> {
    let parameters = GrowParameters::default();
    let oak = grow_plant(&parameters);
    let triangles = oak.lods.iter().map(|mesh| mesh.indices.len() / 3).sum();
    Measurement::take(
        "grow the oak",
        (triangles, "triangles"),
        RUNS,
        console,
        || {
            grow_plant(&parameters);
        },
    )
    .map(|measurement| vec![measurement])
}

/// Compiling the default graph; from nothing is the reference of unchanged.
pub(super) fn compile(console: &Console<'_>) -> Result<Vec<Measurement>, Failure> {
    let registry = Registry::standard();
    let files = DiskFiles::new(".").with_data(console.data.clone());
    let document = format::read(content::DEFAULT_GRAPH).document;
    let nodes = (document.graph().nodes.len(), "nodes");
    let cold = Measurement::take("compile from nothing", nodes, RUNS, console, || {
        compile::compile(document.graph(), &registry, &files, &mut Cache::default());
    })?;
    let mut cache = Cache::default();
    let mut warm = Measurement::take("compile unchanged", nodes, RUNS, console, || {
        compile::compile(document.graph(), &registry, &files, &mut cache);
    })?;
    warm.ratio = Some(ratio(&warm, &cold));
    Ok(vec![cold, warm])
}
