//! Writing a document: sorted keys, shortest numbers, one value a line.

use std::{collections::BTreeMap, fmt::Write as _};

use super::{
    FORMAT,
    place::{self, Place},
    scan::entry_end,
    split::split,
    write_graph::graph,
    write_layout::layout,
};
use crate::{
    document::Document,
    graph::{Comment, Graph},
    value::{Finite, Value},
};

/// The text of a document; reading it gives the same document.
pub fn write(document: &Document) -> String {
    let root = document.graph();
    let mut out = Out::at(0, &root.comments, &[]);
    let kept = Kept::of(root);
    out.comments_above("");
    out.open("(");
    out.line("format", &FORMAT.to_string());
    if document.root != Document::default().root {
        out.line("root", &quoted(document.root.as_str()));
    }
    let metadata = document
        .metadata
        .iter()
        .map(|(key, text)| (key.clone(), Body::Leaf(quoted(text))));
    out.map("metadata", kept.merge(&["metadata"], metadata));
    graph(&mut out, root, &kept);
    layout(&mut out, &document.layout, &kept);
    let graphs = document
        .graphs
        .iter()
        .filter(|(id, _)| **id != document.root)
        .map(|(id, inner)| {
            let mut own = Out::at(out.depth + 1, &inner.comments, &[]);
            let kept = Kept::of(inner);
            own.open("(");
            graph(&mut own, inner, &kept);
            own.rest(&kept, &[]);
            own.unreadable(&kept);
            own.close(")");
            (id.as_str().to_owned(), Body::Block(own.text))
        })
        .collect::<Vec<_>>();
    out.map("graphs", kept.merge(&["graphs"], graphs));
    out.rest(&kept, &[]);
    out.unreadable(&kept);
    out.close(")");
    out.text.push('\n');
    for comment in root.comments.get("").iter().flat_map(|root| &root.behind) {
        out.own_line(comment);
    }
    out.text
}

/// What stands behind a key.
pub(super) enum Body {
    /// One line.
    Leaf(String),
    /// Several lines that are indented already.
    Block(String),
    /// A piece of the file that has no readable key: written without one.
    Loose(String),
}

/// Unreadable pieces of a graph, by the keys on the way to them.
pub(super) struct Kept {
    /// Those that can stand in their place: under the way to it, last key and text.
    in_place: BTreeMap<Vec<String>, Vec<(String, String)>>,
    /// The same without a key.
    loose: BTreeMap<Vec<String>, Vec<String>>,
    /// Those that would harm what stands beside them.
    apart: Vec<(String, String)>,
}

impl Kept {
    fn of(graph: &Graph) -> Self {
        let mut kept = Self {
            in_place: BTreeMap::new(),
            loose: BTreeMap::new(),
            apart: Vec::new(),
        };
        for (place, text) in &graph.unreadable {
            let Place { way, key } = place::split(place);
            // A piece without a key of its own must not be read as the entry that its text looks like.
            let clashes = match &key {
                Some(key) => is_own(&way, key),
                None => looks_keyed(text),
            };
            if clashes || !is_sound(text) {
                kept.apart.push((place.clone(), text.clone()));
                continue;
            }
            match key {
                Some(key) => {
                    let pieces = kept.in_place.entry(way).or_default();
                    pieces.push((key, text.clone()));
                }
                None => kept.loose.entry(way).or_default().push(text.clone()),
            }
        }
        kept
    }

    /// Entries of a map or struct, sorted, with the pieces that belong between them.
    ///
    /// A piece gives way to an entry of the same key.
    pub(super) fn merge(
        &self,
        keys: &[&str],
        entries: impl IntoIterator<Item = (String, Body)>,
    ) -> Vec<(String, Body)> {
        let mut merged: BTreeMap<String, Body> = entries.into_iter().collect();
        let way: Vec<String> = keys.iter().copied().map(str::to_owned).collect();
        for (key, text) in self.in_place.get(&way).into_iter().flatten() {
            merged
                .entry(key.clone())
                .or_insert_with(|| Body::Leaf(text.clone()));
        }
        let loose = self.loose.get(&way).into_iter().flatten();
        merged
            .into_iter()
            .chain(loose.map(|text| (String::new(), Body::Loose(text.clone()))))
            .collect()
    }
}

