//! Writing a document: sorted keys, shortest numbers, one value a line.

use std::fmt::Write as _;

use super::{FORMAT, place, scan::entry_end, write_graph::graph, write_layout::layout};
use crate::{
    document::Document,
    graph::Graph,
    value::{Finite, Value},
};

/// The text of a document; reading it gives the same document.
pub fn write(document: &Document) -> String {
    let mut out = Out::default();
    let root = document.graph();
    let kept = Kept::of(root);
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
            let mut own = Out::at(out.depth + 1);
            let kept = Kept::of(inner);
            own.open("(");
            graph(&mut own, inner, &kept);
            own.rest(&kept, &["nodes", "links", "unreadable"]);
            own.unreadable(&kept);
            own.close(")");
            (id.as_str().to_owned(), Body::Block(own.text))
        })
        .collect::<Vec<_>>();
    out.map("graphs", kept.merge(&["graphs"], graphs));
    out.rest(
        &kept,
        &[
            "format",
            "root",
            "metadata",
            "nodes",
            "links",
            "layout",
            "graphs",
            "unreadable",
        ],
    );
    out.unreadable(&kept);
    out.close(")");
    out.text.push('\n');
    out.text
}

/// What stands behind a key.
pub(super) enum Body {
    /// One line.
    Leaf(String),
    /// Several lines that are indented already.
    Block(String),
    /// Words of the file that could not be read, without a key of their own if `loose`.
    Verbatim { text: String, loose: bool },
}

/// Unreadable pieces of a graph by the keys on the way to them.
pub(super) struct Kept(Vec<(Vec<String>, String)>);

impl Kept {
    fn of(graph: &Graph) -> Self {
        Self(
            graph
                .unreadable
                .iter()
                .map(|(place, text)| (place::keys(place), text.clone()))
                .collect(),
        )
    }

    /// Entries of a map or struct, sorted, with the pieces that belong between them.
    ///
    /// A piece gives way to an entry of the same key.
    pub(super) fn merge(
        &self,
        keys: &[&str],
        entries: impl IntoIterator<Item = (String, Body)>,
    ) -> Vec<(String, Body)> {
        let mut merged: Vec<(String, Body)> = entries.into_iter().collect();
        merged.extend(
            self.pieces(keys)
                .filter_map(|(key, text)| {
                    let known = merged.iter().any(|(other, _)| other == key);
                    (!known).then(|| {
                        let text = text.to_owned();
                        (key.to_owned(), Body::Verbatim { text, loose: false })
                    })
                })
                .collect::<Vec<_>>(),
        );
        merged.sort_by(|(a, _), (b, _)| a.cmp(b));
        let loose: Vec<&str> = [keys, &[""]].concat();
        merged.extend(self.pieces(&loose).map(|(key, text)| {
            let text = text.to_owned();
            (key.to_owned(), Body::Verbatim { text, loose: true })
        }));
        merged
    }

    /// Pieces directly under `keys` that can be written in place.
    fn pieces<'a>(&'a self, keys: &'a [&str]) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.0.iter().filter_map(move |(place, text)| {
            let (last, way) = place.split_last()?;
            (way == keys && !(way.is_empty() && last.is_empty()) && is_sound(text))
                .then_some((last.as_str(), text.as_str()))
        })
    }
}

/// Whether a piece can stand between others without harming them.
fn is_sound(text: &str) -> bool {
    !text.trim().is_empty()
        && !text.contains("//")
        && entry_end(text, 0..text.len()).is_ok_and(|(comma, _)| comma == text.len())
}

/// Text that grows, with its indentation.
#[derive(Default)]
pub(super) struct Out {
    pub(super) text: String,
    pub(super) depth: usize,
}

impl Out {
    pub(super) fn at(depth: usize) -> Self {
        Self {
            text: String::new(),
            depth,
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

    pub(super) fn close(&mut self, bracket: &str) {
        self.depth = self.depth.saturating_sub(1);
        self.indent();
        self.text.push_str(bracket);
    }

    /// `key: value,` on a line of its own.
    pub(super) fn line(&mut self, key: &str, value: &str) {
        self.indent();
        self.text.push_str(key);
        self.text.push_str(": ");
        self.text.push_str(value);
        self.text.push_str(",\n");
    }

    /// `key: {…},`; nothing if there are no entries.
    pub(super) fn map(&mut self, key: &str, entries: Vec<(String, Body)>) {
        if entries.is_empty() {
            return;
        }
        self.indent();
        self.text.push_str(key);
        self.text.push_str(": ");
        self.open("{");
        for (key, body) in entries {
            self.entry(&quoted(&key), body);
        }
        self.close("}");
        self.text.push_str(",\n");
    }

    pub(super) fn entry(&mut self, key: &str, body: Body) {
        match body {
            Body::Leaf(text) | Body::Block(text) | Body::Verbatim { text, loose: false } => {
                self.line(key, &text);
            }
            Body::Verbatim { text, loose: true } => {
                self.indent();
                self.text.push_str(&text);
                self.text.push_str(",\n");
            }
        }
    }

    /// Unknown entries of a struct.
    pub(super) fn rest(&mut self, kept: &Kept, known: &[&str]) {
        for (key, body) in kept.merge(&[], []) {
            let loose = matches!(body, Body::Verbatim { loose: true, .. });
            if loose || !known.contains(&key.as_str()) {
                self.entry(&key, body);
            }
        }
    }

    /// Pieces that would harm what stands beside them: as texts, under their place.
    fn unreadable(&mut self, kept: &Kept) {
        let entries = kept
            .0
            .iter()
            .filter(|(_, text)| !is_sound(text))
            .map(|(place, text)| {
                let keys: Vec<&str> = place.iter().map(String::as_str).collect();
                (place::join(&keys), Body::Leaf(quoted(text)))
            })
            .collect();
        self.map("unreadable", entries);
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
