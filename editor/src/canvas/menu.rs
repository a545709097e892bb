//! The menus of the canvas: of a node, a wire, a frame, and of the empty ground.

use egui::{Align, Button, LayerId, Layout, Pos2, Rect, Ui};
use windwright_core::{
    graph::{NodeId, Port},
    layout::{Item, ItemId},
};

use super::{
    CanvasView, Events, edits, finder::Finder, items::FRAME_COLOURS, keys, shown::Shown,
    state::CanvasState,
};
use crate::action::{Action, Selection, WindowAction};

/// What a menu is about.
#[derive(Debug, Clone, PartialEq)]
pub enum Target {
    /// The canvas itself.
    Ground,
    /// A node, and what is selected with it.
    Node(NodeId),
    /// A frame, comment or reroute.
    Item(ItemId),
    /// A wire, by the input it ends in.
    Wire(Port),
}

/// An open menu.
#[derive(Debug, Clone, PartialEq)]
pub struct Menu {
    /// Where it opened, points.
    screen: Pos2,
    /// The same, canvas units.
    place: Pos2,
    target: Target,
}

impl Menu {
    /// A menu at a place.
    pub(super) fn at(screen: Pos2, place: Pos2, target: Target) -> Self {
        Self {
            screen,
            place,
            target,
        }
    }
}

/// Shows the open menu, if any; what is chosen goes into `events`.
pub(super) fn show(
    ui: &Ui,
    view: CanvasView<'_>,
    shown: &Shown,
    state: &mut CanvasState,
    events: &mut Events,
) {
    let Some(menu) = state.menu.clone() else {
        return;
    };
    let mut open = true;
    let layer = LayerId::background();
    egui::Popup::new(
        egui::Id::new("canvas menu"),
        ui.ctx().clone(),
        menu.screen,
        layer,
    )
    .kind(egui::PopupKind::Menu)
    .layout(Layout::top_down_justified(Align::Min))
    .style(egui::containers::menu::menu_style)
    .open_bool(&mut open)
    .show(|ui| {
        ui.set_min_width(208.0);
        match &menu.target {
            Target::Ground => ground(ui, &menu, state, events),
            Target::Node(id) => node(ui, view, shown, id, events),
            Target::Item(id) => item(ui, view, id, events),
            Target::Wire(input) => wire(ui, &menu, input, events),
        }
    });
    if !open {
        state.menu = None;
    }
}

fn entry(ui: &mut Ui, label: &str, keys: &str) -> bool {
    let mac = ui.ctx().os() == egui::os::OperatingSystem::Mac;
    let keys = if mac {
        keys.replace("Ctrl", "Cmd")
    } else {
        keys.to_owned()
    };
    let mut button = Button::new(label);
    if !keys.is_empty() {
        button = button.shortcut_text(keys);
    }
    let clicked = ui.add(button).clicked();
    if clicked {
        ui.close();
    }
    clicked
}

/// An entry for each action, with a line where there is none.
fn entries<const N: usize>(
    ui: &mut Ui,
    entries: [Option<(&str, &str, Action)>; N],
    events: &mut Events,
) {
    for choice in entries {
        let Some((label, keys, action)) = choice else {
            ui.separator();
            continue;
        };
        if entry(ui, label, keys) {
            events.actions.push(action);
        }
    }
}

fn ground(ui: &mut Ui, menu: &Menu, state: &mut CanvasState, events: &mut Events) {
    if entry(ui, "Add node…", "Tab") {
        state.finder = Some(Finder::at(menu.screen, menu.place, None));
    }
    let place = [menu.place.x.round(), menu.place.y.round()];
    let frame = Rect::from_min_size(menu.place, edits::FRAME);
    let choices = [
        Some(("Add frame", "", edits::frame(frame))),
        Some(("Add comment", "", edits::comment(menu.place))),
        None,
        Some((
            "Paste",
            "Ctrl+V",
            Action::Window(WindowAction::PasteAt(place)),
        )),
        Some(("Select all", "Ctrl+A", Action::SelectAll)),
        Some(("Fit graph", "Home", Action::FitGraph)),
    ];
    entries(ui, choices, events);
}

