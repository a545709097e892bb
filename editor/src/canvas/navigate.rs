//! Where the canvas looks: zoom at the pointer, fit, bring a node into view, and the dots of its ground.

use egui::{Rect, Vec2, pos2, vec2};

use super::{
    CanvasView, ZOOM,
    shown::Shown,
    state::{CanvasState, Look},
};
use crate::theme;
use windwright_core::layout::Item;

/// Space around the nodes when all are fitted, points.
const MARGIN: f32 = 12.0;
/// Below this zoom the dots fade.
const DOTS_FROM: f32 = 0.6;
/// Below this zoom there are none.
const DOTS_NONE: f32 = 0.4;
/// Space between dots, canvas units.
const DOT_STEP: f32 = 24.0;
/// Their radius, canvas units; small discs are two triangles each.
const DOT_RADIUS: f32 = 0.9;

/// Applies the wheel and pending requests to the visible part.
pub(super) fn apply(
    ui: &egui::Ui,
    rect: Rect,
    view: CanvasView<'_>,
    shown: &Shown,
    state: &mut CanvasState,
) {
    let scene = &mut state.view.scene_rect;
    if !scene.is_finite() || scene.width() < 1.0 || scene.height() < 1.0 {
        state.look = Some(Look::Everything);
    }
    match state.look.take() {
        Some(Look::Everything) => {
            let all = everything(view, shown);
            let all = all.unwrap_or(Rect::from_min_size(pos2(0.0, 0.0), rect.size()));
            *scene = fitted(all, rect.size(), 1.0);
        }
        Some(Look::Node(id)) => {
            let body = shown.bounds(view).find(|(known, _)| **known == id);
            if let Some((_, body)) =
                body.filter(|(_, body)| !scene.shrink(MARGIN).contains_rect(*body))
            {
                *scene = scene.translate(body.center() - scene.center());
            }
        }
        None => {}
    }
    let Some(pointer) = ui.input(|input| input.pointer.hover_pos()) else {
        return;
    };
    if !rect.contains(pointer) || !ui.ui_contains_pointer() {
        return;
    }
    let scroll = ui.input(|input| {
        if input.modifiers.any() {
            0.0
        } else {
            input.smooth_scroll_delta().y
        }
    });
    if scroll != 0.0 {
        let size = scene.size();
        let scale = rect.width() / size.x.max(1.0);
        let factor = (scroll / 240.0).exp();
        let factor = (scale * factor).clamp(ZOOM[0], ZOOM[1]) / scale;
        let share = (pointer - rect.min) / rect.size();
        let anchor = scene.min + share * size;
        let new = size / factor;
        *scene = Rect::from_min_size(anchor - share * new, new);
        ui.ctx()
            .input_mut(|input| input.smooth_scroll_delta = Vec2::ZERO);
    }
}

/// Bounds of all nodes and items, canvas units.
fn everything(view: CanvasView<'_>, shown: &Shown) -> Option<Rect> {
    let items = view.document.layout.items.values().map(|item| match item {
        Item::Frame { position, size, .. } => {
            Rect::from_min_size((*position).into(), (*size).into())
        }
        Item::Comment { position, .. } | Item::Reroute { position, .. } => {
            Rect::from_min_size((*position).into(), Vec2::ZERO)
        }
    });
    let nodes = shown.bounds(view).map(|(_, rect)| rect);
    nodes.chain(items).reduce(Rect::union)
}

/// Visible part that shows `all` in a pane of `size` points, at `largest` zoom at most.
fn fitted(all: Rect, size: Vec2, largest: f32) -> Rect {
    let room = (size - Vec2::splat(2.0 * MARGIN)).max(Vec2::splat(16.0));
    let zoom = (room.x / all.width().max(1.0))
        .min(room.y / all.height().max(1.0))
        .clamp(ZOOM[0], largest);
    Rect::from_center_size(all.center(), size / zoom)
}

/// Paints the dots; they fade out when the view is far away.
pub(super) fn paint_dots(ui: &egui::Ui, zoom: f32) {
    let share = ((zoom - DOTS_NONE) / (DOTS_FROM - DOTS_NONE)).clamp(0.0, 1.0);
    if share <= 0.0 {
        return;
    }
    let colour = theme::palette(ui.visuals()).dot.gamma_multiply(share);
    let visible = ui.clip_rect();
    let first = (visible.min.to_vec2() / DOT_STEP).floor();
    let last = (visible.max.to_vec2() / DOT_STEP).ceil();
    for row in first.y as i32..=last.y as i32 {
        for column in first.x as i32..=last.x as i32 {
            let centre = vec2(column as f32, row as f32) * DOT_STEP;
            ui.painter()
                .circle_filled(centre.to_pos2(), DOT_RADIUS, colour);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fitting_shows_everything_in_any_pane() {
        let all = Rect::from_min_max(pos2(-300.0, 20.0), pos2(900.0, 640.0));
        for size in [vec2(600.0, 500.0), vec2(1400.0, 300.0)] {
            let seen = fitted(all, size, 1.0);
            assert!(seen.contains_rect(all), "{seen:?}");
            let aspect = seen.width() / seen.height() - size.x / size.y;
            assert!(aspect.abs() < 1e-4);
        }
        assert!(fitted(all, vec2(1.0, 1.0), 1.0).is_finite());
    }
}
