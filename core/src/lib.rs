//! Authoring without a window: documents and their edits, nodes, compiling, growing and importing trees.
//!
//! Nothing here opens a file, reads a clock or starts a thread; texts and bytes come in, values go out.

pub mod compile;
pub mod content;
pub mod document;
pub mod edit;
pub mod format;
pub mod graph;
pub mod ground;
pub mod grow;
pub mod history;
pub mod import;
pub mod layout;
pub mod locate;
pub mod nodes;
pub mod plant;
pub mod preset;
pub mod value;

mod scatter;
