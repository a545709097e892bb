//! The finished plant: rows of the branch table, and vertices that name them.

use glam::Vec3;
use windwright_runtime::tree::table::{Branch, BranchTable, Level};

use super::{
    super::material::set_kind,
    bundle::{self, Leaves},
    limb::Limb,
    surface::Surface,
    tissue::Tissue,
    wood::Wood,
};
use crate::plant::{Material, MaterialKind, Part, PlantMesh};

/// Largest length, volume or area of a branch table; only plants in a wrong unit have larger ones.
const LARGEST: f32 = 9_999.0;

/// Rows for all limbs, then for all bundles.
pub(super) fn table(limbs: &[Limb], leaves: &Leaves) -> BranchTable {
    let mut table = BranchTable::default();
    for limb in limbs {
        let (foot, tip) = (limb.foot(), limb.tip());
        table.push(Branch {
            parent: limb.parent.map(|parent| parent as u16),
            level: match limb.parent {
                None => Level::Trunk,
                Some(_) => Level::Internal,
            },
            position_m: foot.to_array(),
            direction: (tip - foot).try_normalize().unwrap_or(Vec3::Y).to_array(),
            length_m: limb.length().min(LARGEST),
            volume_m3: limb.volume().min(LARGEST),
            area_m2: 0.0,
        });
    }
    for bundle in &leaves.bundles {
        table.push(Branch {
            parent: Some(bundle.limb as u16),
            level: Level::Foliage,
            position_m: bundle.position.to_array(),
            direction: bundle.direction.to_array(),
            length_m: bundle.length.min(LARGEST),
            volume_m3: 0.0,
            area_m2: bundle.area.min(LARGEST),
        });
    }
    table
}

/// The mesh with the rows of the table in its vertices, and the materials that its parts name.
#[expect(
    clippy::excessive_nesting,
    reason = "a walk over parts, triangles and corners"
)]
pub(super) fn mesh(
    surface: &Surface<'_>,
    wood: &Wood,
    limbs: &[Limb],
    leaves: &Leaves,
) -> (PlantMesh, Vec<Material>) {
    let carriers = carriers(surface, limbs);
    let branch_of = |tissue: Tissue, triangle: usize, vertex: usize| {
        let point = surface.weld.point_of_vertex[vertex] as usize;
        match tissue {
            Tissue::Wood => wood.limb_of_point[point],
            Tissue::Leaf => limbs.len() as u32 + leaves.bundle_of_point[point],
            Tissue::Rigid => carriers[surface.pieces[triangle] as usize],
        }
    };
    let source = &surface.imported.mesh;
    let mut mesh = PlantMesh::default();
    let mut materials = Vec::new();
    let mut numbers = vec![u32::MAX; source.vertices.len()];
    for part in &source.parts {
        for tissue in [Tissue::Wood, Tissue::Leaf, Tissue::Rigid] {
            let range = part.indices.start as usize / 3..part.indices.end as usize / 3;
            let start = mesh.indices.len() as u32;
            let first_vertex = mesh.vertices.len();
            let mut used = Vec::new();
            for triangle in range.filter(|number| surface.tissues[*number] == Some(tissue)) {
                for corner in 0..3 {
                    let vertex = source.indices[3 * triangle + corner] as usize;
                    if numbers[vertex] == u32::MAX {
                        numbers[vertex] = (first_vertex + used.len()) as u32;
                        used.push(vertex);
                        let mut own = source.vertices[vertex];
                        own.branch = branch_of(tissue, triangle, vertex);
                        mesh.vertices.push(own);
                    }
                    mesh.indices.push(numbers[vertex]);
                }
            }
            for vertex in used {
                numbers[vertex] = u32::MAX;
            }
            let end = mesh.indices.len() as u32;
            if end > start {
                mesh.parts.push(Part {
                    material: materials.len(),
                    indices: start..end,
                });
                let material = surface.imported.materials.get(part.material);
                materials.push(with_tissue(material, tissue));
            }
        }
    }
    (mesh, materials)
}

fn with_tissue(material: Option<&Material>, tissue: Tissue) -> Material {
    let mut material = material.cloned().unwrap_or(Material {
        name: String::new(),
        kind: MaterialKind::Other,
        albedo: [1.0; 3],
        transmission: [0.0; 3],
        texture: None,
        alpha_cutoff: 0.0,
    });
    let kind = match tissue {
        Tissue::Wood => MaterialKind::Bark,
        Tissue::Leaf => MaterialKind::Leaf,
        Tissue::Rigid => MaterialKind::Other,
    };
    set_kind(&mut material, kind);
    material
}

/// Limb that carries each rigid piece.
fn carriers(surface: &Surface<'_>, limbs: &[Limb]) -> Vec<u32> {
    let mut sums = vec![(Vec3::ZERO, 0.0_f32); surface.piece_count];
    let mut any = false;
    for triangle in surface.triangles(Tissue::Rigid) {
        let [a, b, c] = surface.places(triangle);
        let sum = &mut sums[surface.pieces[triangle] as usize];
        sum.0 += a + b + c;
        sum.1 += 3.0;
        any = true;
    }
    if !any {
        return vec![0; surface.piece_count];
    }
    let grid = bundle::grid_over(surface, limbs);
    sums.into_iter()
        .map(|(sum, count)| match count {
            0.0 => 0,
            _ => bundle::carrier(&grid, sum / count) as u32,
        })
        .collect()
}
