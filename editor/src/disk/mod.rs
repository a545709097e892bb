//! Files on disk: reading inside a folder, saving without loss, and where the program keeps its things.

pub mod data;
mod files;
mod folders;
mod inside;
mod names;
mod resolver;
mod save;

pub use files::DiskFiles;
pub use folders::Folders;
pub use names::{files_below, name_from};
pub use resolver::FolderResolver;
pub use save::{Remedy, SaveError, make_writable, save};
