//! `render`: one picture of a graph.

use std::{io::Cursor, path::Path, sync::Arc};

use image::{ImageFormat, RgbaImage};
use windwright_runtime::{executor::Serial, world::World};

use super::{
    arguments::{RenderArguments, Size},
    console::Console,
    open::{OpenedScene, build, open_scene},
    outcome::{Failure, Outcome},
    simulate::{advance, snapshot},
};
use crate::{
    disk,
    render::{RenderError, Renderer, View, headless_device, still},
    snapshot::SceneBundle,
};

/// Runs `render`. Prints the path of the picture.
///
/// # Errors
/// [`Failure::CouldNot`] when there is no scene, no adapter, or the picture cannot be written.
pub fn run(arguments: &RenderArguments, console: &mut Console<'_>) -> Result<Outcome, Failure> {
    check_folder(&arguments.out)?;
    let OpenedScene { bundle, .. } = open_scene(&arguments.graph, console)?;
    let mut artist = Artist::new()?;
    let picture = artist.draw(
        &bundle,
        arguments.size,
        arguments.time,
        arguments.samples,
        console,
    )?;
    write_png(&arguments.out, &picture)?;
    writeln!(console.out, "{}", arguments.out.display())?;
    Ok(Outcome::Done)
}

/// A renderer without a window.
pub struct Artist {
    renderer: Renderer,
}

impl Artist {
    /// An artist on the best adapter.
    ///
    /// # Errors
    /// [`Failure::CouldNot`] names what to install.
    pub fn new() -> Result<Self, Failure> {
        let (device, queue, adapter) = headless_device().map_err(|error| failure(&error))?;
        tracing::info!(
            adapter = adapter.name,
            driver = adapter.driver_info,
            "drawing"
        );
        Renderer::new(device, queue)
            .map(|renderer| Self { renderer })
            .map_err(|error| failure(&error))
    }

    /// The scene `time_s` seconds after its warm-up.
    ///
    /// # Errors
    /// [`Failure::CouldNot`] when it cannot be simulated or drawn, [`Failure::Interrupted`].
    pub fn draw(
        &mut self,
        bundle: &Arc<SceneBundle>,
        size: Size,
        time_s: f64,
        samples: u32,
        console: &Console<'_>,
    ) -> Result<RgbaImage, Failure> {
        let scene = build(bundle).map_err(|error| Failure::could_not(&error, error.remedy()))?;
        let mut world = World::new(Arc::new(scene));
        world.warm_up();
        advance(&mut world, time_s, &Serial, || console.pause())?;
        let snapshot = snapshot(&world, bundle);
        let view = View::of_scene(&bundle.description, [size.width, size.height]);
        self.renderer.set_scene(bundle);
        still(&mut self.renderer, &snapshot, &view, samples).map_err(|error| failure(&error))
    }
}

fn failure(error: &RenderError) -> Failure {
    Failure::could_not(error, error.remedy())
}

/// Fails early when the folder of a picture is missing, before the long work.
fn check_folder(path: &Path) -> Result<(), Failure> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            Err(Failure::could_not(
                format_args!("there is no folder {}", folder.display()),
                "Make it, or choose another.",
            ))
        }
        _ => Ok(()),
    }
}

/// Writes a picture as PNG, whole or not at all.
///
/// # Errors
/// [`Failure::CouldNot`].
pub fn write_png(path: &Path, picture: &RgbaImage) -> Result<(), Failure> {
    let mut bytes = Cursor::new(Vec::new());
    picture
        .write_to(&mut bytes, ImageFormat::Png)
        .map_err(|error| Failure::could_not(error, "Choose a smaller size."))?;
    disk::save(path, bytes.get_ref()).map_err(|error| Failure::could_not(&error, error.remedy()))
}
