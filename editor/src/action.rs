//! Everything that the interface can ask for. Panels read state and return actions; nothing else changes it.

use std::{collections::BTreeSet, path::PathBuf};

use windwright_core::{
    edit::Edit,
    graph::{NodeId, Port},
    layout::ItemId,
};

use crate::{panels::Pane, settings::Preferences, theme::Appearance};

/// What is selected on the canvas; not part of the document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// Nodes.
    pub nodes: BTreeSet<NodeId>,
    /// Frames, comments and reroutes.
    pub items: BTreeSet<ItemId>,
    /// Wires, by the input they end in.
    pub wires: BTreeSet<Port>,
}

impl Selection {
    /// Nothing.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty() && self.items.is_empty() && self.wires.is_empty()
    }

    /// One node.
    pub fn node(id: NodeId) -> Self {
        Self {
            nodes: BTreeSet::from([id]),
            ..Self::default()
        }
    }
}

/// A wish of the user.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Changes the document, as one undoable step.
    Edit {
        /// What the Undo entry says.
        label: String,
        /// Applied in order; all or none.
        edits: Vec<Edit>,
    },
    /// Begins a gesture: what follows until its end is one step.
    BeginGesture {
        /// What the Undo entry says.
        label: String,
    },
    /// Takes back what the gesture did so far and does this instead.
    ReplaceGesture {
        /// Applied in order; all or none.
        edits: Vec<Edit>,
    },
    /// Ends the gesture and keeps its result.
    CommitGesture,
    /// Ends the gesture and takes its result back.
    CancelGesture,
    /// Takes back the last step.
    Undo,
    /// Does the last undone step again.
    Redo,
    /// Selects.
    Select(Selection),
    /// Selects every node.
    SelectAll,
    /// Removes what is selected.
    Delete,
    /// Copies the selected nodes and what links them, beside them.
    Duplicate,
    /// Puts the selected nodes on the clipboard as text.
    Copy,
    /// Copies, then removes.
    Cut,
    /// Adds the nodes in a text, the left top one at this place of the canvas if given.
    Paste {
        /// A document's text.
        text: String,
        /// Canvas units.
        position: Option<[f32; 2]>,
    },
    /// Brings a node into view and selects it.
    ShowNode(NodeId),
    /// Fits the canvas to all nodes.
    FitGraph,
    /// Files.
    File(FileAction),
    /// Preview and time.
    Preview(PreviewAction),
    /// Removes a message that was reported outside the graph.
    DismissReport(usize),
    /// Panes and boxes of the window.
    Window(WindowAction),
    /// Closes the window, asking first if work would be lost.
    Quit,
}

/// Wishes about the window itself.
#[derive(Debug, Clone, PartialEq)]
pub enum WindowAction {
    /// Puts the keyboard into the name of what is selected.
    Rename,
    /// Explains a node: this one, else that under the pointer, else the selected one.
    Help(Option<NodeId>),
    /// Pastes with the left top node here, canvas units.
    PasteAt([f32; 2]),
    /// Brings a pane to the front.
    ShowPane(Pane),
    /// Dark or light.
    SetAppearance(Appearance),
    /// Puts the panes where they were at first.
    ResetLayout,
    /// Opens or closes the settings.
    ShowSettings(bool),
    /// Takes what the user chose.
    Prefer(Box<Preferences>),
}

/// Wishes about files.
#[derive(Debug, Clone, PartialEq)]
pub enum FileAction {
    /// A new graph.
    New,
    /// Asks for a graph to open.
    Open,
    /// Opens this graph, asking first if work would be lost.
    OpenPath(PathBuf),
    /// Saves where the graph came from, or asks where.
    Save,
    /// Asks where to save.
    SaveAs,
    /// Saves here.
    SaveTo(PathBuf),
    /// Makes the file writable, then saves.
    MakeWritableAndSave,
    /// Asks for a folder for the export.
    Export,
    /// Exports into this folder.
    ExportTo(PathBuf),
    /// Asks for a tree to import.
    ImportTree,
    /// Adds an import node for this tree.
    ImportTreeFrom(PathBuf),
    /// Asks for the file of a node's input.
    Browse {
        /// The input.
        input: Port,
    },
    /// Sets the file of a node's input.
    SetPath {
        /// The input.
        input: Port,
        /// The file.
        path: PathBuf,
    },
    /// Asks for a folder that holds missing files.
    Locate,
    /// Mends every missing file that has a namesake below this folder.
    LocateIn(PathBuf),
    /// Runs the check-out command on the file, then saves.
    CheckOutAndSave,
    /// Reads the graph from disk again, whatever was edited.
    Reload,
    /// Keeps what is edited although the file changed.
    KeepMine,
    /// Takes the work of a session that ended early.
    Recover,
    /// Forgets it.
    DiscardRecovery,
    /// Saves, then goes on with what was asked.
    SaveThenContinue,
    /// Loses the changes and goes on with what was asked.
    DiscardThenContinue,
    /// Forgets what was asked.
    CancelPending,
}

/// Wishes about the preview.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PreviewAction {
    /// Runs or holds time.
    SetPlaying(bool),
    /// One tick.
    Step,
    /// Back to time 0.
    Reset,
    /// Speed of time on top of the graph's clock, 0..4.
    SetTimeScale(f32),
    /// The camera of the graph.
    FrameAll,
}
