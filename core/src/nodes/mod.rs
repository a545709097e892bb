//! Node types: each is declared once, in a file beside this one.
//!
//! Palette, inspector, tooltips, reference page, defaults and fuzz generators come from [`NodeSpec`].

pub mod example;
pub mod input;
pub mod spec;

mod branch_analyser;
mod branch_springs;
mod camera;
mod effector;
pub(crate) mod export_preset;
mod forest;
mod grow_tree;
mod import_tree;
mod math;
mod number;
mod preset_reference;
pub(crate) mod scene_output;
mod sim_clock;
mod sky_and_sun;
mod species;
mod species_fields;
mod species_level;
mod wind_fields;
mod wind_grid;
mod wind_preset;

pub use spec::{Category, InputSpec, NodeSpec, OutputSpec};

/// Every node type, sorted by key.
const ALL: [fn() -> NodeSpec; 18] = [
    branch_analyser::spec,
    branch_springs::spec,
    camera::spec,
    effector::spec,
    export_preset::spec,
    forest::spec,
    grow_tree::spec,
    import_tree::spec,
    math::spec,
    number::spec,
    preset_reference::spec,
    scene_output::spec,
    sim_clock::spec,
    sky_and_sun::spec,
    species::spec,
    species_level::spec,
    wind_grid::spec,
    wind_preset::spec,
];

/// Node types that a graph may use.
#[derive(Debug, Clone, Default)]
pub struct Registry {
    specs: Vec<NodeSpec>,
}

impl Registry {
    /// Every node type of this version, sorted by key.
    pub fn standard() -> Self {
        Self::new(ALL.iter().map(|spec| spec()).collect())
    }

    /// A registry of these types, which are sorted by key; of two with one key the first stays.
    pub fn new(mut specs: Vec<NodeSpec>) -> Self {
        specs.sort_by_key(|spec| spec.key);
        specs.dedup_by_key(|spec| spec.key);
        Self { specs }
    }

    /// The spec of a type, if this version knows it.
    pub fn spec(&self, key: &str) -> Option<&NodeSpec> {
        self.specs
            .binary_search_by_key(&key, |spec| spec.key)
            .ok()
            .and_then(|at| self.specs.get(at))
    }

    /// All specs.
    pub fn specs(&self) -> &[NodeSpec] {
        &self.specs
    }
}

#[cfg(test)]
mod tests;
