//! Triangles of all drawn meshes, in the scene's space.

use glam::{Mat3, Mat4, Vec3};
use gltf_json::{
    Accessor, Index,
    mesh::{Mode, Primitive, Semantic},
    validation::Checked,
};
use windwright_runtime::math;

use super::{
    ImportError, accessor::Source, limits::Budget, node_tree::NodeTree, scene::Draw, skin,
};
use crate::plant::{Part, PlantMesh, PlantVertex};

/// Coordinates beyond this are taken for faults.
const FARTHEST: f32 = 1e9;
/// What import and analysis hold for each vertex and each triangle, bytes.
const VERTEX_BYTES: usize = 160;
const TRIANGLE_BYTES: usize = 48;

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

/// Counts for the notes.
#[derive(Default)]
struct LeftOut {
    shapes: usize,
    without_positions: usize,
    not_finite: usize,
    without_area: usize,
    lengths: usize,
    morphs: usize,
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
        let attributes = self.attributes(source, primitive, &points, &triangles, budget)?;
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

    fn attributes(
        &mut self,
        source: &Source<'_>,
        primitive: &Primitive,
        points: &[Vec3],
        triangles: &[[u32; 3]],
        budget: &mut Budget,
    ) -> Result<Attributes, ImportError> {
        let mut attributes = Attributes::default();
        if triangles.is_empty() {
            return Ok(attributes);
        }
        let mut fitting = |semantic| {
            let index = attribute(primitive, semantic)?;
            let fits = source.count(index) == points.len() as u64;
            self.left_out.lengths += usize::from(!fits);
            fits.then_some(index)
        };
        let set = texture_set(source, primitive);
        let normals = fitting(Semantic::Normals);
        let coordinates = fitting(Semantic::TexCoords(set));
        let colours = fitting(Semantic::Colors(0));
        let branch_ids = fitting(Semantic::Extras(String::from("BRANCH_ID")));
        let lightness = fitting(Semantic::Extras(String::from("LIGHTNESS")));
        let hue_shifts = fitting(Semantic::Extras(String::from("HUE_SHIFT")));
        if let Some(index) = normals {
            attributes.normals = Some(source.floats::<3>(index, budget)?);
        }
        if let Some(index) = coordinates {
            attributes.coordinates = source.floats::<2>(index, budget)?;
            place_texture(source, primitive, &mut attributes.coordinates);
        }
        if let Some(index) = colours {
            attributes.colours = colours_of(source, index, budget)?;
        }
        if let Some(index) = branch_ids {
            attributes.branch_ids = source.integers::<1>(index, budget)?;
        }
        if let Some(index) = lightness {
            attributes.lightness = source.floats::<1>(index, budget)?;
        }
        if let Some(index) = hue_shifts {
            attributes.hue_shifts = source.floats::<1>(index, budget)?;
        }
        Ok(attributes)
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
                    uv: finite(attributes.coordinates.get(vertex).copied()),
                    lightness: attributes.lightness_of(vertex),
                    hue_shift_rad: attributes.hue_shift_of(vertex),
                });
                let colour = attributes.colours.get(vertex).copied().unwrap_or(Vec3::ONE);
                self.colours.push(colour);
                if let Some([branch]) = attributes.branch_ids.get(vertex) {
                    self.branch_ids
                        .resize(self.mesh.vertices.len() - 1, u32::MAX);
                    self.branch_ids.push(*branch);
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

/// Optional columns of a primitive; empty where missing.
#[derive(Default)]
struct Attributes {
    normals: Option<Vec<[f32; 3]>>,
    coordinates: Vec<[f32; 2]>,
    colours: Vec<Vec3>,
    branch_ids: Vec<[u32; 1]>,
    lightness: Vec<[f32; 1]>,
    hue_shifts: Vec<[f32; 1]>,
}

impl Attributes {
    fn lightness_of(&self, vertex: usize) -> f32 {
        let [lightness] = self.lightness.get(vertex).copied().unwrap_or([1.0]);
        if lightness.is_finite() {
            lightness.clamp(0.0, 2.0)
        } else {
            1.0
        }
    }

    fn hue_shift_of(&self, vertex: usize) -> f32 {
        let [shift] = finite(self.hue_shifts.get(vertex).copied());
        shift.clamp(-1.0, 1.0)
    }
}

impl LeftOut {
    fn tell(&self, notes: &mut Vec<String>) {
        let mut tell = |count: usize, sentence: &str| {
            if count > 0 {
                notes.push(format!("{count} {sentence}"));
            }
        };
        tell(self.shapes, "primitives of points or lines are left out.");
        tell(
            self.without_positions,
            "primitives without positions are left out.",
        );
        tell(
            self.not_finite,
            "triangles with an infinite or missing coordinate are left out.",
        );
        tell(self.without_area, "triangles without an area are left out.");
        tell(
            self.lengths,
            "attributes with another count than the positions are left out.",
        );
        tell(
            self.morphs,
            "primitives have morph targets, which are left out.",
        );
    }

    fn nothing(&self) -> ImportError {
        let message = if self.without_area > 0 {
            "the file has no triangles with an area: the tree has no size"
        } else if self.not_finite > 0 {
            "the file has no triangles with finite coordinates"
        } else if self.shapes > 0 {
            "the file has no triangles, only points or lines"
        } else {
            "the file has no triangles"
        };
        ImportError::new("meshes", message, "Export the tree as a mesh of triangles.")
    }
}

fn attribute(primitive: &Primitive, semantic: Semantic) -> Option<Index<Accessor>> {
    primitive.attributes.get(&Checked::Valid(semantic)).copied()
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

/// The set of texture coordinates that the base colour uses.
fn texture_set(source: &Source<'_>, primitive: &Primitive) -> u32 {
    let material = primitive
        .material
        .and_then(|material| source.root.materials.get(material.value()));
    let texture =
        material.and_then(|material| material.pbr_metallic_roughness.base_color_texture.as_ref());
    texture.map_or(0, |texture| texture.tex_coord)
}

/// Applies `KHR_texture_transform` of the base colour.
fn place_texture(source: &Source<'_>, primitive: &Primitive, coordinates: &mut [[f32; 2]]) {
    let transform = primitive
        .material
        .and_then(|material| source.root.materials.get(material.value()))
        .and_then(|material| material.pbr_metallic_roughness.base_color_texture.as_ref())
        .and_then(|texture| texture.extensions.as_ref())
        .and_then(|extensions| extensions.texture_transform.as_ref());
    let Some(transform) = transform else {
        return;
    };
    let ([across, down], [width, height]) = (transform.offset.0, transform.scale.0);
    let (sine, cosine) = (
        math::sin(transform.rotation.0),
        math::cos(transform.rotation.0),
    );
    for [u, v] in coordinates {
        let (x, y) = (*u * width, *v * height);
        *u = x * cosine + y * sine + across;
        *v = y * cosine - x * sine + down;
    }
}

fn colours_of(
    source: &Source<'_>,
    index: Index<Accessor>,
    budget: &mut Budget,
) -> Result<Vec<Vec3>, ImportError> {
    let clean =
        |colour: [f32; 3]| Vec3::from_array(finite(Some(colour))).clamp(Vec3::ZERO, Vec3::ONE);
    if source.width(index) == 4 {
        let colours = source.floats::<4>(index, budget)?;
        return Ok(colours
            .into_iter()
            .map(|[r, g, b, _]| clean([r, g, b]))
            .collect());
    }
    let colours = source.floats::<3>(index, budget)?;
    Ok(colours.into_iter().map(clean).collect())
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

fn finite<const N: usize>(values: Option<[f32; N]>) -> [f32; N] {
    values
        .filter(|values| values.iter().all(|value| value.is_finite()))
        .unwrap_or([0.0; N])
}
