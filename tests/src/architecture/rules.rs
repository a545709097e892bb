//! What each part of the house may name.

use super::{
    names::{Names, names},
    text::{extension, forbidden_words, line_count},
};

/// Paths that files below a folder may not name.
struct Rule {
    /// Folders, from the root.
    folders: &'static [&'static str],
    /// Folders or files below them for which the rule does not hold.
    except: &'static [&'static str],
    /// Beginnings of paths.
    forbidden: &'static [&'static str],
    /// Why.
    because: &'static str,
}

const RULES: &[Rule] = &[
    Rule {
        folders: &["core/runtime/src/", "core/src/"],
        except: &["core/src/nodes/tests.rs"],
        forbidden: &[
            "std::fs",
            "std::thread",
            "std::time::Instant",
            "std::time::SystemTime",
            "std::env",
            "std::net",
            "std::process",
        ],
        because: "runtime and core open nothing and read no clock",
    },
    Rule {
        folders: &["core/runtime/src/"],
        except: &[],
        forbidden: &[
            "windwright_core",
            "windwright",
            "std::collections::HashMap",
            "std::collections::HashSet",
        ],
        because: "the runtime stands alone and keeps its order",
    },
    Rule {
        folders: &["core/runtime/src/", "core/src/"],
        except: &[],
        forbidden: &["egui", "eframe", "wgpu", "winit", "rfd", "notify"],
        because: "core knows no window and no device",
    },
    Rule {
        folders: &["editor/src/render/"],
        except: &[],
        forbidden: &[
            "egui",
            "eframe",
            "egui_wgpu",
            "crate::app",
            "crate::canvas",
            "crate::panels",
            "crate::session",
            "crate::viewport",
        ],
        because: "the renderer names no user interface",
    },
    Rule {
        folders: &["editor/src/"],
        except: &[
            "editor/src/render/",
            "editor/src/viewport",
            "editor/src/eye.rs",
            "editor/src/app",
            "editor/src/commands/",
            "editor/src/lib.rs",
        ],
        forbidden: &["wgpu", "crate::render"],
        because: "one part joins window and renderer: the viewport",
    },
    Rule {
        folders: &["editor/src/commands/"],
        except: &[
            "editor/src/commands/window.rs",
            "editor/src/commands/bench/canvas.rs",
            "editor/src/commands/mod.rs",
        ],
        forbidden: &[
            "egui",
            "eframe",
            "crate::app",
            "crate::canvas",
            "crate::panels",
            "crate::viewport",
        ],
        because: "commands need no window",
    },
    Rule {
        folders: &["editor/src/"],
        except: &["editor/src/main.rs"],
        forbidden: &["anyhow"],
        because: "errors have types",
    },
    Rule {
        folders: &["core/", "editor/src/"],
        except: &[],
        forbidden: &[
            "thread_local",
            "lazy_static",
            "std::sync::OnceLock",
            "std::sync::LazyLock",
            "std::cell::OnceCell",
        ],
        because: "nothing is global",
    },
];

/// Words of glam, which the runtime keeps out of its public functions.
const GLAM_WORDS: &[&str] = &[
    "glam", "Vec2", "Vec3", "Vec3A", "Vec4", "Quat", "Mat3", "Mat4", "DVec3", "DQuat",
];

/// Most lines of a Rust file before its tests.
const LONGEST_RUST: usize = 400;

/// Most lines of a shader.
const LONGEST_SHADER: usize = 200;

/// What the file at `path` (from the root, with `/`) breaks, one sentence each.
pub fn violations(path: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let longest = match extension(path) {
        "rs" if !is_test(path) => LONGEST_RUST,
        "wgsl" => LONGEST_SHADER,
        _ => usize::MAX,
    };
    let lines = line_count(path, text);
    if lines > longest {
        found.push(format!("{path}: {lines} lines; {longest} are the most"));
    }
    if path != ".ci/run" && extension(path) != "lock" {
        for (word, because) in forbidden_words() {
            if text.contains(&word) {
                found.push(format!("{path}: holds `{word}`: {because}"));
            }
        }
    }
    if path.ends_with("Cargo.toml")
        && text.contains("[package]")
        && !text.contains("[lints]\nworkspace = true")
    {
        found.push(format!(
            "{path}: does not inherit the lints of the workspace"
        ));
    }
    if extension(path) == "rs" {
        match names(text) {
            Ok(names) => check_names(path, &names, &mut found),
            Err(error) => found.push(format!("{path}: is not Rust: {error}")),
        }
    }
    found
}

/// Whether a file holds nothing but tests.
fn is_test(path: &str) -> bool {
    path.contains("/tests/") || path.ends_with("/tests.rs")
}

fn check_names(path: &str, names: &Names, found: &mut Vec<String>) {
    if names.attributes.contains("allow") {
        found.push(format!("{path}: `allow`: expect a lint, with the reason"));
    }
    if path.starts_with("core/runtime/src/")
        && let Some(word) = GLAM_WORDS
            .iter()
            .find(|&&word| names.public_signature_words.contains(word))
    {
        found.push(format!(
            "{path}: `{word}` in a public function: arrays stand there"
        ));
    }
    for rule in RULES {
        let applies = rule.folders.iter().any(|folder| path.starts_with(folder))
            && !is_test(path)
            && !rule.except.iter().any(|except| path.starts_with(except));
        if !applies {
            continue;
        }
        for &forbidden in rule.forbidden {
            let within = |named: &&String| {
                named
                    .strip_prefix(forbidden)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
            };
            if let Some(named) = names.paths.iter().find(within) {
                found.push(format!("{path}: `{named}`: {}", rule.because));
            }
        }
    }
}
