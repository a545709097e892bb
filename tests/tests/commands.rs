//! The program from outside: exit codes, where words go, and what it does with bad input.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::{fs, io::Read as _, path::Path, process::Stdio};

use windwright_core::{
    grow::{GrowParameters, grow},
    plant::glb,
};
use windwright_tests::{
    corpus::skipped,
    program::{Program, Run},
    workspace,
};

const GRAPH: &str = "graphs/first_breeze.ron";

fn program() -> Program {
    Program::new(env!("CARGO_BIN_EXE_windwright-under-test")).unwrap()
}

#[track_caller]
fn check(run: &Run, code: i32, out: &[&str], err: &[&str]) {
    assert_eq!(run.code, Some(code), "{run:#?}");
    for words in out {
        assert!(
            run.out.contains(words),
            "{words} on standard output: {run:#?}"
        );
    }
    for words in err {
        assert!(
            run.err.contains(words),
            "{words} on standard error: {run:#?}"
        );
    }
}

#[test]
fn words_go_where_they_belong() {
    let program = program();
    for (arguments, code, out, err) in [
        (vec!["--help"], 0, "Usage", ""),
        (vec!["--version"], 0, "windwright 0", ""),
        (vec!["help", "replay"], 0, "--frames", ""),
        (vec!["render", "--ou", "a.png", GRAPH], 2, "", "--out"),
        (vec!["replay", GRAPH, "--frame", "3"], 2, "", "--frames"),
        (vec!["replay", GRAPH, "--frames", "many"], 2, "", "many"),
        (
            vec!["replay", GRAPH, "--frames", "1", "--threads", "0"],
            2,
            "",
            "--threads",
        ),
        (
            vec!["render", GRAPH, "--out", "a.png", "--size", "0x0"],
            2,
            "",
            "--size",
        ),
        (vec!["check", "a.ron", "--format", "jsn"], 2, "", "json"),
        (vec!["bench", "sprigns"], 2, "", "springs"),
        (vec![GRAPH, "nodes"], 2, "", "no window"),
        (vec![GRAPH], 3, "", "no display"),
        (vec!["-v", "--data", ".", "nodes"], 0, "wind_grid", ""),
        (
            vec!["replay", "none.ron", "--frames", "1"],
            3,
            "",
            "none.ron",
        ),
        (vec!["check", "none"], 3, "", "none"),
        (
            vec!["export", GRAPH, "--out", "Cargo.toml"],
            3,
            "",
            "Cargo.toml",
        ),
        (
            vec![
                "render",
                GRAPH,
                "--out",
                "no/such/folder/a.png",
                "--size",
                "8x8",
            ],
            3,
            "",
            "no/such/folder",
        ),
    ] {
        let run = program.run(&arguments).unwrap();
        check(&run, code, &[out], &[err]);
        assert!(code == 0 || run.out.is_empty(), "{arguments:?}: {run:#?}");
        assert!(code != 0 || run.err.is_empty(), "{arguments:?}: {run:#?}");
        assert!(
            !run.err.contains('\u{1b}'),
            "colour off a terminal: {run:#?}"
        );
    }
}

#[test]
fn the_shell_learns_every_command() {
    let program = program();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = program.run(["completions", shell]).unwrap();
        check(&run, 0, &["replay", "analyse", "threads"], &[]);
    }
    let run = program.run(["man"]).unwrap();
    check(
        &run,
        0,
        &[".TH windwright", "SH WINDWRIGHT-REPLAY", "\\-\\-threads"],
        &[],
    );
}

#[test]
fn a_reader_that_leaves_is_no_fault() {
    let program = program();
    for arguments in [
        vec!["nodes", "--markdown"],
        vec!["completions", "bash"],
        vec!["man"],
        vec!["--help"],
    ] {
        let mut child = program
            .command(&arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut err = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut err)
            .unwrap();
        assert_eq!(
            child.wait().unwrap().code(),
            Some(0),
            "{arguments:?}: {err}"
        );
        assert_eq!(err, "", "{arguments:?}");
    }
}

#[test]
fn check_names_the_place() {
    let program = program();
    let file = program.folder().join("broken.ron");
    fs::write(&file, "(\n    format: 1,\n    nodes: {\n        \"a\": (type: \"sky_and_sun\", version: 1, values: {\"x\": nan}),\n").unwrap();
    let name = file.display().to_string();

    let run = program.run(["check", &name]).unwrap();
    check(&run, 1, &[&format!("{name}:"), "error: "], &[]);
    let place: Vec<&str> = run.out.strip_prefix(&name).unwrap().split(':').collect();
    assert!(
        place[1].parse::<usize>().is_ok() && place[2].parse::<usize>().is_ok(),
        "{}",
        run.out
    );

    let run = program.run(["check", &name, "--format", "json"]).unwrap();
    let findings: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        (run.code, &findings[0]["severity"]),
        (Some(1), &"error".into())
    );

    let run = program.run(["check", &name, "--format", "github"]).unwrap();
    check(&run, 1, &["::error file=", ",line="], &[]);
}

