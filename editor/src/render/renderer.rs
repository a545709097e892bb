//! The renderer's state, and a picture from start to end.

use std::sync::Arc;

use glam::DVec2;
use wgpu::{BindGroup, Device, Queue, TextureView};

use super::{
    daylight::Daylight,
    device::checked,
    error::RenderError,
    fixed::Fixed,
    fixed_pipelines::FixedPipelines,
    forest::Forest,
    gpu,
    gpu_time::GpuTime,
    layouts::Layouts,
    mirror::ShadowView,
    plants::PlantShelf,
    quality::Quality,
    scene_pipelines::{ScenePipelines, Variant},
    shaders::{self, ShaderTexts},
    shadow_map::{ShadowMap, frame_group},
    shadows::Cascades,
    targets::{Picture, Targets, check_size},
    terrain::Terrain,
    view::{Lens, View},
};
use crate::snapshot::{SceneBundle, Snapshot};

/// Draws snapshots into a picture of its own.
#[derive(Debug)]
pub struct Renderer {
    pub(super) device: Device,
    pub(super) queue: Queue,
    pub(super) layouts: Layouts,
    pub(super) fixed: Fixed,
    pub(super) shader_texts: ShaderTexts,
    pub(super) fixed_pipelines: FixedPipelines,
    pub(super) scene_pipelines: Vec<ScenePipelines>,
    pub(super) daylight: Daylight,
    pub(super) terrain: Terrain,
    pub(super) forest: Forest,
    pub(super) shelf: PlantShelf,
    pub(super) problems: Vec<RenderError>,
    pub(super) scene: Option<Arc<SceneBundle>>,
    pub(super) shadow_map: ShadowMap,
    pub(super) cascades: Cascades,
    pub(super) frame_group: BindGroup,
    pub(super) shadow_group: BindGroup,
    pub(super) targets: Option<Targets>,
    pub(super) picture: Picture,
    pub(super) frame_number: u64,
    pub(super) triangles: u64,
    pub(super) gpu_time: GpuTime,
}

/// One picture to be drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shot {
    /// Shift within the pixel.
    pub(super) jitter: [f32; 2],
    /// Weight in the running mean, if there is one.
    pub(super) weight: Option<f32>,
    /// Which offset into the blue noise it takes.
    pub(super) noise: u64,
}

impl Renderer {
    /// A renderer on `device`; compiles everything that does not depend on the quality.
    ///
    /// # Errors
    /// [`RenderError::Device`] when the device refuses a shader or lacks a limit.
    pub fn new(device: Device, queue: Queue) -> Result<Self, RenderError> {
        checked(&device.clone(), || Ok(Self::build(device, queue)))
    }

    fn build(device: Device, queue: Queue) -> Self {
        let layouts = Layouts::new(&device);
        let fixed = Fixed::new(&device, &queue);
        let fixed_pipelines = FixedPipelines::new(&device, &layouts, &ShaderTexts::new());
        let daylight = Daylight::new(&device);
        let terrain = Terrain::new(&device, &queue);
        let forest = Forest::new(&device, &layouts);
        let shadow_map = ShadowMap::new(&device, 256, 1);
        let frame_group = frame_group(&device, &layouts, &fixed, &daylight, &terrain, &shadow_map);
        let shadow_view = wgpu::BindingResource::Buffer(wgpu::BufferBinding {
            buffer: &fixed.shadow_views,
            offset: 0,
            size: std::num::NonZeroU64::new(size_of::<ShadowView>() as u64),
        });
        let shadow_group = gpu::bind_group(&device, "shadow", &layouts.shadow, &[shadow_view]);
        let picture = Picture::new(&device, [1, 1]);
        let gpu_time = GpuTime::new(&device, &queue);
        Self {
            device,
            queue,
            layouts,
            fixed,
            shader_texts: ShaderTexts::new(),
            fixed_pipelines,
            scene_pipelines: Vec::new(),
            daylight,
            terrain,
            forest,
            shelf: PlantShelf::new(),
            problems: Vec::new(),
            scene: None,
            shadow_map,
            cascades: Cascades::default(),
            frame_group,
            shadow_group,
            targets: None,
            picture,
            frame_number: 0,
            triangles: 0,
            gpu_time,
        }
    }

