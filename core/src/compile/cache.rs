//! Results of unchanged nodes, and the last good result of each node.

use std::{collections::BTreeMap, sync::Arc};

use super::{files::Files, fingerprint::Fingerprint, inputs::Said, product::Products};
use crate::graph::NodeId;

/// How many compilations a result is kept without being used, so that undo finds it again.
const KEPT: u64 = 4;

/// What compiling one node gave.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// Of the node and of the files that it read.
    pub(super) fingerprint: Fingerprint,
    pub(super) products: Arc<Products>,
    pub(super) said: Arc<Said>,
    /// Whether the node could make its products itself.
    pub(super) good: bool,
}

/// Results of unchanged nodes, by content fingerprint.
#[derive(Debug, Clone, Default)]
pub struct Cache {
    run: u64,
    compiled: usize,
    entries: BTreeMap<Fingerprint, (u64, Entry)>,
    last_good: BTreeMap<NodeId, (String, u64, Entry)>,
}

impl Cache {
    /// Nodes that the last compilation had to compile.
    pub fn compiled(&self) -> usize {
        self.compiled
    }

    pub(super) fn begin(&mut self) {
        self.run += 1;
        self.compiled = 0;
    }

    pub(super) fn finish(&mut self) {
        let oldest = self.run.saturating_sub(KEPT);
        self.entries.retain(|_, (used, _)| *used >= oldest);
        self.last_good.retain(|_, (_, used, _)| *used >= oldest);
    }

    /// The result under `fingerprint`, if the files that it read are still the same.
    pub(super) fn find(&mut self, fingerprint: Fingerprint, files: &dyn Files) -> Option<Entry> {
        let run = self.run;
        let (used, entry) = self.entries.get_mut(&fingerprint)?;
        let same = entry
            .said
            .files
            .iter()
            .all(|(path, stamp)| files.stamp(path) == *stamp);
        same.then(|| {
            *used = run;
            entry.clone()
        })
    }

    /// Keeps a new result under the fingerprint of its node.
    pub(super) fn keep(&mut self, fingerprint: Fingerprint, entry: &Entry) {
        self.compiled += 1;
        self.entries.insert(fingerprint, (self.run, entry.clone()));
    }

    /// Notes the result of a node that could make its products, used now.
    pub(super) fn note_good(&mut self, id: &NodeId, type_key: &str, entry: &Entry) {
        self.last_good
            .insert(id.clone(), (type_key.to_owned(), self.run, entry.clone()));
    }

    /// The last result with which the node could make its products.
    pub(super) fn last_good(&mut self, id: &NodeId, type_key: &str) -> Option<Entry> {
        let run = self.run;
        let (key, used, entry) = self.last_good.get_mut(id)?;
        (key == type_key).then(|| {
            *used = run;
            entry.clone()
        })
    }
}