/// Whether the entry `key` under `way` is one that is written anew, now or when it has something to say.
fn is_own(way: &[String], key: &str) -> bool {
    let way: Vec<&str> = way.iter().map(String::as_str).collect();
    match way.as_slice() {
        [] => SECTIONS.contains(&key),
        ["layout"] => matches!(key, "nodes" | "items"),
        ["nodes", _] => matches!(
            key,
            "type" | "version" | "name" | "note" | "bypass" | "values"
        ),
        _ => false,
    }
}

/// Names of all sections.
const SECTIONS: [&str; 8] = [
    "format",
    "root",
    "metadata",
    "nodes",
    "links",
    "layout",
    "graphs",
    "unreadable",
];

/// Whether a piece would be read as an entry with a key.
fn looks_keyed(text: &str) -> bool {
    let entries = split(text, 0..text.len(), 1);
    entries.iter().any(|entry| entry.key_in(text).is_some())
}

/// Whether a piece can stand between others without harming them.
fn is_sound(text: &str) -> bool {
    !text.trim().is_empty()
        && !text.contains("//")
        && !text.contains("/*")
        && entry_end(text, 0..text.len()).is_ok_and(|(comma, _)| comma == text.len())
}

/// Text that grows, with its indentation and the comments at its entries.
pub(super) struct Out<'a> {
    pub(super) text: String,
    pub(super) depth: usize,
    pub(super) comments: &'a BTreeMap<String, Comment>,
    /// Keys on the way to the bracket that is open.
    way: Vec<String>,
    /// Comments at entries that are not written because they are empty.
    pub(super) orphans: Vec<&'a String>,
}

impl<'a> Out<'a> {
    pub(super) fn at(depth: usize, comments: &'a BTreeMap<String, Comment>, way: &[&str]) -> Self {
        Self {
            text: String::new(),
            depth,
            comments,
            way: way.iter().copied().map(str::to_owned).collect(),
            orphans: Vec::new(),
        }
    }

    /// Place of the open bracket, or of an entry in it.
    fn place(&self, key: Option<&str>) -> String {
        let way = self.way.iter().map(String::as_str);
        place::join(&way.chain(key).collect::<Vec<_>>())
    }

    fn own_line(&mut self, text: &str) {
        self.indent();
        self.text.push_str(text);
        self.text.push('\n');
    }

    pub(super) fn comments_above(&mut self, place: &str) {
        let comments = self.comments;
        for comment in comments.get(place).iter().flat_map(|found| &found.above) {
            self.own_line(comment);
        }
    }

    fn comments_within(&mut self, place: &str) {
        let comments = self.comments.get(place);
        let within = comments.iter().flat_map(|found| &found.within);
        let orphans = std::mem::take(&mut self.orphans);
        for comment in orphans.into_iter().chain(within) {
            self.own_line(comment);
        }
    }

    fn indent(&mut self) {
        self.text.extend(std::iter::repeat_n("    ", self.depth));
    }

    pub(super) fn open(&mut self, bracket: &str) {
        self.text.push_str(bracket);
        self.text.push('\n');
        self.depth += 1;
    }

    /// Closes the bracket whose keys are the way so far.
    pub(super) fn close(&mut self, bracket: &str) {
        self.comments_within(&self.place(None));
        self.depth = self.depth.saturating_sub(1);
        self.indent();
        self.text.push_str(bracket);
    }

    /// `key: value,` on a line of its own.
    pub(super) fn line(&mut self, key: &str, value: &str) {
        self.entry(key, key, value);
    }

