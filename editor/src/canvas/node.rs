//! One node on the canvas: body, family bar, title, rows and sockets, all painted.

use egui::{
    Align2, Color32, CornerRadius, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2, pos2, vec2,
};
use windwright_core::{compile::Severity, value::ValueKind};

use super::face::{Face, FacePort, ROW, TITLE, WIDTH};
use crate::theme::{self, SocketShape};

/// How far the painted body reaches past the part that drags the node, so that a press on a socket pulls a wire.
pub(super) const LIP: f32 = 6.0;
/// Radius of a socket, canvas units.
pub(super) const SOCKET_RADIUS: f32 = 4.5;
const INSET: f32 = 14.0;

/// How a node is shown.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct NodeLook {
    /// Selected, or about to be.
    pub(super) selected: bool,
    /// Under the pointer.
    pub(super) hovered: bool,
    /// So small that its rows could not be read.
    pub(super) far: bool,
}

/// How a socket is shown.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SocketLook {
    /// A wire ends or starts here.
    pub(super) filled: bool,
    /// Under the pointer.
    pub(super) hovered: bool,
}

/// Width of a node by its content, canvas units.
pub(super) fn width(painter: &Painter, face: &Face) -> f32 {
    let measure = |text: &str, size: f32| {
        painter
            .layout_no_wrap(text.to_owned(), theme::text_font(size), Color32::WHITE)
            .size()
            .x
    };
    let title = painter
        .layout_no_wrap(face.title.clone(), theme::title_font(13.0), Color32::WHITE)
        .size()
        .x
        + 24.0;
    let mut widest = title;
    for row in 0..face.rows() {
        let input = face
            .inputs
            .iter()
            .enumerate()
            .find(|(index, _)| face.input_row(*index) == row)
            .map_or(0.0, |(_, port)| {
                measure(&port.label, 12.0) + measure(&value_and_unit(port), 12.0)
            });
        let output = face
            .outputs
            .get(row)
            .map_or(0.0, |port| measure(&port.label, 12.0));
        widest = widest.max(input + output + 20.0);
    }
    (widest + 2.0 * INSET).clamp(WIDTH[0], WIDTH[1]).ceil()
}

fn value_and_unit(port: &FacePort) -> String {
    if port.unit.is_empty() || port.value.is_empty() {
        port.value.clone()
    } else {
        format!("{} {}", port.value, port.unit)
    }
}

/// Paints a node into `body`.
pub(super) fn paint(
    painter: &Painter,
    visuals: &egui::Visuals,
    body: Rect,
    face: &Face,
    look: NodeLook,
) {
    let palette = theme::palette(visuals);
    let corner = CornerRadius::same(theme::NODE_CORNER as u8);
    let shadow = Color32::from_black_alpha(if visuals.dark_mode { 70 } else { 30 });
    painter.rect_filled(body.translate(vec2(0.0, 2.0)).expand(1.0), corner, shadow);
    let fill = if look.hovered {
        mix(palette.node, palette.node_edge, 0.25)
    } else {
        palette.node
    };
    painter.rect_filled(body, corner, fill);
    painter.hline(
        body.left() + theme::NODE_CORNER..=body.right() - theme::NODE_CORNER,
        body.top() + 0.5,
        Stroke::new(1.0, palette.node_edge),
    );
    let family = face.family.map_or(palette.error, |family| {
        theme::family_colour(family, visuals)
    });
    let bar = Rect::from_min_max(body.min, pos2(body.left() + 3.0, body.bottom()));
    painter.rect_filled(
        bar,
        CornerRadius {
            nw: corner.nw,
            sw: corner.sw,
            ne: 0,
            se: 0,
        },
        family,
    );
    let strength = if face.bypass { 0.45 } else { 1.0 };
    let text = palette.text.gamma_multiply(strength);
    let second = palette.second_text.gamma_multiply(strength);
    paint_title(painter, body, face, text, palette);
    if !look.far {
        for row in 0..face.rows() {
            paint_row(painter, body, face, row, text, second);
        }
    }
    if look.selected {
        painter.rect_stroke(
            body,
            corner,
            Stroke::new(1.5, palette.accent),
            StrokeKind::Outside,
        );
    }
}

