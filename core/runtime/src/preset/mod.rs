//! What a game reads: species, wind and whole scenes, as plain serde types with a format number.

pub(crate) mod check;
mod level_text;
pub mod scene;
pub mod species;
#[cfg(feature = "ron")]
pub mod text;
pub mod wind;

/// Newest format that this version reads and the one it writes.
pub const FORMAT: u32 = 1;
