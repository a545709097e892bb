//! Reading a text into a document: the outermost entries.

use std::ops::Range;

use super::{
    FORMAT, MAX_BYTES, MAX_PROBLEMS, Problem, Reading, migrate, place,
    read_graph::graph,
    read_layout::{layout, place_rest},
    split::{Entry, inside, split},
    value::{self, Refusal},
};
use crate::{
    compile::Severity,
    document::Document,
    graph::{Graph, GraphId},
};

/// Reads a text and brings nodes up to date with `steps`.
pub fn read_with(text: &str, steps: &[migrate::Step]) -> Reading {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader::new(text);
    let whole = reader.outermost();
    let mut document = Document::default();
    let mut read_only = whole.is_none();
    if let Some(whole) = whole {
        let entries = split(text, whole, MAX_PROBLEMS);
        read_only = reader.is_newer(&entries);
        reader.document(&entries, &mut document);
    }
    for graph in document.graphs.values_mut() {
        let changed = migrate::migrate(graph, steps);
        if changed > 0 {
            reader.problem(
                0,
                Severity::Note,
                format!("{changed} nodes were brought up to date"),
                "Save the document to keep them so.",
            );
        }
    }
    let mut problems = reader.problems;
    problems.sort();
    problems.dedup();
    Reading {
        document,
        problems,
        read_only,
    }
}

