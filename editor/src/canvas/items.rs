//! Frames behind the nodes, comments and reroutes among them.

use egui::{Align2, CornerRadius, CursorIcon, Rect, Sense, Stroke, StrokeKind, Vec2, pos2, vec2};
use windwright_core::{
    document::Document,
    edit::Edit,
    graph::NodeId,
    layout::{Item, ItemId},
    nodes::Category,
};

use super::{
    CanvasView, Events,
    menu::Target,
    state::{CanvasState, ItemDrag, Published},
};
use crate::{
    action::{Action, Selection},
    theme,
};

/// Height of a frame's title, canvas units.
const TITLE: f32 = 24.0;
/// Side of the corner that resizes a frame, canvas units.
const CORNER: f32 = 14.0;
/// Smallest frame, canvas units.
const SMALLEST: [f32; 2] = [96.0, 64.0];

/// Names of the families that a frame can take its colour from.
pub(super) const FRAME_COLOURS: [(&str, Category); 8] = [
    ("wind", Category::Wind),
    ("tree", Category::Tree),
    ("species", Category::Species),
    ("cloud", Category::Cloud),
    ("scene", Category::Scene),
    ("measure", Category::Measure),
    ("learned", Category::Learned),
    ("value", Category::Value),
];

/// Draws the frames; the nodes come on top.
pub(super) fn frames(
    ui: &egui::Ui,
    view: CanvasView<'_>,
    state: &mut CanvasState,
    events: &mut Events,
    published: &mut Published,
) {
    for (id, item) in &view.document.layout.items {
        let Item::Frame {
            title,
            position,
            size,
            colour,
        } = item
        else {
            continue;
        };
        let mut rect = Rect::from_min_size(pos2(position[0], position[1]), vec2(size[0], size[1]));
        if let Some(drag) = state.item_drag.as_ref().filter(|drag| drag.id == *id) {
            if drag.resize {
                rect.max = rect.min + resized(rect.size(), drag.delta);
            } else {
                rect = rect.translate(drag.delta);
            }
        }
        let selected = view.selection.items.contains(id);
        paint_frame(ui, rect, title, colour, selected);
        published
            .items
            .insert(id.clone(), state.to_screen.mul_rect(rect));
        let bar = Rect::from_min_size(rect.min, vec2(rect.width(), TITLE));
        handle(ui, view, state, events, id, bar, false);
        let corner = Rect::from_min_max(rect.max - Vec2::splat(CORNER), rect.max);
        let response = handle(ui, view, state, events, id, corner, true);
        if response.hovered() || response.dragged() {
            ui.ctx().set_cursor_icon(CursorIcon::ResizeNwSe);
        }
    }
}

fn paint_frame(ui: &egui::Ui, rect: Rect, title: &str, colour: &str, selected: bool) {
    let palette = theme::palette(ui.visuals());
    let tint = FRAME_COLOURS
        .iter()
        .find(|(name, _)| *name == colour)
        .map_or(palette.second_text, |(_, family)| {
            theme::family_colour(*family, ui.visuals())
        });
    let painter = ui.painter();
    let corner = CornerRadius::same(8);
    painter.rect_filled(rect, corner, tint.gamma_multiply(0.07));
    let stroke = if selected {
        Stroke::new(1.5, palette.accent)
    } else {
        Stroke::new(1.0, tint.gamma_multiply(0.25))
    };
    painter.rect_stroke(rect, corner, stroke, StrokeKind::Inside);
    painter.text(
        pos2(rect.left() + 12.0, rect.top() + TITLE * 0.5 + 1.0),
        Align2::LEFT_CENTER,
        title,
        theme::title_font(13.0),
        tint,
    );
}

/// Draws comments and reroutes.
pub(super) fn notes(
    ui: &egui::Ui,
    view: CanvasView<'_>,
    state: &mut CanvasState,
    events: &mut Events,
    published: &mut Published,
) {
    let palette = theme::palette(ui.visuals());
    for (id, item) in &view.document.layout.items {
        let delta = state
            .item_drag
            .as_ref()
            .filter(|drag| drag.id == *id)
            .map_or(Vec2::ZERO, |drag| drag.delta);
        let selected = view.selection.items.contains(id);
        let stroke = if selected {
            Stroke::new(1.5, palette.accent)
        } else {
            Stroke::new(1.0, palette.field_hover)
        };
        let rect = match item {
            Item::Frame { .. } => continue,
            Item::Comment { text, position } => {
                let galley = ui.painter().layout(
                    text.clone(),
                    theme::text_font(12.0),
                    palette.second_text,
                    220.0,
                );
                let place = pos2(position[0], position[1]) + delta;
                let rect = Rect::from_min_size(place, galley.size() + vec2(16.0, 12.0));
                ui.painter()
                    .rect(rect, 4.0, palette.panel, stroke, StrokeKind::Inside);
                ui.painter()
                    .galley(place + vec2(8.0, 6.0), galley, palette.second_text);
                rect
            }
            Item::Reroute { position, .. } => {
                let place = pos2(position[0], position[1]) + delta;
                ui.painter().circle(place, 4.0, palette.node_edge, stroke);
                Rect::from_center_size(place, Vec2::splat(16.0))
            }
        };
        published
            .items
            .insert(id.clone(), state.to_screen.mul_rect(rect));
        handle(ui, view, state, events, id, rect, false);
    }
}

