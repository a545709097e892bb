//! Coarser levels of detail: fewer leaves, each larger, and no thin twigs.

use glam::Vec3;
use windwright_runtime::{math, random, tree::table::BranchTable};

use super::weld::{Sets, Weld};
use crate::plant::{Material, MaterialKind, Part, PlantMesh};

/// Most triangles of each coarser level.
const LEVELS: [usize; 3] = [12_000, 1_500, 600];
/// Largest factor on a leaf's size.
const LARGEST: f32 = 3.0;
/// Leaves below this number are few and large: dropping any would show.
const FEW: usize = 200;

/// Adds coarser levels to `finest`, if its leaves are many pieces.
pub(super) fn levels(
    finest: PlantMesh,
    materials: &[Material],
    table: &BranchTable,
) -> Vec<PlantMesh> {
    let triangles = finest.indices.len() / 3;
    let mut lods = vec![finest];
    if triangles <= LEVELS[0] {
        return lods;
    }
    let finest = &lods[0];
    let leaves = Leaves::of(finest, materials);
    if leaves.count < FEW {
        return lods;
    }
    let coarser: Vec<PlantMesh> = LEVELS
        .iter()
        .map(|most| {
            let (thick, wood) = thick_branches(finest, &leaves, table, most / 2);
            let share = (most - wood) as f32 / leaves.triangles.max(1) as f32;
            leaves.keep(finest, &thick, share)
        })
        .collect();
    lods.extend(coarser);
    lods
}

/// Which branches are thick enough that all such together have at most `most` triangles, and how many they have.
fn thick_branches(
    mesh: &PlantMesh,
    leaves: &Leaves,
    table: &BranchTable,
    most: usize,
) -> (Vec<bool>, usize) {
    let mut triangles = vec![0; table.len()];
    let corners = mesh.indices.chunks_exact(3).zip(&leaves.piece_of);
    for (corners, _) in corners.filter(|(_, piece)| **piece == u32::MAX) {
        let branch = mesh.vertices[corners[0] as usize].branch as usize;
        triangles[branch] += 1;
    }
    let thickness = |row: &usize| table.volumes_m3[*row] / table.lengths_m[*row].max(1e-6);
    let mut rows: Vec<usize> = (0..table.len()).collect();
    rows.sort_by(|a, b| thickness(b).total_cmp(&thickness(a)));
    let (mut thick, mut total) = (vec![false; table.len()], 0);
    for row in rows {
        if total + triangles[row] > most {
            break;
        }
        total += triangles[row];
        thick[row] = true;
    }
    (thick, total)
}

/// Connected pieces of the leaf parts.
struct Leaves {
    /// Piece of each triangle of the mesh; `u32::MAX` for wood.
    piece_of: Vec<u32>,
    count: usize,
    triangles: usize,
    centres: Vec<Vec3>,
}

impl Leaves {
    fn of(mesh: &PlantMesh, materials: &[Material]) -> Self {
        let positions: Vec<Vec3> = mesh.vertices.iter().map(|v| v.position_m.into()).collect();
        let weld = Weld::of(&positions, |vertex| mesh.vertices[vertex].branch);
        let mut sets = Sets::new(weld.points.len());
        let mut leaf = vec![false; mesh.indices.len() / 3];
        for part in &mesh.parts {
            if materials.get(part.material).map(|material| material.kind)
                == Some(MaterialKind::Leaf)
            {
                leaf[part.indices.start as usize / 3..part.indices.end as usize / 3].fill(true);
            }
        }
        let point = |triangle: usize, corner: usize| {
            weld.point_of_vertex[mesh.indices[3 * triangle + corner] as usize]
        };
        let members = || (0..leaf.len()).filter(|triangle| leaf[*triangle]);
        for triangle in members() {
            sets.join(point(triangle, 0), point(triangle, 1));
            sets.join(point(triangle, 0), point(triangle, 2));
        }
        let (numbers, count) = sets.number(members().map(|triangle| point(triangle, 0)));
        let mut leaves = Self {
            piece_of: vec![u32::MAX; leaf.len()],
            count,
            triangles: numbers.len(),
            centres: vec![Vec3::ZERO; count],
        };
        let mut corners = vec![0.0_f32; count];
        for (triangle, number) in members().zip(numbers) {
            leaves.piece_of[triangle] = number;
            for corner in 0..3 {
                let place = weld.points[point(triangle, corner) as usize];
                leaves.centres[number as usize] += place;
                corners[number as usize] += 1.0;
            }
        }
        for (centre, corners) in leaves.centres.iter_mut().zip(corners) {
            *centre /= corners.max(1.0);
        }
        leaves
    }

    /// `thick` branches and `share` of the leaves, which keep their area together.
    #[expect(
        clippy::excessive_nesting,
        reason = "a walk over parts, triangles and corners"
    )]
    fn keep(&self, mesh: &PlantMesh, thick: &[bool], share: f32) -> PlantMesh {
        const SEED: u64 = 0x1eaf;
        let factor = math::sqrt(1.0 / share.clamp(1e-3, 1.0)).min(LARGEST);
        let kept = |piece: u32| random::uniform(SEED, u64::from(piece), 0) < share;
        let mut coarse = PlantMesh::default();
        let mut numbers = vec![u32::MAX; mesh.vertices.len()];
        for part in &mesh.parts {
            let start = coarse.indices.len() as u32;
            for triangle in part.indices.start as usize / 3..part.indices.end as usize / 3 {
                let piece = self.piece_of[triangle];
                let leaf = piece != u32::MAX;
                let branch = mesh.vertices[mesh.indices[3 * triangle] as usize].branch;
                let kept = if leaf {
                    kept(piece)
                } else {
                    thick[branch as usize]
                };
                if !kept {
                    continue;
                }
                for corner in 0..3 {
                    let vertex = mesh.indices[3 * triangle + corner] as usize;
                    if numbers[vertex] == u32::MAX {
                        numbers[vertex] = coarse.vertices.len() as u32;
                        let mut own = mesh.vertices[vertex];
                        if leaf {
                            let centre = self.centres[piece as usize];
                            let place = Vec3::from_array(own.position_m);
                            own.position_m = (centre + (place - centre) * factor).to_array();
                        }
                        coarse.vertices.push(own);
                    }
                    coarse.indices.push(numbers[vertex]);
                }
            }
            let end = coarse.indices.len() as u32;
            if end > start {
                coarse.parts.push(Part {
                    material: part.material,
                    indices: start..end,
                });
            }
        }
        coarse
    }
}