/// A text and what was found wrong with it so far.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    lines: Vec<usize>,
    problems: Vec<Problem>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        let lines = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        Self {
            text,
            lines,
            problems: Vec::new(),
        }
    }

    pub(super) fn slice(&self, range: &Range<usize>) -> &'a str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// Adds a problem at a byte of the text.
    pub(super) fn problem(
        &mut self,
        at: usize,
        severity: Severity,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        if self.problems.len() >= MAX_PROBLEMS {
            return;
        }
        let line = self.lines.partition_point(|start| *start <= at).max(1);
        let start = self.lines.get(line - 1).copied().unwrap_or_default();
        let before = self.text.get(start..at.min(self.text.len()));
        self.problems.push(Problem {
            line,
            column: before.unwrap_or_default().chars().count() + 1,
            severity,
            message: message.into(),
            remedy: remedy.into(),
        });
    }

    pub(super) fn refusal(&mut self, path: &str, refusal: Refusal) {
        let Refusal {
            at,
            message,
            remedy,
        } = refusal;
        self.problem(at, Severity::Error, format!("{path}: {message}"), remedy);
    }

    /// Reports that the brackets or quotes of an entry do not match.
    pub(super) fn fault(&mut self, entry: &Entry) {
        if let Some(fault) = entry.fault {
            self.problem(
                fault.at,
                Severity::Error,
                fault.message,
                "Mend the text at this place.",
            );
        }
    }

    /// Keeps an entry word for word.
    pub(super) fn keep(&self, graph: &mut Graph, keys: &[&str], entry: &Entry) {
        let text = self.slice(&entry.value).to_owned();
        let place = place::join(keys);
        // Of two entries under one key the first is used, so the second needs another place.
        if graph.unreadable.contains_key(&place) {
            self.keep_loose(graph, keys.get(..keys.len() - 1).unwrap_or_default(), entry);
        } else {
            graph.unreadable.insert(place, text);
        }
    }

    /// Keeps an entry whose key cannot be read or used; pieces of brackets are no loss.
    pub(super) fn keep_loose(&self, graph: &mut Graph, keys: &[&str], entry: &Entry) {
        let text = self.slice(&entry.whole);
        if text.chars().all(|letter| ")]}, \n\r\t".contains(letter)) {
            return;
        }
        // Of fixed width, so that pieces stay in their order.
        for number in graph.unreadable.len().. {
            let number = format!("{number:06}");
            let keys: Vec<&str> = keys.iter().copied().chain(["", &number]).collect();
            let place = place::join(&keys);
            if !graph.unreadable.contains_key(&place) {
                graph.unreadable.insert(place, text.to_owned());
                return;
            }
        }
    }

    /// Key of an entry: a text in quotes, or a word.
    pub(super) fn key(&self, entry: &Entry) -> Option<String> {
        let key = self.slice(&entry.key);
        if key.starts_with('"') {
            value::string(self.text, entry.key.clone()).ok()
        } else {
            (!key.is_empty()).then(|| key.to_owned())
        }
    }

    /// Entries of a bracket with their keys; the others are reported and kept under `keys`.
    pub(super) fn entries(
        &mut self,
        graph: &mut Graph,
        keys: &[&str],
        value: Range<usize>,
        opening: char,
    ) -> Option<Vec<(String, Entry)>> {
        let inner = inside(self.text, value, opening)?;
        let room = MAX_PROBLEMS.saturating_sub(self.problems.len());
        let mut keyed: Vec<(String, Entry)> = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        for entry in split(self.text, inner, room) {
            self.fault(&entry);
            match self.key(&entry) {
                Some(key) if seen.insert(key.clone()) => keyed.push((key, entry)),
                Some(key) => {
                    self.problem(
                        entry.whole.start,
                        Severity::Error,
                        format!(
                            "{} is there twice; the first is used",
                            place::join(&[keys, &[&key]].concat())
                        ),
                        "Remove or rename one of the two.",
                    );
                    self.keep_loose(graph, keys, &entry);
                }
                None => {
                    self.problem(
                        entry.whole.start,
                        Severity::Error,
                        format!("{} has no key", value::shown(self.slice(&entry.whole))),
                        "Write it as key: value.",
                    );
                    self.keep_loose(graph, keys, &entry);
                }
            }
        }
        Some(keyed)
    }

    /// The inside of the document's own brackets.
    fn outermost(&mut self) -> Option<Range<usize>> {
        let end = self.text.trim_end().len();
        if self.text.len() > MAX_BYTES {
            self.problem(
                0,
                Severity::Error,
                format!("the text is longer than {} MB", MAX_BYTES >> 20),
                "Open a Windwright document.",
            );
            return None;
        }
        let start = super::scan::skip_trivia(self.text, 0..end).unwrap_or(end);
        let inner = inside(self.text, start..end, '(');
        if inner.is_none() {
            self.problem(
                start,
                Severity::Error,
                "this is no Windwright document: it does not begin with a bracket (",
                "Open a document that was saved by this program.",
            );
        } else if !self.text.trim_end().ends_with(')') {
            self.problem(
                end,
                Severity::Error,
                "the last bracket is missing",
                "Add ) at the end.",
            );
        }
        inner
    }

    fn is_newer(&mut self, entries: &[Entry]) -> bool {
        let Some(entry) = entries
            .iter()
            .find(|entry| self.slice(&entry.key) == "format")
        else {
            return false;
        };
        match value::unsigned(self.text, entry.value.clone()) {
            Ok(format) if format <= FORMAT => false,
            Ok(format) => {
                self.problem(
                    entry.value.start,
                    Severity::Warning,
                    format!("format {format} is newer than {FORMAT}, the newest that this version knows"),
                    "The document is opened for reading only; save it under another name to keep what is shown.",
                );
                true
            }
            Err(refusal) => {
                self.refusal("format", refusal);
                true
            }
        }
    }

    fn document(&mut self, entries: &[Entry], document: &mut Document) {
        let root = entries
            .iter()
            .find(|entry| self.slice(&entry.key) == "root");
        if let Some(entry) = root {
            match value::string(self.text, entry.value.clone()) {
                Ok(name) => {
                    document.graphs.clear();
                    document.root = GraphId::new(name);
                }
                Err(refusal) => self.refusal("root", refusal),
            }
        }
        let mut root = Graph::default();
        let mut seen = std::collections::BTreeSet::new();
        let mut sections = Vec::new();
        for entry in entries {
            self.fault(entry);
            match self.key(entry) {
                Some(key) if seen.insert(key.clone()) => sections.push((key, entry)),
                _ => {
                    self.problem(
                        entry.whole.start,
                        Severity::Error,
                        format!(
                            "{} is not understood",
                            value::shown(self.slice(&entry.whole))
                        ),
                        "Mend the text, or remove it.",
                    );
                    self.keep_loose(&mut root, &[], entry);
                }
            }
        }
        graph(self, &mut root, &sections);
        for (key, entry) in &sections {
            match key.as_str() {
                "format" | "root" | "nodes" | "links" => {}
                "layout" => document.layout = layout(self, &mut root, entry),
                "metadata" => self.metadata(&mut root, document, entry),
                "graphs" => self.graphs(&mut root, document, entry),
                "unreadable" => self.unreadable(&mut root, entry),
                other => {
                    self.problem(
                        entry.whole.start,
                        Severity::Warning,
                        format!("{other} is not known to this version; it is kept"),
                        "Nothing has to be done.",
                    );
                    self.keep(&mut root, &[other], entry);
                }
            }
        }
        place_rest(&root, &mut document.layout);
        document.graphs.insert(document.root.clone(), root);
    }

    fn metadata(&mut self, root: &mut Graph, document: &mut Document, section: &Entry) {
        let Some(entries) = self.entries(root, &["metadata"], section.value.clone(), '{') else {
            return self.no_map(root, "metadata", section);
        };
        for (key, entry) in entries {
            match value::string(self.text, entry.value.clone()) {
                Ok(text) => {
                    document.metadata.insert(key, text);
                }
                Err(refusal) => {
                    self.refusal(&format!("metadata/{key}"), refusal);
                    self.keep(root, &["metadata", &key], &entry);
                }
            }
        }
    }

    fn graphs(&mut self, root: &mut Graph, document: &mut Document, section: &Entry) {
        let Some(entries) = self.entries(root, &["graphs"], section.value.clone(), '{') else {
            return self.no_map(root, "graphs", section);
        };
        for (name, entry) in entries {
            let mut inner = Graph::default();
            let Some(sections) = self.entries(&mut inner, &[], entry.value.clone(), '(') else {
                self.problem(
                    entry.value.start,
                    Severity::Error,
                    format!("graphs/{name} is no graph"),
                    "Write it as (nodes: {…}, links: {…}).",
                );
                self.keep(root, &["graphs", &name], &entry);
                continue;
            };
            let sections: Vec<(String, &Entry)> = sections
                .iter()
                .map(|(key, entry)| (key.clone(), entry))
                .collect();
            graph(self, &mut inner, &sections);
            for (key, entry) in &sections {
                match key.as_str() {
                    "nodes" | "links" => {}
                    "unreadable" => self.unreadable(&mut inner, entry),
                    other => self.keep(&mut inner, &[other], entry),
                }
            }
            document.graphs.insert(GraphId::new(name), inner);
        }
    }

    /// Pieces that could not be written back in place.
    fn unreadable(&mut self, graph: &mut Graph, section: &Entry) {
        let Some(entries) = self.entries(graph, &["unreadable"], section.value.clone(), '{') else {
            return self.no_map(graph, "unreadable", section);
        };
        for (key, entry) in entries {
            match value::string(self.text, entry.value.clone()) {
                Ok(text) => {
                    self.problem(
                        entry.whole.start,
                        Severity::Warning,
                        format!("{key} could not be read earlier; it is kept"),
                        "Mend it and put it back in its place, or remove it.",
                    );
                    graph.unreadable.insert(key, text);
                }
                Err(refusal) => {
                    self.refusal(&format!("unreadable/{key}"), refusal);
                    self.keep(graph, &["unreadable", &key], &entry);
                }
            }
        }
    }

    /// Reports a section that is no map, and keeps it.
    pub(super) fn no_map(&mut self, graph: &mut Graph, key: &str, section: &Entry) {
        self.problem(
            section.value.start,
            Severity::Error,
            format!("{key} is no map"),
            "Write it in brackets { }.",
        );
        self.keep(graph, &[key], section);
    }
}
