//! Authoring without a window: documents and their edits, nodes, compiling, growing and importing trees.
//!
//! Nothing here opens a file, reads a clock or starts a thread; texts and bytes come in, values go out.

pub mod compile;
pub mod document;
pub mod edit;
pub mod graph;
pub mod grow;
pub mod import;
pub mod layout;
pub mod nodes;
pub mod plant;
pub mod value;
