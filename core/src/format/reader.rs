//! A text being read, and what was found wrong with it so far: the entries of a bracket, and what of them is kept unread.

use std::{collections::BTreeSet, ops::Range};

use super::{
    MAX_PROBLEMS, Problem, comments, place,
    split::{Entry, inside, split},
    value::{self, Refusal},
};
use crate::{compile::Severity, graph::Graph};

/// A text and what was found wrong with it so far.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    lines: Vec<usize>,
    pub(super) problems: Vec<Problem>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
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
    pub(super) fn room(&self) -> usize {
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
        let mut seen = BTreeSet::new();
        let entries = split(self.text, inner.clone(), room);
        comments::note(self.text, graph, keys, inner, &entries);
        for entry in entries {
            self.fault(&entry);
            match entry.key_in(self.text) {
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
pub(super) fn put_loose(graph: &mut Graph, way: &[&str], text: String) {
    let first = graph.unreadable.len();
    let place = (first..=2 * first)
        .map(|number| place::join_loose(way, number))
        .find(|place| !graph.unreadable.contains_key(place));
    if let Some(place) = place {
        graph.unreadable.insert(place, text);
    }
}
