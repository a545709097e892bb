//! Menus, and the keys that do the same.

use std::path::Path;

use egui::{Button, Key, KeyboardShortcut, Modifiers};

use super::Pane;
use crate::{
    action::{Action, FileAction, PreviewAction, WindowAction},
    session::Session,
    settings::Settings,
    theme::Appearance,
};

const fn command(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

const fn shifted(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

/// Keys, what they do, and its name; the longer ones first, so that they are not taken for the shorter.
fn shortcuts() -> [(KeyboardShortcut, Action, &'static str); 14] {
    use FileAction::{Export, ImportTree, New, Open, Save, SaveAs};
    let help = KeyboardShortcut::new(Modifiers::NONE, Key::F1);
    let settings = WindowAction::ShowSettings(true);
    [
        (shifted(Key::S), Action::File(SaveAs), "save as"),
        (shifted(Key::Z), Action::Redo, "redo"),
        (command(Key::N), Action::File(New), "new graph"),
        (command(Key::O), Action::File(Open), "open a graph"),
        (command(Key::S), Action::File(Save), "save"),
        (command(Key::E), Action::File(Export), "export for a game"),
        (command(Key::I), Action::File(ImportTree), "import a tree"),
        (command(Key::Q), Action::Quit, "quit"),
        (command(Key::Z), Action::Undo, "undo"),
        (command(Key::Y), Action::Redo, "redo"),
        (command(Key::D), Action::Duplicate, "duplicate"),
        (command(Key::A), Action::SelectAll, "select all"),
        (command(Key::Comma), Action::Window(settings), "settings"),
        (help, Action::Window(WindowAction::Help(None)), "help"),
    ]
}

/// The keys of the menus and what they do.
pub(super) fn key_list(context: &egui::Context) -> Vec<(String, String)> {
    shortcuts()
        .into_iter()
        .map(|(keys, _, name)| (context.format_shortcut(&keys), name.to_owned()))
        .collect()
}

/// Actions of the keys pressed in this frame.
pub fn keys(context: &egui::Context, playing: bool) -> Vec<Action> {
    let typing = context.egui_wants_keyboard_input();
    let mut actions = Vec::new();
    context.input_mut(|input| {
        for (shortcut, action, _) in shortcuts() {
            let in_text = matches!(action, Action::Undo | Action::Redo | Action::SelectAll);
            if !(typing && in_text) && input.consume_shortcut(&shortcut) {
                actions.push(action);
            }
        }
        if typing {
            return;
        }
        if input.key_pressed(Key::P) && input.modifiers.is_none() {
            actions.push(Action::Preview(PreviewAction::SetPlaying(!playing)));
        }
        actions.extend(input.events.iter().filter_map(clipboard_action));
    });
    actions
}

fn clipboard_action(event: &egui::Event) -> Option<Action> {
    if let egui::Event::Paste(text) = event {
        let text = text.clone();
        return Some(Action::Paste {
            text,
            position: None,
        });
    }
    let plain = [
        (egui::Event::Copy, Action::Copy),
        (egui::Event::Cut, Action::Cut),
    ];
    plain
        .into_iter()
        .find(|(known, _)| known == event)
        .map(|(_, action)| action)
}

/// Shows the menus.
pub fn show(ui: &mut egui::Ui, session: &Session, settings: &Settings) -> Vec<Action> {
    let mut actions = Vec::new();
    egui::MenuBar::new().ui(ui, |ui| {
        ui.menu_button("File", |ui| file_menu(ui, settings, &mut actions));
        ui.menu_button("Edit", |ui| edit_menu(ui, session, &mut actions));
        ui.menu_button("View", |ui| view_menu(ui, settings, &mut actions));
        ui.menu_button("Help", |ui| {
            ui.set_min_width(200.0);
            let help = Action::Window(WindowAction::Help(None));
            item(ui, "Node and keys", help, &mut actions);
        });
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let palette = crate::theme::palette(ui.visuals());
            ui.label(egui::RichText::new(title(session)).color(palette.second_text));
        });
    });
    actions
}

/// Name of the document, with a mark when it is modified.
pub fn title(session: &Session) -> String {
    let name = session
        .path()
        .and_then(Path::file_name)
        .map_or("Untitled".into(), |name| name.to_string_lossy());
    let mark = if session.is_modified() { " •" } else { "" };
    format!("{name}{mark}")
}

fn item(ui: &mut egui::Ui, label: &str, action: Action, actions: &mut Vec<Action>) {
    item_if(ui, true, label, action, actions);
}

fn item_if(
    ui: &mut egui::Ui,
    enabled: bool,
    label: &str,
    action: Action,
    actions: &mut Vec<Action>,
) {
    let keys = shortcuts()
        .into_iter()
        .find(|(_, known, _)| *known == action);
    let mut button = Button::new(label);
    if let Some((keys, ..)) = keys {
        button = button.shortcut_text(ui.ctx().format_shortcut(&keys));
    }
    if ui.add_enabled(enabled, button).clicked() {
        actions.push(action);
        ui.close();
    }
}

fn file_menu(ui: &mut egui::Ui, settings: &Settings, actions: &mut Vec<Action>) {
    ui.set_min_width(200.0);
    item(ui, "New", Action::File(FileAction::New), actions);
    item(ui, "Open…", Action::File(FileAction::Open), actions);
    ui.add_enabled_ui(!settings.recent.is_empty(), |ui| {
        ui.menu_button("Open recent", |ui| {
            for path in &settings.recent {
                let name = path.to_string_lossy();
                let action = Action::File(FileAction::OpenPath(path.clone()));
                item(ui, &name, action, actions);
            }
        });
    });
    ui.separator();
    item(ui, "Save", Action::File(FileAction::Save), actions);
    item(ui, "Save as…", Action::File(FileAction::SaveAs), actions);
    ui.separator();
    item(
        ui,
        "Import tree…",
        Action::File(FileAction::ImportTree),
        actions,
    );
    item(ui, "Export…", Action::File(FileAction::Export), actions);
    ui.separator();
    item(ui, "Quit", Action::Quit, actions);
}

fn edit_menu(ui: &mut egui::Ui, session: &Session, actions: &mut Vec<Action>) {
    ui.set_min_width(200.0);
    let history = session.history();
    let (undo, redo) = (history.undo_label(), history.redo_label());
    let name = |verb: &str, label: Option<&str>| match label {
        Some(label) => format!("{verb} {}", label.to_lowercase()),
        None => verb.to_owned(),
    };
    item_if(
        ui,
        undo.is_some(),
        &name("Undo", undo),
        Action::Undo,
        actions,
    );
    item_if(
        ui,
        redo.is_some(),
        &name("Redo", redo),
        Action::Redo,
        actions,
    );
    ui.separator();
    let some = !session.selection().is_empty();
    item_if(ui, some, "Cut", Action::Cut, actions);
    item_if(ui, some, "Copy", Action::Copy, actions);
    item_if(ui, some, "Duplicate", Action::Duplicate, actions);
    item_if(ui, some, "Delete", Action::Delete, actions);
    item(ui, "Select all", Action::SelectAll, actions);
    ui.separator();
    let settings = Action::Window(WindowAction::ShowSettings(true));
    item(ui, "Settings…", settings, actions);
}

fn view_menu(ui: &mut egui::Ui, settings: &Settings, actions: &mut Vec<Action>) {
    ui.set_min_width(200.0);
    item(ui, "Fit graph", Action::FitGraph, actions);
    let frame = Action::Preview(PreviewAction::FrameAll);
    item(ui, "Frame all in preview", frame, actions);
    ui.separator();
    for pane in Pane::ALL {
        let show = Action::Window(WindowAction::ShowPane(pane));
        item(ui, pane.title(), show, actions);
    }
    ui.separator();
    let (label, other) = match settings.preferences.appearance {
        Appearance::Dark => ("Light", Appearance::Light),
        Appearance::Light => ("Dark", Appearance::Dark),
    };
    let appearance = Action::Window(WindowAction::SetAppearance(other));
    item(ui, label, appearance, actions);
    let reset = Action::Window(WindowAction::ResetLayout);
    item(ui, "Reset layout", reset, actions);
}

/// Name of a pane, for its tab.
pub fn tab_title(pane: Pane, session: &Session) -> String {
    match pane {
        Pane::Problems => {
            let (errors, warnings) = super::problems::counts(session);
            let count = errors + warnings;
            if count > 0 {
                format!("Problems {count}")
            } else {
                pane.title().to_owned()
            }
        }
        Pane::Graph | Pane::Inspector | Pane::Help | Pane::Preview | Pane::Plots => {
            pane.title().to_owned()
        }
    }
}
