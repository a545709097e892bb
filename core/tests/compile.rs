//! Compiling: what is reused, what is said, what goes on when a file is missing.

#![expect(
    clippy::unwrap_used,
    clippy::float_cmp,
    reason = "a failing unwrap fails the test; numbers are passed on untouched"
)]

mod shapes;

use std::{cell::RefCell, collections::BTreeMap, sync::Arc};

use windwright_core::{
    compile::{Cache, Compilation, Files, Severity, compile},
    content::{self, DEFAULT_GRAPH},
    document::Document,
    edit::{Edit, apply},
    format,
    graph::{Key, Node, NodeId, Port},
    nodes::Registry,
    value::{Finite, Value},
};
use windwright_runtime::{scene::Assets, scene::Scene, signal::Scalar};

/// Files that can be changed and taken away.
#[derive(Default)]
struct Shelf(RefCell<BTreeMap<String, Vec<u8>>>);

impl Files for Shelf {
    fn read(&self, path: &str) -> Result<Arc<[u8]>, String> {
        match self.0.borrow().get(path) {
            Some(bytes) => Ok(bytes.clone().into()),
            None => Err(format!("{path} is not there.")),
        }
    }
}

impl Shelf {
    fn standard() -> Self {
        let shelf = Self::default();
        for (path, text) in content::DEFAULT_FILES {
            shelf.put(path, text);
        }
        shelf
    }

    fn put(&self, path: &str, content: impl AsRef<[u8]>) {
        self.0
            .borrow_mut()
            .insert(path.to_owned(), content.as_ref().to_vec());
    }

    fn take(&self, path: &str) {
        self.0.borrow_mut().remove(path);
    }
}

struct Bench {
    document: Document,
    files: Shelf,
    cache: Cache,
}

impl Bench {
    fn new(text: &str) -> Self {
        Self {
            document: format::read(text).document,
            files: Shelf::standard(),
            cache: Cache::default(),
        }
    }

    fn compile(&mut self) -> Compilation {
        compile(
            self.document.graph(),
            &Registry::standard(),
            &self.files,
            &mut self.cache,
        )
    }

    fn edit(&mut self, edit: Edit) {
        apply(&mut self.document, edit).unwrap();
    }

    fn set(&mut self, id: &NodeId, key: &str, value: Value) {
        self.edit(Edit::SetValue {
            id: id.clone(),
            key: Key::new(key),
            value: Some(value),
        });
    }

    fn add(&mut self, id: &str, type_key: &str) -> NodeId {
        let id = NodeId::from(id);
        self.edit(Edit::AddNode {
            id: id.clone(),
            node: Node::new(type_key, 1),
            links: BTreeMap::new(),
            position: [0.0, 0.0],
        });
        id
    }

    fn link(&mut self, from: &NodeId, output: &str, to: &NodeId, input: &str) {
        self.edit(Edit::Connect {
            input: Port::new(to.clone(), input),
            output: Port::new(from.clone(), output),
        });
    }

    fn one(&self, type_key: &str) -> NodeId {
        let mut found = self.document.graph().nodes.iter();
        let (id, _) = found.find(|(_, node)| node.type_key == type_key).unwrap();
        id.clone()
    }
}

fn number(number: f32) -> Value {
    Value::Number(Finite::new(number).unwrap())
}

/// Messages at a node, worst first.
fn said(compilation: &Compilation, id: &NodeId) -> Vec<(Severity, Option<String>, String)> {
    let mut said: Vec<_> = compilation
        .diagnostics
        .iter()
        .filter(|each| each.node == *id)
        .map(|each| {
            assert!(
                !each.remedy.is_empty() && each.message.ends_with('.'),
                "{each:?}"
            );
            let input = each.input.as_ref().map(|key| key.as_str().to_owned());
            (each.severity, input, each.message.clone())
        })
        .collect();
    said.sort_by(|a, b| b.cmp(a));
    said
}