fn node(ui: &mut Ui, view: CanvasView<'_>, shown: &Shown, id: &NodeId, events: &mut Events) {
    let (document, selection) = (view.document, view.selection);
    let node = document.graph().nodes.get(id);
    let bypass = node.is_some_and(|node| node.bypass);
    let toggle = if bypass { "Activate" } else { "Bypass" };
    let help = WindowAction::Help(Some(id.clone()));
    let choices = [
        Some(("Rename", "F2", Action::Window(WindowAction::Rename))),
        Some((toggle, "B", edits::toggle_bypass(document, selection))),
        Some(("Disconnect", "", edits::disconnect(document, selection))),
        None,
        Some(("Cut", "Ctrl+X", Action::Cut)),
        Some(("Copy", "Ctrl+C", Action::Copy)),
        Some(("Duplicate", "Ctrl+D", Action::Duplicate)),
    ];
    entries(ui, choices, events);
    if entry(ui, "Frame selection", "Ctrl+G") {
        events.actions.extend(keys::frame_selection(view, shown));
    }
    let choices = [
        None,
        Some(("Help", "F1", Action::Window(help))),
        None,
        Some(("Delete", "Del", Action::Delete)),
    ];
    entries(ui, choices, events);
}

fn item(ui: &mut Ui, view: CanvasView<'_>, id: &ItemId, events: &mut Events) {
    let item = view.document.layout.items.get(id);
    match item {
        Some(Item::Frame { position, size, .. }) => {
            entries(
                ui,
                [Some(("Rename", "F2", Action::Window(WindowAction::Rename)))],
                events,
            );
            let rect = Rect::from_min_size((*position).into(), (*size).into());
            if entry(ui, "Select content", "") {
                events.actions.push(Action::Select(content(view, rect)));
            }
            ui.menu_button("Colour", |ui| colours(ui, id, item, events));
            ui.separator();
        }
        Some(Item::Comment { .. }) => {
            entries(
                ui,
                [
                    Some(("Edit", "F2", Action::Window(WindowAction::Rename))),
                    None,
                ],
                events,
            );
        }
        Some(Item::Reroute { .. }) | None => {}
    }
    entries(ui, [Some(("Delete", "Del", Action::Delete))], events);
}

/// The nodes that stand in `rect`.
fn content(view: CanvasView<'_>, rect: Rect) -> Selection {
    let places = view.document.layout.nodes.iter();
    let inside = places.filter(|(_, place)| rect.contains((**place).into()));
    Selection {
        nodes: inside.map(|(id, _)| id.clone()).collect(),
        ..Selection::default()
    }
}

fn colours(ui: &mut Ui, id: &ItemId, item: Option<&Item>, events: &mut Events) {
    let names = std::iter::once(("none", "")).chain(FRAME_COLOURS.map(|(name, _)| (name, name)));
    for (label, name) in names {
        if !entry(ui, label, "") {
            continue;
        }
        let mut changed = item.cloned();
        if let Some(Item::Frame { colour, .. }) = changed.as_mut() {
            name.clone_into(colour);
        }
        let edit = windwright_core::edit::Edit::SetItem {
            id: id.clone(),
            item: changed,
        };
        events.actions.push(edits::step("Colour frame", vec![edit]));
    }
}

fn wire(ui: &mut Ui, menu: &Menu, input: &Port, events: &mut Events) {
    let disconnect = windwright_core::edit::Edit::Disconnect {
        input: input.clone(),
    };
    let choices = [
        Some((
            "Add bend",
            "double click",
            edits::reroute(input, menu.place),
        )),
        None,
        Some((
            "Disconnect",
            "Del",
            edits::step("Disconnect", vec![disconnect]),
        )),
    ];
    entries(ui, choices, events);
}
