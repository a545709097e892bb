//! From graph to scene: never fails as a whole.

use std::{collections::BTreeMap, sync::Arc};

use windwright_runtime::preset::scene::SceneDescription;

use crate::{
    graph::{Graph, Key, NodeId},
    nodes::Registry,
    plant::Plant,
};

/// How bad a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Something was replaced or left out.
    Warning,
    /// A part of the scene is missing.
    Error,
}

/// A problem in the graph, attached to where it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Diagnostic {
    /// The node.
    pub node: NodeId,
    /// The input, if one is to blame.
    pub input: Option<Key>,
    /// How bad.
    pub severity: Severity,
    /// What is wrong, one sentence.
    pub message: String,
    /// What to do, one sentence.
    pub remedy: String,
}

/// What a graph means.
#[derive(Debug, Clone, Default)]
pub struct Compilation {
    /// The scene, if a scene output is reached.
    pub scene: Option<SceneDescription>,
    /// Plants by the hash that the scene's tree groups name.
    pub plants: BTreeMap<String, Arc<Plant>>,
    /// Files that were read or asked for, relative to the document; the watcher watches them.
    pub files: Vec<String>,
    /// What `Export preset` nodes ask for: file name and RON text.
    pub exports: BTreeMap<String, String>,
    /// All problems, sorted.
    pub diagnostics: Vec<Diagnostic>,
}

/// Content of the files that nodes name. The caller reads; core opens nothing.
pub trait Files {
    /// Bytes of the file at `path`, relative to the document with `/`.
    ///
    /// # Errors
    /// One sentence that says why it cannot be read.
    fn read(&self, path: &str) -> Result<Arc<[u8]>, String>;
}

/// No file can be read.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, path: &str) -> Result<Arc<[u8]>, String> {
        Err(format!("{path} cannot be read here"))
    }
}

/// Results of unchanged nodes, by content fingerprint.
#[derive(Debug, Clone, Default)]
pub struct Cache {}

/// Compiles the nodes that a scene output reaches, reusing what `cache` holds.
pub fn compile(
    _graph: &Graph,
    _registry: &Registry,
    _files: &dyn Files,
    _cache: &mut Cache,
) -> Compilation {
    Compilation::default()
}
