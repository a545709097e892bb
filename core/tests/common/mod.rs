//! Material for the importer's tests: folders of files, and files made in memory.

use proptest::prelude::*;
use windwright_core::{
    document::Document,
    edit::{Edit, apply},
    graph::{Key, Node, NodeId, Port},
    layout::{Item, ItemId},
    value::{Finite, Value},
};

use serde_json::{Value, json};
use windwright_core::import::Resolver;

/// A folder on disk; relative names only.
pub(crate) struct Folder(pub(crate) PathBuf);

fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z ]{0,8}",
        "[\"\\\\\\n\\r\\t/(){}\\[\\],:#'\u{0}\u{7f}\u{feff}樹é]{0,8}",
    ]
}

fn finite() -> impl Strategy<Value = Finite> {
    prop_oneof![
        any::<f32>().prop_filter_map("finite", Finite::new),
        (-1000_i16..1000)
            .prop_map(|number| Finite::new(f32::from(number) / 10.0).unwrap_or_default()),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        finite().prop_map(Value::Number),
        any::<i64>().prop_map(Value::Integer),
        any::<bool>().prop_map(Value::Toggle),
        [finite(), finite(), finite()].prop_map(Value::Vector),
        prop::collection::vec(finite(), 0..5).prop_map(Value::Numbers),
        words().prop_map(Value::Text),
    ]
}

fn port() -> impl Strategy<Value = Port> {
    (node_id(), key()).prop_map(|(node, key)| Port { node, key })
}

fn place() -> impl Strategy<Value = [f32; 2]> {
    [finite(), finite()].prop_map(|place| place.map(Finite::get))
}

fn node() -> impl Strategy<Value = Node> {
    (
        "[a-z_]{1,8}",
        0_u32..4,
        words(),
        words(),
        any::<bool>(),
        prop::collection::btree_map(key(), value(), 0..4),
    )
        .prop_map(|(type_key, version, name, note, bypass, values)| Node {
            type_key,
            version,
            name,
            note,
            bypass,
            values,
        })
}

fn item() -> impl Strategy<Value = Item> {
    prop_oneof![
        (words(), place(), place(), "[a-z]{0,5}").prop_map(|(title, position, size, colour)| {
            Item::Frame {
                title,
                position,
                size,
                colour,
            }
        }),
        (words(), place()).prop_map(|(text, position)| Item::Comment { text, position }),
        (port(), place()).prop_map(|(input, position)| Item::Reroute { input, position }),
    ]
}

/// Any edit but the replacement of the whole document.
pub(crate) fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        4 => (node_id(), node(), prop::collection::btree_map(port(), port(), 0..3), place())
            .prop_map(|(id, node, links, position)| Edit::AddNode { id, node, links, position }),
        1 => node_id().prop_map(|id| Edit::RemoveNode { id }),
        3 => (node_id(), key(), prop::option::of(value()))
            .prop_map(|(id, key, value)| Edit::SetValue { id, key, value }),
        3 => (port(), port()).prop_map(|(input, output)| Edit::Connect { input, output }),
        1 => port().prop_map(|input| Edit::Disconnect { input }),
        2 => prop::collection::btree_map(node_id(), place(), 0..3)
            .prop_map(|positions| Edit::MoveNodes { positions }),
        1 => (node_id(), words(), words(), any::<bool>())
            .prop_map(|(id, name, note, bypass)| Edit::Describe { id, name, note, bypass }),
        1 => ("[a-c]", prop::option::of(item()))
            .prop_map(|(id, item)| Edit::SetItem { id: ItemId::new(id), item }),
        1 => (words(), prop::option::of(words()))
            .prop_map(|(key, text)| Edit::SetMetadata { key, text }),
    ]
}

/// A document that random edits made.
pub(crate) fn document() -> impl Strategy<Value = Document> {
    prop::collection::vec(edit(), 0..40).prop_map(|edits| {
        let mut document = Document::default();
        for edit in edits {
            // Refused edits are part of the game.
            drop(apply(&mut document, edit));
        }
        Ok(bytes.into())
    }
}

/// The folder `name` of the corpus; says so where there is none.
pub(crate) fn corpus(name: &str) -> Option<PathBuf> {
    let Some(corpus) = env::var_os("WINDWRIGHT_CORPUS") else {
        eprintln!("skipped: needs WINDWRIGHT_CORPUS");
        return None;
    };
    Some(Path::new(&corpus).join(name))
}

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