    /// An entry with its comments; `shown` is how its key is written.
    fn entry(&mut self, key: &str, shown: &str, value: &str) {
        let place = self.place(Some(key));
        self.comments_above(&place);
        self.indent();
        self.text.push_str(shown);
        self.text.push_str(": ");
        self.text.push_str(value);
        self.end_entry(&place);
    }

    fn end_entry(&mut self, place: &str) {
        self.text.push(',');
        let comments = self.comments;
        for comment in comments.get(place).iter().flat_map(|found| &found.behind) {
            self.text.push(' ');
            self.text.push_str(comment);
        }
        self.text.push('\n');
    }

    /// `key: {…},`; nothing if there are no entries.
    pub(super) fn map(&mut self, key: &str, entries: Vec<(String, Body)>) {
        let place = self.place(Some(key));
        if entries.is_empty() {
            return self.orphan(&place);
        }
        self.comments_above(&place);
        self.indent();
        self.text.push_str(key);
        self.text.push_str(": ");
        self.open("{");
        self.way.push(key.to_owned());
        let orphans = std::mem::take(&mut self.orphans);
        for (key, body) in entries {
            self.body(&key, &quoted(&key), body);
        }
        self.close("}");
        self.orphans = orphans;
        self.way.pop();
        self.end_entry(&place);
    }

    /// Keeps the comments at an entry that is empty for the end of the open bracket.
    pub(super) fn orphan(&mut self, place: &str) {
        if let Some(Comment {
            above,
            behind,
            within,
        }) = self.comments.get(place)
        {
            self.orphans
                .extend([above, within, behind].into_iter().flatten());
        }
    }

    /// An entry of a map or struct; `shown` is how its key is written.
    pub(super) fn body(&mut self, key: &str, shown: &str, body: Body) {
        match body {
            Body::Leaf(text) | Body::Block(text) => self.entry(key, shown, &text),
            Body::Loose(text) => {
                self.indent();
                self.text.push_str(&text);
                self.text.push_str(",\n");
            }
        }
    }

    /// Unknown entries of a struct.
    pub(super) fn rest(&mut self, kept: &Kept, way: &[&str]) {
        for (key, body) in kept.merge(way, []) {
            self.body(&key, &field(&key), body);
        }
    }

    /// Pieces that would harm what stands beside them: as texts, under their place.
    fn unreadable(&mut self, kept: &Kept) {
        let entries = kept
            .apart
            .iter()
            .map(|(place, text)| (place.clone(), Body::Leaf(quoted(text))))
            .collect();
        self.map("unreadable", entries);
    }
}

/// A field of a struct: a word, or in quotes what is none.
pub(super) fn field(key: &str) -> String {
    let mut letters = key.bytes();
    let begins = letters
        .next()
        .is_some_and(|letter| letter.is_ascii_alphabetic() || letter == b'_');
    if begins && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == b'_') {
        key.to_owned()
    } else {
        quoted(key)
    }
}

/// A text in quotes, on one line.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            _ if letter.is_control() => {
                // Writing to a text cannot fail.
                write!(quoted, "\\u{{{:x}}}", u32::from(letter)).ok();
            }
            _ => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

/// The shortest text that reads as the same number, always with a point or an exponent.
pub(super) fn number(number: f32) -> String {
    format!("{number:?}")
}

pub(super) fn value(value: &Value) -> String {
    let list = |numbers: &[Finite]| {
        let numbers: Vec<String> = numbers.iter().map(|each| number(each.get())).collect();
        numbers.join(", ")
    };
    match value {
        Value::Number(each) => number(each.get()),
        Value::Integer(number) => number.to_string(),
        Value::Toggle(on) => on.to_string(),
        Value::Vector(numbers) => format!("({})", list(numbers)),
        Value::Numbers(numbers) => format!("[{}]", list(numbers)),
        Value::Text(text) => quoted(text),
    }
}

pub(super) fn pair([x, y]: [f32; 2]) -> String {
    format!("({}, {})", number(x), number(y))
}
