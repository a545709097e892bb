//! Reading trees made elsewhere: glTF in, meshes and a branch table out.

mod accessor;
mod analyse;
mod attributes;
mod buffers;
mod container;
mod document;
mod extensions;
mod left_out;
mod limits;
mod material;
mod node_tree;
mod options;
mod placement;
mod primitive;
mod references;
mod scene;
mod skin;
mod texture;
mod uri;

use std::sync::Arc;

use crate::plant::{Material, PlantMesh};

pub use analyse::analyse;
pub use options::{AnalyseOptions, ImportOptions};

/// Fetches what a glTF file names; the editor's stays inside the file's folder and limits sizes.
pub trait Resolver {
    /// Bytes at `uri`, as written in the file (percent-encoded, relative); at most `limit` bytes.
    ///
    /// Never asked for an absolute path, a path with `..` or a URI with a scheme.
    ///
    /// # Errors
    /// One sentence that says why not.
    fn resolve(&self, uri: &str, limit: usize) -> Result<Arc<[u8]>, String>;
}

/// Triangles and materials, not yet analysed; tree space, metres. `PlantVertex::branch` is the number of the glTF node.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ImportedMesh {
    /// All triangles that the scene draws.
    pub mesh: PlantMesh,
    /// Materials.
    pub materials: Vec<Material>,
    /// Names of the glTF nodes (of their mesh where the node has none), by number.
    pub node_names: Vec<String>,
    /// Value of the attribute `_BRANCH_ID` of each vertex; empty if the file has none.
    pub branch_ids: Vec<u32>,
    /// What was left out or guessed, one sentence each.
    pub notes: Vec<String>,
}

/// Why a file gives no tree. Each message names the place in the file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
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

impl ImportError {
    fn new(
        place: impl Into<String>,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self::Fault {
            place: place.into(),
            message: message.into(),
            remedy: remedy.into(),
        }
    }

    /// Where in the file.
    pub fn place(&self) -> &str {
        let Self::Fault { place, .. } = self;
        place
    }

    /// One sentence: what the user can do.
    pub fn remedy(&self) -> &str {
        let Self::Fault { remedy, .. } = self;
        remedy
    }
}

/// What to do about a file that contradicts itself.
const EXPORT_AGAIN: &str = "Export the tree again; the glTF validator lists all faults of a file.";

/// Reads a .glb or .gltf file.
///
/// Beside the answer, memory stays under 64 MB plus 16 times the bytes of the file and of the files it names.
///
/// # Errors
/// [`ImportError`]: the file has no usable triangles, contradicts itself, or asks for what is not supported.
pub fn import(
    bytes: &[u8],
    resolver: &dyn Resolver,
    options: &ImportOptions,
) -> Result<ImportedMesh, ImportError> {
    let mut notes = Vec::new();
    let container = container::open(bytes)?;
    let root = document::parse(container.json, &mut notes)?;
    references::check(&root)?;
    let tree = node_tree::NodeTree::of(&root)?;

    let buffers = buffers::load(&root, container.binary, resolver)?;
    let mut budget = limits::Budget::for_file(bytes.len(), &buffers);
    let source = accessor::Source::new(&root, &buffers);

    let draws = scene::draws(&root, &tree, &mut notes)?;
    let geometry = primitive::collect(&source, &tree, &draws, &mut budget, &mut notes)?;
    let materials = material::all(&source, &geometry, resolver, &mut budget, &mut notes);
    let mut imported = ImportedMesh {
        mesh: geometry.mesh,
        materials,
        node_names: scene::names(&root),
        branch_ids: geometry.branch_ids,
        notes,
    };
    placement::place(&mut imported, options)?;
    Ok(imported)
}
