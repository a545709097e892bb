//! Stills: many jittered pictures, averaged.

use wgpu::{Device, Queue};

use super::{
    error::RenderError,
    quality::Quality,
    renderer::{Renderer, Shot},
    targets::Picture,
    view::View,
};
use crate::snapshot::Snapshot;

/// Adds picture `number` (from 0) of the same moment to the mean and shows the mean; 0 starts anew.
///
/// Call it with 0, 1, 2 … while nothing moves, and the picture gets smoother with every call.
///
/// # Errors
/// As [`Renderer::draw`].
pub fn refine(
    renderer: &mut Renderer,
    snapshot: &Snapshot,
    view: &View,
    quality: &Quality,
    number: u32,
) -> Result<(), RenderError> {
    let shot = Shot {
        jitter: jitter(number),
        weight: Some(1.0 / (number as f32 + 1.0)),
        // the same still comes out whatever was drawn before
        noise: u64::from(number),
    };
    renderer.draw_shot(snapshot, view, quality, shot)
}

/// The mean of `samples` jittered pictures (at least one) in the best quality.
///
/// # Errors
/// As [`Renderer::draw`] and [`Renderer::read_back`].
pub fn still(
    renderer: &mut Renderer,
    snapshot: &Snapshot,
    view: &View,
    samples: u32,
) -> Result<image::RgbaImage, RenderError> {
    for number in 0..samples.max(1) {
        // all pictures show one moment: its shadows are drawn once
        let quality = Quality {
            shadow_interval: if number == 0 { 1 } else { 1024 },
            ..Quality::STILL
        };
        refine(renderer, snapshot, view, &quality, number)?;
        // no more than one picture waits on the device
        renderer.wait()?;
    }
    renderer.read_back()
}

/// Place within the pixel, −0.5..0.5: the R2 sequence (Roberts 2018), which fills it evenly for every count.
fn jitter(number: u32) -> [f32; 2] {
    let n = f64::from(number) + 1.0;
    [0.754_877_666_246_693, 0.569_840_290_998_053].map(|step| ((n * step).fract() - 0.5) as f32)
}

pub(super) fn read_back(
    device: &Device,
    queue: &Queue,
    picture: &Picture,
) -> Result<image::RgbaImage, RenderError> {
    let fail = |message: String| RenderError::ReadBack { message };
    let [width, height] = picture.size;
    let stride = (width * 4).next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let buffer = device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("read back"),
        size: u64::from(stride) * u64::from(height),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    encoder.copy_texture_to_buffer(
        picture.texture.as_image_copy(),
        wgpu::TexelCopyBufferInfo {
            buffer: &buffer,
            layout: wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(stride),
                rows_per_image: Some(height),
            },
        },
        wgpu::Extent3d {
            width,
            height,
            depth_or_array_layers: 1,
        },
    );
    queue.submit([encoder.finish()]);
    let (sender, receiver) = std::sync::mpsc::sync_channel(1);
    buffer
        .slice(..)
        .map_async(wgpu::MapMode::Read, move |result| {
            // the receiver waits below; if it is gone there is nobody to tell
            drop(sender.send(result));
        });
    device
        .poll(wgpu::PollType::wait_indefinitely())
        .map_err(|error| fail(error.to_string()))?;
    receiver
        .recv()
        .map_err(|error| fail(error.to_string()))?
        .map_err(|error| fail(error.to_string()))?;
    let mapped = buffer
        .get_mapped_range(..)
        .map_err(|error| fail(error.to_string()))?;
    let mut pixels = Vec::with_capacity(width as usize * height as usize * 4);
    for row in mapped.chunks_exact(stride as usize) {
        pixels.extend_from_slice(&row[..width as usize * 4]);
    }
    image::RgbaImage::from_raw(width, height, pixels)
        .ok_or_else(|| fail("the picture is incomplete".to_owned()))
}
