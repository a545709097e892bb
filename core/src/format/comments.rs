//! Comments: each stays with the entry below it, or with the one before it on its line.

use std::{collections::BTreeSet, ops::Range};

use super::{place, scan, split::Entry};
use crate::graph::{Comment, Graph};

/// Notes the comments between the entries of a bracket, whose inside is `inner` and whose keys are `keys`.
pub(super) fn note(
    text: &str,
    graph: &mut Graph,
    keys: &[&str],
    inner: Range<usize>,
    entries: &[Entry],
) {
    let mut seen = BTreeSet::new();
    let mut before: Option<String> = None;
    let mut waiting: Vec<String> = Vec::new();
    let mut at = inner.start;
    for entry in entries {
        let gap = at..entry.whole.start;
        at = entry.whole.end;
        let above = gap_comments(text, graph, gap, before.take());
        waiting.extend(above);
        let key = entry.key_in(text).filter(|_| entry.fault.is_none());
        let Some(key) = key.filter(|key| seen.insert(key.clone())) else {
            continue;
        };
        let way = [keys, &[&key]].concat();
        let inside = if holds_entries(&way) {
            entry.value.start..entry.value.start
        } else {
            entry.value.clone()
        };
        waiting.extend(words(text, entry.key.end..entry.value.start));
        waiting.extend(words(text, inside));
        let place = place::join(&way);
        if !waiting.is_empty() {
            let comment = graph.comments.entry(place.clone()).or_default();
            comment.above.append(&mut waiting);
        }
        before = Some(place);
    }
    waiting.extend(gap_comments(text, graph, at..inner.end, before));
    if !waiting.is_empty() {
        let comment = graph.comments.entry(place::join(keys)).or_default();
        comment.within.append(&mut waiting);
    }
}

/// Notes the comments before and after the whole document, whose inside is `whole`.
pub(super) fn note_around(text: &str, graph: &mut Graph, whole: &Range<usize>) {
    let comment = Comment {
        above: words(text, 0..whole.start),
        behind: words(text, whole.end..text.len()),
        within: Vec::new(),
    };
    if comment != Comment::default() {
        graph.comments.insert(place::join(&[]), comment);
    }
}

/// Comments of a gap between entries; the first of them belongs to the entry `before` if it ends that entry's line.
fn gap_comments(
    text: &str,
    graph: &mut Graph,
    gap: Range<usize>,
    before: Option<String>,
) -> Vec<String> {
    let mut above = Vec::new();
    let mut at = gap.start;
    let mut same_line = before;
    for found in scan::comments(text, gap.clone()) {
        let breaks = |range: Range<usize>| text.get(range).is_some_and(|part| part.contains('\n'));
        let ends_line = {
            let rest = text.get(found.end..).unwrap_or_default();
            let rest = rest.trim_start_matches([' ', '\t', '\r', ',']);
            rest.is_empty() || rest.starts_with('\n')
        };
        if breaks(at..found.start) || !ends_line {
            same_line = None;
        }
        at = found.end;
        let comment = word(text, found);
        match same_line.take() {
            Some(place) => {
                let entry = graph.comments.entry(place).or_default();
                entry.behind.push(comment);
            }
            None => above.push(comment),
        }
    }
    above
}

fn words(text: &str, range: Range<usize>) -> Vec<String> {
    let found = scan::comments(text, range);
    found.into_iter().map(|found| word(text, found)).collect()
}

fn word(text: &str, range: Range<usize>) -> String {
    text.get(range).unwrap_or_default().trim_end().to_owned()
}

/// Whether the value at these keys is a bracket whose entries are read one by one.
fn holds_entries(keys: &[&str]) -> bool {
    matches!(
        keys,
        ["nodes" | "links" | "layout" | "metadata" | "graphs" | "unreadable"]
            | ["nodes" | "graphs", _]
            | ["nodes", _, "values"]
            | ["layout", "nodes" | "items"]
            | ["layout", "items", _]
    )
}