#[test]
fn check_takes_any_bytes() {
    let program = program();
    let at = |name: &str| program.folder().join(name);
    fs::write(at("empty.ron"), "").unwrap();
    fs::write(at("bytes.ron"), [0xff, 0xfe, 0x00]).unwrap();
    fs::write(at("deep.ron"), "(".repeat(100_000)).unwrap();
    fs::write(
        at("long.ron"),
        format!("(nodes: {{{}}})", "\"a\": 1e999, ".repeat(10_000)),
    )
    .unwrap();
    fs::write(
        at("species.ron"),
        "(format: 1, trunk: (stiffness_factor: inf))",
    )
    .unwrap();
    fs::write(at("newer.ron"), "(format: 99, speed_m_per_s: 4.0)").unwrap();
    fs::write(at("page.gltf"), "<!doctype html>").unwrap();
    fs::write(at("empty.glb"), "").unwrap();
    for entry in fs::read_dir(program.folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let run = program.run([Path::new("check"), &path]).unwrap();
            let said = if path.ends_with("newer.ron") {
                "is newer than"
            } else {
                "error: "
            };
            check(&run, 1, &[said], &[]);
        }
    }
}

#[test]
fn what_is_shipped_has_no_findings() {
    let run = program().run(["check", "graphs", "presets"]).unwrap();
    check(&run, 0, &[], &[]);
}

#[test]
fn export_replay_and_threads_agree() {
    let program = program();
    let out = program.folder().join("export");
    let run = program
        .run([
            "export".as_ref(),
            GRAPH.as_ref(),
            "--out".as_ref(),
            out.as_os_str(),
        ])
        .unwrap();
    check(&run, 0, &["scene.ron"], &[]);
    for line in run.out.lines() {
        assert!(
            Path::new(line).starts_with(&out) && Path::new(line).is_file(),
            "{line}"
        );
    }
    let hash = |threads: &str| {
        let run = program
            .run(["replay", GRAPH, "--frames", "120", "--threads", threads])
            .unwrap();
        check(&run, 0, &[], &["120 frames"]);
        run.out.lines().last().unwrap().to_owned()
    };
    let serial = hash("1");
    assert!(
        serial.len() == 16 && u64::from_str_radix(&serial, 16).is_ok(),
        "{serial}"
    );
    assert_eq!(serial, hash("2"));
    assert_eq!(serial, hash("7"));
    let again = program
        .run([
            "export".as_ref(),
            GRAPH.as_ref(),
            "--out".as_ref(),
            out.as_os_str(),
        ])
        .unwrap();
    check(&again, 0, &["scene.ron"], &[]);
}

#[test]
fn analyse_reports_and_refuses() {
    let program = program();
    let good = program.folder().join("good");
    fs::create_dir(&good).unwrap();
    let oak = grow(&GrowParameters {
        levels: 3,
        bundles: 60,
        ..GrowParameters::default()
    });
    fs::write(good.join("oak.glb"), glb::write(&oak, 0)).unwrap();
    let run = program
        .run(["analyse".as_ref(), good.as_os_str(), "--json".as_ref()])
        .unwrap();
    check(&run, 0, &[], &[]);
    let reports: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let triangles = oak.lods[0].indices.len() / 3;
    assert_eq!(reports[0]["triangles"], triangles, "{reports}");
    assert!(reports[0]["internal"].as_u64() > Some(5), "{reports}");
    assert!(reports[0]["foliage"].as_u64() > Some(10), "{reports}");

    let bad = program.folder().join("bad");
    fs::create_dir(&bad).unwrap();
    fs::write(bad.join("a.glb"), "no tree").unwrap();
    let run = program.run(["analyse".as_ref(), bad.as_os_str()]).unwrap();
    check(&run, 1, &[], &["a.glb"]);
    let run = program
        .run(["analyse".as_ref(), bad.join("a.glb").as_os_str()])
        .unwrap();
    check(&run, 3, &[], &["a.glb", "gives no tree"]);
}

#[test]
fn render_draws_or_names_what_is_missing() {
    let program = program();
    let out = program.folder().join("a.png");
    let run = program
        .run([
            "render".as_ref(),
            GRAPH.as_ref(),
            "--out".as_ref(),
            out.as_os_str(),
            "--size".as_ref(),
            "96x60".as_ref(),
            "--samples".as_ref(),
            "2".as_ref(),
        ])
        .unwrap();
    if run.code == Some(3) && run.err.contains("mesa-vulkan-drivers") {
        return skipped("needs a graphics adapter");
    }
    check(&run, 0, &["a.png"], &[]);
    let picture = image::open(&out).unwrap().into_rgb8();
    assert_eq!(picture.dimensions(), (96, 60));
    let luminance: Vec<f32> = picture
        .pixels()
        .map(|pixel| pixel.0.iter().map(|&part| f32::from(part)).sum::<f32>() / 3.0)
        .collect();
    let mean = luminance.iter().sum::<f32>() / luminance.len() as f32;
    let spread = luminance
        .iter()
        .map(|part| (part - mean).abs())
        .sum::<f32>()
        / luminance.len() as f32;
    assert!(
        (30.0..220.0).contains(&mean) && spread > 8.0,
        "mean {mean}, spread {spread}"
    );
}

#[test]
fn nothing_is_written_into_the_source_tree() {
    assert!(!workspace::root().join("a.png").exists());
}

/// `docs/nodes.md` is what `nodes --markdown` prints; `WINDWRIGHT_UPDATE_GOLDEN=1` writes it anew.
#[test]
fn the_reference_page_is_current() {
    let run = program().run(["nodes", "--markdown"]).unwrap();
    check(&run, 0, &["# Nodes", "wind_grid"], &[]);
    let path = workspace::root().join("docs/nodes.md");
    if std::env::var_os("WINDWRIGHT_UPDATE_GOLDEN").is_some() {
        fs::write(&path, &run.out).unwrap();
    }
    assert_eq!(fs::read_to_string(path).unwrap(), run.out);
}
