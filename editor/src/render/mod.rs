//! The renderer: draws a snapshot; names no user interface.

mod ambient;
mod atmosphere;
mod blue_noise;
mod daylight;
mod device;
mod error;
mod fence;
mod fixed;
mod forest;
mod gpu;
mod grass;
mod ground;
mod ground_mask;
mod ladder;
mod limits;
pub mod mirror;
mod noise;
mod passes;
mod pipelines;
mod plants;
mod quality;
mod renderer;
pub mod shaders;
mod shadows;
mod still;
mod targets;
mod terrain;
mod texture;
mod view;

pub use device::{headless_device, wanted_features};
pub use error::RenderError;
pub use ladder::{Ladder, STEPS, Step};
pub use quality::Quality;
pub use renderer::Renderer;
pub use still::{refine, still};
pub use view::View;
