//! Truths of the wind, by their ids.

mod advection;
mod beyond;
mod eddies;
mod fixed_points;
mod nesting;
mod projection;
mod rig;
mod solids;
