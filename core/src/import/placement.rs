//! Scale, up axis and origin; warns of sizes that are no metres and of trees that lie down.

use glam::Vec3;

use super::{
    ImportError, ImportOptions, ImportedMesh,
    analyse::{Tissue, tissues},
};

/// Taller plants are taken for a wrong unit, metres.
const TALLEST_M: f32 = 60.0;
/// Above this the unit is taken for centimetres.
const CENTIMETRES_M: f32 = 300.0;
/// Lower plants are taken for a wrong unit, metres.
const LOWEST_M: f32 = 0.05;
/// Smaller plants cannot be worked with, metres.
const SMALLEST_M: f32 = 1e-4;
/// A branch table reaches no farther from its origin, metres.
const FARTHEST_M: f32 = 9_999.0;
/// Share of the height that counts as the foot of the tree.
const FOOT: f32 = 0.03;
/// Leaves that are farther than this share of the size along z from the wood are those of a lying tree.
const LYING: f32 = 0.12;

/// Places the mesh as `options` say.
pub(super) fn place(
    imported: &mut ImportedMesh,
    options: &ImportOptions,
) -> Result<(), ImportError> {
    if !options.scale.is_finite() || options.scale <= 0.0 {
        return Err(ImportError::new(
            "options.scale",
            format!("it is {}", options.scale),
            "Set a scale greater than 0.",
        ));
    }
    for vertex in &mut imported.mesh.vertices {
        let position = upright(vertex.position_m, options.z_up) * options.scale;
        vertex.position_m = position.to_array();
        vertex.normal = upright(vertex.normal, options.z_up).to_array();
    }
    let split = Split::of(imported);
    let all = |imported: &ImportedMesh| bounds(imported.mesh.vertices.iter().map(|v| v.position_m));
    let (low, high) = all(imported);
    let size = high - low;
    let unusable = |what: &str| {
        let message = format!("at scale {} the tree {what}", options.scale);
        Err(ImportError::new(
            "options.scale",
            message,
            "Set another scale.",
        ))
    };
    if !(size.is_finite() && size.max_element() > SMALLEST_M) {
        return unusable("has no usable size");
    }
    if let Some(note) = size_note(size.y, options.scale) {
        imported.notes.push(note);
    }
    if !options.z_up && split.lies() {
        imported.notes.push(String::from(
            "The tree seems to lie on its side: set the up axis to z.",
        ));
    }
    if options.recentre {
        let origin = foot(split.standing());
        for vertex in &mut imported.mesh.vertices {
            let position = Vec3::from_array(vertex.position_m) - origin;
            vertex.position_m = position.to_array();
        }
    }
    let (low, high) = all(imported);
    if low.abs().max(high.abs()).max_element() > FARTHEST_M {
        return unusable("reaches farther than 10 km from the origin");
    }
    Ok(())
}

fn upright(vector: [f32; 3], z_up: bool) -> Vec3 {
    let [x, y, z] = vector;
    if z_up {
        Vec3::new(x, z, -y)
    } else {
        Vec3::new(x, y, z)
    }
}

fn size_note(height_m: f32, scale: f32) -> Option<String> {
    let factor = if height_m > CENTIMETRES_M {
        0.01
    } else if height_m > TALLEST_M {
        0.1
    } else if height_m < LOWEST_M && height_m > 0.0 {
        100.0
    } else {
        return None;
    };
    let height = if height_m < 1.0 {
        format!("{height_m:.4}")
    } else {
        format!("{height_m:.0}")
    };
    Some(format!(
        "The plant is {height} m tall, so its unit is no metre: set scale {}.",
        scale * factor
    ))
}

/// Positions of the corners of wood and of leaves.
struct Split {
    wood: Vec<Vec3>,
    leaves: Vec<Vec3>,
}

impl Split {
    fn of(imported: &ImportedMesh) -> Self {
        let mesh = &imported.mesh;
        let mut split = Self {
            wood: Vec::new(),
            leaves: Vec::new(),
        };
        for (triangle, tissue) in mesh.indices.chunks_exact(3).zip(tissues(imported)) {
            let corners = triangle
                .iter()
                .map(|index| Vec3::from_array(mesh.vertices[*index as usize].position_m));
            match tissue {
                Tissue::Wood => split.wood.extend(corners),
                Tissue::Leaf => split.leaves.extend(corners),
                Tissue::Rigid => {}
            }
        }
        split
    }

    /// What stands on the ground: the wood, if there is any.
    fn standing(&self) -> &[Vec3] {
        if self.wood.is_empty() {
            &self.leaves
        } else {
            &self.wood
        }
    }

    /// Whether the leaves are along z from the wood rather than above it.
    fn lies(&self) -> bool {
        if self.wood.is_empty() || self.leaves.is_empty() {
            return false;
        }
        let (low, high) = bounds(self.wood.iter().chain(&self.leaves).map(Vec3::to_array));
        let offset = mean(&self.leaves) - mean(&self.wood);
        offset.z.abs() > LYING * (high - low).max_element() && offset.z.abs() > 2.0 * offset.y.abs()
    }
}

fn mean(points: &[Vec3]) -> Vec3 {
    points.iter().sum::<Vec3>() / points.len().max(1) as f32
}

/// Lowest height, in the middle of what stands there.
fn foot(points: &[Vec3]) -> Vec3 {
    let (low, high) = bounds(points.iter().map(Vec3::to_array));
    let limit = low.y + FOOT * (high.y - low.y);
    let standing: Vec<Vec3> = points
        .iter()
        .filter(|point| point.y <= limit)
        .copied()
        .collect();
    let (low, high) = bounds(standing.iter().map(Vec3::to_array));
    Vec3::new(
        f32::midpoint(low.x, high.x),
        low.y,
        f32::midpoint(low.z, high.z),
    )
}

fn bounds(points: impl Iterator<Item = [f32; 3]>) -> (Vec3, Vec3) {
    points.fold(
        (Vec3::splat(f32::INFINITY), Vec3::splat(f32::NEG_INFINITY)),
        |(low, high), point| (low.min(point.into()), high.max(point.into())),
    )
}
