//! What the canvas remembers between frames: view, gesture in progress, and the rectangles it publishes.

use std::collections::BTreeMap;

use egui::{Pos2, Rect, emath::TSTransform};
use egui_graph::SocketKind;
use windwright_core::{
    graph::{NodeId, Port},
    layout::ItemId,
};

use super::{finder::Finder, menu::Menu, shown::Shown};

/// Where nodes and ports stand on the screen, points; the only thing about the canvas that tests may use.
#[derive(Debug, Clone, Default)]
pub struct Published {
    /// The canvas.
    pub canvas: Option<Rect>,
    /// Painted bodies.
    pub nodes: BTreeMap<NodeId, Rect>,
    /// Centres of input sockets.
    pub inputs: BTreeMap<Port, Pos2>,
    /// Centres of output sockets.
    pub outputs: BTreeMap<Port, Pos2>,
    /// Frames, comments and reroutes.
    pub items: BTreeMap<ItemId, Rect>,
    /// Why the wire in the user's hand is refused, if it is.
    pub refusal: Option<String>,
}

/// A wire in the user's hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pull {
    /// Where it was pulled from.
    pub port: Port,
    /// Whether that is an input or an output.
    pub kind: SocketKind,
    /// Output that fed the input before, when a laid wire was picked up.
    pub lifted: Option<Port>,
}

/// A frame, comment or reroute that is being dragged.
#[derive(Debug, Clone, PartialEq)]
pub struct ItemDrag {
    /// The item.
    pub id: ItemId,
    /// How far, canvas units.
    pub delta: egui::Vec2,
    /// Whether the corner is dragged, not the whole.
    pub resize: bool,
}

/// What the canvas is to bring into view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Look {
    /// All nodes and frames.
    Everything,
    /// A node.
    Node(NodeId),
}

/// State of the canvas; none of it belongs to the document.
#[derive(Debug, Clone, Default)]
pub struct CanvasState {
    /// Visible part and positions while dragging.
    pub view: egui_graph::View,
    /// Wire in hand.
    pub pull: Option<Pull>,
    /// Item in hand.
    pub item_drag: Option<ItemDrag>,
    /// The add-node search, when open.
    pub finder: Option<Finder>,
    /// The menu, when open.
    pub menu: Option<Menu>,
    /// Whether arrow keys are moving what is selected.
    pub(super) nudging: bool,
    /// What to bring into view.
    pub look: Option<Look>,
    /// Whether the key that opens the search was pressed over the canvas.
    pub open_finder: bool,
    /// Wire under the pointer in the last frame.
    pub hovered_wire: Option<Port>,
    /// Whether Escape was pressed while nodes were dragged.
    pub drag_cancelled: bool,
    /// From canvas units to points.
    pub to_screen: TSTransform,
    /// Rectangles of the last frame.
    pub published: Published,
    /// Nodes and wires with their look.
    pub(super) shown: Shown,
}

impl CanvasState {
    /// State for a document just opened: everything will be fitted into view.
    pub fn fitted() -> Self {
        Self {
            look: Some(Look::Everything),
            ..Self::default()
        }
    }

    /// Place on the canvas under a place on the screen.
    pub fn canvas_position(&self, screen: Pos2) -> Pos2 {
        self.to_screen.inverse().mul_pos(screen)
    }

    /// Node under a place on the screen.
    pub fn node_at(&self, screen: Pos2) -> Option<&NodeId> {
        let canvas = self.published.canvas?;
        let mut nodes = self
            .published
            .nodes
            .iter()
            .filter(|_| canvas.contains(screen));
        nodes
            .find(|(_, rect)| rect.contains(screen))
            .map(|(id, _)| id)
    }

    /// Size of one canvas unit, points.
    pub fn zoom(&self) -> f32 {
        self.to_screen.scaling
    }
}