/// Lets `rect` select and drag an item.
fn handle(
    ui: &egui::Ui,
    view: CanvasView<'_>,
    state: &mut CanvasState,
    events: &mut Events,
    id: &ItemId,
    rect: Rect,
    resize: bool,
) -> egui::Response {
    let response = ui.interact(
        rect,
        ui.id().with((id.as_str(), resize)),
        Sense::click_and_drag(),
    );
    let pressed =
        response.is_pointer_button_down_on() && ui.input(|input| input.pointer.primary_pressed());
    if pressed {
        let add = ui.input(|input| input.modifiers.ctrl);
        let mut selection = if add {
            view.selection.clone()
        } else {
            Selection::default()
        };
        selection.items.insert(id.clone());
        events.selection = Some(selection);
    }
    if response.secondary_clicked() {
        events.menu = Some(Target::Item(id.clone()));
        if !view.selection.items.contains(id) {
            events.selection = Some(Selection {
                items: [id.clone()].into(),
                ..Selection::default()
            });
        }
    }
    events.rename |= response.double_clicked();
    if response.drag_started_by(egui::PointerButton::Primary) {
        state.item_drag = Some(ItemDrag {
            id: id.clone(),
            delta: Vec2::ZERO,
            resize,
        });
    }
    if response.dragged_by(egui::PointerButton::Primary)
        && let Some(drag) = state.item_drag.as_mut().filter(|drag| drag.id == *id)
        && let (Some(origin), Some(now)) =
            ui.input(|input| (input.pointer.press_origin(), input.pointer.latest_pos()))
    {
        let delta = (now - origin) / state.to_screen.scaling.max(1e-3);
        drag.delta = (delta / 4.0).round() * 4.0;
    }
    response
}

/// Whether dragging the item takes the node along: a frame carries what stands in it.
pub(super) fn carries(document: &Document, drag: &ItemDrag, node: &NodeId) -> bool {
    let Some(Item::Frame { position, size, .. }) = document.layout.items.get(&drag.id) else {
        return false;
    };
    let Some([x, y]) = document.layout.nodes.get(node) else {
        return false;
    };
    !drag.resize
        && (position[0]..position[0] + size[0]).contains(x)
        && (position[1]..position[1] + size[1]).contains(y)
}

fn resized(size: Vec2, delta: Vec2) -> Vec2 {
    (size + delta).max(vec2(SMALLEST[0], SMALLEST[1]))
}

/// The edit that a finished drag means; `None` if nothing moved.
pub(super) fn drop_item(document: &Document, drag: &ItemDrag) -> Option<Action> {
    if drag.delta == Vec2::ZERO {
        return None;
    }
    let moved = |place: [f32; 2]| [place[0] + drag.delta.x, place[1] + drag.delta.y];
    let item = document.layout.items.get(&drag.id)?;
    let (label, item) = match item.clone() {
        Item::Frame {
            title,
            position,
            size,
            colour,
        } => {
            let (label, position, size) = if drag.resize {
                let size = resized(vec2(size[0], size[1]), drag.delta);
                ("Resize frame", position, [size.x, size.y])
            } else {
                ("Move frame", moved(position), size)
            };
            let frame = Item::Frame {
                title,
                position,
                size,
                colour,
            };
            (label, frame)
        }
        Item::Comment { text, position } => {
            let position = moved(position);
            ("Move comment", Item::Comment { text, position })
        }
        Item::Reroute { input, position } => {
            let position = moved(position);
            ("Move reroute", Item::Reroute { input, position })
        }
    };
    let positions: std::collections::BTreeMap<_, _> = document
        .layout
        .nodes
        .iter()
        .filter(|(node, _)| carries(document, drag, node))
        .map(|(node, place)| (node.clone(), moved(*place)))
        .collect();
    let mut edits = vec![Edit::SetItem {
        id: drag.id.clone(),
        item: Some(item),
    }];
    if !positions.is_empty() {
        edits.push(Edit::MoveNodes { positions });
    }
    Some(Action::Edit {
        label: label.to_owned(),
        edits,
    })
}
