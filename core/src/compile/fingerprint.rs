//! What a node's result depends on, in 32 bytes.

use std::collections::BTreeMap;

use super::files::Stamp;
use crate::graph::{Graph, Node, NodeId, Port};

/// Hash of a node's own content and of all that it depends on, files excepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fingerprint([u8; 32]);

/// Fingerprint of a node; `source` gives those of the nodes that its links start at.
///
/// Name and note count for nothing; the id counts, because results name the node that made them.
pub(super) fn of(
    graph: &Graph,
    (id, node): (&NodeId, &Node),
    source: impl Fn(&NodeId) -> Option<Fingerprint>,
) -> Fingerprint {
    let mut hasher = blake3::Hasher::new();
    let mut add = |bytes: &[u8]| {
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    };
    add(id.as_str().as_bytes());
    add(node.type_key.as_bytes());
    add(&node.version.to_le_bytes());
    add(&[u8::from(node.bypass)]);
    for (key, value) in &node.values {
        add(key.as_str().as_bytes());
        add(format!("{value:?}").as_bytes());
    }
    add(b"links");
    for (input, Port { node, key }) in graph.inputs_of(id) {
        add(input.key.as_str().as_bytes());
        add(key.as_str().as_bytes());
        match source(node) {
            Some(Fingerprint(source)) => add(&source),
            None => add(b"nothing"),
        }
    }
    Fingerprint(*hasher.finalize().as_bytes())
}

impl Fingerprint {
    /// The fingerprint of a result that also depends on the content of files.
    pub(super) fn with_files(self, files: &BTreeMap<String, Option<Stamp>>) -> Self {
        if files.is_empty() {
            return self;
        }
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.0);
        for (path, stamp) in files {
            hasher.update(&(path.len() as u64).to_le_bytes());
            hasher.update(path.as_bytes());
            hasher.update(&stamp.unwrap_or_default());
        }
        Self(*hasher.finalize().as_bytes())
    }
}
