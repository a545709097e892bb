//! Which meshes are drawn, and from where.

use glam::Mat4;
use gltf_json::{Index, Mesh, Root, Skin};

use super::{ImportError, node_tree::NodeTree};

/// One mesh at one place.
pub(super) struct Draw {
    /// Number of the node; 0 for a mesh that no node draws.
    pub(super) node: usize,
    /// The mesh.
    pub(super) mesh: Index<Mesh>,
    /// The skin that bends it.
    pub(super) skin: Option<Index<Skin>>,
    /// Transform into the scene.
    pub(super) world: Mat4,
}

/// A level of detail that a name such as `Oak_LOD1` tells.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Detail {
    stem: String,
    level: u32,
}

/// Everything that the chosen scene draws; the finest of several levels of detail.
pub(super) fn draws(
    root: &Root,
    tree: &NodeTree,
    notes: &mut Vec<String>,
) -> Result<Vec<Draw>, ImportError> {
    if root.meshes.is_empty() {
        return Err(ImportError::new(
            "meshes",
            "the file has no meshes, so there is nothing to import",
            "Export the tree with its geometry.",
        ));
    }
    let nodes = reached(root, roots(root, tree, notes));
    let mut found = Vec::new();
    let mut details = Vec::new();
    for number in nodes {
        let Some(node) = root.nodes.get(number) else {
            continue;
        };
        let instanced = node
            .extensions
            .as_ref()
            .is_some_and(|extensions| extensions.others.contains_key("EXT_mesh_gpu_instancing"));
        if instanced {
            notes.push(format!(
                "nodes[{number}] places copies by EXT_mesh_gpu_instancing; only the first is drawn."
            ));
        }
        if let Some(mesh) = node.mesh {
            details.push(detail(root, tree, number));
            found.push(Draw {
                node: number,
                mesh,
                skin: node.skin,
                world: tree.worlds[number],
            });
        }
    }
    if found.is_empty() {
        notes.push(String::from(
            "No node of the scene draws a mesh; all meshes are drawn at the origin.",
        ));
        return Ok((0..root.meshes.len() as u32)
            .map(|mesh| Draw {
                node: 0,
                mesh: Index::new(mesh),
                skin: None,
                world: Mat4::IDENTITY,
            })
            .collect());
    }
    let finest = keep_finest(found, &details, notes);
    note_copies(root, &finest, notes);
    Ok(finest)
}

/// Name of each node; of its mesh where the node has none.
pub(super) fn names(root: &Root) -> Vec<String> {
    root.nodes
        .iter()
        .map(|node| {
            let mesh = node.mesh.and_then(|mesh| root.meshes.get(mesh.value()));
            let own = node.name.clone().filter(|name| !name.is_empty());
            own.or_else(|| mesh.and_then(|mesh| mesh.name.clone()))
                .unwrap_or_default()
        })
        .collect()
}

fn roots(root: &Root, tree: &NodeTree, notes: &mut Vec<String>) -> Vec<usize> {
    let chosen = root.scene.map_or(0, |scene| scene.value());
    if let Some(scene) = root.scenes.get(chosen) {
        if root.scenes.len() > 1 {
            notes.push(format!(
                "The file has {} scenes; scene {chosen} is read.",
                root.scenes.len()
            ));
        }
        return scene.nodes.iter().map(Index::value).collect();
    }
    notes.push(String::from(
        "The file has no scene; all its nodes are read.",
    ));
    (0..root.nodes.len())
        .filter(|node| tree.parents[*node].is_none())
        .collect()
}

/// The nodes below `roots`, each once, in the order of a walk.
fn reached(root: &Root, roots: Vec<usize>) -> Vec<usize> {
    let mut seen = vec![false; root.nodes.len()];
    let mut order = Vec::new();
    let mut stack = roots;
    stack.reverse();
    while let Some(number) = stack.pop() {
        if seen.get(number).copied().unwrap_or(true) {
            continue;
        }
        seen[number] = true;
        order.push(number);
        let children = root.nodes[number].children.iter().flatten();
        stack.extend(children.rev().map(Index::value));
    }
    order
}

fn detail(root: &Root, tree: &NodeTree, node: usize) -> Option<Detail> {
    let mesh = root.nodes[node].mesh;
    let mesh_name = mesh
        .and_then(|mesh| root.meshes.get(mesh.value()))
        .and_then(|mesh| mesh.name.as_deref());
    let mut at = Some(node);
    while let Some(number) = at {
        if let Some(detail) = root.nodes[number].name.as_deref().and_then(detail_of) {
            return Some(detail);
        }
        at = tree.parents[number];
    }
    mesh_name.and_then(detail_of)
}

/// Reads `Oak_LOD1`, `oak-lod2`, `LOD0_oak` does not count.
fn detail_of(name: &str) -> Option<Detail> {
    let lower = name.to_lowercase();
    let (stem, level) = lower.rsplit_once("lod")?;
    let level = level.trim_start_matches(['_', '-', ' ']);
    Some(Detail {
        stem: stem.trim_end_matches(['_', '-', ' ', '.']).to_owned(),
        level: level.parse().ok()?,
    })
}

fn keep_finest(draws: Vec<Draw>, details: &[Option<Detail>], notes: &mut Vec<String>) -> Vec<Draw> {
    let finest = |stem: &str| {
        let same = details.iter().flatten().filter(|other| other.stem == stem);
        same.map(|other| other.level).min()
    };
    let (kept, left): (Vec<_>, Vec<_>) = draws.into_iter().zip(details).partition(|(_, detail)| {
        detail
            .as_ref()
            .is_none_or(|detail| finest(&detail.stem) == Some(detail.level))
    });
    if !left.is_empty() {
        notes.push(format!(
            "Levels of detail overlap in the file; the finest is read, {} coarser meshes are left out.",
            left.len()
        ));
    }
    kept.into_iter().map(|(draw, _)| draw).collect()
}

fn note_copies(root: &Root, draws: &[Draw], notes: &mut Vec<String>) {
    let mut uses = vec![0_u32; root.meshes.len()];
    for draw in draws {
        if let Some(count) = uses.get_mut(draw.mesh.value()) {
            *count += 1;
        }
    }
    let copied = uses.iter().filter(|count| **count > 1).count();
    if copied > 0 {
        let nodes: u32 = uses.iter().filter(|count| **count > 1).sum();
        notes.push(format!(
            "{nodes} nodes place copies of {copied} meshes; each copy became triangles of its own."
        ));
    }
}
