//! The default picture against numbers that a good one has and a toy has not.

use std::sync::Arc;

use image::RgbaImage;
use windwright::{
    commands::{open::build, simulate::snapshot},
    render::{Quality, RenderError, Renderer, View, headless_device, refine},
    snapshot::{SceneBundle, Snapshot},
};
use windwright_core::{
    compile::{Cache, compile},
    content::{DEFAULT_GRAPH, Embedded},
    format,
    nodes::Registry,
    plant::{MaterialKind, Plant},
};
use windwright_runtime::{preset::scene::Instance, signal::Scalar, world::World};
use windwright_tests::look::{Look, measure, motion};

const SIZE_PX: [u32; 2] = [800, 500];
const SAMPLES: u32 = 16;

/// The default graph's scene.
#[expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]
fn default_scene() -> SceneBundle {
    let reading = format::read(DEFAULT_GRAPH);
    let compilation = compile(
        reading.document.graph(),
        &Registry::standard(),
        &Embedded,
        &mut Cache::default(),
    );
    SceneBundle {
        description: compilation.scene.unwrap(),
        plants: compilation.plants,
    }
}

/// The same with the leaves of the tree at the origin painted.
#[expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]
fn painted(scene: &SceneBundle) -> SceneBundle {
    let mut scene = scene.clone();
    let at_origin = |instance: &Instance| {
        instance.position_m[0].abs() < 1.0 && instance.position_m[2].abs() < 1.0
    };
    let groups = &mut scene.description.trees;
    let holder = groups
        .iter_mut()
        .find(|group| group.instances.iter().any(at_origin))
        .unwrap();
    let mut group = holder.clone();
    holder.instances.retain(|instance| !at_origin(instance));
    group.instances.retain(at_origin);

    let mut plant = Plant::clone(&scene.plants[&group.table]);
    for material in &mut plant.materials {
        if material.kind == MaterialKind::Leaf {
            material.albedo = [3.0, 0.0, 3.0];
            material.transmission = [3.0, 0.0, 3.0];
        }
    }
    plant.hash = format!("{} painted", plant.hash);
    group.table.clone_from(&plant.hash);
    groups.push(group);
    scene.plants.insert(plant.hash.clone(), Arc::new(plant));
    scene
}

/// The mean of jittered pictures of one moment, whose shadows are drawn once.
#[expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]
fn refined(
    renderer: &mut Renderer,
    snapshot: &Snapshot,
    view: &View,
    quality: &Quality,
    samples: u32,
) -> RgbaImage {
    for number in 0..samples {
        let quality = Quality {
            shadow_interval: if number == 0 { 1 } else { 1024 },
            ..*quality
        };
        refine(renderer, snapshot, view, &quality, number).unwrap();
    }
    renderer.read_back().unwrap()
}

fn picture(renderer: &mut Renderer, scene: SceneBundle) -> RgbaImage {
    let view = View::of_scene(&scene.description, SIZE_PX);
    let mut snapshot = Snapshot {
        scene: Arc::new(scene),
        ..Snapshot::default()
    };
    snapshot.wind_map.mean_m_per_s = [2.5, 0.0];
    let image = refined(renderer, &snapshot, &view, &Quality::STILL, SAMPLES);
    assert!(renderer.problems().is_empty(), "{:?}", renderer.problems());
    image
}

fn check(name: &str, value: f32, low: f32, high: f32, faults: &mut Vec<String>) {
    if !(low..=high).contains(&value) {
        faults.push(format!("{name} is {value:.3}, wanted {low}..{high}"));
    }
}

