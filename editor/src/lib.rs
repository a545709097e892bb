//! The editor: a window over the document, and the same work as commands.

pub mod action;
pub mod app;
mod beaufort;
pub mod canvas;
pub mod commands;
mod dialogs;
pub mod disk;
pub mod export;
mod eye;
pub mod files;
mod gesture;
mod identity;
pub mod journal;
mod memory;
pub mod panels;
pub mod render;
pub mod session;
pub mod settings;
pub mod snapshot;
pub mod theme;
pub mod viewport;
pub mod watch;
pub mod worker;
