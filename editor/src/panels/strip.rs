//! The strip under the preview: time, wind and sway over the last seconds.

use std::collections::VecDeque;

use egui::{RichText, Slider};
use egui_plot::{GridMark, Line, Plot, PlotPoints};

use crate::{
    action::{Action, PreviewAction},
    theme,
    worker::Moment,
};

/// Seconds that the plots show.
const SPAN_S: f64 = 30.0;
/// Least time between two points, seconds.
const STEP_S: f64 = 1.0 / 30.0;

/// What the plots remember.
#[derive(Debug, Clone, Default)]
pub struct Traces {
    /// Time (s), wind at 10 m (m/s), sway of the first tree's top (m).
    points: VecDeque<[f64; 3]>,
}

impl Traces {
    /// Takes in a moment.
    pub fn record(&mut self, moment: &Moment) {
        let time_s = moment.snapshot.time_s;
        if let Some(last) = self.points.back() {
            if time_s < last[0] {
                self.points.clear();
            } else if time_s - last[0] < STEP_S {
                return;
            }
        }
        let [x, _, z] = moment.snapshot.wind_at_target_m_per_s;
        let sway = moment.stats.tip_sway_m;
        self.points.push_back([
            time_s,
            f64::from(x.hypot(z)),
            f64::from(sway[0].hypot(sway[1])),
        ]);
        while self
            .points
            .front()
            .is_some_and(|first| time_s - first[0] > SPAN_S)
        {
            self.points.pop_front();
        }
    }

    fn line(&self, column: usize) -> Vec<[f64; 2]> {
        self.points
            .iter()
            .map(|point| [point[0], point[column]])
            .collect()
    }
}

/// Whether time runs, and how fast.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Clock {
    /// Whether it runs.
    pub playing: bool,
    /// Speed on top of the graph's clock, 0..4.
    pub time_scale: f32,
}

impl Default for Clock {
    fn default() -> Self {
        Self {
            playing: true,
            time_scale: 1.0,
        }
    }
}

/// Shows the strip.
pub fn show(ui: &mut egui::Ui, clock: Clock, moment: &Moment, traces: &Traces) -> Vec<Action> {
    let mut actions = Vec::new();
    ui.horizontal(|ui| controls(ui, clock, moment, &mut actions));
    ui.add_space(2.0);
    let width = ((ui.available_width() - 24.0) * 0.5).max(40.0);
    let height = (ui.available_height() - 30.0).max(16.0);
    let size = egui::vec2(width, height);
    ui.horizontal(|ui| {
        let visuals = ui.visuals().clone();
        let wind = theme::family_colour(windwright_core::nodes::Category::Wind, &visuals);
        let tree = theme::family_colour(windwright_core::nodes::Category::Tree, &visuals);
        plot(
            ui,
            "Wind at 10 m",
            ("m/s", 1),
            size,
            wind,
            traces.line(1),
            moment,
        );
        plot(
            ui,
            "Sway of the top",
            ("m", 2),
            size,
            tree,
            traces.line(2),
            moment,
        );
    });
    actions
}

fn controls(ui: &mut egui::Ui, clock: Clock, moment: &Moment, actions: &mut Vec<Action>) {
    use egui_phosphor::regular as icon;
    let palette = theme::palette(ui.visuals());
    let mut push = |action| actions.push(Action::Preview(action));
    let (mark, hint) = if clock.playing {
        (icon::PAUSE, "Pause")
    } else {
        (icon::PLAY, "Play")
    };
    let button = |ui: &mut egui::Ui, mark: &str, hint: &str| {
        let response = ui.add(egui::Button::new(mark).min_size(egui::vec2(28.0, theme::ROW)));
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, hint));
        response.on_hover_text(hint).clicked()
    };
    if button(ui, mark, hint) {
        push(PreviewAction::SetPlaying(!clock.playing));
    }
    if button(ui, icon::SKIP_FORWARD, "One tick") {
        push(PreviewAction::Step);
    }
    if button(ui, icon::ARROW_COUNTER_CLOCKWISE, "Back to time 0") {
        push(PreviewAction::Reset);
    }
    ui.label(format!("{:7.2} s", moment.snapshot.time_s));
    ui.add_space(8.0);
    ui.label(RichText::new("Speed").color(palette.second_text));
    let mut scale = clock.time_scale;
    ui.spacing_mut().slider_width = 96.0;
    let slider = Slider::new(&mut scale, 0.0..=4.0)
        .suffix("×")
        .max_decimals(2);
    if ui.add(slider).changed() {
        push(PreviewAction::SetTimeScale(scale));
    }
    let achieved = moment.stats.achieved_time_scale;
    if clock.playing && achieved < 0.97 * clock.time_scale {
        let text = format!("runs at {achieved:.2}×");
        ui.label(RichText::new(text).color(palette.warning))
            .on_hover_text("This machine cannot simulate fast enough; time is dropped.");
    }
}

