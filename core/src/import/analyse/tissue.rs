//! What each triangle is: wood, leaf, or something rigid that hangs in the tree.

use glam::Vec3;

use super::{
    super::ImportedMesh,
    colour,
    weld::{Sets, Weld, bounds},
};

/// What a triangle is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Tissue {
    /// Trunk, branches, twigs.
    Wood,
    /// Leaves, needles, petals, blades.
    Leaf,
    /// Fruit and ornaments.
    Rigid,
}

const RIGID: [&str; 8] = [
    "coconut", "fruit", "apple", "berry", "berries", "bauble", "ornament", "snow",
];
const LEAF: [&str; 19] = [
    "leaf", "leav", "leef", "foliage", "needle", "frond", "petal", "flower", "blossom", "grass",
    "blade", "fern", "bush", "canopy", "crown", "wheat", "crop", "reed", "moss",
];
const WOOD: [&str; 7] = ["bark", "wood", "trunk", "branch", "twig", "stump", "bole"];

/// What a name of a material or node says.
pub(in super::super) fn tissue_of_name(name: &str) -> Option<Tissue> {
    let name = name.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if says(&RIGID) {
        Some(Tissue::Rigid)
    } else if says(&LEAF) {
        Some(Tissue::Leaf)
    } else if says(&WOOD) {
        Some(Tissue::Wood)
    } else {
        None
    }
}

/// Share of a piece's area that decides for all of it, where its texture is not flat.
const MAJORITY: f32 = 0.5;
/// Thickness over length below which a piece is a card.
const FLAT: f32 = 0.02;
/// Share of the height that counts as standing on the ground.
const GROUND: f32 = 0.05;

/// Tissue of each triangle: by name of material, alpha mode, name of node, colour, then by shape.
pub(in super::super) fn tissues(imported: &ImportedMesh) -> Vec<Tissue> {
    let mesh = &imported.mesh;
    let of_nodes: Vec<Option<Tissue>> = imported
        .node_names
        .iter()
        .map(|name| tissue_of_name(name))
        .collect();
    let mut found: Vec<Option<Tissue>> = vec![None; mesh.indices.len() / 3];
    let mut open = false;
    for part in &mesh.parts {
        let material = imported.materials.get(part.material);
        let by_material = material.and_then(|material| {
            tissue_of_name(&material.name).or((material.alpha_cutoff > 0.0).then_some(Tissue::Leaf))
        });
        let triangles = part.indices.start as usize / 3..part.indices.end as usize / 3;
        let firsts = mesh.indices[3 * triangles.start..].iter().step_by(3);
        for (tissue, first) in found[triangles].iter_mut().zip(firsts) {
            let vertex = mesh.vertices[*first as usize];
            let by_node = || of_nodes.get(vertex.branch as usize).copied().flatten();
            *tissue = by_material.or_else(by_node);
            open |= tissue.is_none();
        }
    }
    if open {
        decide_by_look(imported, &mut found);
    }
    found
        .into_iter()
        .map(|tissue| tissue.unwrap_or(Tissue::Leaf))
        .collect()
}

/// What a piece is, as far as its triangles tell.
#[derive(Clone)]
struct Piece {
    wood_area: f32,
    leaf_area: f32,
    low: Vec3,
    high: Vec3,
    normal: Vec3,
    area: f32,
}

