//! The passes of a picture are prepared and encoded.

use glam::Vec3;

use super::{
    fixed::SHADOW_STRIDE,
    forest::{Batch, Choice},
    mirror::ShadowView,
    passes::{self, Contents},
    quality::Quality,
    renderer::{Renderer, Shot},
    scene_pipelines::{ScenePipelines, Variant},
    shadow_map::{ShadowMap, frame_group},
    targets::{Picture, Shape, Targets},
    view::Lens,
};
use crate::snapshot::Snapshot;

/// Shadows of lean pictures are thrown by coarser trees, in halvings of the distance.
const LEAN_SHADOW_BIAS: f32 = 1.5;

impl Renderer {
    /// Everything but the drawing: sizes, pipelines, scene, ground.
    pub(super) fn prepare(
        &mut self,
        snapshot: &Snapshot,
        quality: &Quality,
        inner: [u32; 2],
        lens: &Lens,
    ) {
        if self.picture.size != inner {
            self.picture = Picture::new(&self.device, inner);
        }
        let shape = Shape {
            size: inner,
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

    pub(super) fn encode(
        &mut self,
        snapshot: &Snapshot,
        lens: &Lens,
        quality: &Quality,
        shot: Shot,
    ) {
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
        let frame = self.frame(snapshot, lens, quality, shot.noise);
        self.queue
            .write_buffer(&self.fixed.frame, 0, bytemuck::bytes_of(&frame));

        let mut encoder = self
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        self.gpu_time.begin(&mut encoder);
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
        self.gpu_time.end(&mut encoder);
        self.queue.submit([encoder.finish()]);
        self.gpu_time.submitted(&self.queue);
        self.frame_number += 1;
    }

    /// Batches of the cascades that are due, then those of the picture.
    pub(super) fn choose(
        &mut self,
        lens: &Lens,
        quality: &Quality,
        due: &[usize],
    ) -> Vec<Vec<Batch>> {
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

    pub(super) fn encode_shadow(
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
}
