//! Renders the default graph to a PNG without a window.
//!
//! `look OUT.png [WIDTHxHEIGHT] [SAMPLES] [noon|dusk|overcast|live|software|medium|crown]`

use std::{sync::Arc, time::Instant};

use windwright::{
    render::{Quality, Renderer, STEPS, View, headless_device, still},
    snapshot::{SceneBundle, Snapshot},
};
use windwright_core::{
    compile::{Cache, compile},
    content::{DEFAULT_GRAPH, Embedded},
    format,
    nodes::Registry,
};

fn scene() -> SceneBundle {
    let reading = format::read(DEFAULT_GRAPH);
    let compilation = compile(
        reading.document.graph(),
        &Registry::standard(),
        &Embedded,
        &mut Cache::default(),
    );
    for diagnostic in &compilation.diagnostics {
        eprintln!("{}: {}", diagnostic.node, diagnostic.message);
    }
    SceneBundle {
        description: compilation.scene.unwrap_or_default(),
        plants: compilation.plants,
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let out = arguments.first().map_or("look.png", String::as_str);
    let size = arguments.get(1).and_then(|text| text.split_once('x'));
    let size_px = match size {
        Some((width, height)) => [width.parse()?, height.parse()?],
        None => [1600, 1000],
    };
    let samples: u32 = arguments.get(2).map_or(Ok(64), |text| text.parse())?;
    let mode = arguments.get(3).map_or("", String::as_str);

    let started = Instant::now();
    let mut scene = scene();
    let sky = &mut scene.description.sky;
    match mode {
        "noon" => (sky.sun_elevation_deg, sky.sun_azimuth_deg) = (58.0, 100.0),
        "dusk" => (sky.sun_elevation_deg, sky.sun_azimuth_deg) = (2.5, 40.0),
        "overcast" => sky.cloud_cover = 1.0,
        _ => {}
    }
    let mut view = View::of_scene(&scene.description, size_px);
    if mode == "crown" {
        view.target_m = [0.5, 8.5, 0.0];
        view.field_of_view_deg = 10.0;
    }
    let mut snapshot = Snapshot {
        scene: Arc::new(scene),
        ..Snapshot::default()
    };
    snapshot.wind_map.mean_m_per_s = [2.5, 0.6];
    eprintln!("scene {:.2} s", started.elapsed().as_secs_f32());

    let (device, queue, adapter) = headless_device()?;
    let mut renderer = Renderer::new(device, queue)?;
    eprintln!("{} {:.2} s", adapter.name, started.elapsed().as_secs_f32());
    let quality = match mode {
        "live" => Some(Quality::LIVE),
        "software" => Some(Quality::SOFTWARE),
        _ => STEPS
            .iter()
            .find(|step| step.name == mode)
            .map(|step| step.quality),
    };
    let image = if let Some(quality) = quality {
        let mut times_ms = Vec::new();
        for frame in 0..samples {
            let start = Instant::now();
            snapshot.time_s = f64::from(frame) / 60.0;
            renderer.draw(&snapshot, &view, &quality)?;
            renderer.wait()?;
            times_ms.push(start.elapsed().as_secs_f64() * 1000.0);
        }
        times_ms.sort_by(f64::total_cmp);
        eprintln!("median frame {:.1} ms", times_ms[times_ms.len() / 2]);
        renderer.read_back()?
    } else {
        still(&mut renderer, &snapshot, &view, samples)?
    };
    for problem in renderer.problems() {
        eprintln!("{problem}");
    }
    image.save(out)?;
    eprintln!("{out} {:.2} s", started.elapsed().as_secs_f32());
    Ok(())
}
