//! The picture on somebody else's target, such as a window: stretched, opaque, and cheaper for a software adapter than a
//! toolkit's own image.

use wgpu::{
    BindGroup, BindGroupLayout, BindingResource, Device, RenderPass, RenderPipeline, Sampler,
    ShaderStages, TextureFormat,
};

use super::{
    gpu::{self, SAMPLER, colour_binding},
    recipe::{build_screen, module},
    renderer::Renderer,
    shaders::{self, ShaderTexts},
};

/// Draws pictures into passes with one colour target and no depth.
#[derive(Debug)]
pub struct Show {
    pipeline: RenderPipeline,
    layout: BindGroupLayout,
    sampler: Sampler,
    /// Whether the target turns linear light into encoded values by itself.
    encodes: bool,
}

impl Show {
    /// For targets of `format`.
    pub fn new(device: &Device, format: TextureFormat) -> Self {
        let layout = gpu::layout(
            device,
            "show",
            &[
                (ShaderStages::FRAGMENT, colour_binding(true)),
                (ShaderStages::FRAGMENT, SAMPLER),
            ],
        );
        let module = module(device, &shaders::SHOW, &ShaderTexts::new());
        Self {
            pipeline: build_screen(
                device,
                &module,
                &[&layout],
                "fragment_show",
                &[format],
                None,
            ),
            sampler: device.create_sampler(&wgpu::SamplerDescriptor {
                mag_filter: wgpu::FilterMode::Linear,
                min_filter: wgpu::FilterMode::Linear,
                ..Default::default()
            }),
            encodes: format.is_srgb(),
            layout,
        }
    }

    /// The renderer's present picture, to be drawn until another takes its place.
    pub fn picture(&self, device: &Device, renderer: &Renderer) -> BindGroup {
        let view = if self.encodes {
            renderer.colour_view()
        } else {
            renderer.encoded_view()
        };
        let resources = [
            BindingResource::TextureView(view),
            BindingResource::Sampler(&self.sampler),
        ];
        gpu::bind_group(device, "show", &self.layout, &resources)
    }

    /// Draws `picture` over the whole viewport of `pass`.
    pub fn draw(&self, pass: &mut RenderPass<'_>, picture: &BindGroup) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, picture, &[]);
        pass.draw(0..3, 0..1);
    }
}
