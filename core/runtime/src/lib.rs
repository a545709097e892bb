//! Wind and trees for games.
//!
//! A game reads a scene preset, builds a [`scene::Scene`], owns a [`world::World`] and steps it once a frame.
//! Everything here is plain data and pure functions: no window, file, clock or thread is opened.
//!
//! ```
//! use std::sync::Arc;
//!
//! use windwright_runtime::{
//!     preset::text,
//!     scene::{Assets, Scene},
//!     world::World,
//! };
//!
//! let description = text::read_scene(
//!     r#"(wind: (preset: (speed_m_per_s: 6.0)), trees: [(table: "stem", instances: [()])])"#,
//! )?;
//! let table = text::read_table(
//!     "(parents: [-1], levels: [Trunk], positions_m: [(0.0, 0.0, 0.0)], directions: [(0.0, 1.0, 0.0)],
//!       lengths_m: [4.0], volumes_m3: [0.01], areas_m2: [0.0])",
//! )?;
//! let mut assets = Assets::default();
//! assets.tables.insert(String::from("stem"), table);
//!
//! let mut world = World::new(Arc::new(Scene::build(&description, &assets)?));
//! world.warm_up();
//! world.step();
//! for tree in world.trees() {
//!     println!("the stem turned by {:?}", tree.poses[0].rotation);
//! }
//! # Ok::<(), windwright_runtime::error::DescriptionError>(())
//! ```
//!
//! # Conventions
//!
//! - SI units, y up, right-handed, metres and radians; degrees only in fields that end in `_deg`.
//! - A heading is where the wind comes *from*, in degrees clockwise from north (−Z): 270 blows towards +X.
//! - Time passes in fixed ticks. Wind ticks at its own rate; trees feel a blend of its last two ticks.
//! - The same scene gives the same bits on every machine, for any number of threads: [`world::World::motion_hash`].
//! - Editing a scene while it runs keeps its motion: [`world::World::replace`].
//! - No number of a description is used before it was checked; a number that fails while running resets one branch and is
//!   counted: [`world::World::resets`].

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
