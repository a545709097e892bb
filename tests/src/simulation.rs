//! Shipped graphs, compiled and stepped.

use std::{convert::Infallible, path::Path, sync::Arc};

use windwright::{
    commands::{
        open::{self, Opened},
        replay,
    },
    disk::{self, DiskFiles},
    snapshot::SceneBundle,
};
use windwright_runtime::{executor::Executor, scene::Scene, world::World};

/// Reads and compiles the graph at `path` with the data of the source tree.
///
/// # Errors
/// What the system said.
pub fn open(path: &Path) -> std::io::Result<Opened> {
    let text = std::fs::read_to_string(path)?;
    let files = DiskFiles::beside(path).with_data(disk::data::folders(&[]));
    Ok(open::open_text(&text, &files))
}

/// The scene of a graph.
///
/// # Errors
/// One sentence: the graph gives no scene.
pub fn scene(opened: &Opened) -> Result<Arc<Scene>, String> {
    let compilation = &opened.compilation;
    let bundle = SceneBundle {
        description: compilation.scene.clone().ok_or("no scene output")?,
        plants: compilation.plants.clone(),
    };
    open::build(&bundle)
        .map(Arc::new)
        .map_err(|error| error.to_string())
}

/// A world after its warm-up and `frames` ticks.
pub fn replay(scene: Arc<Scene>, frames: u64, executor: &dyn Executor) -> World {
    let Ok(world) = replay::replay::<Infallible>(scene, frames, executor, || Ok(()));
    world
}
