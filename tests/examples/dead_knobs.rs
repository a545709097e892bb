//! Lists the inputs of node types whose change shows in no motion, plant, export or picture.
//!
//! `cargo run --release -p windwright-tests --example dead_knobs [NODE…]`; minutes for all nodes.
#![expect(clippy::print_stdout, reason = "its answer")]

use windwright_core::nodes::Registry;
use windwright_tests::{drawing::Drawer, knobs::dead_inputs};

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let registry = Registry::standard();
    let mut drawer = Drawer::new();
    for spec in registry.specs() {
        if wanted.is_empty() || wanted.iter().any(|key| key == spec.key) {
            println!(
                "{}: {:?}",
                spec.key,
                dead_inputs(&registry, spec, &mut drawer)
            );
        }
    }
}
