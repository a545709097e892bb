//! Dragging nodes: the document's places go to the widget, and the end of a drag comes back as one move.

use std::collections::BTreeMap;

use windwright_core::{edit::Edit, graph::NodeId};

use super::{CanvasView, Events, items, node::LIP, shown::Shown, state::CanvasState};
use crate::action::Action;

/// Gives the widget the document's positions, but leaves a drag in progress alone.
pub(super) fn sync(ui: &egui::Ui, view: CanvasView<'_>, shown: &Shown, state: &mut CanvasState) {
    let idle = ui.input(|input| !input.pointer.primary_down() && !input.pointer.primary_released());
    let layout = &mut state.view.layout;
    if idle {
        layout.clear();
        state.drag_cancelled = false;
    }
    let frame = state.item_drag.as_ref();
    for node in &shown.nodes {
        let places = &view.document.layout.nodes;
        let [x, y] = places.get(&node.id).copied().unwrap_or_default();
        let mut place = egui::pos2(x + LIP, y);
        let carried = frame.is_some_and(|drag| items::carries(view.document, drag, &node.id));
        if carried {
            place += frame.map_or(egui::Vec2::ZERO, |drag| drag.delta);
        }
        if idle || carried || state.drag_cancelled {
            layout.insert(node.widget, place);
        } else {
            layout.entry(node.widget).or_insert(place);
        }
    }
    if ui.input(|input| input.key_pressed(egui::Key::Escape)) && !idle {
        state.drag_cancelled = true;
        state.item_drag = None;
    }
}

/// Turns the end of a drag into one move.
pub(super) fn finish(
    ui: &egui::Ui,
    moved: bool,
    view: CanvasView<'_>,
    shown: &Shown,
    state: &mut CanvasState,
    events: &mut Events,
) {
    if moved && !state.drag_cancelled {
        let selection = events.selection.as_ref().unwrap_or(view.selection);
        let positions: BTreeMap<NodeId, [f32; 2]> = shown
            .nodes
            .iter()
            .filter(|node| selection.nodes.contains(&node.id))
            .filter_map(|node| {
                let place = state.view.layout.get(&node.widget)?;
                Some((node.id.clone(), [place.x - LIP, place.y]))
            })
            .filter(|(id, place)| view.document.layout.nodes.get(id) != Some(place))
            .collect();
        if !positions.is_empty() {
            let many = if positions.len() == 1 { "" } else { "s" };
            events.actions.push(Action::Edit {
                label: format!("Move node{many}"),
                edits: vec![Edit::MoveNodes { positions }],
            });
        }
    }
    if ui.input(|input| input.pointer.primary_released())
        && let Some(drag) = state.item_drag.take()
        && let Some(action) = items::drop_item(view.document, &drag)
    {
        events.actions.push(action);
    }
}
