//! Renders the default scene to a PNG without a window.
//!
//! `look OUT.png [WIDTHxHEIGHT] [SAMPLES] [noon|dusk|overcast|live|software]`

use std::{collections::BTreeMap, sync::Arc, time::Instant};

use windwright::{
    render::{Quality, Renderer, View, headless_device, still},
    snapshot::{SceneBundle, Snapshot},
};
use windwright_core::{
    grow::{GrowParameters, Habit, grow},
    plant::Plant,
};
use windwright_runtime::preset::scene::{Instance, SceneDescription, TreeGroup};

type Places = Vec<(f64, f64, f32)>;

fn add(scene: &mut SceneBundle, plant: Plant, places: &Places) {
    let mut group = TreeGroup::default();
    group.table.clone_from(&plant.hash);
    for (number, &(x, z, scale)) in (0u16..).zip(places) {
        let y = windwright::render::height_m(&scene.description.ground, x, z) - 0.08;
        let yaw_deg = f32::from(number) * 97.0 + 20.0;
        group.instances.push(Instance::new([x, y, z], yaw_deg, scale, u32::from(number)));
    }
    scene.plants.insert(plant.hash.clone(), Arc::new(plant));
    scene.description.trees.push(group);
}

/// Oak, two birches, and a wood of three seeds behind.
fn scene() -> SceneBundle {
    let mut scene = SceneBundle { description: SceneDescription::default(), plants: BTreeMap::new() };
    let oak = GrowParameters::default();
    add(&mut scene, grow(&oak), &vec![(0.0, 0.0, 1.0)]);
    let birch = GrowParameters {
        habit: Habit::Birch,
        seed: 3,
        height_m: 11.0,
        trunk_radius_m: 0.14,
        bundles: 500,
        ..oak
    };
    add(&mut scene, grow(&birch), &vec![(15.5, -13.0, 0.95), (20.5, -17.0, 1.1)]);
    let wood: [(u32, Places); 3] = [
        (11, vec![(-30.0, -38.0, 0.95), (-5.0, -60.0, 1.05), (20.0, -46.0, 0.9), (-40.0, -60.0, 1.1), (33.0, -40.0, 0.85)]),
        (12, vec![(-21.0, -52.0, 1.0), (4.0, -50.0, 0.9), (27.0, -58.0, 1.1), (46.0, -62.0, 1.0), (-58.0, -55.0, 1.1)]),
        (13, vec![(-13.0, -44.0, 0.85), (11.0, -66.0, 1.1), (36.0, -46.0, 0.95), (-48.0, -44.0, 0.95), (-33.0, -70.0, 1.1)]),
    ];
    for (seed, places) in wood {
        let tree = GrowParameters { seed, height_m: 12.0, bundles: 500, ..oak };
        add(&mut scene, grow(&tree), &places);
    }
    scene
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
    let view = View::of_scene(&scene.description, size_px);
    let mut snapshot = Snapshot { scene: Arc::new(scene), ..Snapshot::default() };
    snapshot.wind_map.mean_m_per_s = [2.5, 0.6];
    eprintln!("scene {:.2} s", started.elapsed().as_secs_f32());

    let (device, queue, adapter) = headless_device()?;
    let mut renderer = Renderer::new(device, queue)?;
    eprintln!("{} {:.2} s", adapter.name, started.elapsed().as_secs_f32());
    let quality = match mode {
        "live" => Some(Quality::LIVE),
        "software" => Some(Quality::SOFTWARE),
        _ => None,
    };
    let image = if let Some(quality) = quality {
        for frame in 0..samples {
            let start = Instant::now();
            snapshot.time_s = f64::from(frame) / 60.0;
            renderer.draw(&snapshot, &view, &quality)?;
            renderer.wait()?;
            eprintln!("frame {frame}: {:.1} ms", start.elapsed().as_secs_f64() * 1000.0);
        }
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
