//! A device without a window, for commands and tests.

use wgpu::{Adapter, AdapterInfo, Device, Features, Queue};

use super::error::RenderError;

/// Features that are used where an adapter has them.
pub fn wanted_features(adapter: &Adapter) -> Features {
    adapter.features() & (super::gpu_time::FEATURES | Features::FLOAT32_FILTERABLE)
}

/// A device of the best adapter that draws without a window.
///
/// # Errors
/// [`RenderError::NoAdapter`] or [`RenderError::NoDevice`]; the remedy names the package that gives a software adapter.
pub fn headless_device() -> Result<(Device, Queue, AdapterInfo), RenderError> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends: wgpu::Backends::VULKAN | wgpu::Backends::METAL | wgpu::Backends::DX12,
        ..wgpu::InstanceDescriptor::new_without_display_handle_from_env()
    });
    let options = wgpu::RequestAdapterOptions {
        power_preference: wgpu::PowerPreference::HighPerformance,
        ..Default::default()
    };
    let adapter = pollster::block_on(instance.request_adapter(&options)).map_err(|error| {
        RenderError::NoAdapter {
            message: error.to_string(),
        }
    })?;
    let descriptor = wgpu::DeviceDescriptor {
        label: Some("windwright"),
        required_features: wanted_features(&adapter),
        required_limits: adapter.limits(),
        ..Default::default()
    };
    let (device, queue) =
        pollster::block_on(adapter.request_device(&descriptor)).map_err(|error| {
            RenderError::NoDevice {
                message: error.to_string(),
            }
        })?;
    Ok((device, queue, adapter.get_info()))
}

/// Runs `work` and gives back the first error that the device reports for it.
///
/// # Errors
/// Whatever `work` returns, or [`RenderError::Device`].
pub(super) fn checked<T>(
    device: &Device,
    work: impl FnOnce() -> Result<T, RenderError>,
) -> Result<T, RenderError> {
    let filters = [
        wgpu::ErrorFilter::Internal,
        wgpu::ErrorFilter::OutOfMemory,
        wgpu::ErrorFilter::Validation,
    ];
    let scopes = filters.map(|filter| device.push_error_scope(filter));
    let result = work();
    let mut first = None;
    for scope in scopes.into_iter().rev() {
        let error = pollster::block_on(scope.pop());
        first = first.or(error);
    }
    match first {
        Some(error) => Err(RenderError::Device {
            message: error.to_string(),
        }),
        None => result,
    }
}
