//! Reading places, frames, comments and reroutes.

use std::{collections::BTreeMap, ops::Range};

use super::{port, reader::Reader, split::Entry, value};
use crate::{
    compile::{Severity, order},
    graph::{Comment, Graph, NodeId},
    layout::{Item, ItemId, Layout},
};

/// Reads the section `layout`; what cannot be read is kept in `graph`.
pub(super) fn layout(reader: &mut Reader<'_>, graph: &mut Graph, section: &Entry) -> Layout {
    let mut layout = Layout::default();
    let Some(parts) = reader.entries(graph, &["layout"], section.value.clone(), '(') else {
        reader.problem(
            section.value.start,
            Severity::Error,
            "layout is no struct",
            "Write it as (nodes: {…}, items: {…}).",
        );
        reader.keep(graph, &["layout"], section);
        return layout;
    };
    for (part, entry) in &parts {
        let known = matches!(part.as_str(), "nodes" | "items");
        let keys = ["layout", part.as_str()];
        let entries = known
            .then(|| reader.entries(graph, &keys, entry.value.clone(), '{'))
            .flatten();
        let Some(entries) = entries else {
            reader.problem(
                entry.whole.start,
                Severity::Warning,
                format!("layout/{part} is not understood; it is kept"),
                "Nothing has to be done, unless it is misspelt.",
            );
            reader.keep(graph, &keys, entry);
            continue;
        };
        for (id, entry) in entries {
            let stands_alone =
                part == "nodes" && !graph.nodes.contains_key(&NodeId::new(id.clone()));
            if stands_alone {
                // Its node may be among the unreadable ones.
                reader.keep(graph, &["layout", part, &id], &entry);
                continue;
            }
            let read = if part == "nodes" {
                value::pair(reader.text, entry.value.clone()).map(|position| {
                    layout.nodes.insert(NodeId::new(id.clone()), position);
                })
            } else {
                item(reader, &id, entry.value.clone()).map(|(item, comments)| {
                    layout.items.insert(ItemId::new(id.clone()), item);
                    add_comments(graph, comments);
                })
            };
            if let Err(refusal) = read {
                reader.refusal(&format!("layout/{part}/{id}"), refusal);
                // A node without a place gets one; there is nothing to keep.
                if part == "items" {
                    reader.keep(graph, &["layout", part, &id], &entry);
                }
            }
        }
    }
    layout
}

fn add_comments(graph: &mut Graph, comments: BTreeMap<String, Comment>) {
    for (place, comment) in comments {
        graph.comments.entry(place).or_default().add(comment);
    }
}

/// Gives every node without a place one: a column for each step from the sources, below what is placed already.
pub(super) fn place_rest(graph: &Graph, layout: &mut Layout) {
    let missing: Vec<&NodeId> = graph
        .nodes
        .keys()
        .filter(|id| !layout.nodes.contains_key(*id))
        .collect();
    if missing.is_empty() {
        return;
    }
    let top = layout
        .nodes
        .values()
        .map(|[_, y]| y + ROW)
        .fold(0.0, f32::max);
    let ids: Vec<&NodeId> = graph.nodes.keys().collect();
    let mut steps: BTreeMap<&NodeId, usize> = BTreeMap::new();
    for id in order::order(graph, &ids) {
        let step = graph
            .inputs_of(id)
            .filter_map(|(_, output)| steps.get(&output.node))
            .max()
            .map_or(0, |step| step + 1);
        steps.insert(id, step);
    }
    let mut rows: BTreeMap<usize, f32> = BTreeMap::new();
    for id in missing {
        let step = steps.get(id).copied().unwrap_or_default();
        let row = rows.entry(step).or_insert(0.0);
        layout
            .nodes
            .insert(id.clone(), [step as f32 * COLUMN, top + *row * ROW]);
        *row += 1.0;
    }
}

/// Distance of columns, canvas units.
const COLUMN: f32 = 240.0;
/// Distance of rows, canvas units.
const ROW: f32 = 240.0;

/// An item, and the comments inside it by their places.
fn item(
    reader: &mut Reader<'_>,
    id: &str,
    body: Range<usize>,
) -> Result<(Item, BTreeMap<String, Comment>), value::Refusal> {
    let refuse = |message: String| value::Refusal {
        at: body.start,
        message,
        remedy: "Write it as the other items are written.",
    };
    let mut unread = Graph::default();
    let fields: BTreeMap<String, Entry> = reader
        .entries(&mut unread, &["layout", "items", id], body.clone(), '(')
        .ok_or_else(|| refuse(String::from("this is no item")))?
        .into_iter()
        .collect();
    let text = reader.text;
    let range = |key: &str| {
        fields
            .get(key)
            .map(|entry| entry.value.clone())
            .ok_or_else(|| refuse(format!("it has no {key}")))
    };
    let string = |key: &str| value::string(text, range(key)?);
    let pair = |key: &str| value::pair(text, range(key)?);
    let kind = string("kind")?;
    let (item, known) = match kind.as_str() {
        "frame" => (
            Item::Frame {
                title: string("title")?,
                position: pair("position")?,
                size: pair("size")?,
                colour: string("colour")?,
            },
            5,
        ),
        "comment" => (
            Item::Comment {
                text: string("text")?,
                position: pair("position")?,
            },
            3,
        ),
        "reroute" => (
            Item::Reroute {
                input: port::read(&string("input")?)
                    .ok_or_else(|| refuse(String::from("its input is no \"node.input\"")))?,
                position: pair("position")?,
            },
            3,
        ),
        other => return Err(refuse(format!("items of kind {other} are not known"))),
    };
    // An item with more than this version knows is kept whole, so that nothing is lost.
    if fields.len() > known || !unread.unreadable.is_empty() {
        return Err(refuse(format!(
            "this {kind} has more than this version knows"
        )));
    }
    Ok((item, unread.comments))
}
