//! Reading a text into a document: the outermost entries.

use std::{collections::BTreeSet, ops::Range};

use super::{
    FORMAT, MAX_BYTES, MAX_PROBLEMS, Reading, comments, migrate, place,
    read_graph::graph,
    read_layout::{layout, place_rest},
    reader::{Reader, put_loose},
    scan::{entry_end, skip_trivia},
    split::{Entry, inside, split},
    value,
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
        let entries = split(text, whole.clone(), MAX_PROBLEMS);
        read_only = reader.is_newer(&entries);
        reader.document(whole, &entries, &mut document);
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

impl Reader<'_> {
    /// The inside of the document's own brackets.
    fn outermost(&mut self) -> Option<Range<usize>> {
        let mut end = self.text.trim_end().len();
        if self.text.len() > MAX_BYTES {
            self.problem(
                0,
                Severity::Error,
                format!("the text is longer than {} MB", MAX_BYTES >> 20),
                "Open a Windwright document.",
            );
            return None;
        }
        let start = skip_trivia(self.text, 0..end).unwrap_or(end);
        // Comments may follow the last bracket.
        if let Ok((after, last)) = entry_end(self.text, start..end)
            && after == end
        {
            end = last;
        }
        let inner = inside(self.text, start..end, '(');
        if inner.is_none() {
            self.problem(
                start,
                Severity::Error,
                "this is no Windwright document: it does not begin with a bracket (",
                "Open a document that was saved by this program.",
            );
        } else if !self.slice(&(start..end)).ends_with(')') {
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

    fn document(&mut self, whole: Range<usize>, entries: &[Entry], document: &mut Document) {
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
        comments::note_around(self.text, &mut root, &whole);
        comments::note(self.text, &mut root, &[], whole, entries);
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
            let entries = split(self.text, inside.clone(), self.room());
            comments::note(self.text, &mut inner, &[], inside, &entries);
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
        let mut seen = BTreeSet::new();
        for entry in entries {
            self.fault(entry);
            match entry.key_in(self.text) {
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
}
