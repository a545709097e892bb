//! glTF files made in memory for the importer's tests.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use serde_json::{Value, json};

/// A .glb file of `json` and `binary`.
pub(crate) fn glb(json: &Value, binary: &[u8]) -> Vec<u8> {
    let mut text = json.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut data = binary.to_vec();
    data.resize(data.len().next_multiple_of(4), 0);
    let total = 12 + 8 + text.len() + 8 + data.len();
    let mut file = b"glTF".to_vec();
    for (number, kind, content) in [(text.len(), b"JSON", &text), (data.len(), b"BIN\0", &data)] {
        if kind == b"JSON" {
            file.extend(2_u32.to_le_bytes());
            file.extend(u32::try_from(total).unwrap().to_le_bytes());
        }
        file.extend(u32::try_from(number).unwrap().to_le_bytes());
        file.extend(kind);
        file.extend(content);
    }
    file
}

/// JSON and binary chunk of a tree of two boxes (trunk and branch) and six leaf cards; 2 m tall.
pub(crate) fn small_tree() -> (Value, Vec<u8>) {
    let mut wood = Shape::default();
    wood.block([-0.1, 0.0, -0.1], [0.1, 1.6, 0.1]);
    wood.block([0.05, 1.0, -0.03], [0.8, 1.06, 0.03]);
    let mut leaves = Shape::default();
    for card in 0_u8..6 {
        let x = 0.3 + 0.1 * f32::from(card);
        leaves.card([x, 1.05, -0.15], [x, 1.25, 0.15]);
    }
    leaves.card([-0.2, 1.6, 0.0], [0.2, 2.0, 0.0]);

    let mut file = Writer::default();
    let wood = file.primitive(&wood, 0);
    let leaves = file.primitive(&leaves, 1);
    let json = json!({
        "asset": { "version": "2.0" },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "name": "tree", "children": [1, 2] }, { "mesh": 0 }, { "mesh": 1 }],
        "meshes": [{ "primitives": [wood] }, { "primitives": [leaves] }],
        "materials": [
            { "name": "bark", "pbrMetallicRoughness": { "baseColorFactor": [0.2, 0.1, 0.05, 1.0] } },
            { "name": "leaves", "alphaMode": "MASK", "doubleSided": true },
        ],
        "accessors": file.accessors,
        "bufferViews": file.views,
        "buffers": [{ "byteLength": file.bytes.len() }],
    });
    (json, file.bytes)
}

/// Positions and triangles.
#[derive(Default)]
struct Shape {
    positions: Vec<[f32; 3]>,
    indices: Vec<u16>,
}

impl Shape {
    fn block(&mut self, low: [f32; 3], high: [f32; 3]) {
        let first = u16::try_from(self.positions.len()).unwrap();
        for corner in 0..8 {
            let at = |axis: usize| {
                if corner >> axis & 1 == 0 {
                    low[axis]
                } else {
                    high[axis]
                }
            };
            self.positions.push([at(0), at(1), at(2)]);
        }
        let faces = [
            [0, 2, 3, 1],
            [4, 5, 7, 6],
            [0, 1, 5, 4],
            [2, 6, 7, 3],
            [0, 4, 6, 2],
            [1, 3, 7, 5],
        ];
        for [a, b, c, d] in faces {
            self.indices
                .extend([a, b, c, a, c, d].map(|corner| first + corner));
        }
    }

    /// An upright rectangle between two corners.
    fn card(&mut self, low: [f32; 3], high: [f32; 3]) {
        let first = u16::try_from(self.positions.len()).unwrap();
        self.positions.extend([
            low,
            [high[0], low[1], high[2]],
            high,
            [low[0], high[1], low[2]],
        ]);
        self.indices
            .extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
    }
}

/// Collects views and accessors.
#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Writer {
    fn primitive(&mut self, shape: &Shape, material: usize) -> Value {
        let positions: Vec<u8> = shape
            .positions
            .iter()
            .flatten()
            .flat_map(|number| number.to_le_bytes())
            .collect();
        let indices: Vec<u8> = shape
            .indices
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect();
        let position = self.accessor(&positions, 5126, "VEC3", shape.positions.len());
        let index = self.accessor(&indices, 5123, "SCALAR", shape.indices.len());
        json!({ "attributes": { "POSITION": position }, "indices": index, "material": material })
    }

    fn accessor(&mut self, bytes: &[u8], component: u32, kind: &str, count: usize) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.views.push(json!({
            "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len(),
        }));
        self.bytes.extend_from_slice(bytes);
        self.accessors.push(json!({
            "bufferView": self.views.len() - 1, "componentType": component, "type": kind, "count": count,
        }));
        self.accessors.len() - 1
    }
}