    /// Takes a scene: plants that it shares with the one before are kept. Drawing does this by itself.
    pub fn set_scene(&mut self, scene: &Arc<SceneBundle>) {
        if self
            .scene
            .as_ref()
            .is_some_and(|known| Arc::ptr_eq(known, scene))
        {
            return;
        }
        self.problems = self.forest.replace(
            &self.device,
            &self.queue,
            &self.layouts,
            &self.fixed.material,
            scene,
            &mut self.shelf,
        );
        let ground = &scene.description.ground;
        let [x, _, z] = scene.description.camera.target_m;
        self.terrain
            .set(&self.queue, ground, DVec2::new(x, z), &self.forest.stands());
        self.daylight.set(&self.queue, &scene.description.sky);
        self.cascades.clear();
        self.scene = Some(Arc::clone(scene));
    }

    /// Takes other texts for some parts of the shaders; on an error everything stays as it was.
    ///
    /// # Errors
    /// [`RenderError::Shader`] with file and line; [`RenderError::Device`] when the device refuses them.
    pub fn set_shaders(&mut self, texts: ShaderTexts) -> Result<(), RenderError> {
        shaders::check(&texts)?;
        let variants = self
            .scene_pipelines
            .iter()
            .map(|pipelines| pipelines.variant);
        let variants: Vec<Variant> = variants.chain([Variant::of(&Quality::LIVE)]).collect();
        let (fixed, scene) = checked(&self.device, || {
            let fixed = FixedPipelines::new(&self.device, &self.layouts, &texts);
            let build =
                |&variant| ScenePipelines::new(&self.device, &self.layouts, &texts, variant);
            Ok((fixed, variants.iter().map(build).collect()))
        })?;
        self.fixed_pipelines = fixed;
        self.scene_pipelines = scene;
        self.shader_texts = texts;
        Ok(())
    }

    /// What could not be drawn of the present scene.
    pub fn problems(&self) -> &[RenderError] {
        &self.problems
    }

    /// Draws `snapshot` into the picture.
    ///
    /// # Errors
    /// A size or view that cannot be drawn, or what the device says.
    pub fn draw(
        &mut self,
        snapshot: &Snapshot,
        view: &View,
        quality: &Quality,
    ) -> Result<(), RenderError> {
        self.draw_shot(
            snapshot,
            view,
            quality,
            Shot {
                jitter: [0.0; 2],
                weight: None,
                noise: self.frame_number,
            },
        )
    }

    /// The picture: as many pixels as the last view asked for, times the quality's scale, sRGB. Replaced when the size changes.
    pub fn colour_view(&self) -> &TextureView {
        &self.picture.view
    }

    /// The same picture with its encoded values unconverted, for toolkits that mix in them.
    pub fn encoded_view(&self) -> &TextureView {
        &self.picture.encoded
    }

    /// Size of the picture, pixels.
    pub fn size_px(&self) -> [u32; 2] {
        self.picture.size
    }

    /// Triangles of the last picture, without its shadows.
    pub fn triangles(&self) -> u64 {
        self.triangles
    }

    /// Milliseconds that the device spent on a recent picture; `None` before the first is known.
    pub fn gpu_ms(&self) -> Option<f32> {
        self.gpu_time.latest_ms()
    }

    /// Waits for the device to finish.
    ///
    /// # Errors
    /// [`RenderError::Device`].
    pub fn wait(&self) -> Result<(), RenderError> {
        self.device
            .poll(wgpu::PollType::wait_indefinitely())
            .map(|_status| ())
            .map_err(|error| RenderError::Device {
                message: error.to_string(),
            })
    }

    /// Copies the picture from the device.
    ///
    /// # Errors
    /// [`RenderError::ReadBack`] or [`RenderError::Device`].
    pub fn read_back(&self) -> Result<image::RgbaImage, RenderError> {
        checked(&self.device, || {
            super::still::read_back(&self.device, &self.queue, &self.picture)
        })
    }

    pub(super) fn draw_shot(
        &mut self,
        snapshot: &Snapshot,
        view: &View,
        quality: &Quality,
        shot: Shot,
    ) -> Result<(), RenderError> {
        let limits = self.device.limits();
        check_size(view.size_px, limits.max_texture_dimension_2d)?;
        let quality = quality.clamped();
        let inner = view
            .size_px
            .map(|side| ((side as f32 * quality.scale).round() as u32).max(1));
        let lens = Lens::new(
            &View {
                size_px: inner,
                ..*view
            },
            shot.jitter,
        )?;
        let device = self.device.clone();
        checked(&device, || {
            self.prepare(snapshot, &quality, inner, &lens);
            self.encode(snapshot, &lens, &quality, shot);
            Ok(())
        })
    }
}
