//! Shading of crowns, grown or imported: how leaves shade each other, and where a crown's outside is.

mod cluster;
mod density;
mod visibility;

use glam::Vec3;

pub use cluster::cluster;
pub use density::DensityGrid;

use super::{Material, MaterialKind, PlantMesh};
use visibility::VisibilityGrid;

/// Share of the crown's outward direction in a leaf's normal; the rest is the card's own.
const OUTWARD_SHARE: f32 = 2.0 / 3.0;

/// Where a tree's leaves are.
#[derive(Debug, Clone, PartialEq)]
pub struct Crown {
    density: Option<DensityGrid>,
}

impl Crown {
    /// Collects the leaves of `mesh`; a mesh without leaf triangles gives a crown that shades nothing.
    pub fn of(mesh: &PlantMesh, materials: &[Material]) -> Self {
        Self {
            density: DensityGrid::of(mesh, materials),
        }
    }

    /// Sets the occlusion of every vertex, and bends the normals of leaves outward.
    ///
    /// Normals are to be unit vectors of the cards before; do this once. All levels of detail share their finest's crown.
    pub fn shade(&self, meshes: &mut [PlantMesh], materials: &[Material]) {
        let Some(density) = &self.density else {
            return;
        };
        let rise = density.smoothed().gradients();
        for mesh in meshes.iter_mut() {
            let leaves = leaf_vertices(mesh, materials);
            let vertices = mesh.vertices.iter_mut().zip(leaves);
            for (vertex, _) in vertices.filter(|(_, leaf)| *leaf) {
                let corners = density.corners(Vec3::from_array(vertex.position_m));
                let outward: Vec3 = corners
                    .iter()
                    .filter_map(|(cell, weight)| Some(-rise[(*cell)?] * *weight))
                    .sum();
                let card = Vec3::from_array(vertex.normal);
                vertex.normal = bend(card, outward).to_array();
            }
        }
        let visibility = VisibilityGrid::of(density, meshes.iter().flat_map(|mesh| &mesh.vertices));
        for vertex in meshes.iter_mut().flat_map(|mesh| &mut mesh.vertices) {
            vertex.occlusion = visibility.at(
                Vec3::from_array(vertex.position_m),
                Vec3::from_array(vertex.normal),
            );
        }
    }
}

/// Shades a single mesh by its own leaves: [`Crown::of`] and [`Crown::shade`] in one.
pub fn shade(mesh: &mut PlantMesh, materials: &[Material]) {
    Crown::of(mesh, materials).shade(core::slice::from_mut(mesh), materials);
}

/// Two thirds outward, one third the card's side that looks outward.
fn bend(card: Vec3, outward: Vec3) -> Vec3 {
    let Some(outward) = outward.try_normalize() else {
        return card;
    };
    let facing = if card.dot(outward) < 0.0 { -card } else { card };
    (outward * OUTWARD_SHARE + facing * (1.0 - OUTWARD_SHARE)).normalize_or(outward)
}

fn leaf_vertices(mesh: &PlantMesh, materials: &[Material]) -> Vec<bool> {
    let mut leaves = vec![false; mesh.vertices.len()];
    for index in leaf_indices(mesh, materials) {
        if let Some(leaf) = leaves.get_mut(*index as usize) {
            *leaf = true;
        }
    }
    leaves
}

/// Vertex numbers of all leaf triangles; parts that name no material or no indices are left out.
fn leaf_indices<'a>(
    mesh: &'a PlantMesh,
    materials: &'a [Material],
) -> impl Iterator<Item = &'a u32> {
    mesh.parts
        .iter()
        .filter(|part| {
            materials
                .get(part.material)
                .is_some_and(|material| material.kind == MaterialKind::Leaf)
        })
        .flat_map(|part| {
            let range = part.indices.start as usize..part.indices.end as usize;
            mesh.indices.get(range).unwrap_or_default()
        })
}
