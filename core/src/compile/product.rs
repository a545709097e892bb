//! What travels along a link while compiling.

use std::{collections::BTreeMap, sync::Arc};

use windwright_runtime::{
    preset::{
        scene::{Camera, Clock, Ground, SceneDescription, Sky, TreeGroup},
        species::{Species, SpeciesLevel},
        wind::{LinearEffector, WindDescription},
    },
    signal::Scalar,
};

use crate::{import::ImportedMesh, plant::Plant};

/// Outputs of a node by key.
pub type Products = BTreeMap<&'static str, Product>;

/// One output.
#[derive(Debug, Clone)]
pub enum Product {
    /// A number, fixed or changing with time.
    Number(Scalar),
    /// Triangles, not yet analysed.
    Mesh(Arc<ImportedMesh>),
    /// A tree with its branch table.
    Tree(Arc<Plant>),
    /// One level of a species.
    Level(Arc<SpeciesLevel>),
    /// A species.
    Species(Arc<Species>),
    /// Wind from outside, or with its grid.
    Wind(Arc<WindDescription>),
    /// A local push.
    Effector(Arc<LinearEffector>),
    /// Trees with their places.
    Stand(Arc<Stand>),
    /// Ticks and seed.
    Clock(Clock),
    /// Sun, sky and the ground under them.
    Sky(Sky, Ground),
    /// Where the picture is taken from.
    Camera(Camera),
    /// A whole scene.
    Scene(Arc<CompiledScene>),
}

/// Groups of trees, each with the plant that its table comes from.
#[derive(Debug, Clone, Default)]
pub struct Stand {
    /// Groups in a fixed order.
    pub groups: Vec<(TreeGroup, Arc<Plant>)>,
}

/// A scene and its plants.
#[derive(Debug, Clone, Default)]
pub struct CompiledScene {
    /// What is simulated.
    pub description: SceneDescription,
    /// Plants by hash.
    pub plants: BTreeMap<String, Arc<Plant>>,
}

/// One output under its key.
pub(crate) fn one(key: &'static str, product: Product) -> Products {
    BTreeMap::from([(key, product)])
}
