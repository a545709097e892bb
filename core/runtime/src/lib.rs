//! Wind and trees for games.
//!
//! A game reads a scene preset, builds a [`scene::Scene`], owns a [`world::World`] and steps it once a frame.
//! Everything here is plain data and pure functions: no window, file, clock or thread is opened.
//!
//! Conventions: SI units, y up, right-handed, metres and radians; degrees only in fields that end in `_deg`.
//! A heading is where the wind comes *from*, in degrees clockwise from north (−Z): 270 blows towards +X.

pub mod error;
pub mod executor;
pub mod frame;
pub mod math;
pub mod preset;
pub mod random;
pub mod scene;
pub mod signal;
pub mod tree;
pub mod wind;
pub mod world;
