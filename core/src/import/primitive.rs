//! Triangles of all drawn meshes, in the scene's space.

use glam::{Mat3, Mat4, Vec3};
use gltf_json::{
    Accessor, Index,
    mesh::{Mode, Primitive, Semantic},
    validation::Checked,
};

use super::{
    ImportError,
    accessor::Source,
    attributes::{Attributes, attribute},
    left_out::LeftOut,
    limits::Budget,
    node_tree::NodeTree,
    scene::Draw,
    skin,
};
use crate::plant::{Part, PlantMesh, PlantVertex};

/// Coordinates beyond this are taken for faults.
const FARTHEST: f32 = 1e9;
/// What import and analysis hold for each vertex and each triangle, bytes.
const VERTEX_BYTES: usize = 160;
const TRIANGLE_BYTES: usize = 48;
/// What looking at a primitive and at one of its numbers counts, so that copies of nothing end, too.
const PRIMITIVE_BYTES: usize = 64;
const VISIT_BYTES: usize = 4;

/// Everything that was drawn.
#[derive(Default)]
pub(super) struct Geometry {
    /// Triangles; parts name materials of the document, or one past the last for none.
    pub(super) mesh: PlantMesh,
    /// `_BRANCH_ID` of each vertex, empty if no vertex has one.
    pub(super) branch_ids: Vec<u32>,
    /// Mean vertex colour of each material, linear; white where there is none.
    pub(super) tints: Vec<Vec3>,
    indices: Vec<Vec<u32>>,
    colours: Vec<Vec3>,
    left_out: LeftOut,
}

/// Collects the triangles of all draws.
pub(super) fn collect(
    source: &Source<'_>,
    tree: &NodeTree,
    draws: &[Draw],
    budget: &mut Budget,
    notes: &mut Vec<String>,
) -> Result<Geometry, ImportError> {
    let slots = source.root.materials.len() + 1;
    let mut geometry = Geometry {
        indices: vec![Vec::new(); slots],
        ..Geometry::default()
    };
    for draw in draws {
        let mesh = source.root.meshes.get(draw.mesh.value());
        let primitives = mesh
            .map(|mesh| mesh.primitives.as_slice())
            .unwrap_or_default();
        for (number, primitive) in primitives.iter().enumerate() {
            let place = format!("meshes[{}].primitives[{number}]", draw.mesh.value());
            geometry.add(source, tree, draw, primitive, &place, budget)?;
        }
    }
    geometry.left_out.tell(notes);
    geometry.finish()
}

