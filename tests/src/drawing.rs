//! Small pictures for tests that compare pixels.

use std::{collections::BTreeMap, sync::Arc};

use windwright::{
    render::{Renderer, View, headless_device, still},
    snapshot::{SceneBundle, Snapshot},
};

use crate::{corpus::skipped, knobs::Drawing};

/// Pixels of the pictures.
const SIZE_PX: [u32; 2] = [96, 60];

/// Draws scenes without their trees, if there is an adapter; else the test says once that it was skipped in part.
#[derive(Default)]
pub struct Drawer {
    renderer: Option<Renderer>,
    tried: bool,
}

impl Drawer {
    /// A drawer; the device is opened when it is needed.
    pub fn new() -> Self {
        Self::default()
    }

    fn renderer(&mut self) -> Option<&mut Renderer> {
        if !self.tried {
            self.tried = true;
            self.renderer = headless_device()
                .and_then(|(device, queue, _)| Renderer::new(device, queue))
                .ok();
            if self.renderer.is_none() {
                skipped("needs a graphics adapter");
            }
        }
        self.renderer.as_mut()
    }
}

impl Drawing for Drawer {
    fn draw(&mut self, bundle: &Arc<SceneBundle>) -> Option<Vec<u8>> {
        let renderer = self.renderer()?;
        // The ground and the sky are what is looked at: trees only cost time.
        let mut description = bundle.description.clone();
        description.trees.clear();
        let bundle = Arc::new(SceneBundle {
            description,
            plants: BTreeMap::new(),
        });
        let snapshot = Snapshot {
            scene: Arc::clone(&bundle),
            ..Snapshot::default()
        };
        renderer.set_scene(&bundle);
        let view = View::of_scene(&bundle.description, SIZE_PX);
        still(renderer, &snapshot, &view, 1)
            .ok()
            .map(image::RgbaImage::into_raw)
    }
}
