//! Every input of every node type does something: it is changed within its range in the node's examples until the motion, the plants,
//! the picture or an export differs.

use windwright_core::{
    compile::{
        inputs::Inputs,
        product::{Product, Products},
    },
    nodes::{NodeSpec, Registry, input::Input},
};
use windwright_tests::{drawing::Drawer, knobs::dead_inputs};

/// One test for each node type, so that they run side by side.
macro_rules! every_input_acts {
    ($($key:ident)*) => {
        $(
            #[test]
            fn $key() {
                let registry = Registry::standard();
                let spec = registry.spec(stringify!($key)).unwrap();
                assert_eq!(dead_inputs(&registry, spec, &mut Drawer::new()), [""; 0]);
            }
        )*

        #[test]
        fn every_node_type_is_tested() {
            let registry = Registry::standard();
            let keys: Vec<&str> = registry.specs().iter().map(|spec| spec.key).collect();
            assert_eq!(keys, [$(stringify!($key)),*]);
        }
    };
}

every_input_acts! {
    branch_analyser branch_springs camera effector export_preset forest grow_tree import_tree math number preset_reference
    scene_output sim_clock sky_and_sun species species_level wind_grid wind_preset
}

const UNREAD: Input<f32> = Input::number("unread", "Unread", 1.0);
const ONLY_COPIED: Input<f32> = Input::number("only_copied", "Only copied", 1.0);

/// A node with an input that nobody reads, and one that reaches the scene and the exports but neither motion nor picture.
#[test]
fn planted_dead_inputs_are_found() {
    let mut specs = Registry::standard().specs().to_vec();
    let wind = specs
        .iter_mut()
        .find(|spec| spec.key == "wind_preset")
        .unwrap();
    wind.inputs.retain(|input| input.key == "speed_m_per_s");
    wind.inputs.extend([UNREAD.spec(), ONLY_COPIED.spec()]);
    wind.compile = compile_copying;
    let spec: NodeSpec = wind.clone();
    let registry = Registry::new(specs);
    assert_eq!(
        dead_inputs(&registry, &spec, &mut Drawer::new()),
        ["wind_preset.unread", "wind_preset.only_copied"]
    );
}

fn compile_copying(inputs: &mut Inputs<'_>) -> Option<Products> {
    let registry = Registry::standard();
    let mut products = (registry.spec("wind_preset")?.compile)(inputs)?;
    let copied = inputs.get(&ONLY_COPIED);
    if let Some(Product::Wind(wind)) = products.get_mut("preset") {
        let mut changed = (**wind).clone();
        changed.preset.name = copied.to_string();
        *wind = changed.into();
    }
    Some(products)
}
