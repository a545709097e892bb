//! What each action does to the window.

use eframe::egui;

use super::App;
use crate::{
    action::{Action, PreviewAction, WindowAction},
    canvas::state::Look,
    panels::{Layout, Pane},
    session::Effect,
    theme,
    worker::Command,
};

impl App {
    /// Does what was asked for.
    pub fn act(&mut self, context: &egui::Context, action: Action) {
        match action {
            Action::File(action) => self.file_action(context, action),
            Action::Quit => self.quit(context),
            Action::Preview(action) => self.preview_action(action),
            Action::Window(action) => self.window_action(context, action),
            Action::Paste {
                text,
                position: None,
            } if self.paste_at.is_some() => {
                let position = self.paste_at.take();
                self.session.handle(Action::Paste { text, position });
            }
            Action::Edit { .. }
            | Action::BeginGesture { .. }
            | Action::ReplaceGesture { .. }
            | Action::CommitGesture
            | Action::CancelGesture
            | Action::Undo
            | Action::Redo
            | Action::Select(_)
            | Action::SelectAll
            | Action::Delete
            | Action::Duplicate
            | Action::Copy
            | Action::Cut
            | Action::Paste { .. }
            | Action::ShowNode(_)
            | Action::FitGraph
            | Action::DismissReport(_) => match self.session.handle(action) {
                Some(Effect::FitGraph) => self.canvas.look = Some(Look::Everything),
                Some(Effect::ShowNode(id)) => {
                    self.canvas.look = Some(Look::Node(id));
                    self.show_pane(Pane::Graph);
                }
                Some(Effect::Copy(text)) => context.copy_text(text),
                None => {}
            },
        }
    }

    fn preview_action(&mut self, action: PreviewAction) {
        match action {
            PreviewAction::SetPlaying(playing) => {
                self.clock.playing = playing;
                self.worker.send(Command::Play(playing));
            }
            PreviewAction::Step => {
                self.clock.playing = false;
                self.worker.send(Command::Play(false));
                self.worker.send(Command::Step(1));
            }
            PreviewAction::Reset => self.worker.send(Command::Reset),
            PreviewAction::SetTimeScale(scale) => {
                self.clock.time_scale = scale.clamp(0.0, 4.0);
                self.worker.send(Command::TimeScale(self.clock.time_scale));
            }
            PreviewAction::FrameAll => self.viewport.frame_all(),
        }
    }

    fn window_action(&mut self, context: &egui::Context, action: WindowAction) {
        match action {
            WindowAction::Rename => {
                self.rename = true;
                self.show_pane(Pane::Inspector);
            }
            WindowAction::Help(node) => {
                let pointer = context.input(|input| input.pointer.latest_pos());
                let under = pointer.and_then(|place| self.canvas.node_at(place));
                self.help = node
                    .as_ref()
                    .or(under)
                    .or(self.session.selection().nodes.first())
                    .cloned();
                self.show_pane(Pane::Help);
            }
            WindowAction::PasteAt(place) => {
                self.paste_at = Some(place);
                context.send_viewport_cmd(egui::ViewportCommand::RequestPaste);
            }
            WindowAction::SetAppearance(appearance) => {
                self.settings.preferences.appearance = appearance;
                theme::apply(context, appearance);
                self.save_settings();
            }
            WindowAction::ResetLayout => self.layout = Layout::default(),
            WindowAction::ShowPane(pane) => self.show_pane(pane),
            WindowAction::ShowSettings(show) => {
                self.settings_shown = show;
                if !show {
                    self.save_settings();
                }
            }
            WindowAction::Prefer(preferences) => {
                theme::apply(context, preferences.appearance);
                context.set_zoom_factor(preferences.scale);
                self.settings.preferences = *preferences;
            }
        }
    }

    pub(super) fn show_pane(&mut self, pane: Pane) {
        if let Some(tab) = self.layout.0.find_tab(&pane)
            && self.layout.0.set_active_tab(tab).is_err()
        {
            tracing::debug!("{pane:?} cannot be shown");
        }
    }
}
