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

    /// Faults that may still be looked into.
    fn room(&self) -> usize {
        MAX_PROBLEMS.saturating_sub(self.problems.len())
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
        use std::collections::btree_map::Entry::{Occupied, Vacant};

        match graph.unreadable.entry(place::join(keys)) {
            Vacant(free) => {
                free.insert(self.slice(&entry.value).to_owned());
            }
            // Of two entries under one key the first is used, so the second needs another place.
            Occupied(_) => {
                self.keep_loose(graph, keys.get(..keys.len() - 1).unwrap_or_default(), entry);
            }
        }
    }

    /// Keeps an entry whose key cannot be read or used; pieces of brackets are no loss.
    pub(super) fn keep_loose(&self, graph: &mut Graph, keys: &[&str], entry: &Entry) {
        let text = self.slice(&entry.whole);
        if !text.chars().all(|letter| ")]}, \n\r\t".contains(letter)) {
            put_loose(graph, keys, text.to_owned());
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
        let inner = self.inside_or_near(keys, value, opening)?;
        let room = self.room();
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

    /// The inside of a bracket, also where something stands before it on its line.
    fn inside_or_near(
        &mut self,
        keys: &[&str],
        value: Range<usize>,
        opening: char,
    ) -> Option<Range<usize>> {
        if let Some(inner) = inside(self.text, value.clone(), opening) {
            return Some(inner);
        }
        let line = self.slice(&value).lines().next().unwrap_or_default();
        let start = value.start + line.find(opening)?;
        let inner = inside(self.text, start..value.end, opening)?;
        let stray = value::shown(line.trim_end_matches(opening).trim());
        self.problem(
            value.start,
            Severity::Error,
            format!(
                "{}: {stray} is not understood; it is left out",
                place::join(keys)
            ),
            format!("Remove what stands before {opening}."),
        );
        Some(inner)
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
        let sections = self.sections(&mut root, entries);
        graph(self, &mut root, &sections);
        for (key, entry) in &sections {
            match key.as_str() {
                "format" | "root" | "nodes" | "links" | "unreadable" => {}
                "layout" => document.layout = layout(self, &mut root, entry),
                "metadata" => self.metadata(&mut root, document, entry),
                "graphs" => self.graphs(&mut root, document, entry),
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
            let Some(inside) = inside(self.text, entry.value.clone(), '(') else {
                self.problem(
                    entry.value.start,
                    Severity::Error,
                    format!("graphs/{name} is no graph"),
                    "Write it as (nodes: {…}, links: {…}).",
                );
                self.keep(root, &["graphs", &name], &entry);
                continue;
            };
            let entries = split(self.text, inside, self.room());
            let sections = self.sections(&mut inner, &entries);
            graph(self, &mut inner, &sections);
            for (key, entry) in &sections {
                match key.as_str() {
                    "nodes" | "links" | "unreadable" => {}
                    other => self.keep(&mut inner, &[other], entry),
                }
            }
            document.graphs.insert(GraphId::new(name), inner);
        }
    }

    /// Sections of a document or graph by name; the others are reported and kept.
    ///
    /// The pieces of `unreadable` are read before all others, so that they keep their places.
    fn sections<'b>(
        &mut self,
        graph: &mut Graph,
        entries: &'b [Entry],
    ) -> Vec<(String, &'b Entry)> {
        let mut sections: Vec<(String, &Entry)> = Vec::new();
        let mut others = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        for entry in entries {
            self.fault(entry);
            match self.key(entry) {
                Some(key) if seen.insert(key.clone()) => {
                    sections.push((key, entry));
                }
                _ => others.push(entry),
            }
        }
        for (_, section) in sections.iter().filter(|(key, _)| key == "unreadable") {
            self.unreadable(graph, section);
        }
        for entry in others {
            let shown = value::shown(self.slice(&entry.whole));
            self.problem(
                entry.whole.start,
                Severity::Error,
                format!("{shown} is not understood"),
                "Mend the text, or remove it.",
            );
            self.keep_loose(graph, &[], entry);
        }
        sections
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
                    let way = place::split(&key).way;
                    if let Some(met) = graph.unreadable.insert(key, text) {
                        let way: Vec<&str> = way.iter().map(String::as_str).collect();
                        put_loose(graph, &way, met);
                    }
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

/// Keeps a text without a key, behind those that are kept already.
fn put_loose(graph: &mut Graph, way: &[&str], text: String) {
    let first = graph.unreadable.len();
    let place = (first..=2 * first)
        .map(|number| place::join_loose(way, number))
        .find(|place| !graph.unreadable.contains_key(place));
    if let Some(place) = place {
        graph.unreadable.insert(place, text);
    }
}
