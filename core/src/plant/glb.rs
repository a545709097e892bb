//! Writing a plant as binary glTF.

use std::io::Cursor;

use serde_json::{Map, Value, json};

use super::{Material, MaterialKind, Plant, PlantMesh, PlantVertex, Texture};

/// Bytes between vertices; [`PlantVertex`] is written as it lies in memory.
const STRIDE: usize = size_of::<PlantVertex>();
const FLOAT: u32 = 5126;
const UNSIGNED_SHORT: u32 = 5123;
const UNSIGNED_INT: u32 = 5125;

/// Writes level of detail `lod` (the coarsest, if there are fewer) with materials and PNG textures.
///
/// Beside positions, normals and texture coordinates each vertex has `_BRANCH_ID` (row of the branch table, 16 bits),
/// `_OCCLUSION`, `_LIGHTNESS` and `_HUE_SHIFT`. A plant without meshes gives a file with an empty node.
pub fn write(plant: &Plant, lod: usize) -> Vec<u8> {
    let mut buffer = Buffer::default();
    let mesh = plant.lods.get(lod).or(plant.lods.last());
    let mut root = json!({
        "asset": { "version": "2.0", "generator": "Windwright" },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "name": "tree" }],
    });
    if let Some(mesh) = mesh.filter(|mesh| !mesh.vertices.is_empty() && !mesh.parts.is_empty()) {
        let mut accessors = Vec::new();
        let primitives = primitives(mesh, &mut buffer, &mut accessors);
        root["nodes"] = json!([{ "name": "tree", "mesh": 0 }]);
        root["meshes"] = json!([{ "name": "tree", "primitives": primitives }]);
        root["accessors"] = Value::Array(accessors);
    }
    add_materials(&plant.materials, &mut buffer, &mut root);
    buffer.add_to(&mut root);
    container(&root, &buffer.bytes)
}

#[derive(Default)]
struct Buffer {
    bytes: Vec<u8>,
    views: Vec<Value>,
}

impl Buffer {
    /// Appends `bytes` at a multiple of four and returns the number of their view.
    fn push(&mut self, bytes: &[u8], mut view: Map<String, Value>) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        view.insert(String::from("buffer"), json!(0));
        view.insert(String::from("byteOffset"), json!(self.bytes.len()));
        view.insert(String::from("byteLength"), json!(bytes.len()));
        self.bytes.extend_from_slice(bytes);
        self.views.push(Value::Object(view));
        self.views.len() - 1
    }

    fn add_to(&mut self, root: &mut Value) {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        if !self.views.is_empty() {
            root["bufferViews"] = Value::Array(core::mem::take(&mut self.views));
            root["buffers"] = json!([{ "byteLength": self.bytes.len() }]);
        }
    }
}

fn view(keys: &[(&str, usize)]) -> Map<String, Value> {
    keys.iter()
        .map(|(key, value)| ((*key).to_owned(), json!(value)))
        .collect()
}

/// One primitive a part; all share one vertex buffer.
fn primitives(mesh: &PlantMesh, buffer: &mut Buffer, accessors: &mut Vec<Value>) -> Vec<Value> {
    let vertices = buffer.push(
        bytemuck::cast_slice(&mesh.vertices),
        view(&[("byteStride", STRIDE), ("target", 34962)]),
    );
    let (low, high) = bounds(mesh);
    let count = mesh.vertices.len();
    let attributes = [
        ("POSITION", 0, FLOAT, "VEC3"),
        ("_BRANCH_ID", 12, UNSIGNED_SHORT, "SCALAR"),
        ("NORMAL", 16, FLOAT, "VEC3"),
        ("_OCCLUSION", 28, FLOAT, "SCALAR"),
        ("TEXCOORD_0", 32, FLOAT, "VEC2"),
        ("_LIGHTNESS", 40, FLOAT, "SCALAR"),
        ("_HUE_SHIFT", 44, FLOAT, "SCALAR"),
    ];
    let mut named = Map::new();
    for (name, offset, component, kind) in attributes {
        named.insert(name.to_owned(), json!(accessors.len()));
        let mut accessor = json!({
            "bufferView": vertices, "byteOffset": offset,
            "componentType": component, "type": kind, "count": count,
        });
        if name == "POSITION" {
            accessor["min"] = json!(low);
            accessor["max"] = json!(high);
        }
        accessors.push(accessor);
    }
    let indices = buffer.push(
        bytemuck::cast_slice(&mesh.indices),
        view(&[("target", 34963)]),
    );
    mesh.parts
        .iter()
        .map(|part| {
            accessors.push(json!({
                "bufferView": indices, "byteOffset": 4 * part.indices.start,
                "componentType": UNSIGNED_INT, "type": "SCALAR", "count": part.indices.len(),
            }));
            json!({
                "attributes": named,
                "indices": accessors.len() - 1,
                "material": part.material,
            })
        })
        .collect()
}

fn bounds(mesh: &PlantMesh) -> ([f32; 3], [f32; 3]) {
    let mut low = [f32::MAX; 3];
    let mut high = [f32::MIN; 3];
    for vertex in &mesh.vertices {
        for axis in 0..3 {
            low[axis] = low[axis].min(vertex.position_m[axis]);
            high[axis] = high[axis].max(vertex.position_m[axis]);
        }
    }
    (low, high)
}