#[test]
fn only_what_changed_is_compiled() {
    let mut bench = Bench::new(DEFAULT_GRAPH);
    let first = bench.compile();
    assert_eq!(bench.cache.compiled(), bench.document.graph().nodes.len());

    let again = bench.compile();
    assert_eq!(bench.cache.compiled(), 0);
    assert_eq!(again.scene, first.scene);
    assert_eq!(again.diagnostics, first.diagnostics);

    let wind = bench.one("wind_preset");
    bench.edit(Edit::MoveNodes {
        positions: BTreeMap::from([(wind.clone(), [7.0, 7.0])]),
    });
    bench.edit(Edit::Describe {
        id: wind.clone(),
        name: String::from("A name"),
        note: String::new(),
        bypass: false,
    });
    bench.compile();
    assert_eq!(
        bench.cache.compiled(),
        0,
        "moving and naming compile nothing"
    );

    bench.set(&wind, "speed_m_per_s", number(8.0));
    let faster = bench.compile();
    assert_eq!(bench.cache.compiled(), 3, "preset, grid, output");
    let wind = faster.scene.unwrap().wind.unwrap();
    assert_eq!(wind.preset.speed_m_per_s, Scalar::Constant(8.0));
}

#[test]
fn scenes_can_be_simulated_and_name_their_nodes() {
    let mut bench = Bench::new(DEFAULT_GRAPH);
    let compilation = bench.compile();
    let description = compilation.scene.unwrap();
    let mut assets = Assets::default();
    for (hash, plant) in &compilation.plants {
        assert!(hash.len() == 32 && !plant.table.is_empty());
        assets.tables.insert(hash.clone(), plant.table.clone());
    }
    Scene::build(&description, &assets).unwrap();
    let forest = bench.one("forest");
    for (group, number) in description.trees.iter().zip(1..) {
        assert_eq!(group.node, format!("{forest}/{number}"));
    }
    assert_eq!(
        description.wind.unwrap().node,
        bench.one("wind_grid").as_str()
    );
}

#[test]
fn referenced_presets_are_read_again_and_the_last_good_one_stays() {
    const OAK: &str = "../presets/species/oak.ron";
    let mut bench = Bench::new(DEFAULT_GRAPH);
    let oak = bench
        .document
        .graph()
        .nodes
        .iter()
        .find(|(_, node)| node.values.get(&Key::new("file")) == Some(&Value::Text(OAK.to_owned())))
        .unwrap()
        .0
        .clone();
    let damping = |compilation: &Compilation| {
        compilation.scene.as_ref().unwrap().trees[0]
            .species
            .trunk
            .damping_ratio
    };
    bench.compile();

    bench
        .files
        .put(OAK, "(name: \"Oak\", trunk: (damping_ratio: 0.33))");
    let changed = bench.compile();
    assert_eq!(damping(&changed), 0.33);
    assert_eq!(
        bench.cache.compiled(),
        4,
        "reference, forest, springs, output"
    );
    assert_eq!(
        changed.effective[&oak][&Key::new("trunk_damping_ratio")],
        number(0.33)
    );

    for text in ["(trunk: (damping_ratio: NaN))", "not a preset", "(trunk: ("] {
        bench.files.put(OAK, text);
        let broken = bench.compile();
        assert_eq!(damping(&broken), 0.33, "{text}");
        let said = said(&broken, &oak);
        assert_eq!(said[0].0, Severity::Warning);
        assert!(said[0].2.contains(OAK) && said[0].2.ends_with("The last good version is used."));
    }
    bench.files.take(OAK);
    assert_eq!(damping(&bench.compile()), 0.33);
    assert!(bench.compile().files.contains(&OAK.to_owned()));

    bench.set(&oak, "trunk_damping_ratio", number(0.5));
    bench
        .files
        .put(OAK, "(trunk: (damping_ratio: 0.2, drag_factor: 2.5))");
    let overridden = bench.compile();
    assert_eq!(
        damping(&overridden),
        0.5,
        "what is set goes before the file"
    );
    assert_eq!(
        overridden.scene.unwrap().trees[0].species.trunk.drag_factor,
        2.5
    );

    let mut fresh = Bench::new(DEFAULT_GRAPH);
    fresh.files.take(OAK);
    let compilation = fresh.compile();
    assert_eq!(said(&compilation, &oak)[0].0, Severity::Error);
    assert!(
        compilation.scene.is_some(),
        "the rest is there all the same"
    );
}