/// Smallest of 1, 2 and 5 times a power of ten that is not below `least`.
fn round_step(least: f64) -> f64 {
    let least = least.max(1e-6);
    let power = 10.0_f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0]
        .into_iter()
        .map(|digit| digit * power)
        .find(|step| *step >= least)
        .unwrap_or(10.0 * power)
}

fn marks(step: f64, top: f64) -> Vec<GridMark> {
    let count = (top / step).floor().clamp(0.0, 20.0) as u32;
    (0..=count)
        .map(|number| GridMark {
            value: f64::from(number) * step,
            step_size: step,
        })
        .collect()
}

/// A mark's number with the decimals that its step needs.
fn label(mark: GridMark) -> String {
    let decimals = (-mark.step_size.log10()).ceil().clamp(0.0, 6.0) as usize;
    format!("{:.decimals$}", mark.value)
}

fn plot(
    ui: &mut egui::Ui,
    title: &str,
    (unit, decimals): (&str, usize),
    size: egui::Vec2,
    colour: egui::Color32,
    points: Vec<[f64; 2]>,
    moment: &Moment,
) {
    let palette = theme::palette(ui.visuals());
    let now = moment.snapshot.time_s;
    let highest = points.iter().map(|point| point[1]).fold(0.0, f64::max);
    let top = (highest * 1.15).max(0.05);
    // Two steps at most, so that there is room for the numbers.
    let step = round_step(top * 0.4);
    let last = points.last().map_or(0.0, |point| point[1]);
    ui.vertical(|ui| {
        ui.set_width(size.x);
        ui.horizontal(|ui| {
            ui.label(RichText::new(title).size(12.0).color(palette.second_text));
            let value = format!("{last:.decimals$}");
            ui.label(RichText::new(value).size(12.0));
            ui.label(RichText::new(unit).size(12.0).color(palette.second_text));
        });
        Plot::new(title)
            .height(size.y)
            .width(size.x)
            .set_margin_fraction(egui::Vec2::ZERO)
            .show_axes([false, true])
            .show_grid([false, true])
            .show_background(false)
            .allow_drag(false)
            .allow_zoom(false)
            .allow_scroll(false)
            .allow_boxed_zoom(false)
            .y_axis_min_width(28.0)
            .include_x(now - SPAN_S)
            .include_x(now.max(SPAN_S * 0.1))
            .include_y(0.0)
            .include_y(top)
            .y_axis_formatter(|mark, _| label(mark))
            .y_grid_spacer(move |_| marks(step, top))
            .show(ui, |plot| {
                plot.line(
                    Line::new(title.to_owned(), PlotPoints::from(points))
                        .color(colour)
                        .width(1.5),
                );
            });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_and_far_apart() {
        for (least, expected) in [
            (3.4, 5.0),
            (0.06, 0.1),
            (12.0, 20.0),
            (5.0, 5.0),
            (1.9, 2.0),
        ] {
            assert!((round_step(least) - expected).abs() < 1e-9, "{least}");
        }
        assert_eq!(marks(2.0, 6.9).len(), 4);
        for (step, expected) in [
            (0.5, ["0.0", "0.5", "1.0"]),
            (20.0, ["0", "20", "40"]),
            (0.02, ["0.00", "0.02", "0.04"]),
        ] {
            let labels: Vec<String> = marks(step, 2.0 * step).into_iter().map(label).collect();
            assert_eq!(labels, expected);
        }
    }
}
