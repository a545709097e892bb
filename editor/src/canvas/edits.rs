//! Edits that menus and keys of the canvas make: passing over, disconnecting, framing, nudging, and new items.

use std::collections::BTreeMap;

use egui::{Rect, Vec2};
use windwright_core::{
    document::Document,
    edit::Edit,
    graph::{Node, NodeId, Port},
    layout::{Item, ItemId},
};

use crate::{
    action::{Action, Selection},
    identity,
};

/// Space between nodes and the frame around them, canvas units; above them stands its title.
const FRAME_SPACE: f32 = 12.0;
const FRAME_TITLE: f32 = 24.0;

/// Size of a frame with nothing in it, canvas units.
pub(super) const FRAME: Vec2 = Vec2::new(320.0, 200.0);

/// A step of these edits.
pub(super) fn step(label: &str, edits: Vec<Edit>) -> Action {
    Action::Edit {
        label: label.to_owned(),
        edits,
    }
}

/// Changes name, note or bypass of a node.
pub(crate) fn describe(id: &NodeId, node: &Node, change: impl FnOnce(&mut Node)) -> Edit {
    let mut changed = node.clone();
    change(&mut changed);
    Edit::Describe {
        id: id.clone(),
        name: changed.name,
        note: changed.note,
        bypass: changed.bypass,
    }
}

/// Passes the selected nodes over, or takes them in again when all are passed over.
pub(super) fn toggle_bypass(document: &Document, selection: &Selection) -> Action {
    let nodes: Vec<_> = document
        .graph()
        .nodes
        .iter()
        .filter(|(id, _)| selection.nodes.contains(id))
        .collect();
    let bypass = nodes.iter().any(|(_, node)| !node.bypass);
    let edits = nodes
        .into_iter()
        .map(|(id, node)| describe(id, node, |node| node.bypass = bypass))
        .collect();
    step(if bypass { "Bypass" } else { "Activate" }, edits)
}

/// Takes every wire off the selected nodes, except those among them.
pub(super) fn disconnect(document: &Document, selection: &Selection) -> Action {
    let inside = |port: &Port| selection.nodes.contains(&port.node);
    let edits = document
        .graph()
        .links
        .iter()
        .filter(|(input, output)| inside(input) != inside(output))
        .map(|(input, _)| Edit::Disconnect {
            input: input.clone(),
        })
        .collect();
    step("Disconnect", edits)
}

/// A frame around nodes.
pub(super) fn frame_around(bounds: Rect) -> Action {
    let mut rect = bounds.expand(FRAME_SPACE);
    rect.min.y -= FRAME_TITLE;
    frame(rect)
}

/// A new frame.
pub(super) fn frame(rect: Rect) -> Action {
    let item = Item::Frame {
        title: "Frame".to_owned(),
        position: [rect.min.x.round(), rect.min.y.round()],
        size: [rect.width().round(), rect.height().round()],
        colour: String::new(),
    };
    add_item("Add frame", "frame", item)
}

/// A new comment.
pub(super) fn comment(place: egui::Pos2) -> Action {
    let item = Item::Comment {
        text: "Comment".to_owned(),
        position: [place.x.round(), place.y.round()],
    };
    add_item("Add comment", "comment", item)
}

/// A bend of the wire that ends in `input`.
pub(super) fn reroute(input: &Port, place: egui::Pos2) -> Action {
    let item = Item::Reroute {
        input: input.clone(),
        position: [place.x.round(), place.y.round()],
    };
    add_item("Add reroute", "reroute", item)
}

fn add_item(label: &str, kind: &str, item: Item) -> Action {
    let id = ItemId::new(identity::item(kind));
    let item = Some(item);
    step(label, vec![Edit::SetItem { id, item }])
}

/// Moves what is selected by `delta`.
pub(super) fn nudge(document: &Document, selection: &Selection, delta: Vec2) -> Vec<Edit> {
    let moved = |[x, y]: [f32; 2]| [x + delta.x, y + delta.y];
    let positions: BTreeMap<NodeId, [f32; 2]> = document
        .layout
        .nodes
        .iter()
        .filter(|(id, _)| selection.nodes.contains(id))
        .map(|(id, place)| (id.clone(), moved(*place)))
        .collect();
    let items = document
        .layout
        .items
        .iter()
        .filter(|(id, _)| selection.items.contains(id))
        .map(|(id, item)| {
            let mut item = item.clone();
            let (Item::Frame { position, .. }
            | Item::Comment { position, .. }
            | Item::Reroute { position, .. }) = &mut item;
            *position = moved(*position);
            Edit::SetItem {
                id: id.clone(),
                item: Some(item),
            }
        });
    let mut edits: Vec<Edit> = items.collect();
    if !positions.is_empty() {
        edits.push(Edit::MoveNodes { positions });
    }
    edits
}