impl Geometry {
    fn add(
        &mut self,
        source: &Source<'_>,
        tree: &NodeTree,
        draw: &Draw,
        primitive: &Primitive,
        place: &str,
        budget: &mut Budget,
    ) -> Result<(), ImportError> {
        budget.take(1, PRIMITIVE_BYTES, place)?;
        let Checked::Valid(mode) = primitive.mode else {
            return Err(ImportError::new(
                format!("{place}.mode"),
                "it is not one of glTF's seven modes",
                super::EXPORT_AGAIN,
            ));
        };
        if !matches!(
            mode,
            Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan
        ) {
            self.left_out.shapes += 1;
            return Ok(());
        }
        let Some(positions) = attribute(primitive, Semantic::Positions) else {
            self.left_out.without_positions += 1;
            return Ok(());
        };
        refuse_compressed(source, primitive, positions, place)?;
        self.left_out.morphs += usize::from(primitive.targets.is_some());

        let (mark, first) = (budget.mark(), self.mesh.vertices.len());
        let positions = source.floats::<3>(positions, budget)?;
        let corners = match primitive.indices {
            Some(indices) => source.integers::<1>(indices, budget)?,
            None => (0..positions.len() as u32).map(|corner| [corner]).collect(),
        };
        if let Some([corner]) = corners
            .iter()
            .find(|corner| corner[0] as usize >= positions.len())
        {
            return Err(ImportError::new(
                format!("{place}.indices"),
                format!(
                    "it names vertex {corner}, but there are {}",
                    positions.len()
                ),
                super::EXPORT_AGAIN,
            ));
        }
        let transforms = match draw.skin {
            Some(skin) => skin::transforms(source, tree, skin, primitive, budget)?,
            None => None,
        };
        let at = |vertex: usize| {
            let skinned = transforms.as_ref().and_then(|all| all.get(vertex));
            skinned.unwrap_or(&draw.world)
        };
        let points: Vec<Vec3> = positions
            .iter()
            .enumerate()
            .map(|(vertex, position)| at(vertex).transform_point3(Vec3::from_array(*position)))
            .collect();
        let mirrored = Mat3::from_mat4(draw.world).determinant() < 0.0 && transforms.is_none();
        budget.take(corners.len() as u64, TRIANGLE_BYTES, place)?;
        let triangles = self.usable(&corners, mode, mirrored, &points);
        let attributes = if triangles.is_empty() {
            Attributes::default()
        } else {
            let lengths = &mut self.left_out.lengths;
            Attributes::read(source, primitive, points.len(), lengths, budget)?
        };
        let normals: Vec<Vec3> = match &attributes.normals {
            Some(normals) => normals
                .iter()
                .enumerate()
                .map(|(vertex, normal)| turn(at(vertex), Vec3::from_array(*normal)))
                .collect(),
            None => smooth_normals(&points, &triangles),
        };
        let slot = primitive
            .material
            .map_or(self.indices.len() - 1, |index| index.value());
        self.append(draw, slot, &points, &normals, &attributes, &triangles);
        // What was only needed for this primitive is free again.
        budget.give_back_to(mark);
        let added = self.mesh.vertices.len() - first;
        budget.take((points.len() + corners.len()) as u64, VISIT_BYTES, place)?;
        budget.take(added as u64, VERTEX_BYTES, place)?;
        budget.take(triangles.len() as u64, TRIANGLE_BYTES, place)
    }

    /// Triangles with an area and finite corners.
    fn usable(
        &mut self,
        corners: &[[u32; 1]],
        mode: Mode,
        mirrored: bool,
        points: &[Vec3],
    ) -> Vec<[u32; 3]> {
        let mut triangles = assemble(corners, mode);
        triangles.retain_mut(|triangle| {
            let [a, b, c] = triangle.map(|corner| points[corner as usize]);
            if ![a, b, c]
                .iter()
                .all(|point| point.abs().max_element() < FARTHEST)
            {
                self.left_out.not_finite += 1;
                return false;
            }
            if (b - a).cross(c - a).length_squared() <= 0.0 {
                self.left_out.without_area += 1;
                return false;
            }
            if mirrored {
                triangle.swap(1, 2);
            }
            true
        });
        triangles
    }

    fn append(
        &mut self,
        draw: &Draw,
        slot: usize,
        points: &[Vec3],
        normals: &[Vec3],
        attributes: &Attributes,
        triangles: &[[u32; 3]],
    ) {
        let mut numbers = vec![u32::MAX; points.len()];
        for corner in triangles.iter().flatten() {
            let vertex = *corner as usize;
            if numbers[vertex] == u32::MAX {
                numbers[vertex] = self.mesh.vertices.len() as u32;
                let normal = normals.get(vertex).copied().unwrap_or(Vec3::Y);
                self.mesh.vertices.push(PlantVertex {
                    position_m: points[vertex].to_array(),
                    branch: draw.node as u32,
                    normal: normal.try_normalize().unwrap_or(Vec3::Y).to_array(),
                    occlusion: 1.0,
                    uv: attributes.uv(vertex),
                    lightness: attributes.lightness(vertex),
                    hue_shift_rad: attributes.hue_shift_rad(vertex),
                });
                self.colours.push(attributes.colour(vertex));
                if let Some(branch) = attributes.branch_id(vertex) {
                    self.branch_ids
                        .resize(self.mesh.vertices.len() - 1, u32::MAX);
                    self.branch_ids.push(branch);
                }
            }
            self.indices[slot].push(numbers[vertex]);
        }
    }