fn decide_by_look(imported: &ImportedMesh, found: &mut [Option<Tissue>]) {
    let mesh = &imported.mesh;
    let positions: Vec<Vec3> = mesh.vertices.iter().map(|v| v.position_m.into()).collect();
    let weld = Weld::of(&positions, |vertex| mesh.vertices[vertex].branch);
    let mut sets = Sets::new(weld.points.len());
    for triangle in mesh.indices.chunks_exact(3) {
        let [a, b, c] = [0, 1, 2].map(|corner| weld.point_of_vertex[triangle[corner] as usize]);
        sets.join(a, b);
        sets.join(a, c);
    }
    let firsts = mesh.indices.chunks_exact(3);
    let (piece_of, count) =
        sets.number(firsts.map(|triangle| weld.point_of_vertex[triangle[0] as usize]));
    let looks = colour::looks(imported, found);
    let pieces = measure(imported, &piece_of, count, &looks);

    let (low, high) = bounds(positions.iter().copied());
    let ground = low.y + GROUND * (high.y - low.y);
    let mut stands = vec![false; imported.materials.len()];
    let materials = materials_of(imported);
    for (triangle, material) in materials.iter().enumerate() {
        let piece = &pieces[piece_of[triangle] as usize];
        if let Some(stands) = stands.get_mut(*material) {
            *stands |= piece.low.y <= ground && !piece.is_flat() && found[triangle].is_none();
        }
    }
    // A plant with blue petals is a herb: what looks brown in it is a stalk.
    let herb = looks.contains(&colour::Look::Petal);
    for (triangle, tissue) in found.iter_mut().enumerate() {
        if herb {
            *tissue = tissue.or(Some(Tissue::Leaf));
        }
        if tissue.is_some() {
            continue;
        }
        let piece = &pieces[piece_of[triangle] as usize];
        let stands = stands.get(materials[triangle]).copied().unwrap_or(false);
        *tissue = Some(match looks[triangle] {
            colour::Look::Flat(tissue) => tissue,
            colour::Look::Mixed(_) => piece.majority(),
            colour::Look::Petal => Tissue::Leaf,
            colour::Look::Unknown if piece.is_flat() || !stands => Tissue::Leaf,
            colour::Look::Unknown => Tissue::Wood,
        });
    }
}

impl Piece {
    fn is_flat(&self) -> bool {
        // The sum of a closed surface's normals is zero, that of a card's is its area.
        let closed = self.normal.length() < 0.3 * self.area;
        let size = self.high - self.low;
        !closed || size.min_element() < FLAT * size.max_element()
    }

    fn majority(&self) -> Tissue {
        if self.wood_area > MAJORITY * (self.wood_area + self.leaf_area) {
            Tissue::Wood
        } else {
            Tissue::Leaf
        }
    }
}

fn measure(
    imported: &ImportedMesh,
    piece_of: &[u32],
    count: usize,
    looks: &[colour::Look],
) -> Vec<Piece> {
    let mesh = &imported.mesh;
    let empty = Piece {
        wood_area: 0.0,
        leaf_area: 0.0,
        low: Vec3::splat(f32::INFINITY),
        high: Vec3::splat(f32::NEG_INFINITY),
        normal: Vec3::ZERO,
        area: 0.0,
    };
    let mut pieces = vec![empty; count];
    for (triangle, corners) in mesh.indices.chunks_exact(3).enumerate() {
        let [a, b, c] = [0, 1, 2]
            .map(|corner| Vec3::from_array(mesh.vertices[corners[corner] as usize].position_m));
        let normal = (b - a).cross(c - a) * 0.5;
        let area = normal.length();
        let piece = &mut pieces[piece_of[triangle] as usize];
        piece.low = piece.low.min(a).min(b).min(c);
        piece.high = piece.high.max(a).max(b).max(c);
        piece.normal += normal;
        piece.area += area;
        match looks[triangle] {
            colour::Look::Flat(Tissue::Wood) | colour::Look::Mixed(Tissue::Wood) => {
                piece.wood_area += area;
            }
            colour::Look::Flat(_) | colour::Look::Mixed(_) | colour::Look::Petal => {
                piece.leaf_area += area;
            }
            colour::Look::Unknown => {}
        }
    }
    pieces
}

/// Material of each triangle.
pub(super) fn materials_of(imported: &ImportedMesh) -> Vec<usize> {
    let mut materials = vec![usize::MAX; imported.mesh.indices.len() / 3];
    for part in &imported.mesh.parts {
        materials[part.indices.start as usize / 3..part.indices.end as usize / 3]
            .fill(part.material);
    }
    materials
}
