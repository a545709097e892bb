//! Faults of every kind in files made here: each is refused in words, or read; nothing panics.
#![expect(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    clippy::panic,
    clippy::too_many_lines,
    clippy::wildcard_enum_match_arm,
    reason = "tests read files, measure, and stop at the first surprise"
)]

mod corpus;
mod shapes;

use std::{fs, sync::Arc};

use proptest::prelude::*;
use serde_json::{Value, json};
use shapes::{glb, small_tree};
use windwright_core::{
    import::{AnalyseOptions, ImportError, ImportOptions, Resolver, analyse, import},
    plant::Plant,
};

/// A folder that must not be asked for anything outside it.
struct Beside(Option<Vec<u8>>);

impl Resolver for Beside {
    fn resolve(&self, uri: &str, _limit: usize) -> Result<Arc<[u8]>, String> {
        let outside = uri.contains("..") || uri.contains(':') || uri.starts_with(['/', '\\', '%']);
        assert!(!outside, "asked for {uri}");
        self.0
            .clone()
            .map(Arc::from)
            .ok_or_else(|| String::from("there is no such file"))
    }
}

fn read(bytes: &[u8]) -> Result<Plant, ImportError> {
    read_beside(bytes, &Beside(None))
}

/// Reads and analyses; whatever comes out must hold its promises.
fn read_beside(bytes: &[u8], resolver: &Beside) -> Result<Plant, ImportError> {
    let imported = import(bytes, resolver, &ImportOptions::default()).inspect_err(|error| {
        assert!(!error.place().is_empty(), "{error}");
        assert!(error.remedy().ends_with('.'), "{error}: {}", error.remedy());
    })?;
    let plant = analyse(&imported, &AnalyseOptions::default());
    plant.table.validate().unwrap();
    assert!(!plant.table.is_empty());
    for mesh in &plant.lods {
        for vertex in &mesh.vertices {
            let numbers = [vertex.position_m, vertex.normal];
            assert!(numbers.iter().flatten().all(|number| number.is_finite()));
            assert!((vertex.branch as usize) < plant.table.len());
        }
        let count = mesh.vertices.len();
        assert!(mesh.indices.iter().all(|index| (*index as usize) < count));
        assert_eq!(
            mesh.parts.last().map(|part| part.indices.end as usize),
            Some(mesh.indices.len())
        );
    }
    Ok(plant)
}

