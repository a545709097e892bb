//! Small graphs around one node, in which each of its inputs can be seen to act.

use crate::{
    graph::{Graph, Key, Node, NodeId, Port},
    value::{Finite, Value},
};

/// Id of the node that an example is about.
pub const ID: &str = "example";

/// File that examples with an imported tree name; the caller provides one.
pub const TREE_FILE: &str = "tree.glb";
/// File that examples with a species name.
pub const SPECIES_FILE: &str = "species.ron";
/// File that examples with a referenced wind name.
pub const WIND_FILE: &str = "wind.ron";

pub(super) fn number(number: f32) -> Value {
    Value::Number(Finite::new(number).unwrap_or_default())
}

pub(super) fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

/// Builds graphs from short words: the id of a node is its type, or [`ID`].
struct Sketch {
    graph: Graph,
    about: &'static str,
}

impl Sketch {
    fn about(type_key: &'static str) -> Self {
        Self {
            graph: Graph::default(),
            about: type_key,
        }
    }

    fn id(&self, type_key: &str) -> NodeId {
        NodeId::new(if type_key == self.about { ID } else { type_key })
    }

    fn node(self, type_key: &str, values: &[(&str, Value)]) -> Self {
        let id = self.id(type_key);
        self.node_as(id, type_key, values)
    }

    fn node_as(mut self, id: NodeId, type_key: &str, values: &[(&str, Value)]) -> Self {
        let mut node = Node::new(type_key, 1);
        for (key, value) in values {
            node.values.insert(Key::new(*key), value.clone());
        }
        self.graph.nodes.insert(id, node);
        self
    }

    fn link(mut self, from: (&str, &str), to: (&str, &str)) -> Self {
        let output = Port::new(self.id(from.0), from.1);
        let input = Port::new(self.id(to.0), to.1);
        self.graph.links.insert(input, output);
        self
    }

    /// Wind, its grid and the output.
    fn air(self, wind: &[(&str, Value)]) -> Self {
        let small = [
            ("cells_x", text("16")),
            ("cells_z", text("16")),
            ("levels", Value::Integer(2)),
        ];
        self.node("wind_preset", wind)
            .node("wind_grid", &small)
            .node("scene_output", &[])
            .link(("wind_preset", "preset"), ("wind_grid", "preset"))
            .link(("wind_grid", "wind"), ("scene_output", "wind"))
    }

    /// A small tree on springs.
    fn tree(self) -> Self {
        self.node("grow_tree", &small_tree())
            .node("branch_springs", &[])
            .link(("grow_tree", "tree"), ("branch_springs", "tree"))
            .link(("branch_springs", "springs"), ("scene_output", "trees"))
    }
}

