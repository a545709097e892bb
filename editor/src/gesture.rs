//! How the parts of one gesture become actions: a drag is one step, whatever it passes through.

use egui::Response;
use windwright_core::edit::Edit;

use crate::action::Action;

/// Reports what `response` did to a value; `edits` makes the document match the widget.
pub(crate) fn report(
    response: &Response,
    label: impl Fn() -> String,
    edits: impl FnOnce() -> Option<Vec<Edit>>,
    actions: &mut Vec<Action>,
) {
    if response.drag_started() {
        actions.push(Action::BeginGesture { label: label() });
    }
    let dragging = response.dragged() || response.drag_stopped();
    if response.changed()
        && let Some(edits) = edits()
    {
        actions.push(if dragging {
            Action::ReplaceGesture { edits }
        } else {
            Action::Edit {
                label: label(),
                edits,
            }
        });
    }
    // The toolkit ends a drag when Escape is pressed.
    if response.drag_stopped() {
        let cancelled = response
            .ctx
            .input(|input| input.key_pressed(egui::Key::Escape));
        actions.push(if cancelled {
            Action::CancelGesture
        } else {
            Action::CommitGesture
        });
    }
}

/// The same for a field of text: what is typed between gaining and losing the focus is one step.
pub(crate) fn report_text(
    response: &Response,
    label: &str,
    edits: impl FnOnce() -> Option<Vec<Edit>>,
    actions: &mut Vec<Action>,
) {
    if response.gained_focus() {
        actions.push(Action::BeginGesture {
            label: label.to_owned(),
        });
    }
    if response.changed()
        && let Some(edits) = edits()
    {
        actions.push(Action::ReplaceGesture { edits });
    }
    if response.lost_focus() {
        let cancelled = response
            .ctx
            .input(|input| input.key_pressed(egui::Key::Escape));
        actions.push(if cancelled {
            Action::CancelGesture
        } else {
            Action::CommitGesture
        });
    }
}
