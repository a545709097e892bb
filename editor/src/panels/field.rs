//! One field of the inspector, by the kind of its input.

use egui::{DragValue, Response, RichText, Slider, TextEdit};
use windwright_core::{
    edit::Edit,
    graph::{Key, Port},
    nodes::InputSpec,
    value::{Finite, Value},
};

use super::{inspector, typed};
use crate::{action::Action, canvas::face, gesture, theme};

/// Width of the labels, points.
const LABEL: f32 = 132.0;
/// Width of a number with its unit, points.
const NUMBER: f32 = 152.0;
/// Width kept free for the button that resets, points.
const RESET: f32 = 36.0;

/// Shows the label with its tooltip.
pub(super) fn label(ui: &mut egui::Ui, input: &InputSpec) -> Response {
    let palette = theme::palette(ui.visuals());
    let size = egui::vec2(LABEL, theme::ROW);
    let text = RichText::new(input.label).color(palette.second_text);
    let response = ui
        .allocate_ui_with_layout(
            size,
            egui::Layout::left_to_right(egui::Align::Center),
            |ui| {
                ui.set_width(LABEL);
                ui.add(egui::Label::new(text).truncate())
            },
        )
        .inner;
    response.on_hover_text(tooltip(input))
}

fn tooltip(input: &InputSpec) -> String {
    let mut lines = vec![input.doc.to_owned()];
    if let Some(range) = input.hard {
        let [low, high] = range.map(face::number_text);
        let space = if input.unit.is_empty() { "" } else { " " };
        lines.push(format!("From {low} to {high}{space}{}.", input.unit));
    }
    if let Some(default) = &input.default {
        lines.push(format!("Default {}.", face::value_text(default, input)));
    }
    lines.join("\n")
}

/// Shows the field of an input that is not wired.
pub(super) fn show(
    ui: &mut egui::Ui,
    port: &Port,
    input: &InputSpec,
    value: &Value,
    label: &Response,
    actions: &mut Vec<Action>,
) {
    match value {
        Value::Number(number) => number_field(ui, port, input, *number, label, actions),
        Value::Integer(number) => integer_field(ui, port, input, *number, label, actions),
        Value::Toggle(on) => {
            let mut on = *on;
            let response = ui.checkbox(&mut on, "").labelled_by(label.id);
            report(&response, port, input, || Some(Value::Toggle(on)), actions);
        }
        Value::Vector(parts) => vector_field(ui, port, input, *parts, label, actions),
        Value::Numbers(numbers) => numbers_field(ui, port, input, numbers, actions),
        Value::Text(text) if !input.choices.is_empty() => {
            choice_field(ui, port, input, text, actions);
        }
        Value::Text(text) => text_field(ui, port, input, text, label, actions),
    }
}

/// Turns what a widget did into actions.
fn report(
    response: &Response,
    port: &Port,
    input: &InputSpec,
    value: impl FnOnce() -> Option<Value>,
    actions: &mut Vec<Action>,
) {
    gesture::report(
        response,
        || format!("Change {}", input.label.to_lowercase()),
        || {
            let value = input.accept(&value()?)?;
            Some(vec![Edit::SetValue {
                id: port.node.clone(),
                key: port.key.clone(),
                value: Some(value),
            }])
        },
        actions,
    );
}

fn number_field(
    ui: &mut egui::Ui,
    port: &Port,
    input: &InputSpec,
    number: Finite,
    label: &Response,
    actions: &mut Vec<Action>,
) {
    let [low, high] = input.hard.unwrap_or([-Finite::LIMIT, Finite::LIMIT]);
    let mut shown = number.get();
    let room = ui.available_width() - NUMBER - RESET - 8.0;
    if let Some([soft_low, soft_high]) = input.soft
        && room > 48.0
    {
        ui.spacing_mut().slider_width = room;
        let slider = Slider::new(&mut shown, soft_low..=soft_high)
            .logarithmic(input.logarithmic)
            .smallest_positive(f64::from(soft_high.abs().max(1e-6)) * 1e-4)
            .clamping(egui::SliderClamping::Never)
            .show_value(false);
        let response = ui.add(slider).labelled_by(label.id);
        report(
            &response,
            port,
            input,
            || Finite::new(shown).map(Value::Number),
            actions,
        );
    }
    let mut typed = number.get();
    let response = ui
        .add_sized(
            [NUMBER, theme::ROW],
            DragValue::new(&mut typed)
                .range(low..=high)
                .clamp_existing_to_range(false)
                .speed(speed(input, number.get()))
                .update_while_editing(false)
                .custom_parser(typed::number)
                .custom_formatter(|number, _| face::number_text(number as f32))
                .prefix(egui::Atom::grow())
                .suffix(suffix(ui, input)),
        )
        .labelled_by(label.id);
    report(
        &response,
        port,
        input,
        || Finite::new(typed).map(Value::Number),
        actions,
    );
}

