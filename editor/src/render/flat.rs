//! One colour over a rectangle of somebody else's target: for large grounds, which a toolkit's own rectangle would sample
//! and mix pixel by pixel.

use wgpu::{
    BlendComponent, BlendFactor, BlendOperation, BlendState, Color, Device, RenderPass,
    RenderPipeline, TextureFormat,
};

use super::{
    recipe::{build_screen, module},
    shaders::{self, ShaderTexts},
};

/// Draws into passes with one colour target and no depth.
#[derive(Debug)]
pub struct Flat {
    pipeline: RenderPipeline,
}

impl Flat {
    /// For targets of `format`.
    pub fn new(device: &Device, format: TextureFormat) -> Self {
        let module = module(device, &shaders::FLAT, &ShaderTexts::new());
        let constant = BlendComponent {
            src_factor: BlendFactor::Constant,
            dst_factor: BlendFactor::Zero,
            operation: BlendOperation::Add,
        };
        let blend = BlendState {
            color: constant,
            alpha: constant,
        };
        Self {
            pipeline: build_screen(
                device,
                &module,
                &[],
                "fragment_flat",
                &[format],
                Some(blend),
            ),
        }
    }

    /// Fills the whole viewport of `pass` with `colour`, as the target keeps its values.
    pub fn draw(&self, pass: &mut RenderPass<'_>, colour: Color) {
        pass.set_pipeline(&self.pipeline);
        pass.set_blend_constant(colour);
        pass.draw(0..3, 0..1);
    }
}
