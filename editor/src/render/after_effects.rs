//! What comes after the scene: mean of jittered pictures, glow, tone curve.

use wgpu::TextureView;

use super::{
    frame_values::noise_offset,
    gpu,
    mirror::{Accumulation, BloomStep, Tone},
    passes,
    quality::Quality,
    renderer::{Renderer, Shot},
    targets::Targets,
};

/// Strength of the glow of what is brighter than white.
const BLOOM_STRENGTH: f32 = 0.25;
/// Darkening of the corners.
const VIGNETTE: f32 = 0.10;

impl Renderer {
    pub(super) fn encode_post(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        quality: &Quality,
        shot: Shot,
    ) {
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
        let noise = noise_offset(shot.noise);
        let tone = Tone {
            options: [
                self.daylight.exposure,
                strength,
                VIGNETTE,
                1.0 / targets.shape.size[0] as f32,
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
            &[&self.picture.encoded],
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
