//! What a game reads: species, wind and whole scenes, as plain serde types with a format number.

pub mod scene;
pub mod species;
pub mod wind;

/// Newest format that this version reads and the one it writes.
pub const FORMAT: u32 = 1;
