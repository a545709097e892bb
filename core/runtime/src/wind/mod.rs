//! The air: nested grids, what blows in from outside, and how consumers sample it.

mod advect;
mod border;
mod cell;
mod checkerboard;
mod confine;
mod engine;
mod field;
mod grid;
mod guard;
mod gust;
mod gust_layer;
mod inflow;
mod lattice;
mod level;
mod nest;
mod noise;
mod pressure;
pub mod profile;
mod push;
mod recentre;
mod settings;
mod short_waves;
mod stage;
mod state;
#[cfg(test)]
mod tests;

pub use stage::{STAGES, Stage};
pub use state::{WindJob, WindResult, WindState};
