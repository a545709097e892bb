//! The rules of the house hold in every file, and the test that says so can fail.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::{collections::BTreeSet, env, process::Command};

use windwright_tests::{
    architecture::{line_count, violations},
    workspace,
};

#[test]
fn every_file_keeps_the_rules() {
    let found: Vec<String> = workspace::sources()
        .unwrap()
        .iter()
        .flat_map(|file| violations(&file.path, &file.text))
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn each_planted_violation_is_found() {
    let long = "//! Long.\n".repeat(401);
    let place = ["/wo", "rk/main"].concat();
    for (path, text, word) in [
        ("core/runtime/src/a.rs", "use std::fs;", "std::fs"),
        (
            "core/runtime/src/a.rs",
            "use std::{sync::Arc, time::{Duration, Instant}};",
            "Instant",
        ),
        (
            "core/runtime/src/a.rs",
            "fn f() { std::thread::yield_now() }",
            "std::thread",
        ),
        (
            "core/runtime/src/a.rs",
            "use windwright_core::plant;",
            "windwright_core",
        ),
        (
            "core/runtime/src/a.rs",
            "pub fn f(x: glam::Vec3) {}",
            "public function",
        ),
        (
            "core/runtime/src/a.rs",
            "pub fn f() -> [Vec3; 2] { g() }",
            "public function",
        ),
        ("core/src/a.rs", "use egui::Ui;", "egui::Ui"),
        (
            "core/src/a.rs",
            "struct A { device: wgpu::Device }",
            "wgpu::Device",
        ),
        (
            "editor/src/render/a.rs",
            "use crate::{panels, snapshot};",
            "crate::panels",
        ),
        (
            "editor/src/panels/a.rs",
            "fn f(device: &wgpu::Device) {}",
            "wgpu",
        ),
        (
            "editor/src/commands/a.rs",
            "use eframe::egui;",
            "eframe::egui",
        ),
        (
            "editor/src/session.rs",
            "fn f() -> anyhow::Result<()> { Ok(()) }",
            "anyhow",
        ),
        (
            "core/src/a.rs",
            "use std::sync::OnceLock;",
            "nothing is global",
        ),
        ("core/src/a.rs", "#![allow(dead_code)]", "allow"),
        ("core/src/a.rs", long.as_str(), "401 lines"),
        ("editor/shaders/a.wgsl", long.as_str(), "401 lines"),
        ("docs/a.md", place.as_str(), "one machine"),
        ("core/new/Cargo.toml", "[package]\nname = \"new\"", "lints"),
        ("core/src/a.rs", "fn f( {", "not Rust"),
    ] {
        let found = violations(path, text);
        assert!(
            found.len() == 1 && found[0].contains(word),
            "{path} with {text:.60}: {found:?}"
        );
    }
}

#[test]
fn comments_strings_and_tests_are_free() {
    for text in [
        "// std::fs\nfn f() {}",
        "/// Like `std::fs`.\nfn f() -> &'static str { \"std::fs::read\" }",
        "#[cfg(test)]\nmod tests { use std::fs; }",
        "#[cfg(all(test, unix))]\nmod tests { fn f() { std::thread::yield_now() } }",
        "fn egui_like() {}",
        "pub(crate) fn f(x: glam::Vec3) {}",
    ] {
        assert_eq!(
            violations("core/runtime/src/a.rs", text),
            Vec::<String>::new(),
            "{text}"
        );
    }
}

#[test]
fn dependencies_point_inwards() {
    for (package, forbidden, most) in [
        (
            "windwright-runtime",
            "windwright-core windwright egui eframe wgpu naga winit tokio",
            26,
        ),
        (
            "windwright-core",
            "windwright egui eframe wgpu winit rfd notify cap-std tempfile",
            usize::MAX,
        ),
    ] {
        let crates = dependencies(package);
        for name in forbidden.split(' ') {
            assert!(!crates.contains(name), "{package} depends on {name}");
        }
        assert!(
            crates.len() <= most,
            "{package} needs {} crates: {crates:?}",
            crates.len()
        );
    }
}

/// Names of the crates that `package` needs to run.
fn dependencies(package: &str) -> BTreeSet<String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args([
            "tree",
            "--offline",
            "--locked",
            "--edges",
            "normal",
            "--prefix",
            "none",
            "--package",
            package,
        ])
        .current_dir(workspace::root())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .filter_map(|line| line.split(' ').next())
        .filter(|name| *name != package)
        .map(str::to_owned)
        .collect()
}

#[test]
fn report_of_lengths() {
    let mut lengths: Vec<(usize, String)> = workspace::sources()
        .unwrap()
        .into_iter()
        .filter(|file| file.path.rsplit('.').next() == Some("rs"))
        .map(|file| (line_count(&file.path, &file.text), file.path))
        .collect();
    lengths.sort();
    let at = |share: usize| &lengths[(lengths.len() - 1) * share / 100];
    println!(
        "lines: median {}, p90 {}, most {} ({})",
        at(50).0,
        at(90).0,
        at(100).0,
        at(100).1
    );
    assert!(at(50).0 <= 250, "the usual file is short");
}
