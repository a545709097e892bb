//! The renderer's state, and a picture from start to end.

use std::sync::Arc;

use glam::{DVec2, DVec3, Vec3};
use wgpu::{
    BindGroup, Device, Queue, Texture, TextureView, TextureViewDescriptor, TextureViewDimension,
};

use super::{
    daylight::Daylight,
    device::checked,
    error::RenderError,
    fixed::{Fixed, SHADOW_STRIDE},
    forest::{Batch, Choice, Forest},
    gpu,
    limits::{MAX_CASCADES, NOISE_PERIOD_M},
    mirror::{Accumulation, BloomStep, Frame, ShadowView, Tone},
    passes::{self, Contents},
    pipelines::{FixedPipelines, Layouts, ScenePipelines, Variant},
    plants::PlantShelf,
    quality::Quality,
    shaders::ShaderTexts,
    shadows::{self, Cascades},
    targets::{Picture, Shape, Targets, check_size},
    terrain::Terrain,
    view::{Lens, View},
};
use crate::snapshot::{SceneBundle, Snapshot};

/// Slowest sway of grass, seconds; all others are whole multiples of its rate, so that time can wrap here.
const SWAY_PERIOD_S: f64 = 24.0;
/// Haze of a clear day, per metre: 15 % at 100 m.
const HAZE_PER_M: f32 = 0.0017;
/// Radius of the soft edge of shadows, metres.
const SHADOW_SOFTNESS_M: f32 = 0.055;
/// Strength of the glow of what is brighter than white.
const BLOOM_STRENGTH: f32 = 0.25;
/// Shadows of lean pictures are thrown by coarser trees, in halvings of the distance.
const LEAN_SHADOW_BIAS: f32 = 1.5;
/// Darkening of the corners.
const VIGNETTE: f32 = 0.10;

/// Draws snapshots into a picture of its own.
#[derive(Debug)]
pub struct Renderer {
    device: Device,
    queue: Queue,
    layouts: Layouts,
    fixed: Fixed,
    shader_texts: ShaderTexts,
    fixed_pipelines: FixedPipelines,
    scene_pipelines: Vec<ScenePipelines>,
    daylight: Daylight,
    terrain: Terrain,
    forest: Forest,
    shelf: PlantShelf,
    problems: Vec<RenderError>,
    scene: Option<Arc<SceneBundle>>,
    shadow_map: ShadowMap,
    cascades: Cascades,
    frame_group: BindGroup,
    shadow_group: BindGroup,
    targets: Option<Targets>,
    picture: Picture,
    frame_number: u64,
    triangles: u64,
}

/// Depths of all cascades.
#[derive(Debug)]
struct ShadowMap {
    texture: Texture,
    layers: Vec<TextureView>,
    size: u32,
}

