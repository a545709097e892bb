//! Keys and gestures that stand in no menu of the bar, as the help lists them.

use egui::Context;

/// Keys, and what they do.
pub(super) type List = Vec<(String, String)>;

const GRAPH: [(&str, &str); 14] = [
    ("Tab, Space", "add a node"),
    (
        "drag from a socket",
        "lay a wire; dropped on nothing, it offers what fits",
    ),
    ("drag on the ground", "select what the box touches"),
    ("Ctrl + click", "add to the selection, or take from it"),
    ("middle drag, wheel", "move the view, zoom at the pointer"),
    ("double click a node", "rename it"),
    ("double click a wire", "bend it there"),
    (
        "right click",
        "everything else about what is under the pointer",
    ),
    (
        "arrow keys",
        "move what is selected; Shift moves it farther",
    ),
    ("B", "pass the selected nodes over, or take them in again"),
    ("Ctrl+G", "put a frame around the selected nodes"),
    ("F2", "rename"),
    ("Home", "show the whole graph"),
    ("Escape", "give up the drag or the wire in hand"),
];

const PREVIEW: [(&str, &str); 7] = [
    ("drag", "turn around the tree"),
    ("Shift or middle drag", "move sideways"),
    ("wheel", "closer, farther"),
    ("W A S D", "walk; Shift runs"),
    ("Q E", "down and up, when flying"),
    ("F", "back to the camera of the graph"),
    ("P", "hold time, or let it run"),
];

const VALUES: [(&str, &str); 3] = [
    ("drag a number", "change it; Escape takes it back"),
    ("click a number", "type it"),
    ("rest on a name", "what it means, and its range"),
];

/// All lists with their titles.
pub(super) fn lists(context: &Context) -> impl Iterator<Item = (&'static str, List)> {
    let mac = context.os() == egui::os::OperatingSystem::Mac;
    let titled: [(&str, &[(&str, &str)]); 3] = [
        ("Graph", &GRAPH),
        ("Preview", &PREVIEW),
        ("Values", &VALUES),
    ];
    titled.into_iter().map(move |(title, list)| {
        let list = list.iter().map(|(keys, what)| {
            let keys = if mac {
                keys.replace("Ctrl", "Cmd")
            } else {
                (*keys).to_owned()
            };
            (keys, (*what).to_owned())
        });
        (title, list.collect())
    })
}