fn small_tree() -> [(&'static str, Value); 3] {
    [
        ("levels", Value::Integer(3)),
        ("bundles", Value::Integer(40)),
        ("height_m", number(6.0)),
    ]
}

/// A number that sets the speed of the wind.
pub(super) fn into_wind_speed(
    type_key: &'static str,
    output: &str,
    values: &[(&str, Value)],
) -> Graph {
    Sketch::about(type_key)
        .air(&[])
        .tree()
        .node(type_key, values)
        .link((type_key, output), ("wind_preset", "speed_m_per_s"))
        .graph
}

/// A node that ends in the scene output.
pub(super) fn into_scene(type_key: &'static str, output: &str, input: &str) -> Graph {
    Sketch::about(type_key)
        .air(&[])
        .tree()
        .node(type_key, &[])
        .link((type_key, output), ("scene_output", input))
        .graph
}

/// A node that gives the springs something.
pub(super) fn into_springs(type_key: &'static str, output: &str, input: &str) -> Graph {
    Sketch::about(type_key)
        .air(&[])
        .tree()
        .node(type_key, &small_tree())
        .link((type_key, output), ("branch_springs", input))
        .graph
}

/// One level that makes a species.
pub(super) fn into_species(level: &str, output: &str) -> Graph {
    Sketch::about("species_level")
        .air(&[])
        .tree()
        .node("species_level", &[("level", text(level))])
        .node("species", &[])
        .link(("species_level", output), ("species", level))
        .link(("species", "species"), ("branch_springs", "species"))
        .graph
}

/// A species of three levels, which is exported too.
pub(super) fn species() -> Graph {
    Sketch::about("species")
        .air(&[])
        .tree()
        .node("species", &[])
        .node("export_preset", &[])
        // unlike every default, so that taking a level away shows
        .node("species_level", &[("drag_factor", number(6.0))])
        .link(("species_level", "level"), ("species", "trunk"))
        .link(("species_level", "level"), ("species", "internal"))
        .link(("species_level", "level"), ("species", "foliage"))
        .link(("species", "species"), ("branch_springs", "species"))
        .link(("species", "species"), ("export_preset", "species"))
        .graph
}

/// A wind with a push on each side, about one of its nodes.
pub(super) fn wind(about: &'static str) -> Graph {
    let mut sketch = Sketch::about(about)
        .air(&[])
        .tree()
        .node("effector", &[])
        .node("export_preset", &[])
        .link(("effector", "effector"), ("wind_grid", "effector"))
        .link(("wind_preset", "preset"), ("export_preset", "wind"));
    for (id, [x_m, z_m]) in [
        ("effector_2", [2.0, 2.0]),
        ("effector_3", [-2.0, 2.0]),
        ("effector_4", [2.0, -2.0]),
    ] {
        let place_m = [x_m, 2.0, z_m].map(|metres| Finite::new(metres).unwrap_or_default());
        sketch = sketch
            .node_as(
                NodeId::new(id),
                "effector",
                &[("position_m", Value::Vector(place_m))],
            )
            .link((id, "effector"), ("wind_grid", id));
    }
    sketch.graph
}

/// A wind that rises and turns fast.
pub(super) fn changing_wind() -> Graph {
    let fast = [
        ("operation", text("time")),
        ("a", number(200.0)),
        ("b", number(4.0)),
    ];
    Sketch::about("wind_preset")
        .air(&[])
        .tree()
        .node("math", &fast)
        .link(("math", "number"), ("wind_preset", "speed_m_per_s"))
        .link(("math", "number"), ("wind_preset", "heading_deg"))
        .graph
}

/// A species from a file.
pub(super) fn species_reference() -> Graph {
    Sketch::about("preset_reference")
        .air(&[])
        .tree()
        .node("preset_reference", &[("file", text(SPECIES_FILE))])
        .link(
            ("preset_reference", "species"),
            ("branch_springs", "species"),
        )
        .graph
}

/// A wind from a file.
pub(super) fn wind_reference() -> Graph {
    Sketch::about("preset_reference")
        .air(&[])
        .tree()
        .node("preset_reference", &[("file", text(WIND_FILE))])
        .link(("preset_reference", "wind"), ("wind_grid", "preset"))
        .graph
}

/// An imported and analysed tree, about one of the two nodes.
pub(super) fn imported(about: &'static str) -> Graph {
    Sketch::about(about)
        .air(&[])
        .node("import_tree", &[("file", text(TREE_FILE))])
        .node("branch_analyser", &[])
        .node("branch_springs", &[])
        .link(("import_tree", "mesh"), ("branch_analyser", "mesh"))
        .link(("branch_analyser", "tree"), ("branch_springs", "tree"))
        .link(("branch_springs", "springs"), ("scene_output", "trees"))
        .graph
}

/// One tree on springs, with leaves so stiff that one step of the clock cannot carry them.
pub(super) fn single_tree() -> Graph {
    let stiff = [
        ("level", text("foliage")),
        ("stiffness_factor", number(20_000.0)),
    ];
    Sketch::about("branch_springs")
        .air(&[])
        .tree()
        .node("species", &[])
        .node("species_level", &stiff)
        .link(("species_level", "level"), ("species", "foliage"))
        .link(("species", "species"), ("branch_springs", "species"))
        .graph
}

/// One tree on springs in air that is nearly still, about to fall asleep.
pub(super) fn sleeping_tree() -> Graph {
    let calm = [
        ("speed_m_per_s", number(0.05)),
        ("gust_interval_s", number(0.0)),
    ];
    Sketch::about("branch_springs")
        .air(&calm)
        .tree()
        .node("branch_springs", &[("sleep_rad_per_s", number(0.1))])
        .graph
}

/// A forest of one kind in each place, on springs; about one of the two nodes.
pub(super) fn small_forest(about: &'static str) -> Graph {
    let values = [
        ("count", Value::Integer(6)),
        ("outer_radius_m", number(20.0)),
        ("inner_radius_m", number(6.0)),
        ("sector_deg", number(180.0)),
        ("places_m", Value::Numbers(vec![Finite::default(); 2])),
    ];
    let mut sketch = Sketch::about(about)
        .air(&[])
        .node("grow_tree", &small_tree())
        .node("species", &[])
        .node("forest", &values)
        .node("branch_springs", &[])
        // leaves unlike the default's, so that taking a species away shows
        .node(
            "species_level",
            &[("level", text("foliage")), ("drag_factor", number(6.0))],
        )
        .link(("species_level", "level"), ("species", "foliage"));
    for (tree, species) in [
        ("tree", "species"),
        ("tree_2", "species_2"),
        ("tree_3", "species_3"),
        ("tree_4", "species_4"),
    ] {
        sketch = sketch
            .link(("grow_tree", "tree"), ("forest", tree))
            .link(("species", "species"), ("forest", species));
    }
    sketch
        .link(("forest", "forest"), ("branch_springs", "forest"))
        .link(("branch_springs", "springs"), ("scene_output", "trees"))
        .graph
}

/// Everything that a scene can have.
pub(super) fn full_scene() -> Graph {
    Sketch::about("scene_output")
        .air(&[])
        .tree()
        .node("sky_and_sun", &[("haze", number(2.0))])
        .node("camera", &[("field_of_view_deg", number(50.0))])
        .node("sim_clock", &[("seed", Value::Integer(2))])
        .node("forest", &[("count", Value::Integer(3))])
        .node_as(
            NodeId::new("grove"),
            "forest",
            &[("count", Value::Integer(2))],
        )
        .link(("grow_tree", "tree"), ("forest", "tree"))
        .link(("grow_tree", "tree"), ("grove", "tree"))
        .link(("forest", "forest"), ("scene_output", "trees_2"))
        .link(("grove", "forest"), ("scene_output", "trees_3"))
        .link(("sky_and_sun", "sky"), ("scene_output", "sky"))
        .link(("camera", "camera"), ("scene_output", "camera"))
        .link(("sim_clock", "clock"), ("scene_output", "clock"))
        .graph
}

/// All three things that can be exported.
pub(super) fn export() -> Graph {
    Sketch::about("export_preset")
        .air(&[])
        .tree()
        .node("species", &[])
        .node("export_preset", &[])
        .link(("species", "species"), ("branch_springs", "species"))
        .link(("species", "species"), ("export_preset", "species"))
        .link(("wind_preset", "preset"), ("export_preset", "wind"))
        .link(("scene_output", "scene"), ("export_preset", "scene"))
        .graph
}
