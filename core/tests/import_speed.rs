//! A tree of half a million triangles: read whole, and how long it takes (`cargo test --release -- --nocapture`).
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "the time is printed, nothing depends on it"
)]

use std::{sync::Arc, time::Instant};

use windwright_core::{
    grow::{GrowParameters, grow},
    import::{AnalyseOptions, ImportOptions, Resolver, analyse, import},
    plant::{MaterialKind, Plant, glb},
};
use windwright_runtime::random;

struct Nothing;

impl Resolver for Nothing {
    fn resolve(&self, uri: &str, _limit: usize) -> Result<Arc<[u8]>, String> {
        Err(format!("{uri} is not there"))
    }
}

/// The default oak with its leaves copied, a little aside, until it has half a million triangles.
fn large_oak() -> Plant {
    const TRIANGLES: usize = 500_000;
    let mut plant = grow(&GrowParameters::default());
    let mesh = &mut plant.lods[0];
    let leaf = |material: usize| plant.materials[material].kind == MaterialKind::Leaf;
    let last = mesh.parts.last().cloned().unwrap();
    assert!(leaf(last.material), "leaves stand last");
    let leaves = mesh.indices[last.indices.start as usize..last.indices.end as usize].to_vec();
    let (vertices, mut copy) = (mesh.vertices.clone(), 0_u64);
    while mesh.indices.len() < 3 * TRIANGLES {
        let first = u32::try_from(mesh.vertices.len()).unwrap();
        mesh.vertices.extend(vertices.iter().map(|vertex| {
            let mut vertex = *vertex;
            for (axis, place) in (0..).zip(&mut vertex.position_m) {
                *place += random::range(copy, u64::from(vertex.branch), axis, -0.4, 0.4);
            }
            vertex
        }));
        mesh.indices
            .extend(leaves.iter().map(|index| first + index));
        copy += 1;
    }
    let end = u32::try_from(mesh.indices.len()).unwrap();
    mesh.parts.last_mut().unwrap().indices.end = end;
    plant
}

#[test]
fn half_a_million_triangles_are_one_tree() {
    let mut bytes = glb::write(&large_oak(), 0);
    let name = b"_BRANCH_ID";
    let start = bytes.windows(name.len()).position(|at| at == name).unwrap();
    assert!(bytes.len() > 1_000_000);
    // Every mention: the primitives name the attribute one by one.
    let mut at = start;
    while let Some(next) = bytes[at..200_000]
        .windows(name.len())
        .position(|w| w == name)
    {
        at += next;
        bytes[at..at + name.len()].copy_from_slice(b"_HIDDEN_ID");
    }
    let started = Instant::now();
    let imported = import(&bytes, &Nothing, &ImportOptions::default()).unwrap();
    let read = started.elapsed();
    let plant = analyse(&imported, &AnalyseOptions::default());
    let analysed = Instant::now().duration_since(started).saturating_sub(read);
    plant.table.validate().unwrap();
    let triangles = imported.mesh.indices.len() / 3;
    assert!(triangles >= 500_000 && plant.table.len() > 200);
    let lods: Vec<usize> = plant
        .lods
        .iter()
        .map(|mesh| mesh.indices.len() / 3)
        .collect();
    assert!(
        lods.len() == 4 && lods[1] < 14_000 && lods[2] < 2_000,
        "{lods:?}"
    );
    eprintln!(
        "{triangles} triangles, {} rows: {read:?} to read, {:?} to analyse",
        plant.table.len(),
        analysed
    );
}