fn paint_title(
    painter: &Painter,
    body: Rect,
    face: &Face,
    text: Color32,
    palette: &theme::Palette,
) {
    let middle = body.top() + TITLE * 0.5;
    let clip = Rect::from_min_max(body.min, pos2(body.right() - 28.0, body.bottom()));
    painter
        .with_clip_rect(clip.intersect(painter.clip_rect()))
        .text(
            pos2(body.left() + INSET, middle),
            Align2::LEFT_CENTER,
            &face.title,
            theme::title_font(13.0),
            text,
        );
    let mark = match face.problem {
        Some(Severity::Error) => Some((egui_phosphor::regular::WARNING_CIRCLE, palette.error)),
        Some(Severity::Warning) => Some((egui_phosphor::regular::WARNING, palette.warning)),
        Some(Severity::Note) => Some((egui_phosphor::regular::INFO, palette.second_text)),
        None if face.bypass => Some((egui_phosphor::regular::PROHIBIT, palette.second_text)),
        None => None,
    };
    if let Some((icon, colour)) = mark {
        painter.text(
            pos2(body.right() - 12.0, middle),
            Align2::RIGHT_CENTER,
            icon,
            theme::text_font(15.0),
            colour,
        );
    }
}

fn paint_row(
    painter: &Painter,
    body: Rect,
    face: &Face,
    row: usize,
    text: Color32,
    second: Color32,
) {
    let middle = row_middle(body.top(), row);
    let font = theme::text_font(12.0);
    let mut right = body.right() - INSET;
    if let Some(output) = face.outputs.get(row) {
        let rect = painter.text(
            pos2(right, middle),
            Align2::RIGHT_CENTER,
            &output.label,
            font.clone(),
            text,
        );
        right = rect.left() - 8.0;
    }
    let Some((_, input)) = face
        .inputs
        .iter()
        .enumerate()
        .find(|(index, _)| face.input_row(*index) == row)
    else {
        return;
    };
    if !input.value.is_empty() {
        if !input.unit.is_empty() {
            let rect = painter.text(
                pos2(right, middle),
                Align2::RIGHT_CENTER,
                input.unit,
                font.clone(),
                second,
            );
            right = rect.left() - 3.0;
        }
        let rect = painter.text(
            pos2(right, middle),
            Align2::RIGHT_CENTER,
            &input.value,
            font.clone(),
            text,
        );
        right = rect.left() - 8.0;
    }
    let clip = Rect::from_min_max(body.min, pos2(right, body.bottom()));
    let colour = if input.value.is_empty() { text } else { second };
    painter
        .with_clip_rect(clip.intersect(painter.clip_rect()))
        .text(
            pos2(body.left() + INSET, middle),
            Align2::LEFT_CENTER,
            &input.label,
            font,
            colour,
        );
}

/// Height of a row's middle, canvas units.
pub(super) fn row_middle(top: f32, row: usize) -> f32 {
    top + TITLE + ROW * (row as f32 + 0.5)
}

/// Paints a socket.
pub(super) fn paint_socket(
    painter: &Painter,
    visuals: &egui::Visuals,
    centre: Pos2,
    kind: Option<ValueKind>,
    look: SocketLook,
) {
    let SocketLook { filled, hovered } = look;
    let palette = theme::palette(visuals);
    let colour = kind.map_or(palette.error, |kind| theme::kind_colour(kind, visuals));
    let radius = SOCKET_RADIUS + if hovered { 1.5 } else { 0.0 };
    let fill = if filled {
        colour
    } else {
        mix(palette.node, colour, 0.25)
    };
    let stroke = Stroke::new(1.5, colour);
    if hovered {
        painter.circle_filled(centre, radius + 4.0, colour.gamma_multiply(0.2));
    }
    match kind.map_or(SocketShape::Circle, theme::socket_shape) {
        SocketShape::Circle => {
            painter.circle(centre, radius, fill, stroke);
        }
        SocketShape::Ring => {
            painter.circle(centre, radius + 0.5, palette.node, stroke);
            if filled {
                painter.circle_filled(centre, radius * 0.45, colour);
            }
        }
        SocketShape::Square => {
            let rect = Rect::from_center_size(centre, Vec2::splat(2.0 * radius - 1.0));
            painter.rect(rect, 1.5, fill, stroke, StrokeKind::Middle);
        }
        SocketShape::Diamond => {
            let reach = radius + 1.0;
            let points = [(0.0, -reach), (reach, 0.0), (0.0, reach), (-reach, 0.0)]
                .map(|(x, y)| centre + vec2(x, y));
            painter.add(egui::Shape::convex_polygon(points.to_vec(), fill, stroke));
        }
    }
}

/// `a` with a share of `b`.
pub(super) fn mix(a: Color32, b: Color32, share: f32) -> Color32 {
    a.lerp_to_gamma(b, share)
}
