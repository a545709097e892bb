//! Grown trees written as glTF, so that importing can be tested in every clone.

use windwright_core::plant::{MaterialKind, Plant};

/// The finest mesh of `plant` as a binary glTF file: one node, one primitive per part, materials by name and kind.
pub fn binary(plant: &Plant) -> Vec<u8> {
    let Some(mesh) = plant.lods.first() else {
        return Vec::new();
    };
    let mut data = Data::default();
    let positions: Vec<[f32; 3]> = mesh.vertices.iter().map(|vertex| vertex.position_m).collect();
    let normals: Vec<[f32; 3]> = mesh.vertices.iter().map(|vertex| vertex.normal).collect();
    let uvs: Vec<[f32; 2]> = mesh.vertices.iter().map(|vertex| vertex.uv).collect();
    let (low, high) = bounds(&positions);
    let count = mesh.vertices.len();
    let position = data.add(bytes_of(&positions), count, "VEC3", FLOAT);
    if let Some(accessor) = data.accessors.get_mut(position) {
        accessor["min"] = serde_json::json!(low);
        accessor["max"] = serde_json::json!(high);
    }
    let normal = data.add(bytes_of(&normals), count, "VEC3", FLOAT);
    let uv = data.add(bytes_of(&uvs), count, "VEC2", FLOAT);
    let primitives: Vec<serde_json::Value> = mesh
        .parts
        .iter()
        .map(|part| {
            let range = part.indices.start as usize..part.indices.end as usize;
            let indices = mesh.indices.get(range).unwrap_or_default();
            let bytes = indices.iter().flat_map(|index| index.to_le_bytes()).collect();
            let indices = data.add(bytes, indices.len(), "SCALAR", UNSIGNED);
            serde_json::json!({
                "attributes": { "POSITION": position, "NORMAL": normal, "TEXCOORD_0": uv },
                "indices": indices,
                "material": part.material,
            })
        })
        .collect();
    let materials: Vec<serde_json::Value> = plant
        .materials
        .iter()
        .map(|material| {
            let leaf = material.kind == MaterialKind::Leaf;
            serde_json::json!({
                "name": material.name,
                "alphaMode": if leaf { "MASK" } else { "OPAQUE" },
                "doubleSided": leaf,
            })
        })
        .collect();
    let json = serde_json::json!({
        "asset": { "version": "2.0" },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "mesh": 0 }],
        "meshes": [{ "primitives": primitives }],
        "materials": materials,
        "accessors": data.accessors,
        "bufferViews": data.views,
        "buffers": [{ "byteLength": data.bytes.len() }],
    });
    container(json.to_string().into_bytes(), data.bytes)
}

const FLOAT: u32 = 5126;
const UNSIGNED: u32 = 5125;

/// The buffer with its views and accessors.
#[derive(Default)]
struct Data {
    bytes: Vec<u8>,
    views: Vec<serde_json::Value>,
    accessors: Vec<serde_json::Value>,
}

impl Data {
    fn add(&mut self, bytes: Vec<u8>, count: usize, kind: &str, component: u32) -> usize {
        self.views.push(serde_json::json!({
            "buffer": 0,
            "byteOffset": self.bytes.len(),
            "byteLength": bytes.len(),
        }));
        self.bytes.extend(bytes);
        self.accessors.push(serde_json::json!({
            "bufferView": self.views.len() - 1,
            "componentType": component,
            "count": count,
            "type": kind,
        }));
        self.accessors.len() - 1
    }
}

fn bytes_of<const N: usize>(rows: &[[f32; N]]) -> Vec<u8> {
    rows.iter().flatten().flat_map(|number| number.to_le_bytes()).collect()
}

fn bounds(positions: &[[f32; 3]]) -> ([f32; 3], [f32; 3]) {
    let start = ([f32::MAX; 3], [f32::MIN; 3]);
    positions.iter().fold(start, |(mut low, mut high), position| {
        for axis in 0..3 {
            low[axis] = low[axis].min(position[axis]);
            high[axis] = high[axis].max(position[axis]);
        }
        (low, high)
    })
}

fn container(mut json: Vec<u8>, mut binary: Vec<u8>) -> Vec<u8> {
    json.resize(json.len().next_multiple_of(4), b' ');
    binary.resize(binary.len().next_multiple_of(4), 0);
    let total = 12 + 8 + json.len() + 8 + binary.len();
    let mut file = b"glTF".to_vec();
    file.extend(2_u32.to_le_bytes());
    file.extend((total as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", json), (b"BIN\0", binary)] {
        file.extend((chunk.len() as u32).to_le_bytes());
        file.extend(kind);
        file.extend(chunk);
    }
    file
}
