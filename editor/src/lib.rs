//! The editor: a window over the document, and the same work as commands.

pub mod app;
pub mod canvas;
pub mod commands;
pub mod disk;
pub mod panels;
pub mod render;
pub mod session;
pub mod snapshot;
pub mod viewport;