#[test]
fn the_default_picture_has_the_numbers_of_a_good_one() {
    let (device, queue, _) = headless_device().unwrap();
    let mut renderer = Renderer::new(device, queue).unwrap();
    let scene = default_scene();
    let painted = picture(&mut renderer, painted(&scene));
    let picture = picture(&mut renderer, scene);
    let look = measure(&picture, &painted);
    println!("{look:#?}");

    let Look {
        crown_lightness: [crown_dark, _, crown_light],
        lobe_contrast,
        crown_saturation,
        crown_fill,
        picture_lightness: [dark, middle, light],
        chroma_p99,
        clipped,
    } = look;
    let mut faults = Vec::new();
    check("crown L* at 5 %", crown_dark, 12.0, 25.0, &mut faults);
    check("crown L* at 95 %", crown_light, 45.0, 65.0, &mut faults);
    check("lobe contrast", lobe_contrast, 4.5, 20.0, &mut faults);
    check("crown saturation", crown_saturation, 0.1, 0.5, &mut faults);
    check("crown over its hull", crown_fill, 0.55, 0.75, &mut faults);
    check("picture L* at 1 %", dark, 0.0, 22.0, &mut faults);
    check("picture L* at 50 %", middle, 45.0, 60.0, &mut faults);
    check("picture L* at 99 %", light, 80.0, 95.0, &mut faults);
    check("chroma at 99 %", chroma_p99, 5.0, 55.0, &mut faults);
    check("clipped pixels", clipped, 0.0, 0.005, &mut faults);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Mean |difference of L*| over the crown between pictures one second apart.
#[expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]
fn motion_of(renderer: &mut Renderer, scene: &SceneBundle) -> f32 {
    const SIZE_PX: [u32; 2] = [400, 250];
    const SAMPLES: u32 = 2;
    let mut draw = |snapshot: &Snapshot| {
        let view = View::of_scene(&snapshot.scene.description, SIZE_PX);
        let quality = Quality {
            shadow_size: 1024,
            tree_triangles: 80_000,
            grass_share: 0.0,
            ..Quality::STILL
        };
        refined(renderer, snapshot, &view, &quality, SAMPLES)
    };
    let bundle = Arc::new(scene.clone());
    let mut world = World::new(Arc::new(build(&bundle).unwrap()));
    world.warm_up();
    let before = snapshot(&world, &bundle);
    let mut painted_before = before.clone();
    painted_before.scene = Arc::new(painted(scene));
    // the painted tree is of another group and so at rest: where its leaves differ is crown all the same
    let start_s = world.time_s();
    while world.time_s() < start_s + 1.0 {
        world.step();
    }
    let after = snapshot(&world, &bundle);
    motion(&draw(&before), &draw(&after), &draw(&painted_before))
}

#[test]
fn a_breeze_moves_the_crown_and_calm_does_not() {
    let mut scene = default_scene();
    let (device, queue, _) = headless_device().unwrap();
    let mut renderer = Renderer::new(device, queue).unwrap();
    let breeze = motion_of(&mut renderer, &scene);
    if let Some(wind) = &mut scene.description.wind {
        wind.preset.speed_m_per_s = Scalar::Constant(0.0);
    }
    let calm = motion_of(&mut renderer, &scene);
    println!("breeze {breeze:.3}, calm {calm:.4}");
    assert!(breeze >= 1.0, "a breeze changes the crown by {breeze:.3}");
    assert!(calm <= 0.05, "calm changes the crown by {calm:.4}");
}

#[test]
fn the_software_step_starts_with_few_triangles_and_shows_the_scene() {
    let (device, queue, _) = headless_device().unwrap();
    let mut renderer = Renderer::new(device, queue).unwrap();
    let scene = default_scene();
    let view = View::of_scene(&scene.description, [320, 200]);
    let snapshot = Snapshot {
        scene: Arc::new(scene),
        ..Snapshot::default()
    };
    let quality = Quality {
        scale: 1.0,
        ..Quality::SOFTWARE
    };
    renderer.draw(&snapshot, &view, &quality).unwrap();
    assert!(
        (10_000..=60_000).contains(&renderer.triangles()),
        "{}",
        renderer.triangles()
    );

    let image = renderer.read_back().unwrap();
    let mean = |rows: std::ops::Range<u32>| {
        let pixels = rows.flat_map(|y| (0..320).map(move |x| (x, y)));
        pixels
            .map(|(x, y)| image.get_pixel(x, y).0)
            .fold([0u32; 3], |sums, p| {
                [
                    sums[0] + u32::from(p[0]),
                    sums[1] + u32::from(p[1]),
                    sums[2] + u32::from(p[2]),
                ]
            })
    };
    let (sky, ground) = (mean(0..60), mean(160..200));
    assert!(sky[2] > sky[0], "the sky is not blue: {sky:?}");
    assert!(
        ground[1] > ground[2] && ground[0] > ground[2],
        "the ground is no meadow: {ground:?}"
    );
}

#[test]
fn what_cannot_be_drawn_is_said_and_the_renderer_goes_on() {
    let (device, queue, _) = headless_device().unwrap();
    let mut renderer = Renderer::new(device, queue).unwrap();
    let snapshot = Snapshot::default();
    let good = View::of_scene(&snapshot.scene.description, [64, 40]);
    let draw =
        |renderer: &mut Renderer, view: View| renderer.draw(&snapshot, &view, &Quality::STILL);

    for size_px in [[0, 40], [64, 0], [u32::MAX, u32::MAX]] {
        let refused = draw(&mut renderer, View { size_px, ..good });
        assert!(
            matches!(refused, Err(RenderError::Size { .. })),
            "{size_px:?}: {refused:?}"
        );
    }
    let nowhere = View {
        eye_m: [f64::NAN; 3],
        ..good
    };
    assert!(matches!(
        draw(&mut renderer, nowhere),
        Err(RenderError::View { .. })
    ));
    let broken = [("sky.wgsl".to_owned(), "not a shader".to_owned())].into();
    let refused = renderer.set_shaders(broken);
    assert!(
        matches!(&refused, Err(RenderError::Shader { place, .. }) if place == "sky.wgsl:1"),
        "{refused:?}"
    );

    for size_px in [[1, 1], [64, 40], [7, 300]] {
        draw(&mut renderer, View { size_px, ..good }).unwrap();
        assert_eq!(
            renderer.read_back().unwrap().dimensions(),
            (size_px[0], size_px[1])
        );
    }
}
