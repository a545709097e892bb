//! The status bar.

use egui::RichText;

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
}

/// Shows the bar; true when the problems were clicked.
pub fn show(ui: &mut egui::Ui, session: &Session, view: StatusView<'_>) -> bool {
    let palette = theme::palette(ui.visuals());
    let mut clicked = false;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 16.0;
        clicked = problem_count(ui, session);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let stats = view.stats;
            let small = |text: String| RichText::new(text).size(12.0).color(palette.second_text);
            ui.label(small(format!("{} fps", fps(view.frame_ms))))
                .on_hover_text(format!("{:.1} ms between frames", view.frame_ms));
            ui.label(small(format!("quality {}", view.quality)));
            if let Some(gpu_ms) = view.gpu_ms {
                ui.label(small(format!("GPU {gpu_ms:.1} ms")));
            }
            ui.label(small(format!("tick {:.1} ms", stats.tick_ms)));
            ui.label(small(format!("wind {:.1} ms", stats.wind_ms)))
                .on_hover_text(format!("{} ticks waited for the wind", stats.late_ticks));
            ui.label(small(format!("{} branches", grouped(stats.branches))));
            let kept = stats.retention;
            ui.label(small(format!(
                "kept {}, moved {}, new {}",
                grouped(kept.kept),
                grouped(kept.moved),
                grouped(kept.new)
            )))
            .on_hover_text("Branches whose motion went on over the last change.");
            ui.label(small(format!("compile {:.0} ms", view.compile_s * 1000.0)));
            if stats.resets > 0 {
                let text = format!("{} branches reset", stats.resets);
                ui.label(RichText::new(text).size(12.0).color(palette.warning));
            }
        });
    });
    clicked
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