/// What a fault must come to.
enum Outcome {
    /// Refused, in words that contain this.
    Refused(&'static str),
    /// Read, with a note that contains this.
    Noted(&'static str),
    /// Read.
    Read,
}

fn check(name: &str, outcome: &Outcome, result: Result<Plant, ImportError>) {
    match (outcome, result) {
        (Outcome::Refused(words), Err(error)) => {
            let text = format!("{error} {}", error.remedy());
            assert!(text.contains(words), "{name}: {text}");
        }
        (Outcome::Noted(words), Ok(plant)) => {
            let found = plant.notes.iter().any(|note| note.contains(words));
            assert!(found, "{name}: {:?}", plant.notes);
        }
        (Outcome::Read, Ok(_)) => {}
        (_, Ok(plant)) => panic!("{name} was read: {:?}", plant.notes),
        (_, Err(error)) => panic!("{name} was refused: {error}"),
    }
}

#[test]
fn a_small_tree_has_a_trunk_a_branch_and_bundles() {
    let (json, binary) = small_tree();
    let plant = read(&glb(&json, &binary)).unwrap();
    let table = &plant.table;
    assert_eq!(table.parents[..2], [None, Some(0)]);
    assert!(
        (table.lengths_m[0] - 1.6).abs() < 0.05,
        "{:?}",
        table.lengths_m
    );
    assert!(
        (table.lengths_m[1] - 0.75).abs() < 0.05,
        "{:?}",
        table.lengths_m
    );
    assert!(table.directions[1][0] > 0.95, "{:?}", table.directions);
    assert!(table.len() > 3, "{:?}", plant.notes);
}

#[test]
fn faults_of_the_container_are_named() {
    let (json, binary) = small_tree();
    let whole = glb(&json, &binary);
    let edit = |at: usize, value: u32| {
        let mut bytes = whole.clone();
        bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        bytes
    };
    let mut trailing = whole.clone();
    trailing.extend([0; 5]);
    let with_mark = [b"\xef\xbb\xbf".to_vec(), json.to_string().into_bytes()].concat();
    let cases: Vec<(&str, Vec<u8>, Outcome)> = vec![
        ("empty", Vec::new(), Outcome::Refused("empty")),
        ("one byte", vec![b'g'], Outcome::Refused("not a glTF file")),
        (
            "half",
            whole[..whole.len() / 2].to_vec(),
            Outcome::Refused("cut short"),
        ),
        ("header", whole[..7].to_vec(), Outcome::Refused("header")),
        ("version", edit(4, 1), Outcome::Refused("version 1")),
        (
            "chunk too long",
            edit(12, 1 << 30),
            Outcome::Refused("promises"),
        ),
        ("no JSON", edit(16, 7), Outcome::Refused("must be JSON")),
        ("trailing bytes", trailing, Outcome::Read),
        (
            "page",
            b"  <!doctype html><p>404".to_vec(),
            Outcome::Refused("web page"),
        ),
        (
            "pointer",
            b"version https://git-lfs.github.com/spec/v1\noid".to_vec(),
            Outcome::Refused("git lfs pull"),
        ),
        ("byte order mark", with_mark, Outcome::Refused("no URI")),
    ];
    for (name, bytes, outcome) in cases {
        check(name, &outcome, read(&bytes));
    }
}

/// Faults of the JSON part: pointer, value, what must come of it.
fn json_faults() -> Vec<(&'static str, Value, Outcome)> {
    use Outcome::{Noted, Read, Refused};
    vec![
        (
            "/asset/version",
            json!("1.0"),
            Refused("glTF 1.0 is not supported"),
        ),
        ("/asset/minVersion", json!("2.1"), Refused("2.1")),
        (
            "/extensionsRequired",
            json!(["VENDOR_leaves"]),
            Refused("VENDOR_leaves"),
        ),
        (
            "/extensionsRequired",
            json!(["KHR_draco_mesh_compression"]),
            Refused("KHR_draco_mesh_compression"),
        ),
        (
            "/extensionsRequired",
            json!(["EXT_meshopt_compression"]),
            Refused("EXT_meshopt_compression"),
        ),
        ("/scene", json!(4), Refused("scenes[4]")),
        ("/scenes", json!([]), Refused("scenes[0]")),
        ("/scenes/0/nodes", json!([9]), Refused("nodes[9]")),
        ("/scenes/0/nodes", json!([]), Noted("No node")),
        ("/nodes/1/children", json!([0]), Refused("loop")),
        ("/nodes/1/children", json!([2]), Refused("already a child")),
        ("/nodes/1/mesh", json!(-1), Refused("nodes[1].mesh")),
        ("/nodes/1/mesh", json!(1), Noted("copies")),
        (
            "/nodes/1/scale",
            json!([0.0, 0.0, 0.0]),
            Noted("without an area"),
        ),
        ("/nodes/0/scale", json!([-1.0, 2.0, 0.5]), Read),
        (
            "/nodes/0/scale",
            json!([100.0, 100.0, 100.0]),
            Noted("set scale 0.1"),
        ),
        ("/nodes/0/matrix", json!([1, 2]), Refused("nodes[0].matrix")),
        ("/nodes/0/rotation", json!([0, 0, 0, 0]), Read),
        (
            "/meshes/0/primitives/0/mode",
            json!(0),
            Noted("points or lines"),
        ),
        ("/meshes/0/primitives/0/mode", json!(5), Read),
        ("/meshes/0/primitives/0/mode", json!(6), Read),
        ("/meshes/0/primitives/0/mode", json!(11), Refused("mode")),
        (
            "/meshes/0/primitives/0/material",
            json!(7),
            Refused("materials[7]"),
        ),
        (
            "/meshes/0/primitives/0/indices",
            json!(70),
            Refused("accessors[70]"),
        ),
        (
            "/meshes/0/primitives/0/attributes",
            json!({}),
            Noted("without positions"),
        ),
        (
            "/meshes/0/primitives/0/attributes/NORMAL",
            json!(2),
            Noted("another count"),
        ),
        (
            "/meshes/0/primitives/0/targets",
            json!([{}]),
            Noted("morph targets"),
        ),
        (
            "/accessors/0/count",
            json!(4_000_000_000_u64),
            Refused("accessors[0]"),
        ),
        (
            "/accessors/0/count",
            json!(u64::MAX),
            Refused("accessors[0]"),
        ),
        ("/accessors/0/count", json!(3), Refused("names vertex")),
        ("/accessors/0/type", json!("SCALAR"), Refused("components")),
        (
            "/accessors/0/componentType",
            json!(5000),
            Refused("componentType"),
        ),
        (
            "/accessors/0/byteOffset",
            json!(u64::MAX),
            Refused("accessors[0]"),
        ),
        (
            "/accessors/0/bufferView",
            json!(99),
            Refused("bufferViews[99]"),
        ),
        (
            "/accessors/0/bufferView",
            Value::Null,
            Noted("without an area"),
        ),
        (
            "/bufferViews/0/byteLength",
            json!(1_u64 << 40),
            Refused("bufferViews[0]"),
        ),
        ("/bufferViews/0/byteStride", json!(4), Refused("stride")),
        ("/bufferViews/0/buffer", json!(3), Refused("buffers[3]")),
        (
            "/buffers/0/byteLength",
            json!(1_u64 << 40),
            Refused("cut short"),
        ),
        ("/buffers/0/uri", json!("../tree.bin"), Refused("folder")),
        (
            "/buffers/0/uri",
            json!("%2e%2e/tree.bin"),
            Refused("folder"),
        ),
        ("/buffers/0/uri", json!("/etc/passwd"), Refused("folder")),
        ("/buffers/0/uri", json!("C:\\tree.bin"), Refused("folder")),
        (
            "/buffers/0/uri",
            json!("https://a.example/b"),
            Refused("folder"),
        ),
        ("/buffers/0/uri", json!("tree.bin"), Refused("no such file")),
        (
            "/buffers/0/uri",
            json!("data:;base64,@@"),
            Refused("data URI"),
        ),
        ("/animations", json!([]), Read),
    ]
}

/// Sets the value at `pointer`, adding its last key.
fn set(json: &mut Value, pointer: &str, value: Value) {
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    match json.pointer_mut(parent).unwrap() {
        Value::Object(map) => drop(map.insert(key.to_owned(), value)),
        other => other[key.parse::<usize>().unwrap()] = value,
    }
}

#[test]
fn faults_of_the_document_are_named() {
    for (pointer, value, outcome) in json_faults() {
        let (mut json, binary) = small_tree();
        let name = format!("{pointer} = {value}");
        set(&mut json, pointer, value);
        check(&name, &outcome, read(&glb(&json, &binary)));
    }
}

#[test]
fn numbers_that_are_not_finite_are_dropped_with_a_note() {
    let (json, mut binary) = small_tree();
    binary[0..4].copy_from_slice(&f32::NAN.to_le_bytes());
    binary[16..20].copy_from_slice(&f32::INFINITY.to_le_bytes());
    check(
        "NaN",
        &Outcome::Noted("infinite or missing"),
        read(&glb(&json, &binary)),
    );
}

#[test]
fn a_missing_texture_is_one_note() {
    let (mut json, binary) = small_tree();
    json["images"] = json!([{ "uri": "bark.png" }]);
    json["textures"] = json!([{ "source": 0 }]);
    for material in 0..2 {
        json["materials"][material]["pbrMetallicRoughness"] =
            json!({ "baseColorTexture": { "index": 0 } });
    }
    let plant = read(&glb(&json, &binary)).unwrap();
    let notes = plant.notes.iter().filter(|note| note.contains("bark.png"));
    assert_eq!(notes.count(), 1, "{:?}", plant.notes);
    let broken = read_beside(&glb(&json, &binary), &Beside(Some(vec![1, 2, 3]))).unwrap();
    assert!(broken.notes.iter().any(|note| note.contains("images[0]")));
}

#[test]
fn text_with_the_buffer_beside_it_is_the_same_tree() {
    let (mut json, binary) = small_tree();
    let packed = read(&glb(&json, &binary)).unwrap();
    json["buffers"][0]["uri"] = json!("a%20tree.bin");
    let text = json.to_string();
    let beside = read_beside(text.as_bytes(), &Beside(Some(binary))).unwrap();
    assert_eq!(packed.hash, beside.hash);
}

#[test]
fn a_mirrored_node_keeps_faces_outside() {
    let (mut json, binary) = small_tree();
    json["nodes"][0]["scale"] = json!([-1.0, 1.0, 1.0]);
    let mirrored = import(
        &glb(&json, &binary),
        &Beside(None),
        &ImportOptions::default(),
    )
    .unwrap();
    let mesh = &mirrored.mesh;
    let starts = mesh.parts[0].indices.clone().step_by(3);
    let volumes = starts.map(|start| {
        let [a, b, c] = [0, 1, 2].map(|corner| {
            let vertex = mesh.indices[(start + corner) as usize];
            glam::Vec3::from_array(mesh.vertices[vertex as usize].position_m)
        });
        a.dot(b.cross(c)) / 6.0
    });
    let volume: f32 = volumes.sum();
    // Two blocks: 0.2 × 1.6 × 0.2 and 0.75 × 0.06 × 0.06 m³.
    assert!((volume - 0.0667).abs() < 1e-3, "{volume}");
}

#[test]
fn heaps_of_empty_objects_are_refused() {
    let (mut json, binary) = small_tree();
    json["materials"] = Value::Array(vec![json!({}); 200_000]);
    check(
        "objects",
        &Outcome::Refused("far more"),
        read(&glb(&json, &binary)),
    );
}

#[test]
fn copies_of_copies_do_not_fill_the_memory() {
    let (mut json, binary) = small_tree();
    let copies = 4000;
    json["meshes"][0]["primitives"] =
        Value::Array(vec![json["meshes"][0]["primitives"][0].clone(); 2000]);
    json["nodes"] = Value::Array(vec![json!({ "mesh": 0 }); copies]);
    json["scenes"][0]["nodes"] = json!((0..copies).collect::<Vec<_>>());
    check(
        "copies",
        &Outcome::Refused("far more"),
        read(&glb(&json, &binary)),
    );
}

/// One blow to a file.
#[derive(Debug, Clone)]
enum Blow {
    Flip {
        at: prop::sample::Index,
        bit: u8,
    },
    Cut {
        at: prop::sample::Index,
    },
    Repeat {
        at: prop::sample::Index,
        count: usize,
    },
    Number {
        which: prop::sample::Index,
        value: u64,
    },
}

fn blow() -> impl Strategy<Value = Blow> {
    let at = any::<prop::sample::Index>;
    let numbers = prop_oneof![
        Just(0_u64),
        1..9_u64,
        Just(255),
        Just(1 << 31),
        any::<u64>()
    ];
    prop_oneof![
        6 => (at(), 0..8_u8).prop_map(|(at, bit)| Blow::Flip { at, bit }),
        1 => at().prop_map(|at| Blow::Cut { at }),
        1 => (at(), 1..64_usize).prop_map(|(at, count)| Blow::Repeat { at, count }),
        6 => (at(), numbers).prop_map(|(which, value)| Blow::Number { which, value }),
    ]
}

impl Blow {
    fn strike(&self, bytes: &mut Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        match self {
            Self::Flip { at, bit } => *at.get_mut(bytes) ^= 1 << bit,
            Self::Cut { at } => bytes.truncate(at.index(bytes.len())),
            Self::Repeat { at, count } => {
                let start = at.index(bytes.len());
                let end = (start + count).min(bytes.len());
                let copy = bytes[start..end].to_vec();
                bytes.splice(start..start, copy);
            }
            Self::Number { which, value } => replace_number(bytes, *which, *value),
        }
    }
}

/// Replaces one number of the text by another.
fn replace_number(bytes: &mut Vec<u8>, which: prop::sample::Index, value: u64) {
    let starts: Vec<usize> = (1..bytes.len())
        .filter(|at| bytes[*at].is_ascii_digit() && b":[,".contains(&bytes[*at - 1]))
        .collect();
    if starts.is_empty() {
        return;
    }
    let start = starts[which.index(starts.len())];
    let digits = bytes[start..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit());
    let end = start + digits.count();
    bytes.splice(start..end, value.to_string().into_bytes());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_damage_is_read_or_refused(blows in prop::collection::vec(blow(), 1..6)) {
        let (json, binary) = small_tree();
        let mut bytes = glb(&json, &binary);
        for blow in &blows {
            blow.strike(&mut bytes);
        }
        drop(read(&bytes));
    }

    #[test]
    fn any_damage_to_the_text_is_read_or_refused(blows in prop::collection::vec(blow(), 1..5)) {
        let (json, binary) = small_tree();
        let mut text = json.to_string().into_bytes();
        for blow in &blows {
            blow.strike(&mut text);
        }
        let json: Value = serde_json::from_slice(&text).unwrap_or(json);
        drop(read(&glb(&json, &binary)));
    }

    #[test]
    fn any_options_are_taken(scale in any::<f32>(), length in any::<f32>(), bundles in any::<u32>(), area in any::<f32>()) {
        let (json, binary) = small_tree();
        let options = ImportOptions { scale, ..ImportOptions::default() };
        if let Ok(imported) = import(&glb(&json, &binary), &Beside(None), &options) {
            let options = AnalyseOptions { min_length_m: length, max_bundles: bundles, bundle_area_m2: area };
            analyse(&imported, &options).table.validate().unwrap();
        }
    }
}

/// Files of the corpus, damaged; `WINDWRIGHT_CORPUS` only.
#[test]
fn damaged_real_files_are_read_or_refused() {
    let Some(folder) = corpus::corpus("real-trees") else {
        return;
    };
    for name in ["quaternius-Tree4.glb", "derived-palm-skinned-5-bones.glb"] {
        let whole = fs::read(folder.join(name)).unwrap();
        for round in 0..300_u64 {
            let mut bytes = whole.clone();
            for blow in 0..3 {
                let random = windwright_runtime::random::bits(7, round, blow);
                let within = if random & 1 == 0 { 3000 } else { bytes.len() };
                let at = usize::try_from(random >> 8).unwrap() % within.min(bytes.len());
                bytes[at] ^= 1 << (random >> 1 & 7);
            }
            drop(read(&bytes));
        }
    }
}
