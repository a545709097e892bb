//! The status bar.

use egui::{Align2, RichText};

use super::problems;
use crate::{session::Session, theme, worker::Stats};

/// What the bar shows beside the session.
#[derive(Debug, Clone, Copy)]
pub struct StatusView<'a> {
    /// Milliseconds between frames.
    pub frame_ms: f32,
    /// The simulation.
    pub stats: &'a Stats,
    /// Step of the quality ladder.
    pub quality: &'a str,
    /// Milliseconds that the graphics device spent on a picture, once known.
    pub gpu_ms: Option<f32>,
    /// Seconds of the last compilation.
    pub compile_s: f32,
    /// Memory that the program holds, where the system says so.
    pub memory_bytes: Option<u64>,
    /// Whether times and memory are shown; a picture that is compared has none.
    pub measured: bool,
}

/// Shows the bar; true when the problems were clicked.
pub fn show(ui: &mut egui::Ui, session: &Session, view: StatusView<'_>) -> bool {
    let mut clicked = false;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 16.0;
        clicked = problem_count(ui, session);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            figures(ui, view);
        });
    });
    clicked
}

/// The figures, the steadiest at the right; each keeps its width, so that nothing jumps.
fn figures(ui: &mut egui::Ui, view: StatusView<'_>) {
    let stats = view.stats;
    let time = |ms: f32| {
        if view.measured {
            format!("{ms:.1} ms")
        } else {
            "– ms".to_owned()
        }
    };
    let rate = if view.measured {
        fps(view.frame_ms).to_string()
    } else {
        "–".to_owned()
    };
    figure(
        ui,
        "frame",
        &time(view.frame_ms),
        "000.0 ms",
        &format!("{rate} frames a second"),
    );
    if let Some(gpu_ms) = view.gpu_ms.filter(|_| view.measured) {
        let hint = "One picture of the preview.";
        figure(ui, "GPU", &time(gpu_ms), "000.0 ms", hint);
    }
    figure(
        ui,
        "wind",
        &time(stats.wind_ms),
        "00.0 ms",
        &format!("{} ticks waited for the wind", stats.late_ticks),
    );
    let tick = "One tick of all trees.";
    figure(ui, "tick", &time(stats.tick_ms), "00.0 ms", tick);
    if let Some(bytes) = view.memory_bytes.filter(|_| view.measured) {
        let text = format!("{} MB", bytes / 1_000_000);
        figure(
            ui,
            "memory",
            &text,
            "0000 MB",
            "Memory that the program holds.",
        );
    }
    let compile = time(view.compile_s * 1000.0);
    figure(
        ui,
        "quality",
        view.quality,
        "software",
        &format!("Chosen by the time between frames. The graph took {compile} to compile."),
    );
    figure(
        ui,
        "branches",
        &grouped(stats.branches),
        "00,000",
        "Branches that are simulated.",
    );
    let kept = stats.retention;
    if kept.kept + kept.moved + kept.new > 0 {
        let (kept, moved, new) = (grouped(kept.kept), grouped(kept.moved), grouped(kept.new));
        let text = format!("kept {kept}, moved {moved}, new {new}");
        let hint = "Branches whose motion went on over the last change, that took other values, and that are new.";
        figure(ui, "", &text, "", hint);
    }
    if stats.resets > 0 {
        let palette = theme::palette(ui.visuals());
        let text = format!("{} branches reset", stats.resets);
        ui.label(RichText::new(text).size(12.0).color(palette.warning));
    }
}

/// A figure behind its name; `widest` is the text that its place is made for. In a narrow window there is no room for all.
fn figure(ui: &mut egui::Ui, name: &str, text: &str, widest: &str, hint: &str) {
    let palette = theme::palette(ui.visuals());
    let font = theme::text_font(12.0);
    let width = |text: &str| {
        let galley = ui
            .painter()
            .layout_no_wrap(text.to_owned(), font.clone(), palette.text);
        galley.size().x
    };
    let (own, name_width) = (width(text).max(width(widest)), width(name));
    let gap = if name.is_empty() { 0.0 } else { 5.0 };
    let size = egui::vec2(name_width + gap + own, theme::ROW);
    if ui.available_width() < size.x {
        return;
    }
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    let painter = ui.painter();
    painter.text(
        rect.left_center(),
        Align2::LEFT_CENTER,
        name,
        font.clone(),
        palette.second_text,
    );
    let place = rect.left_center() + egui::vec2(name_width + gap, 0.0);
    painter.text(place, Align2::LEFT_CENTER, text, font, palette.second_text);
    let label = format!("{name} {text}");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, label.trim()));
    response.on_hover_text(hint);
}

fn problem_count(ui: &mut egui::Ui, session: &Session) -> bool {
    let palette = theme::palette(ui.visuals());
    let (errors, warnings) = problems::counts(session);
    let (text, colour) = if errors > 0 {
        let more = if errors == 1 { "" } else { "s" };
        (format!("{errors} error{more}"), palette.error)
    } else if warnings > 0 {
        let more = if warnings == 1 { "" } else { "s" };
        (format!("{warnings} warning{more}"), palette.warning)
    } else {
        ("no problems".to_owned(), palette.second_text)
    };
    ui.add(egui::Button::new(RichText::new(text).size(12.0).color(colour)).frame(false))
        .clicked()
}

fn fps(frame_ms: f32) -> u32 {
    if frame_ms > 0.1 {
        (1000.0 / frame_ms).round() as u32
    } else {
        0
    }
}

/// A count with thin groups of three.
fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1204), "1,204");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
