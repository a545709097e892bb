//! Trees as hierarchies of angular springs.
//!
//! Each branch turns about its attachment against a spring; the wind's torque bends it, its parents carry it.
//! Source: S1 §3.3 (tree animation of a published game, GPU Zen 4, chapter 3).

pub(crate) mod account;
mod breeze;
mod carrier;
pub(crate) mod coefficients;
mod equilibrium;
pub(crate) mod forest;
pub(crate) mod group;
mod inertia;
pub mod law;
mod noise;
pub mod packing;
pub(crate) mod rest;
mod retain;
mod rotation;
pub mod skin;
mod sleep;
mod spring;
mod state;
mod step;
pub mod summary;
pub mod table;
mod torque;

pub(crate) use breeze::Breeze;

#[cfg(test)]
mod tests;
