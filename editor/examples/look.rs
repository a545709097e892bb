//! Renders the default graph to a PNG without a window.
//!
//! `look OUT.png [WIDTHxHEIGHT] [SAMPLES] [noon|dusk|overcast|live|software|medium|crown]`

#![expect(
    clippy::print_stderr,
    reason = "it tells the developer who runs it what it measures"
)]

use std::{sync::Arc, time::Instant};

use windwright::{
    render::{Quality, Renderer, STEPS, View, headless_device, shaders::ShaderTexts, still},
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

/// Processor time of this process so far, seconds; 0 where the system does not say.
fn processor_s() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = text
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .skip(11);
    fields
        .take(2)
        .filter_map(|field| field.parse::<f64>().ok())
        .sum::<f64>()
        / 100.0
}

/// Times variants of the software step, to see what each part costs.
fn profile(
    renderer: &mut Renderer,
    snapshot: &Snapshot,
    view: &View,
) -> Result<(), Box<dyn std::error::Error>> {
    let base = Quality {
        shadow_interval: 1024,
        ..Quality::SOFTWARE
    };
    let rows = [
        ("software", Quality::SOFTWARE),
        ("shadow map kept", base),
        (
            "shadow map every frame",
            Quality {
                shadow_interval: 1,
                ..base
            },
        ),
        (
            "no grass",
            Quality {
                grass_share: 0.0,
                ..base
            },
        ),
        (
            "coarse trees",
            Quality {
                lod_bias: 6.0,
                ..base
            },
        ),
        (
            "coarse trees, no grass",
            Quality {
                lod_bias: 6.0,
                grass_share: 0.0,
                ..base
            },
        ),
        (
            "quarter of the pixels",
            Quality {
                scale: base.scale * 0.5,
                ..base
            },
        ),
        (
            "four taps",
            Quality {
                shadow_taps: 4,
                ..base
            },
        ),
    ];
    for (name, quality) in rows {
        const FRAMES: u32 = 24;
        for _ in 0..4 {
            renderer.draw(snapshot, view, &quality)?;
        }
        renderer.wait()?;
        let (start, before_s) = (Instant::now(), processor_s());
        for _ in 0..FRAMES {
            renderer.draw(snapshot, view, &quality)?;
            renderer.wait()?;
        }
        let wall_ms = start.elapsed().as_secs_f64() * 1000.0 / f64::from(FRAMES);
        let processor_ms = (processor_s() - before_s) * 1000.0 / f64::from(FRAMES);
        eprintln!("{name:24} {wall_ms:6.1} ms, {processor_ms:6.1} ms of all processors");
    }
    Ok(())
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
    if let Ok(folder) = std::env::var("WINDWRIGHT_SHADERS") {
        let mut texts = ShaderTexts::new();
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            texts.insert(name, std::fs::read_to_string(entry.path())?);
        }
        renderer.set_shaders(texts)?;
    }
    eprintln!("{} {:.2} s", adapter.name, started.elapsed().as_secs_f32());
    let quality = match mode {
        "live" => Some(Quality::LIVE),
        "software" => Some(Quality::SOFTWARE),
        _ => STEPS
            .iter()
            .find(|step| step.name == mode)
            .map(|step| step.quality),
    };
    if mode == "profile" {
        profile(&mut renderer, &snapshot, &view)?;
        return Ok(());
    }
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
        eprintln!("{} triangles", renderer.triangles());
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