impl ShadowMap {
    fn new(device: &Device, size: u32, count: u32) -> Self {
        let texture = device.create_texture(&wgpu::TextureDescriptor {
            label: Some("shadow map"),
            size: wgpu::Extent3d {
                width: size,
                height: size,
                depth_or_array_layers: count,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: super::targets::DEPTH,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::TEXTURE_BINDING,
            view_formats: &[],
        });
        let layers = (0..count)
            .map(|layer| {
                texture.create_view(&TextureViewDescriptor {
                    dimension: Some(TextureViewDimension::D2),
                    base_array_layer: layer,
                    array_layer_count: Some(1),
                    ..Default::default()
                })
            })
            .collect();
        Self {
            texture,
            layers,
            size,
        }
    }
}

/// One picture to be drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shot {
    /// Shift within the pixel.
    pub(super) jitter: [f32; 2],
    /// Weight in the running mean, if there is one.
    pub(super) weight: Option<f32>,
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
    /// [`RenderError::Device`] with the place in the shader.
    pub fn set_shaders(&mut self, texts: ShaderTexts) -> Result<(), RenderError> {
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
            },
        )
    }

    /// The picture: as many pixels as the last view asked for, sRGB. Replaced when the size changes.
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
            self.prepare(snapshot, view, &quality, inner, &lens);
            self.encode(snapshot, &lens, &quality, shot);
            Ok(())
        })
    }

    /// Everything but the drawing: sizes, pipelines, scene, ground.
    fn prepare(
        &mut self,
        snapshot: &Snapshot,
        view: &View,
        quality: &Quality,
        inner: [u32; 2],
        lens: &Lens,
    ) {
        if self.picture.size != view.size_px {
            self.picture = Picture::new(&self.device, view.size_px);
        }
        let shape = Shape {
            outer: view.size_px,
            inner,
            samples: quality.samples,
            bloom: quality.bloom,
        };
        if self
            .targets
            .as_ref()
            .is_none_or(|targets| targets.shape != shape)
        {
            self.targets = None;
            self.targets = Some(Targets::new(&self.device, shape));
        }
        let count = self.shadow_map.layers.len() as u32;
        if (self.shadow_map.size, count) != (quality.shadow_size, quality.cascades) {
            self.shadow_map = ShadowMap::new(&self.device, quality.shadow_size, quality.cascades);
            self.cascades.clear();
            self.frame_group = frame_group(
                &self.device,
                &self.layouts,
                &self.fixed,
                &self.daylight,
                &self.terrain,
                &self.shadow_map,
            );
        }
        let variant = Variant::of(quality);
        if !self
            .scene_pipelines
            .iter()
            .any(|pipelines| pipelines.variant == variant)
        {
            let pipelines =
                ScenePipelines::new(&self.device, &self.layouts, &self.shader_texts, variant);
            self.scene_pipelines.push(pipelines);
        }
        self.set_scene(&snapshot.scene);
        self.forest.pose(&self.queue, &snapshot.trees);
        let fine = quality.lod_bias < 1.0;
        self.terrain.follow(
            &self.device,
            &self.queue,
            &self.fixed.noise,
            lens.eye_m,
            quality.grass_share,
            fine,
        );
    }

    fn encode(&mut self, snapshot: &Snapshot, lens: &Lens, quality: &Quality, shot: Shot) {
        let sun = self.daylight.sun_direction;
        let due = self.cascades.update(
            lens,
            sun,
            quality.cascades,
            quality.shadow_size,
            quality.shadow_interval,
            self.frame_number,
        );
        let mut batches = self.choose(lens, quality, &due);
        let seen = batches.pop().unwrap_or_default();
        let frame = self.frame(snapshot, lens, quality);
        self.queue
            .write_buffer(&self.fixed.frame, 0, bytemuck::bytes_of(&frame));

        let mut encoder = self
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        for (&index, batches) in due.iter().zip(&batches) {
            self.encode_shadow(&mut encoder, lens, index, batches);
        }
        let variant = Variant::of(quality);
        let pipelines = self
            .scene_pipelines
            .iter()
            .find(|known| known.variant == variant);
        if let (Some(targets), Some(pipelines)) = (&self.targets, pipelines) {
            let grass = self.terrain.grass(lens);
            self.triangles = self.forest.triangles(&seen) + self.terrain.triangles(&grass);
            let contents = Contents {
                frame: &self.frame_group,
                forest: &self.forest,
                batches: &seen,
                terrain: &self.terrain,
                grass: &grass,
            };
            passes::draw_scene(&mut encoder, targets, pipelines, &contents);
        }
        self.encode_post(&mut encoder, quality, shot);
        self.queue.submit([encoder.finish()]);
        self.frame_number += 1;
    }

    /// Batches of the cascades that are due, then those of the picture.
    fn choose(&mut self, lens: &Lens, quality: &Quality, due: &[usize]) -> Vec<Vec<Batch>> {
        let cascades = &self.cascades;
        let takes: Vec<Box<dyn Fn(Vec3, f32) -> bool + '_>> = due
            .iter()
            .filter_map(|&index| cascades.get(index))
            .map(|cascade| -> Box<dyn Fn(Vec3, f32) -> bool + '_> {
                Box::new(move |middle, radius| cascade.takes(middle, radius, lens.eye_m))
            })
            .collect();
        let shadow_bias = quality.lod_bias + if quality.lean { LEAN_SHADOW_BIAS } else { 0.0 };
        let seen = |middle: Vec3, radius: f32| lens.sees(middle, radius);
        let mut choices: Vec<Choice<'_>> = takes
            .iter()
            .map(|takes| Choice {
                takes: takes.as_ref(),
                lod_bias: shadow_bias,
                forward: lens.forward,
                triangles: quality.tree_triangles,
            })
            .collect();
        choices.push(Choice {
            takes: &seen,
            lod_bias: quality.lod_bias,
            forward: lens.forward,
            triangles: quality.tree_triangles,
        });
        self.forest.choose(
            &self.device,
            &self.queue,
            &self.layouts,
            lens.eye_m,
            &choices,
        )
    }

    fn encode_shadow(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        lens: &Lens,
        index: usize,
        batches: &[Batch],
    ) {
        let (Some(cascade), Some(layer)) =
            (self.cascades.get(index), self.shadow_map.layers.get(index))
        else {
            return;
        };
        let offset = index as u32 * SHADOW_STRIDE;
        let view = ShadowView {
            matrix: cascade.matrix(lens.eye_m).to_cols_array_2d(),
        };
        self.queue.write_buffer(
            &self.fixed.shadow_views,
            u64::from(offset),
            bytemuck::bytes_of(&view),
        );
        passes::draw_shadow(
            encoder,
            layer,
            &self.fixed_pipelines,
            (&self.shadow_group, offset),
            &self.forest,
            batches,
        );
    }

    fn frame(&self, snapshot: &Snapshot, lens: &Lens, quality: &Quality) -> Frame {
        let xyz = |v: Vec3| [v.x, v.y, v.z, 0.0];
        let relative = |place: DVec3| xyz((place - lens.eye_m).as_vec3());
        let corner = |x: f64, z: f64, side: f64, on: f32| {
            [
                (x - lens.eye_m.x) as f32,
                (z - lens.eye_m.z) as f32,
                (1.0 / side.max(1e-3)) as f32,
                on,
            ]
        };
        let mut shadow_matrices = [[[0.0; 4]; 4]; MAX_CASCADES];
        let mut cascade_texels_m = [1.0; 4];
        let mut cascades = 0;
        if self.daylight.sun_direction.y > 0.0 {
            for (index, cascade) in self.cascades.iter().enumerate() {
                shadow_matrices[index] = cascade.matrix(lens.eye_m).to_cols_array_2d();
                cascade_texels_m[index] = cascade.texel_m;
                cascades = index + 1;
            }
        }
        cascade_texels_m[3] = cascades as f32;
        let map = &snapshot.wind_map;
        let mapped = self.fixed.write_wind(&self.queue, map);
        let wrap = |v: f64| v.rem_euclid(NOISE_PERIOD_M) as f32;
        let phase =
            snapshot.time_s.rem_euclid(SWAY_PERIOD_S) / SWAY_PERIOD_S * std::f64::consts::TAU;
        let sky = snapshot.scene.description.sky;
        let [red, green, blue] = self.daylight.sun_irradiance;
        let size = self
            .targets
            .as_ref()
            .map_or([1, 1], |targets| targets.shape.inner);
        let noise = noise_offset(self.frame_number);
        let mask = self.terrain.mask_corner_m();
        Frame {
            view_projection: lens.view_projection.to_cols_array_2d(),
            ray_right: xyz(lens.right * lens.half_extent[0]),
            ray_up: xyz(lens.up * lens.half_extent[1]),
            ray_forward: xyz(lens.forward),
            sun_direction: {
                let s = self.daylight.sun_direction;
                [s.x, s.y, s.z, self.daylight.exposure]
            },
            sun_irradiance: [red, green, blue, super::atmosphere::SUN_RADIUS_RAD],
            ambient: self.daylight.ambient.map(|[r, g, b]| [r, g, b, 0.0]),
            shadow_matrices,
            cascade_texels_m,
            shadow: [
                SHADOW_SOFTNESS_M,
                shadows::DEPTH_M,
                quality.shadow_size as f32,
                shadows::REACH_M,
            ],
            eye_wrapped_m: [
                wrap(lens.eye_m.x),
                lens.eye_m.y as f32,
                wrap(lens.eye_m.z),
                phase as f32,
            ],
            wind_map: corner(
                map.origin_m[0],
                map.origin_m[1],
                f64::from(map.side_m),
                f32::from(u8::from(mapped && map.side_m > 0.0)),
            ),
            wind_mean: [map.mean_m_per_s[0], map.mean_m_per_s[1], 0.0, 0.0],
            cloud: cloud(snapshot, &sky),
            mask: corner(mask.x, mask.y, super::ground_mask::SIDE_M, 1.0),
            ground_anchor_m: relative(self.terrain.mesh_origin_m()),
            grass_anchor_m: relative(self.terrain.grass_origin_m()),
            resolution: [size[0] as f32, size[1] as f32, noise[0], noise[1]],
            air: self.daylight.air.map(|[r, g, b]| [r, g, b, 0.0]),
        }
    }

    fn encode_post(&mut self, encoder: &mut wgpu::CommandEncoder, quality: &Quality, shot: Shot) {
        let Some(targets) = &mut self.targets else {
            return;
        };
        if shot.weight.is_some() {
            targets.mean(&self.device);
        }
        let Some(targets) = &self.targets else { return };
        let source = match (shot.weight, &targets.mean) {
            (Some(weight), Some(mean)) => {
                let value = Accumulation {
                    weight: [weight, 0.0, 0.0, 0.0],
                };
                self.queue
                    .write_buffer(&self.fixed.accumulation, 0, bytemuck::bytes_of(&value));
                let odd = (self.frame_number % 2) as usize;
                let [before, after] = [&mean.exact[1 - odd], &mean.exact[odd]];
                let group = gpu::bind_group(
                    &self.device,
                    "accumulate",
                    &self.layouts.accumulate,
                    &[
                        self.fixed.accumulation.as_entire_binding(),
                        wgpu::BindingResource::TextureView(&targets.hdr),
                        wgpu::BindingResource::TextureView(before),
                    ],
                );
                let pipeline = &self.fixed_pipelines.accumulate;
                passes::draw_screen(
                    encoder,
                    "accumulate",
                    &[after, &mean.compact],
                    pipeline,
                    &group,
                );
                &mean.compact
            }
            _ => &targets.hdr,
        };
        if quality.bloom {
            self.encode_bloom(encoder, targets, source);
        }
        let strength = if quality.bloom { BLOOM_STRENGTH } else { 0.0 };
        let noise = noise_offset(self.frame_number);
        let tone = Tone {
            options: [
                self.daylight.exposure,
                strength,
                VIGNETTE,
                1.0 / targets.shape.outer[0] as f32,
            ],
            offset: [noise[0], noise[1], 0.0, 0.0],
        };
        self.queue
            .write_buffer(&self.fixed.tone, 0, bytemuck::bytes_of(&tone));
        let blue = gpu::view(&self.fixed.blue_noise);
        let view = wgpu::BindingResource::TextureView;
        let group = gpu::bind_group(
            &self.device,
            "tone",
            &self.layouts.tone,
            &[
                self.fixed.tone.as_entire_binding(),
                view(source),
                wgpu::BindingResource::Sampler(&self.fixed.clamp),
                view(&blue),
                view(&targets.bloom[1]),
                view(&targets.bloom[3]),
                view(&targets.bloom[5]),
            ],
        );
        passes::draw_screen(
            encoder,
            "tone",
            &[&self.picture.view],
            &self.fixed_pipelines.tone,
            &group,
        );
    }

    fn encode_bloom(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        targets: &Targets,
        source: &TextureView,
    ) {
        let mut wider = source;
        for (step, (buffer, target)) in self.fixed.bloom.iter().zip(&targets.bloom).enumerate() {
            let exposure = if step == 0 {
                self.daylight.exposure
            } else {
                0.0
            };
            let value = BloomStep {
                options: [exposure, 0.0, 0.0, 0.0],
            };
            self.queue
                .write_buffer(buffer, 0, bytemuck::bytes_of(&value));
            let group = gpu::bind_group(
                &self.device,
                "glow",
                &self.layouts.bloom,
                &[
                    buffer.as_entire_binding(),
                    wgpu::BindingResource::TextureView(wider),
                    wgpu::BindingResource::Sampler(&self.fixed.clamp),
                ],
            );
            passes::draw_screen(
                encoder,
                "glow",
                &[target],
                &self.fixed_pipelines.bloom,
                &group,
            );
            wider = target;
        }
    }
}

