//! The thread that compiles: the newest request wins, a scene that cannot be built leaves the last good one running.

use std::{
    sync::{Arc, mpsc::SyncSender},
    thread::{self, JoinHandle},
    time::Instant,
};

use windwright_core::{
    compile::{self, Cache, Compilation, Diagnostic, Severity},
    graph::NodeId,
    nodes::Registry,
};
use windwright_runtime::scene::{Assets, Scene};

use super::{Command, CompileRequest, Compiled, DerivedFeel, Ready, channel::Newest};
use crate::{disk::DiskFiles, snapshot::SceneBundle};

/// Starts the thread.
pub(super) fn start(
    registry: Arc<Registry>,
    requests: Arc<Newest<CompileRequest>>,
    compiled: Arc<Newest<Compiled>>,
    ready: Arc<Newest<Ready>>,
    commands: SyncSender<Command>,
    wake: Arc<dyn Fn() + Send + Sync>,
) -> std::io::Result<JoinHandle<()>> {
    thread::Builder::new()
        .name("compile".to_owned())
        .spawn(move || {
            let mut cache = Cache::default();
            while let Some(request) = requests.wait() {
                let (result, scene) = run(&request, &registry, &mut cache);
                if let Some(scene) = scene {
                    ready.put(scene);
                    // A full queue means that the simulation is about to look anyway.
                    if commands.try_send(Command::Look).is_err() {
                        tracing::debug!("the simulation is busy");
                    }
                }
                compiled.put(result);
                wake();
            }
        })
}

pub(super) fn run(
    request: &CompileRequest,
    registry: &Registry,
    cache: &mut Cache,
) -> (Compiled, Option<Ready>) {
    let begun = Instant::now();
    let files = DiskFiles::new(&request.base).with_data(request.data.iter().cloned());
    let compilation = compile::compile(&request.graph, registry, &files, cache);
    let (scene, fault) = build(&compilation);
    let mut diagnostics = compilation.diagnostics;
    diagnostics.extend(fault);
    let missing = compilation
        .files
        .iter()
        .filter(|path| !files.is_there(path))
        .cloned()
        .collect();
    let result = Compiled {
        revision: request.revision,
        diagnostics,
        missing,
        files: compilation.files,
        effective: compilation.effective,
        has_scene: scene.is_some(),
        derived: scene.as_ref().map(derived).unwrap_or_default(),
        elapsed_s: begun.elapsed().as_secs_f32(),
    };
    (result, scene)
}

/// Builds the scene, or says why it cannot be.
fn build(compilation: &Compilation) -> (Option<Ready>, Option<Diagnostic>) {
    let Some(description) = &compilation.scene else {
        return (None, None);
    };
    let mut assets = Assets::default();
    for (hash, plant) in &compilation.plants {
        assets.tables.insert(hash.clone(), plant.table.clone());
    }
    match Scene::build(description, &assets) {
        Ok(scene) => {
            let bundle = SceneBundle {
                description: description.clone(),
                plants: compilation.plants.clone(),
            };
            let ready = Ready {
                scene: Arc::new(scene),
                bundle: Arc::new(bundle),
            };
            (Some(ready), None)
        }
        Err(error) => {
            let fault = Diagnostic {
                node: NodeId::new(""),
                input: None,
                severity: Severity::Error,
                message: format!("The scene cannot run: {error}."),
                remedy: error.remedy().to_owned(),
            };
            (None, Some(fault))
        }
    }
}

fn derived(ready: &Ready) -> Vec<DerivedFeel> {
    let groups = &ready.bundle.description.trees;
    groups
        .iter()
        .enumerate()
        .map(|(group, trees)| {
            let (node, kind) = trees
                .node
                .split_once('/')
                .unwrap_or((trees.node.as_str(), ""));
            DerivedFeel {
                node: NodeId::new(node),
                kind: kind.parse().ok(),
                levels: ready.scene.derived(group),
            }
        })
        .collect()
}