/// Change per point of dragging: a part of the range, finer near zero when logarithmic.
fn speed(input: &InputSpec, number: f32) -> f32 {
    match input.soft {
        Some(_) if input.logarithmic => (number.abs() * 0.01).max(1e-4),
        Some([low, high]) => (high - low).abs() / 300.0,
        None => (number.abs() * 0.01).max(0.01),
    }
}

/// The unit, in the second text's colour.
fn suffix(ui: &egui::Ui, input: &InputSpec) -> RichText {
    let palette = theme::palette(ui.visuals());
    let space = if input.unit.is_empty() { "" } else { " " };
    RichText::new(format!("{space}{}", input.unit)).color(palette.second_text)
}

fn integer_field(
    ui: &mut egui::Ui,
    port: &Port,
    input: &InputSpec,
    number: i64,
    label: &Response,
    actions: &mut Vec<Action>,
) {
    let [low, high] = input.hard.unwrap_or([-1e9, 1e9]);
    let mut number = number;
    let response = ui
        .add_sized(
            [NUMBER, theme::ROW],
            DragValue::new(&mut number)
                .range(low as i64..=high as i64)
                .clamp_existing_to_range(false)
                .speed(0.1)
                .update_while_editing(false)
                .custom_parser(typed::number)
                .prefix(egui::Atom::grow())
                .suffix(suffix(ui, input)),
        )
        .labelled_by(label.id);
    report(
        &response,
        port,
        input,
        || Some(Value::Integer(number)),
        actions,
    );
}

fn vector_field(
    ui: &mut egui::Ui,
    port: &Port,
    input: &InputSpec,
    parts: [Finite; 3],
    label: &Response,
    actions: &mut Vec<Action>,
) {
    let [low, high] = input.hard.unwrap_or([-Finite::LIMIT, Finite::LIMIT]);
    let width = ((ui.available_width() - 40.0) / 3.0 - 6.0).clamp(40.0, NUMBER);
    for axis in 0..3 {
        let mut number = parts[axis].get();
        let response = ui
            .add_sized(
                [width, theme::ROW],
                DragValue::new(&mut number)
                    .range(low..=high)
                    .clamp_existing_to_range(false)
                    .speed(0.05)
                    .update_while_editing(false)
                    .custom_parser(typed::number)
                    .custom_formatter(|number, _| face::number_text(number as f32)),
            )
            .labelled_by(label.id)
            .on_hover_text(["x", "y, up", "z"][axis]);
        let changed = || {
            let mut changed = parts;
            changed[axis] = Finite::new(number)?;
            Some(Value::Vector(changed))
        };
        report(&response, port, input, changed, actions);
    }
}

fn numbers_field(
    ui: &mut egui::Ui,
    port: &Port,
    input: &InputSpec,
    numbers: &[Finite],
    actions: &mut Vec<Action>,
) {
    ui.vertical(|ui| {
        for (index, number) in numbers.iter().enumerate() {
            let mut shown = number.get();
            let response = ui.add_sized(
                [NUMBER, theme::ROW],
                DragValue::new(&mut shown)
                    .speed(0.01)
                    .update_while_editing(false)
                    .custom_parser(typed::number)
                    .prefix(egui::Atom::grow())
                    .suffix(suffix(ui, input)),
            );
            let changed = || {
                let mut changed = numbers.to_vec();
                changed[index] = Finite::new(shown)?;
                Some(Value::Numbers(changed))
            };
            report(&response, port, input, changed, actions);
        }
        ui.horizontal(|ui| {
            let add = ui.small_button(egui_phosphor::regular::PLUS);
            let mut longer = numbers.to_vec();
            longer.push(numbers.last().copied().unwrap_or_default());
            button(&add, port, input, longer, actions);
            if let Some((_, shorter)) = numbers.split_last() {
                let remove = ui.small_button(egui_phosphor::regular::MINUS);
                button(&remove, port, input, shorter.to_vec(), actions);
            }
        });
    });
}