/// Drift, cover and haze for the shaders.
fn cloud(snapshot: &Snapshot, sky: &windwright_runtime::preset::scene::Sky) -> [f32; 4] {
    // the cloud's noise tile spans 20 km
    let drift = DVec2::from_array(snapshot.cloud_drift_m) / 20_000.0;
    let drift = DVec2::new(drift.x.rem_euclid(1.0), drift.y.rem_euclid(1.0));
    let or = |value: f32, fallback: f32| if value.is_finite() { value } else { fallback };
    let haze = or(sky.haze, 1.0).clamp(0.0, 10.0);
    let cover = or(sky.cloud_cover, 0.0).clamp(0.0, 1.0);
    // against the wind: the pattern moves with it
    [-drift.x as f32, -drift.y as f32, cover, HAZE_PER_M * haze]
}

/// Offset into the blue noise: a sequence of low discrepancy, so that frames average.
fn noise_offset(frame: u64) -> [f32; 2] {
    let side = super::limits::BLUE_NOISE_SIDE as f64;
    let n = (frame % 4096) as f64;
    [0.754_877_666, 0.569_840_291].map(|step| ((n * step).fract() * side).floor() as f32)
}

fn frame_group(
    device: &Device,
    layouts: &Layouts,
    fixed: &Fixed,
    daylight: &Daylight,
    terrain: &Terrain,
    shadow_map: &ShadowMap,
) -> BindGroup {
    let views = [
        &fixed.noise_texture,
        &fixed.blue_noise,
        &daylight.table,
        &terrain.mask_texture,
        &fixed.wind_map,
    ]
    .map(gpu::view);
    let shadows = shadow_map.texture.create_view(&TextureViewDescriptor {
        dimension: Some(TextureViewDimension::D2Array),
        ..Default::default()
    });
    let [noise, blue, sky, mask, wind] = &views;
    let view = wgpu::BindingResource::TextureView;
    let sampler = wgpu::BindingResource::Sampler;
    gpu::bind_group(
        device,
        "frame",
        &layouts.frame,
        &[
            fixed.frame.as_entire_binding(),
            view(noise),
            sampler(&fixed.repeat),
            sampler(&fixed.clamp),
            view(blue),
            view(sky),
            view(&shadows),
            sampler(&fixed.comparison),
            view(mask),
            view(wind),
        ],
    )
}