#[test]
fn numbers_that_change_become_tapes_where_they_may() {
    let mut bench = Bench::new(DEFAULT_GRAPH);
    let wind = bench.one("wind_preset");
    let time = bench.add("math-1", "math");
    bench.set(&time, "operation", Value::Text(String::from("time")));
    bench.set(&time, "a", number(2.0));
    bench.set(&time, "b", number(3.0));
    bench.link(&time, "number", &wind, "speed_m_per_s");
    let speed = |compilation: &Compilation| {
        compilation
            .scene
            .as_ref()
            .unwrap()
            .wind
            .as_ref()
            .unwrap()
            .preset
            .speed_m_per_s
            .clone()
    };
    let compilation = bench.compile();
    assert_eq!(said(&compilation, &wind), []);
    let values = [0.0, 10.0, 1000.0].map(|time_s| speed(&compilation).at(time_s));
    assert_eq!(values, [3.0, 23.0, 60.0], "limited to what the input takes");

    bench.link(&time, "number", &wind, "noise_amplitude");
    let compilation = bench.compile();
    let said = said(&compilation, &wind);
    assert!(
        said.iter().any(|(severity, input, message)| {
            *severity == Severity::Warning
                && input.as_deref() == Some("noise_amplitude")
                && message.contains("the value at 0 s is used")
        }),
        "{said:?}"
    );
}

#[test]
fn a_tape_that_grows_too_long_is_said() {
    let mut bench = Bench::new(DEFAULT_GRAPH);
    let wind = bench.one("wind_preset");
    let mut last = bench.add("math-t", "math");
    bench.set(&last, "operation", Value::Text(String::from("time")));
    for step in 0..9 {
        let sum = bench.add(&format!("math-{step}"), "math");
        bench.link(&last, "number", &sum, "a");
        bench.link(&last, "number", &sum, "b");
        last = sum;
    }
    bench.link(&last, "number", &wind, "speed_m_per_s");
    let compilation = bench.compile();
    let too_long = compilation
        .diagnostics
        .iter()
        .filter(|each| each.message.contains("too many steps"))
        .count();
    assert_eq!(too_long, 1, "only where it happens");
    assert!(compilation.scene.is_some());
}

#[test]
fn what_does_not_fit_is_said_and_left_out() {
    let mut bench = Bench::new(DEFAULT_GRAPH);
    let (output, grid, wind) = (
        bench.one("scene_output"),
        bench.one("wind_grid"),
        bench.one("wind_preset"),
    );
    let camera = bench.one("camera");
    bench.link(&camera, "camera", &output, "sky");
    bench.link(&camera, "picture", &output, "clock");
    bench.link(&camera, "camera", &output, "smell");
    bench.edit(Edit::Disconnect {
        input: Port::new(grid.clone(), "preset"),
    });
    bench.set(&grid, "levels", Value::Integer(99));
    bench.set(&grid, "advection", Value::Text(String::from("magic")));
    bench.set(&grid, "colour", number(1.0));
    bench.add("hologram-1", "hologram");
    let extra = bench.add("scene_output-zzzzzz", "scene_output");
    let compilation = bench.compile();
    let messages = |id: &NodeId| {
        said(&compilation, id)
            .into_iter()
            .map(|(_, input, message)| format!("{}: {message}", input.unwrap_or_default()))
            .collect::<Vec<_>>()
            .join("\n")
    };
    for (id, expected) in [
        (&output, "sky: Sky takes a sky, not a camera."),
        (
            &output,
            "clock: Clock is linked to an output that does not exist.",
        ),
        (&output, "smell: This node has no input \"smell\""),
        (&grid, "preset: Preset is not linked."),
        (&grid, "colour: This version has no value \"colour\""),
        (
            &NodeId::from("hologram-1"),
            ": This version knows no node type \"hologram\".",
        ),
        (&extra, ": There is another scene output"),
    ] {
        assert!(
            messages(id).contains(expected),
            "{expected} in\n{}",
            messages(id)
        );
    }
    assert_eq!(compilation.scene.unwrap().wind, None);

    bench.link(&wind, "preset", &grid, "preset");
    let compilation = bench.compile();
    let said = said(&compilation, &grid);
    assert!(
        said.iter()
            .any(|each| each.1.as_deref() == Some("levels") && each.2.contains("outside 1 to 5"))
    );
    assert!(
        said.iter()
            .any(|each| each.1.as_deref() == Some("advection") && each.0 == Severity::Error)
    );
    assert_eq!(
        compilation
            .scene
            .unwrap()
            .wind
            .unwrap()
            .grid
            .unwrap()
            .levels,
        5
    );
}

