//! What a live picture of the default scene costs at each step of the quality ladder, from submission to completion.

use std::sync::Arc;

use windwright_core::content;
use windwright_runtime::world::World;

use super::Measurement;
use crate::{
    commands::{
        console::Console,
        open::{build, bundle, open_text},
        outcome::Failure,
        simulate::snapshot,
    },
    disk::DiskFiles,
    render::{Ladder, RenderError, Renderer, View, headless_device},
};

const RUNS: usize = 32;
/// The preview in a window of 1600 × 1000 points.
const PANE_PX: [u32; 2] = [992, 752];

/// Pictures of one moment; shadows are drawn anew as often as in the window.
pub(super) fn pictures(console: &Console<'_>) -> Result<Vec<Measurement>, Failure> {
    let files = DiskFiles::new(".").with_data(console.data.clone());
    let opened = open_text(content::DEFAULT_GRAPH, &files);
    let bundle = bundle(&opened.compilation)
        .map(Arc::new)
        .ok_or_else(|| Failure::could_not("the default graph gives no scene", "Install again."))?;
    let scene = build(&bundle).map_err(|error| Failure::could_not(&error, error.remedy()))?;
    let snapshot = snapshot(&World::new(Arc::new(scene)), &bundle);
    let view = View::of_scene(&bundle.description, PANE_PX);
    let (device, queue, adapter) = headless_device().map_err(|error| failure(&error))?;
    let steps = Ladder::steps(adapter.device_type == wgpu::DeviceType::Cpu);
    let mut renderer = Renderer::new(device, queue).map_err(|error| failure(&error))?;
    let mut measurements = Vec::new();
    for step in steps {
        let mut draw = || {
            renderer.draw(&snapshot, &view, &step.quality)?;
            renderer.wait()?;
            Ok(renderer.triangles() as usize)
        };
        let triangles = (draw().map_err(|error| failure(&error))?, "triangles");
        let name = format!("picture, {}", step.name);
        let mut fault = None;
        let measurement = Measurement::take(name, triangles, RUNS, console, || {
            fault = draw().err().or(fault.take());
        })?;
        if let Some(error) = fault {
            return Err(failure(&error));
        }
        measurements.push(measurement);
    }
    Ok(measurements)
}

fn failure(error: &RenderError) -> Failure {
    Failure::could_not(error, error.remedy())
}