fn add_materials(materials: &[Material], buffer: &mut Buffer, root: &mut Value) {
    let mut images = Vec::new();
    let mut rows = Vec::new();
    for material in materials {
        let [red, green, blue] = material.albedo;
        let mut row = json!({
            "name": material.name,
            "pbrMetallicRoughness": {
                "baseColorFactor": [red.clamp(0.0, 1.0), green.clamp(0.0, 1.0), blue.clamp(0.0, 1.0), 1.0],
                "metallicFactor": 0.0,
                "roughnessFactor": 0.9,
            },
            "extras": { "transmission": material.transmission },
        });
        if material.kind == MaterialKind::Leaf {
            row["doubleSided"] = json!(true);
            row["alphaMode"] = json!("MASK");
            row["alphaCutoff"] = json!(material.alpha_cutoff);
        }
        if let Some(png) = material.texture.as_ref().and_then(png) {
            row["pbrMetallicRoughness"]["baseColorTexture"] = json!({ "index": images.len() });
            let view = buffer.push(&png, Map::new());
            images.push(
                json!({ "name": material.name, "mimeType": "image/png", "bufferView": view }),
            );
        }
        rows.push(row);
    }
    if !rows.is_empty() {
        root["materials"] = Value::Array(rows);
    }
    if !images.is_empty() {
        let textures = (0..images.len()).map(|image| json!({ "source": image, "sampler": 0 }));
        root["textures"] = Value::Array(textures.collect());
        root["samplers"] = json!([{ "magFilter": 9729, "minFilter": 9987 }]);
        root["images"] = Value::Array(images);
    }
}

/// `None` if the texture's size and bytes do not agree.
fn png(texture: &Texture) -> Option<Vec<u8>> {
    let opaque = texture
        .rgba
        .iter()
        .skip(3)
        .step_by(4)
        .all(|alpha| *alpha == 255);
    let image = image::RgbaImage::from_raw(texture.width, texture.height, texture.rgba.clone())?;
    let image = image::DynamicImage::ImageRgba8(image);
    let image = if opaque {
        image::DynamicImage::ImageRgb8(image.to_rgb8())
    } else {
        image
    };
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, image::ImageFormat::Png).ok()?;
    Some(bytes.into_inner())
}

/// Header, JSON chunk, binary chunk. Source: glTF 2.0, section 4.4.
fn container(root: &Value, binary: &[u8]) -> Vec<u8> {
    let mut text = root.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let has_binary = !binary.is_empty();
    let total = 12 + 8 + text.len() + if has_binary { 8 + binary.len() } else { 0 };

    let mut file = Vec::with_capacity(total);
    file.extend_from_slice(b"glTF");
    file.extend_from_slice(&2_u32.to_le_bytes());
    file.extend_from_slice(&(total as u32).to_le_bytes());
    file.extend_from_slice(&(text.len() as u32).to_le_bytes());
    file.extend_from_slice(b"JSON");
    file.extend_from_slice(&text);
    if has_binary {
        file.extend_from_slice(&(binary.len() as u32).to_le_bytes());
        file.extend_from_slice(b"BIN\0");
        file.extend_from_slice(binary);
    }
    file
}

#[cfg(test)]
mod tests {
    use gltf_json::validation::Validate as _;

    use super::*;
    use crate::grow::{GrowParameters, Habit, grow};

    fn document(file: &[u8]) -> (gltf_json::Root, usize) {
        assert_eq!(&file[..4], b"glTF");
        let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!(word(8), file.len());
        let text = &file[20..20 + word(12)];
        (gltf_json::Root::from_slice(text).unwrap(), 28 + word(12))
    }

    #[test]
    fn grown_birch_is_valid_and_keeps_its_branches() {
        let plant = grow(&GrowParameters::of(Habit::Birch));
        let file = write(&plant, 2);
        let (root, binary) = document(&file);
        let mut faults = Vec::new();
        root.validate(&root, gltf_json::Path::new, &mut |path, error| {
            faults.push((path().to_string(), error));
        });
        assert!(faults.is_empty(), "{faults:?}");

        let mesh = &plant.lods[2];
        assert_eq!(root.meshes[0].primitives.len(), mesh.parts.len());
        assert_eq!(root.accessors[0].count.0 as usize, mesh.vertices.len());
        let text = std::str::from_utf8(&file[20..binary - 8]).unwrap();
        assert!(text.contains("\"_BRANCH_ID\":1"));
        let last = mesh.vertices.len() - 1;
        let at = binary + last * STRIDE + 12;
        let row = u16::from_le_bytes([file[at], file[at + 1]]);
        assert_eq!(u32::from(row), mesh.vertices[last].branch);
    }

    #[test]
    fn textures_come_back_as_they_were() {
        let plant = grow(&GrowParameters::default());
        let file = write(&plant, 2);
        let (root, binary) = document(&file);
        for (image, material) in root.images.iter().zip(&plant.materials) {
            let view = &root.buffer_views[image.buffer_view.unwrap().value()];
            let start = binary + view.byte_offset.unwrap().0 as usize;
            let png = &file[start..start + view.byte_length.0 as usize];
            let read = image::load_from_memory(png).unwrap().to_rgba8();
            assert_eq!(read.as_raw(), &material.texture.as_ref().unwrap().rgba);
        }
    }

    #[test]
    fn a_plant_of_nothing_gives_a_valid_file() {
        let (root, _) = document(&write(
            &Plant {
                table: windwright_runtime::tree::table::BranchTable::default(),
                lods: Vec::new(),
                materials: Vec::new(),
                notes: Vec::new(),
                hash: String::new(),
            },
            0,
        ));
        assert!(root.meshes.is_empty());
    }
}