#[test]
fn a_bypassed_node_passes_on_what_it_receives() {
    let mut bench = Bench::new(DEFAULT_GRAPH);
    let grid = bench.one("wind_grid");
    bench.edit(Edit::Describe {
        id: grid,
        name: String::new(),
        note: String::new(),
        bypass: true,
    });
    let wind = bench.compile().scene.unwrap().wind.unwrap();
    assert_eq!(wind.grid, None, "the outside wind blows unhindered");
    assert_eq!(wind.node, bench.one("wind_preset").as_str());
}

#[test]
fn exports_read_back_as_the_scene() {
    let mut bench = Bench::new(DEFAULT_GRAPH);
    let output = bench.one("scene_output");
    let export = bench.add("export_preset-1", "export_preset");
    bench.link(&output, "scene", &export, "scene");
    bench.set(&export, "name", Value::Text(String::from("out/breeze")));
    let compilation = bench.compile();
    let text = &compilation.exports["out/breeze.scene.ron"];
    let scene: windwright_runtime::preset::scene::SceneDescription = ron::from_str(text).unwrap();
    assert_eq!(Some(scene), compilation.scene);
    for hash in compilation.plants.keys() {
        assert!(
            compilation
                .exports
                .contains_key(&format!("out/breeze.trees/{hash}.ron"))
        );
    }
    for name in ["../breeze", "/breeze", "a/../../b", "C:\\x", ""] {
        bench.set(&export, "name", Value::Text(name.to_owned()));
        let compilation = bench.compile();
        assert!(compilation.exports.is_empty(), "{name}");
        assert_eq!(said(&compilation, &export)[0].0, Severity::Error, "{name}");
    }
}

#[test]
fn a_tree_whose_file_goes_away_stays() {
    const TREE: &str = "trees/small.glb";
    let mut bench = Bench::new(
        r#"(nodes: {
            "i": (type: "import_tree", values: {"file": "trees/small.glb"}),
            "a": (type: "branch_analyser"),
            "s": (type: "branch_springs"),
            "o": (type: "scene_output"),
        }, links: {"a.mesh": "i.mesh", "s.tree": "a.tree", "o.trees": "s.springs"})"#,
    );
    let (json, binary) = shapes::small_tree();
    let id = NodeId::from("i");
    assert_eq!(said(&bench.compile(), &id)[0].0, Severity::Error);
    bench.files.put(TREE, shapes::glb(&json, &binary));
    let good = bench.compile();
    assert_eq!(good.plants.len(), 1);
    for content in [None, Some("glTF"), Some("")] {
        bench.files.take(TREE);
        if let Some(content) = content {
            bench.files.put(TREE, content);
        }
        // However long it stays away, and whatever is edited meanwhile.
        for seed in 0..8_u8 {
            bench.set(
                &NodeId::from("s"),
                "substeps",
                Value::Integer(1 + i64::from(seed)),
            );
            let kept = bench.compile();
            assert_eq!(kept.plants.keys().next(), good.plants.keys().next());
            let said = said(&kept, &id);
            assert_eq!(said[0].0, Severity::Warning, "{content:?}");
            assert!(said[0].2.contains(TREE), "{}", said[0].2);
            assert!(kept.files.contains(&TREE.to_owned()), "it is still watched");
        }
    }
}
