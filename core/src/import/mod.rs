//! Reading trees made elsewhere: glTF in, meshes and a branch table out.

use std::sync::Arc;

use crate::plant::{Material, Plant, PlantMesh};

/// Fetches what a glTF file names; the editor's stays inside the file's folder and limits sizes.
pub trait Resolver {
    /// Bytes at `uri`, as written in the file (percent-encoded, relative); at most `limit` bytes.
    ///
    /// # Errors
    /// One sentence that says why not.
    fn resolve(&self, uri: &str, limit: usize) -> Result<Arc<[u8]>, String>;
}

/// How the file is to be placed.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportOptions {
    /// Factor on all lengths.
    pub scale: f32,
    /// Whether the file's up axis is z.
    pub z_up: bool,
    /// Moves the lowest point of the trunk to the origin.
    pub recentre: bool,
}

impl Default for ImportOptions {
    fn default() -> Self {
        Self {
            scale: 1.0,
            z_up: false,
            recentre: true,
        }
    }
}

/// Triangles and materials, not yet analysed; tree space, metres. `PlantVertex::branch` is the number of the glTF node.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportedMesh {
    /// All triangles that the scene draws.
    pub mesh: PlantMesh,
    /// Materials.
    pub materials: Vec<Material>,
    /// Names of the glTF nodes, by number.
    pub node_names: Vec<String>,
    /// What was left out or guessed, one sentence each.
    pub notes: Vec<String>,
}

/// Why a file gives no tree. Each message names the place in the file.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// Any fault, with what to do.
    #[error("{place}: {message}")]
    Fault {
        /// Where in the file, such as `meshes[0].primitives[2]`.
        place: String,
        /// What is wrong.
        message: String,
        /// What to do.
        remedy: String,
    },
}

/// Reads a .glb or .gltf file.
///
/// # Errors
/// [`ImportError`]: the file has no usable triangles, contradicts itself, or asks for what is not supported.
pub fn import(
    _bytes: &[u8],
    _resolver: &dyn Resolver,
    _options: &ImportOptions,
) -> Result<ImportedMesh, ImportError> {
    Err(ImportError::Fault {
        place: String::from("file"),
        message: String::from("not yet read"),
        remedy: String::new(),
    })
}

/// Settings of the branch analysis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AnalyseOptions {
    /// Pieces of wood shorter than this join their parent, metres.
    pub min_length_m: f32,
    /// Most leaf bundles, 50..4000.
    pub max_bundles: u32,
    /// Area that a leaf bundle aims at, square metres.
    pub bundle_area_m2: f32,
}

impl Default for AnalyseOptions {
    fn default() -> Self {
        Self {
            min_length_m: 0.05,
            max_bundles: 1000,
            bundle_area_m2: 0.35,
        }
    }
}

/// Finds branches and leaf bundles in a mesh; always gives a plant, with notes on what was guessed.
pub fn analyse(mesh: &ImportedMesh, _options: &AnalyseOptions) -> Plant {
    Plant {
        table: windwright_runtime::tree::table::BranchTable::default(),
        lods: vec![mesh.mesh.clone()],
        materials: mesh.materials.clone(),
        notes: Vec::new(),
        hash: String::new(),
    }
}
