//! Pictures of the window around the 3-D view, drawn by the software adapter and compared with kept ones. The view
//! itself is left out: other tests judge it by numbers.
//!
//! `UPDATE_SNAPSHOTS=1` renews them and the record of the driver that drew them.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::{env, fs, path::PathBuf};

use eframe::App as _;
use egui::{Event, Key, Modifiers};
use egui_kittest::{
    SnapshotOptions,
    kittest::Queryable as _,
    try_image_snapshot_options,
    wgpu::{create_render_state, default_wgpu_setup},
};
use egui_wgpu::RendererOptions;
use windwright::render::headless_device;
use windwright_core::content::DEFAULT_GRAPH;
use windwright_tests::{
    corpus::skipped,
    window::{GRAPH, Window, id},
};

/// Difference of a pixel's colour that counts, as the comparing library measures it.
const THRESHOLD: f32 = 2.0;
/// Share of pixels that may differ with the driver that drew the kept picture: rounding at edges of glyphs.
const SAME_DRIVER: f64 = 0.001;
/// The same with another driver, which may place every glyph's edge a little elsewhere.
const OTHER_DRIVER: f64 = 0.02;
fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("snapshots")
}

/// Compares the window with the picture `name`.
fn compare(window: &mut Window, name: &str) {
    let mut image = window.harness.render().unwrap();
    let ground = window
        .app()
        .clear_color(&window.harness.ctx.global_style().visuals);
    lay_over(&mut image, ground);
    let record = folder().join("ADAPTER");
    let driver = driver().unwrap();
    if env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::create_dir_all(folder()).unwrap();
        fs::write(&record, &driver).unwrap();
    }
    let same = fs::read_to_string(&record).is_ok_and(|known| known == driver);
    let share = if same { SAME_DRIVER } else { OTHER_DRIVER };
    let pixels = f64::from(image.width()) * f64::from(image.height());
    let options = SnapshotOptions::new()
        .threshold(THRESHOLD)
        .max_failed_pixels((pixels * share) as usize)
        .output_path(folder());
    try_image_snapshot_options(&image, name, &options).unwrap();
}

/// Lays a picture with premultiplied alpha over the colour that a real window is cleared with.
fn lay_over(image: &mut image::RgbaImage, ground: [f32; 4]) {
    for pixel in image.pixels_mut() {
        let through = f32::from(255 - pixel[3]);
        for (value, ground) in pixel.0.iter_mut().zip(ground) {
            *value = (f32::from(*value) + ground * through).round() as u8;
        }
    }
}

/// Name and version of the software driver, if there is one.
fn driver() -> Option<String> {
    headless_device().ok()?;
    let info = create_render_state(default_wgpu_setup(), RendererOptions::default())
        .adapter
        .get_info();
    let software = info.device_type == wgpu::DeviceType::Cpu;
    software.then(|| format!("{} {}\n", info.driver, info.driver_info))
}

/// A window that can be drawn; without the software adapter the test says that it was skipped.
fn open(text: &str, size: [f32; 2]) -> Option<Window> {
    if driver().is_none() {
        skipped("needs a software graphics adapter");
        return None;
    }
    Some(Window::drawn(text, size))
}

fn choose(window: &mut Window, label: &str) {
    window.harness.get_by_label(label).click();
    window.harness.run_steps(3);
}

#[test]
fn first_start_in_both_appearances_and_sizes() {
    let Some(mut window) = open(DEFAULT_GRAPH, [1600.0, 1000.0]) else {
        return;
    };
    compare(&mut window, "first_start");
    let place = window.node("preset_reference-4vq7hm");
    window.click(place);
    compare(&mut window, "species");
    choose(&mut window, "View");
    choose(&mut window, "Light");
    window.key(Modifiers::NONE, Key::Escape);
    compare(&mut window, "species_light");
    window.harness.set_size(egui::vec2(1280.0, 720.0));
    window.harness.run_steps(3);
    window.key(Modifiers::NONE, Key::Home);
    compare(&mut window, "first_start_1280");
}

#[test]
fn boxes_menus_and_lists() {
    let Some(mut window) = open(GRAPH, [1280.0, 720.0]) else {
        return;
    };
    let place = window.empty_place() - egui::vec2(240.0, 260.0);
    window.hover(place);
    window.key(Modifiers::NONE, Key::Space);
    window.harness.event(Event::Text("wi".to_owned()));
    window.harness.run_steps(3);
    compare(&mut window, "search");
    window.key(Modifiers::NONE, Key::Escape);

    let place = window.node("number-aaaaaa");
    window.right_click(place);
    compare(&mut window, "node_menu");
    window.key(Modifiers::NONE, Key::Escape);

    window.hover(place);
    window.key(Modifiers::NONE, Key::F1);
    compare(&mut window, "help");

    window.key(Modifiers::COMMAND, Key::Comma);
    compare(&mut window, "settings");
}

#[test]
fn a_broken_file_and_its_problems() {
    let broken = GRAPH
        .replace("\"math\", version: 1", "\"math\", version: one")
        .replace("wind_preset-dddddd.preset", "number-aaaaaa.number");
    let Some(mut window) = open(&broken, [1280.0, 720.0]) else {
        return;
    };
    choose(&mut window, "View");
    choose(&mut window, "Problems");
    assert!(window.graph().nodes.contains_key(&id("number-aaaaaa")));
    compare(&mut window, "problems");
}
