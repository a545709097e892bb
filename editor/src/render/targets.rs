//! The textures that a picture passes through.

use wgpu::{Device, Texture, TextureFormat, TextureUsages, TextureView};

use super::{error::RenderError, gpu};

/// Linear light.
pub(super) const HDR: TextureFormat = TextureFormat::Rgba16Float;
/// Means of many pictures.
pub(super) const EXACT: TextureFormat = TextureFormat::Rgba32Float;
/// Depth, 1 near and 0 far.
pub(super) const DEPTH: TextureFormat = TextureFormat::Depth32Float;
/// The finished picture.
pub(super) const COLOUR: TextureFormat = TextureFormat::Rgba8UnormSrgb;
/// Its bytes as they are.
pub(super) const ENCODED: TextureFormat = TextureFormat::Rgba8Unorm;
/// Steps of the glow, each half the size of the one before.
pub(super) const BLOOM_STEPS: usize = 6;

const DRAWN: TextureUsages = TextureUsages::RENDER_ATTACHMENT.union(TextureUsages::TEXTURE_BINDING);

/// Size and kind of the textures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shape {
    /// Pixels.
    pub(super) size: [u32; 2],
    /// Samples a pixel.
    pub(super) samples: u32,
    /// Whether the glow has textures.
    pub(super) bloom: bool,
}

/// Textures of one shape.
#[derive(Debug)]
pub(super) struct Targets {
    /// What they were made for.
    pub(super) shape: Shape,
    /// Several samples a pixel, if so.
    pub(super) samples: Option<TextureView>,
    /// Linear picture.
    pub(super) hdr: TextureView,
    /// Depth.
    pub(super) depth: TextureView,
    /// Glow, widest last; one black texel each without.
    pub(super) bloom: Vec<TextureView>,
    /// Mean of jittered pictures.
    pub(super) mean: Option<Mean>,
}

/// Running mean: two exact textures in turn and a compact copy.
#[derive(Debug)]
pub(super) struct Mean {
    /// Exact, written in turn.
    pub(super) exact: [TextureView; 2],
    /// What the tone curve reads.
    pub(super) compact: TextureView,
}

impl Targets {
    /// Textures of `shape`.
    pub(super) fn new(device: &Device, shape: Shape) -> Self {
        let make = |label, size, format, samples| {
            gpu::view(&gpu::texture(device, label, size, format, DRAWN, samples))
        };
        let mut size = shape.size;
        let bloom = (0..BLOOM_STEPS)
            .map(|_| {
                size = if shape.bloom {
                    size.map(|side| side.div_ceil(2))
                } else {
                    [1, 1]
                };
                make("glow", size, HDR, 1)
            })
            .collect();
        Self {
            shape,
            samples: (shape.samples > 1).then(|| make("samples", shape.size, HDR, shape.samples)),
            hdr: make("linear picture", shape.size, HDR, 1),
            depth: make("depth", shape.size, DEPTH, shape.samples),
            bloom,
            mean: None,
        }
    }

    /// The running mean, made when first asked for.
    pub(super) fn mean(&mut self, device: &Device) -> &Mean {
        let size = self.shape.size;
        self.mean.get_or_insert_with(|| {
            let make = |format| gpu::view(&gpu::texture(device, "mean", size, format, DRAWN, 1));
            Mean {
                exact: [make(EXACT), make(EXACT)],
                compact: make(HDR),
            }
        })
    }
}

/// The finished picture, whose view others hold.
#[derive(Debug)]
pub(super) struct Picture {
    /// Texture.
    pub(super) texture: Texture,
    /// View that decodes.
    pub(super) view: TextureView,
    /// View of the encoded bytes, the one that is drawn to.
    pub(super) encoded: TextureView,
    /// Pixels.
    pub(super) size: [u32; 2],
}

impl Picture {
    /// A picture of `size`.
    pub(super) fn new(device: &Device, size: [u32; 2]) -> Self {
        let usage = DRAWN | TextureUsages::COPY_SRC;
        let texture = gpu::texture(device, "picture", size, COLOUR, usage, 1);
        let view = gpu::view(&texture);
        let encoded = texture.create_view(&wgpu::TextureViewDescriptor {
            format: Some(ENCODED),
            usage: Some(DRAWN),
            ..Default::default()
        });
        Self {
            texture,
            view,
            encoded,
            size,
        }
    }
}

/// Refuses a size that has no pixels or is over the device's `limit`.
///
/// # Errors
/// [`RenderError::Size`].
pub(super) fn check_size([width, height]: [u32; 2], limit: u32) -> Result<(), RenderError> {
    // 256 million pixels would take gigabytes in every texture of a picture
    let pixels = u64::from(width) * u64::from(height);
    let fits = |side| (1..=limit).contains(&side);
    if fits(width) && fits(height) && pixels <= 1 << 26 {
        Ok(())
    } else {
        Err(RenderError::Size {
            width,
            height,
            limit,
        })
    }
}