    /// Joins the runs of all materials and spreads vertex colours over tint and lightness.
    fn finish(mut self) -> Result<Self, ImportError> {
        if !self.branch_ids.is_empty() {
            self.branch_ids.resize(self.mesh.vertices.len(), u32::MAX);
        }
        for (material, indices) in self.indices.iter_mut().enumerate() {
            let tint = mean_colour(&self.colours, indices);
            self.tints.push(tint);
            let brightness = luminance(tint).max(1e-4);
            for vertex in indices.iter().map(|index| *index as usize) {
                let colour = core::mem::replace(&mut self.colours[vertex], tint);
                let factor = (luminance(colour) / brightness).clamp(0.5, 1.5);
                self.mesh.vertices[vertex].lightness *= factor;
            }
            if indices.is_empty() {
                continue;
            }
            let start = self.mesh.indices.len() as u32;
            self.mesh.indices.append(indices);
            let end = self.mesh.indices.len() as u32;
            self.mesh.parts.push(Part {
                material,
                indices: start..end,
            });
        }
        if self.mesh.indices.is_empty() {
            return Err(self.left_out.nothing());
        }
        Ok(self)
    }
}

/// Draco without being required: the plain accessors may still be there.
fn refuse_compressed(
    source: &Source<'_>,
    primitive: &Primitive,
    positions: Index<Accessor>,
    place: &str,
) -> Result<(), ImportError> {
    const DRACO: &str = "KHR_draco_mesh_compression";
    let compressed = primitive
        .extensions
        .as_ref()
        .is_some_and(|extensions| extensions.others.contains_key(DRACO));
    let accessor = source.root.accessors.get(positions.value());
    if compressed && accessor.is_some_and(|accessor| accessor.buffer_view.is_none()) {
        return Err(super::extensions::refuse(place, DRACO));
    }
    Ok(())
}

fn assemble(corners: &[[u32; 1]], mode: Mode) -> Vec<[u32; 3]> {
    let corner = |[a]: [u32; 1]| a;
    match mode {
        Mode::TriangleStrip => corners
            .windows(3)
            .enumerate()
            .map(|(number, three)| {
                let [a, b, c] = [corner(three[0]), corner(three[1]), corner(three[2])];
                if number % 2 == 0 {
                    [a, b, c]
                } else {
                    [b, a, c]
                }
            })
            .collect(),
        Mode::TriangleFan => corners
            .windows(2)
            .skip(1)
            .map(|two| [corner(corners[0]), corner(two[0]), corner(two[1])])
            .collect(),
        Mode::Triangles | Mode::Points | Mode::Lines | Mode::LineLoop | Mode::LineStrip => corners
            .chunks_exact(3)
            .map(|three| [corner(three[0]), corner(three[1]), corner(three[2])])
            .collect(),
    }
}

/// Turns a normal with the cofactors of `matrix`, which also holds for flattening ones.
fn turn(matrix: &Mat4, normal: Vec3) -> Vec3 {
    let matrix = Mat3::from_mat4(*matrix);
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let cofactors = Mat3::from_cols(y.cross(z), z.cross(x), x.cross(y));
    cofactors * normal * matrix.determinant().signum()
}

fn smooth_normals(points: &[Vec3], triangles: &[[u32; 3]]) -> Vec<Vec3> {
    let mut normals = vec![Vec3::ZERO; points.len()];
    for triangle in triangles {
        let [a, b, c] = triangle.map(|corner| points[corner as usize]);
        let normal = (b - a).cross(c - a);
        for corner in triangle {
            normals[*corner as usize] += normal;
        }
    }
    normals
}

fn mean_colour(colours: &[Vec3], indices: &[u32]) -> Vec3 {
    if indices.is_empty() {
        return Vec3::ONE;
    }
    let sum: Vec3 = indices.iter().map(|index| colours[*index as usize]).sum();
    sum / indices.len() as f32
}

fn luminance(colour: Vec3) -> f32 {
    colour.dot(Vec3::new(0.2126, 0.7152, 0.0722))
}