fn button(
    response: &Response,
    port: &Port,
    input: &InputSpec,
    numbers: Vec<Finite>,
    actions: &mut Vec<Action>,
) {
    if response.clicked() {
        set(port, input, Some(Value::Numbers(numbers)), actions);
    }
}

fn set(port: &Port, input: &InputSpec, value: Option<Value>, actions: &mut Vec<Action>) {
    let verb = if value.is_some() { "Change" } else { "Reset" };
    actions.push(Action::Edit {
        label: format!("{verb} {}", input.label.to_lowercase()),
        edits: vec![Edit::SetValue {
            id: port.node.clone(),
            key: Key::new(port.key.as_str()),
            value,
        }],
    });
}

fn choice_field(
    ui: &mut egui::Ui,
    port: &Port,
    input: &InputSpec,
    text: &str,
    actions: &mut Vec<Action>,
) {
    let shown = input
        .choices
        .iter()
        .find(|(key, _)| *key == text)
        .map_or(text, |(_, label)| label);
    egui::ComboBox::from_id_salt((port.node.as_str(), port.key.as_str()))
        .selected_text(shown)
        .width((ui.available_width() - 40.0).clamp(60.0, 200.0))
        .show_ui(ui, |ui| {
            for (key, label) in input.choices {
                if ui.selectable_label(*key == text, *label).clicked() && *key != text {
                    let value = Value::Text((*key).to_owned());
                    set(port, input, input.accept(&value), actions);
                }
            }
        });
}

fn text_field(
    ui: &mut egui::Ui,
    port: &Port,
    input: &InputSpec,
    text: &str,
    label: &Response,
    actions: &mut Vec<Action>,
) {
    let is_path = input.kind == windwright_core::value::ValueKind::Path;
    let mut typed = text.to_owned();
    let room = ui.available_width() - if is_path { 76.0 } else { 36.0 };
    let response = ui
        .add(
            TextEdit::singleline(&mut typed)
                .id_salt((port.node.as_str(), port.key.as_str()))
                .margin(egui::Margin::symmetric(6, 4))
                .desired_width(room.max(60.0)),
        )
        .labelled_by(label.id);
    let edits = || {
        let value = input.accept(&Value::Text(typed))?;
        Some(vec![Edit::SetValue {
            id: port.node.clone(),
            key: port.key.clone(),
            value: Some(value),
        }])
    };
    let step = format!("Change {}", input.label.to_lowercase());
    gesture::report_text(&response, &step, edits, actions);
    if is_path
        && ui
            .button(egui_phosphor::regular::FOLDER_OPEN)
            .on_hover_text("Browse…")
            .clicked()
    {
        actions.push(inspector::browse(port));
    }
}

/// The button that returns a value to its default.
pub(super) fn reset(ui: &mut egui::Ui, port: &Port, input: &InputSpec, actions: &mut Vec<Action>) {
    let palette = theme::palette(ui.visuals());
    let icon =
        RichText::new(egui_phosphor::regular::ARROW_COUNTER_CLOCKWISE).color(palette.second_text);
    if ui
        .add(egui::Button::new(icon).frame(false))
        .on_hover_text("Back to the default")
        .clicked()
    {
        set(port, input, None, actions);
    }
}

/// Choice of a frame's colour.
pub(super) fn colour_choice(ui: &mut egui::Ui, colour: &mut String) {
    ui.horizontal_wrapped(|ui| {
        ui.label("Colour");
        ui.selectable_value(colour, String::new(), "none");
        for (name, _) in crate::canvas::frame_colours() {
            ui.selectable_value(colour, name.to_owned(), name);
        }
    });
}
