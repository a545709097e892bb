//! Questions that wait for an answer, as one line above the panes or a box in the middle.

use std::path::PathBuf;

use egui::RichText;

use crate::{
    action::{Action, FileAction},
    theme,
};

/// A question.
#[derive(Debug, Clone, PartialEq)]
pub enum Question {
    /// Work would be lost.
    Unsaved,
    /// The file changed on disk while the graph is modified.
    ChangedOnDisk(PathBuf),
    /// A session ended early and left work.
    Recovery {
        /// What it worked on.
        name: String,
        /// How many steps are not in the file.
        steps: usize,
    },
    /// The file is read-only.
    ReadOnly {
        /// The file.
        path: PathBuf,
        /// Whether a check-out command is configured.
        can_check_out: bool,
    },
    /// The file is a link.
    Link {
        /// Where it points.
        target: PathBuf,
    },
}

/// A path typed by hand, where the system has no file dialog.
#[derive(Debug, Clone, PartialEq)]
pub struct TypedPath {
    /// What it is for.
    pub title: String,
    /// What was typed.
    pub text: String,
}

/// Shows a question as a line; its answers are actions.
pub fn question(ui: &mut egui::Ui, question: &Question) -> Vec<Action> {
    let palette = theme::palette(ui.visuals());
    let (text, answers): (String, Vec<(&str, FileAction)>) = match question {
        Question::Unsaved => (
            "The graph has changes that are not saved.".to_owned(),
            vec![
                ("Save", FileAction::SaveThenContinue),
                ("Don’t save", FileAction::DiscardThenContinue),
                ("Cancel", FileAction::CancelPending),
            ],
        ),
        Question::ChangedOnDisk(path) => (
            format!(
                "{} was changed by another program, and here too.",
                path.display()
            ),
            vec![
                ("Take the file", FileAction::Reload),
                ("Keep mine", FileAction::KeepMine),
            ],
        ),
        Question::Recovery { name, steps } => (
            format!(
                "The last session on {name} ended early; what is not in the file: {steps} {}.",
                if *steps == 1 { "step" } else { "steps" }
            ),
            vec![
                ("Recover", FileAction::Recover),
                ("Forget them", FileAction::DiscardRecovery),
            ],
        ),
        Question::ReadOnly {
            path,
            can_check_out,
        } => {
            let mut answers = vec![
                ("Make writable and save", FileAction::MakeWritableAndSave),
                ("Save as…", FileAction::SaveAs),
                ("Cancel", FileAction::CancelPending),
            ];
            if *can_check_out {
                answers.insert(0, ("Check out and save", FileAction::CheckOutAndSave));
            }
            let file = path.display();
            let text = format!("{file} is read-only. The changes are still here.");
            (text, answers)
        }
        Question::Link { target } => (
            format!("The file is a link to {}.", target.display()),
            vec![
                ("Save there", FileAction::SaveTo(target.clone())),
                ("Save as…", FileAction::SaveAs),
                ("Cancel", FileAction::CancelPending),
            ],
        ),
    };
    let mut actions = Vec::new();
    ui.horizontal(|ui| {
        ui.label(RichText::new(egui_phosphor::regular::WARNING).color(palette.warning));
        ui.label(text);
        ui.add_space(8.0);
        for (label, action) in answers {
            if ui.button(label).clicked() {
                actions.push(Action::File(action));
            }
        }
    });
    actions
}

/// Shows the box for a typed path. `Some(None)` closes it, `Some(Some(path))` takes the path.
pub fn typed_path(context: &egui::Context, typed: &mut TypedPath) -> Option<Option<PathBuf>> {
    let mut answer = None;
    let frame = super::box_frame(context);
    let modal = egui::Modal::new(egui::Id::new("typed path"))
        .frame(frame)
        .show(context, |ui| {
            ui.set_width(480.0);
            ui.label(RichText::new(&typed.title).font(theme::title_font(13.0)));
            ui.add_space(4.0);
            let field = ui.add(
                egui::TextEdit::singleline(&mut typed.text)
                    .hint_text("Path")
                    .margin(egui::Margin::symmetric(8, 5))
                    .desired_width(f32::INFINITY),
            );
            field.request_focus();
            ui.add_space(8.0);
            let entered = ui.input(|input| input.key_pressed(egui::Key::Enter));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let path = typed.text.trim();
                if (ui.button("OK").clicked() || entered) && !path.is_empty() {
                    answer = Some(Some(PathBuf::from(path)));
                }
                if ui.button("Cancel").clicked() {
                    answer = Some(None);
                }
            });
        });
    if modal.should_close() {
        answer = answer.or(Some(None));
    }
    answer
}
