//! The threads behind the window: one compiles, one simulates, one computes wind. The window only draws.

pub mod channel;
mod compiler;
mod lockstep;
mod measure;
mod simulation;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    sync::{
        Arc,
        mpsc::{SyncSender, sync_channel},
    },
    thread::JoinHandle,
};

use windwright_core::{
    compile::Diagnostic,
    graph::{Graph, Key, NodeId},
    nodes::Registry,
    value::Value,
};
use windwright_runtime::{scene::Scene, tree::summary::LevelSummary, world::Retention};

use self::channel::{Newest, Reader};
use crate::snapshot::{SceneBundle, Snapshot};

/// Most commands that wait for the simulation.
const COMMANDS: usize = 64;

/// A graph to compile.
#[derive(Debug, Clone)]
pub struct CompileRequest {
    /// The session's revision.
    pub revision: u64,
    /// The graph.
    pub graph: Graph,
    /// Folder that relative paths start from.
    pub base: PathBuf,
    /// Folders that hold the program's own files.
    pub data: Vec<PathBuf>,
}

/// What applies at inputs that are neither set nor wired, by node.
pub type Effective = BTreeMap<NodeId, BTreeMap<Key, Value>>;

/// What compiling gave.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// Revision that was compiled.
    pub revision: u64,
    /// Problems, sorted.
    pub diagnostics: Vec<Diagnostic>,
    /// Files that were read or asked for, relative to the document.
    pub files: Vec<String>,
    /// Those of the files that cannot be read.
    pub missing: BTreeSet<String>,
    /// What applies at inputs that are neither set nor wired, where it differs from the default.
    pub effective: Effective,
    /// Whether a scene came out; without one the last good scene goes on.
    pub has_scene: bool,
    /// What the species amount to.
    pub derived: Vec<DerivedFeel>,
    /// Seconds it took.
    pub elapsed_s: f32,
}

/// What a species comes to on the trees of one group.
#[derive(Debug, Clone)]
pub struct DerivedFeel {
    /// Node that made the group.
    pub node: NodeId,
    /// Which of the node's kinds of trees, from 1, if it makes several.
    pub kind: Option<usize>,
    /// Its levels, trunk first.
    pub levels: Vec<LevelSummary>,
}

/// A scene ready to run.
#[derive(Debug, Clone)]
pub(crate) struct Ready {
    scene: Arc<Scene>,
    bundle: Arc<SceneBundle>,
}

/// A wish to the simulation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Command {
    /// Runs or holds time.
    Play(bool),
    /// Some ticks at once, whether time runs or not.
    Step(u32),
    /// Back to time 0.
    Reset,
    /// Simulated time, seconds; before there is a scene, the time at which it begins.
    SetTime(f64),
    /// Speed of time, 0..4.
    TimeScale(f32),
    /// Point that a recentring wind follows, metres.
    Viewer([f64; 3]),
    /// A new scene is ready: look now.
    Look,
    /// Ends the thread.
    End,
}

/// How the simulation does.
#[derive(Debug, Clone, Copy, Default)]
pub struct Stats {
    /// Ticks so far.
    pub tick: u64,
    /// Milliseconds of one tick, without wind.
    pub tick_ms: f32,
    /// Milliseconds of one wind tick.
    pub wind_ms: f32,
    /// Ticks in which the wind was held because it was late.
    pub late_ticks: u64,
    /// Simulated over elapsed time, below the wanted one when ticks are dropped.
    pub achieved_time_scale: f32,
    /// Branches simulated.
    pub branches: usize,
    /// What the last change of scene kept.
    pub retention: Retention,
    /// Branches set back because a number was not finite.
    pub resets: u64,
    /// Offset of the first tree's top from rest, metres, along x and z.
    pub tip_sway_m: [f32; 2],
}

/// What the simulation publishes.
#[derive(Debug, Clone, Default)]
pub struct Moment {
    /// What to draw.
    pub snapshot: Snapshot,
    /// How it came to be.
    pub stats: Stats,
}

/// Compiles and simulates; dropping it ends its threads.
pub struct Worker {
    engine: Engine,
    compiled: Arc<Newest<Compiled>>,
    moments: Reader<Moment>,
}

/// Who does the work.
enum Engine {
    Threads {
        requests: Arc<Newest<CompileRequest>>,
        commands: SyncSender<Command>,
        threads: Vec<JoinHandle<()>>,
    },
    Lockstep(Box<lockstep::Lockstep>),
}

impl Worker {
    /// Starts the threads; `wake` is called when there is something new to show.
    ///
    /// # Errors
    /// When the system gives no more threads.
    pub fn start(
        registry: Arc<Registry>,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> std::io::Result<Self> {
        let wake: Arc<dyn Fn() + Send + Sync> = Arc::new(wake);
        let requests = Arc::new(Newest::default());
        let compiled = Arc::new(Newest::default());
        let ready = Arc::new(Newest::default());
        let (commands, inbox) = sync_channel(COMMANDS);
        let (writer, moments) = channel::triple_buffer();
        let compiler = compiler::start(
            registry,
            Arc::clone(&requests),
            Arc::clone(&compiled),
            Arc::clone(&ready),
            commands.clone(),
            Arc::clone(&wake),
        )?;
        let simulation = simulation::start(ready, inbox, writer, wake)?;
        Ok(Self {
            engine: Engine::Threads {
                requests,
                commands,
                threads: vec![compiler, simulation],
            },
            compiled,
            moments,
        })
    }

    /// A worker without threads: compiles when asked, and steps one tick at each update. For tests and pictures.
    pub fn lockstep(registry: Arc<Registry>) -> Self {
        let (writer, moments) = channel::triple_buffer();
        Self {
            engine: Engine::Lockstep(Box::new(lockstep::Lockstep::new(registry, writer))),
            compiled: Arc::default(),
            moments,
        }
    }

    /// Asks for a graph to be compiled; an older request that was not begun is forgotten.
    pub fn compile(&mut self, request: CompileRequest) {
        match &mut self.engine {
            Engine::Threads { requests, .. } => requests.put(request),
            Engine::Lockstep(lockstep) => self.compiled.put(lockstep.compile(&request)),
        }
    }

    /// The newest compilation, once.
    pub fn take_compiled(&self) -> Option<Compiled> {
        self.compiled.take()
    }

    /// Sends a wish to the simulation; one that finds the queue full is lost and logged.
    pub fn send(&mut self, command: Command) {
        match &mut self.engine {
            Engine::Threads { commands, .. } => {
                if let Err(error) = commands.try_send(command) {
                    tracing::warn!("the simulation is busy: {error}");
                }
            }
            Engine::Lockstep(lockstep) => lockstep.obey(command),
        }
    }

    /// Fetches the newest moment and says whether it is new.
    pub fn update(&mut self) -> bool {
        if let Engine::Lockstep(lockstep) = &mut self.engine {
            lockstep.tick();
        }
        self.moments.update()
    }

    /// The moment fetched last.
    pub fn moment(&self) -> &Moment {
        self.moments.get()
    }
}

impl std::fmt::Debug for Worker {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Worker").finish_non_exhaustive()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let Self::Threads {
            requests,
            commands,
            threads,
        } = self
        else {
            return;
        };
        requests.close();
        // A full queue is emptied by the thread, so this send always ends.
        if commands.send(Command::End).is_err() {
            tracing::warn!("the simulation ended early");
        }
        for thread in threads.drain(..) {
            if thread.join().is_err() {
                tracing::error!("a thread of the simulation panicked");
            }
        }
    }
}
