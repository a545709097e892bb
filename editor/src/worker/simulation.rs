//! The thread that simulates: fixed ticks, at most four between two pictures, wind on a thread of its own.

use std::{
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use windwright_runtime::world::{Retention, WindOutcome, WindTask, World};

use super::{
    Command, Moment, Ready, Stats,
    channel::{Newest, Writer},
    measure,
};
use crate::snapshot::{SceneBundle, TreePoses, WindMap};

/// Most ticks between two pictures; time beyond that is dropped.
const MOST_TICKS: u32 = 4;
/// How long the first picture waits for the trees to settle into the wind.
const WARM_UP: Duration = Duration::from_millis(400);
/// How long a wind tick that is due is waited for.
const WIND_PATIENCE: Duration = Duration::from_millis(30);
/// How long to sleep when time is held.
const IDLE: Duration = Duration::from_millis(50);
/// Where the wind that moves the clouds is read, metres: over the grids, where it is the mean.
const CLOUD_WIND_M: [f64; 3] = [0.0, 500.0, 0.0];

/// Starts the thread, and one for the wind below it.
pub(super) fn start(
    ready: Arc<Newest<Ready>>,
    commands: Receiver<Command>,
    writer: Writer<Moment>,
    wake: Arc<dyn Fn() + Send + Sync>,
) -> std::io::Result<JoinHandle<()>> {
    let (tasks, task_inbox) = sync_channel::<WindTask>(1);
    let (outcomes, outcome_inbox) = sync_channel::<(WindOutcome, f32)>(1);
    let wind = thread::Builder::new()
        .name("wind".to_owned())
        .spawn(move || compute_wind(&task_inbox, &outcomes))?;
    let mut simulation = Simulation::new(writer);
    simulation.wind = Some((tasks, outcome_inbox));
    thread::Builder::new()
        .name("simulate".to_owned())
        .spawn(move || {
            simulation.run(&ready, &commands, &*wake);
            // Closing the queue ends the wind's thread.
            drop(simulation);
            if wind.join().is_err() {
                tracing::error!("the wind's thread panicked");
            }
        })
}

fn compute_wind(tasks: &Receiver<WindTask>, outcomes: &SyncSender<(WindOutcome, f32)>) {
    while let Ok(task) = tasks.recv() {
        let begun = Instant::now();
        let outcome = task.run();
        let elapsed_ms = begun.elapsed().as_secs_f32() * 1000.0;
        if outcomes.send((outcome, elapsed_ms)).is_err() {
            return;
        }
    }
}

/// Way to the wind's thread, and way back with the milliseconds that a tick took.
type WindThread = (SyncSender<WindTask>, Receiver<(WindOutcome, f32)>);

/// The state of the thread; also driven by hand in lockstep.
pub(super) struct Simulation {
    world: Option<World>,
    bundle: Arc<SceneBundle>,
    playing: bool,
    time_scale: f32,
    /// Time at which the first scene begins, seconds.
    begin_s: Option<f64>,
    /// Time not yet simulated, seconds.
    owed_s: f64,
    last: Instant,
    stats: Stats,
    map: WindMap,
    map_tick: u64,
    /// How far the clouds have drifted, metres along x and z.
    cloud_drift_m: [f64; 2],
    /// Way to and from the wind's thread; without one the world computes its wind itself.
    wind: Option<WindThread>,
    writer: Writer<Moment>,
}

impl Simulation {
    /// A simulation without a scene.
    pub(super) fn new(writer: Writer<Moment>) -> Self {
        Self {
            world: None,
            bundle: Arc::default(),
            playing: true,
            time_scale: 1.0,
            begin_s: None,
            owed_s: 0.0,
            last: Instant::now(),
            stats: Stats {
                achieved_time_scale: 1.0,
                ..Stats::default()
            },
            map: WindMap::default(),
            map_tick: u64::MAX,
            cloud_drift_m: [0.0; 2],
            wind: None,
            writer,
        }
    }

    fn run(
        &mut self,
        ready: &Newest<Ready>,
        commands: &Receiver<Command>,
        wake: &(dyn Fn() + Send + Sync),
    ) {
        loop {
            let Some(mut changed) = self.obey(commands, self.pause_before_next()) else {
                return;
            };
            if let Some(new) = ready.take() {
                self.take_scene(new, wake);
                changed = true;
            }
            let ticks = self.due_ticks();
            self.advance(ticks);
            if changed || ticks > 0 {
                self.publish();
                wake();
            }
        }
    }

    /// Puts a new scene in place of the old one; motion that fits goes on.
    pub(super) fn take_scene(&mut self, new: Ready, wake: &(dyn Fn() + Send + Sync)) {
        self.bundle = new.bundle;
        self.map_tick = u64::MAX;
        if let Some(world) = self.world.as_mut() {
            self.stats.retention = world.replace(new.scene);
        } else {
            self.world = Some(World::new(new.scene));
            if self.wind.is_some() {
                // The picture can begin while the trees settle.
                self.publish();
                wake();
                self.warm_up();
            }
            if let (Some(world), Some(time_s)) = (self.world.as_mut(), self.begin_s.take()) {
                world.set_time(time_s);
            }
            self.stats.retention = Retention::default();
        }
        self.stats.branches = self.branches();
    }

    fn warm_up(&mut self) {
        let Some(world) = self.world.as_mut() else {
            return;
        };
        let clock = world.scene().description().clock;
        let ticks = (clock.warm_up_s * clock.rate_hz) as u32;
        let begun = Instant::now();
        for _ in 0..ticks {
            if begun.elapsed() > WARM_UP {
                break;
            }
            world.step();
        }
        self.last = Instant::now();
    }

    /// Does what was asked. `None` when the thread is to end.
    fn obey(&mut self, commands: &Receiver<Command>, wait: Duration) -> Option<bool> {
        let mut changed = false;
        let mut next = match commands.recv_timeout(wait) {
            Ok(command) => Some(command),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return None,
        };
        while let Some(command) = next {
            if command == Command::End {
                return None;
            }
            self.do_command(command);
            changed = true;
            next = match commands.try_recv() {
                Ok(command) => Some(command),
                Err(TryRecvError::Empty) => None,
                Err(TryRecvError::Disconnected) => return None,
            };
        }
        Some(changed)
    }

    /// Does one thing that was asked.
    pub(super) fn do_command(&mut self, command: Command) {
        match command {
            Command::Play(playing) => {
                self.playing = playing;
                self.last = Instant::now();
                self.owed_s = 0.0;
            }
            Command::Step(ticks) => self.advance(ticks),
            Command::Reset => {
                if let Some(world) = self.world.take() {
                    self.world = Some(World::new(Arc::clone(world.scene())));
                    self.map_tick = u64::MAX;
                }
            }
            Command::SetTime(time_s) => match self.world.as_mut() {
                Some(world) => world.set_time(time_s),
                None => self.begin_s = Some(time_s),
            },
            Command::TimeScale(scale) => self.time_scale = scale.clamp(0.0, 4.0),
            Command::Viewer(place) => {
                if let Some(world) = self.world.as_mut() {
                    world.set_viewer(place);
                }
            }
            Command::Look | Command::End => {}
        }
    }

    /// Whether time runs.
    pub(super) fn is_playing(&self) -> bool {
        self.playing
    }

    fn tick_s(&self) -> f64 {
        let rate = self
            .world
            .as_ref()
            .map_or(60.0, |world| world.scene().description().clock.rate_hz);
        1.0 / f64::from(rate.clamp(15.0, 240.0))
    }

    fn pause_before_next(&self) -> Duration {
        if self.world.is_none() || !self.playing || self.time_scale <= 0.0 {
            return IDLE;
        }
        let missing_s = (self.tick_s() - self.owed_s) / f64::from(self.time_scale);
        let missing = Duration::from_secs_f64(missing_s.clamp(0.0, 0.05));
        missing.saturating_sub(self.last.elapsed())
    }

    fn due_ticks(&mut self) -> u32 {
        let now = Instant::now();
        let elapsed_s = now.duration_since(self.last).as_secs_f64();
        self.last = now;
        if !self.playing || self.world.is_none() {
            return 0;
        }
        self.owed_s += elapsed_s * f64::from(self.time_scale);
        let tick_s = self.tick_s();
        let due = (self.owed_s / tick_s) as u32;
        let ticks = due.min(MOST_TICKS);
        self.owed_s -= f64::from(due) * tick_s;
        if elapsed_s > 1e-4 && due > 0 {
            let achieved = self.time_scale * ticks as f32 / due as f32;
            self.stats.achieved_time_scale += 0.05 * (achieved - self.stats.achieved_time_scale);
        }
        ticks
    }

    pub(super) fn advance(&mut self, ticks: u32) {
        for _ in 0..ticks {
            self.fetch_wind();
            let Some(world) = self.world.as_mut() else {
                return;
            };
            let begun = Instant::now();
            let before_s = world.time_s();
            world.step();
            let dt_s = world.time_s() - before_s;
            let [wind_x, _, wind_z] = world.wind_at(CLOUD_WIND_M);
            self.cloud_drift_m[0] += f64::from(wind_x) * dt_s;
            self.cloud_drift_m[1] += f64::from(wind_z) * dt_s;
            let elapsed_ms = begun.elapsed().as_secs_f32() * 1000.0;
            self.stats.tick_ms += 0.1 * (elapsed_ms - self.stats.tick_ms);
            self.hand_out_wind();
        }
    }

    /// Hands out the next wind tick as soon as the last one is published: it has until its own time then.
    fn hand_out_wind(&mut self) {
        if let (Some(world), Some((tasks, _))) = (self.world.as_mut(), self.wind.as_ref())
            && let Some(task) = world.wind_job()
            && tasks.send(task).is_err()
        {
            tracing::error!("the wind's thread ended");
        }
    }

    /// Fetches a finished wind tick.
    fn fetch_wind(&mut self) {
        let (Some(world), Some((_, outcomes))) = (self.world.as_mut(), self.wind.as_ref()) else {
            return;
        };
        while let Ok((outcome, elapsed_ms)) = outcomes.try_recv() {
            world.join_wind(outcome);
            self.stats.wind_ms += 0.2 * (elapsed_ms - self.stats.wind_ms);
        }
        // A tick that is due is waited for a little: held wind is worse than a late picture.
        if world.wind_is_late()
            && let Ok((outcome, elapsed_ms)) = outcomes.recv_timeout(WIND_PATIENCE)
        {
            world.join_wind(outcome);
            self.stats.wind_ms += 0.2 * (elapsed_ms - self.stats.wind_ms);
        }
    }

    fn branches(&self) -> usize {
        self.world
            .as_ref()
            .map_or(0, |world| world.trees().map(|tree| tree.poses.len()).sum())
    }

    pub(super) fn publish(&mut self) {
        let Some(world) = self.world.as_ref() else {
            return;
        };
        let target_m = self.bundle.description.camera.target_m;
        if self.map_tick == u64::MAX || world.tick() >= self.map_tick + 2 {
            self.map_tick = world.tick();
            self.map.sample(world, target_m);
        }
        self.stats.tick = world.tick();
        self.stats.late_ticks = world.late_wind_ticks();
        self.stats.resets = world.resets().map(|reset| reset.count).sum();
        self.stats.tip_sway_m = measure::tip_sway_m(world);
        let moment = self.writer.buffer();
        moment.stats = self.stats;
        let snapshot = &mut moment.snapshot;
        snapshot.scene = Arc::clone(&self.bundle);
        snapshot.time_s = world.time_s();
        snapshot.cloud_drift_m = self.cloud_drift_m;
        snapshot.wind_map.clone_from(&self.map);
        snapshot.wind_at_target_m_per_s = world.wind_at([target_m[0], 10.0, target_m[2]]);
        let mut count = 0;
        for tree in world.trees() {
            if count == snapshot.trees.len() {
                snapshot.trees.push(TreePoses::default());
            }
            let poses = &mut snapshot.trees[count];
            poses.group = tree.group;
            poses.instance = tree.instance;
            poses.poses.clear();
            poses.poses.extend_from_slice(tree.poses);
            count += 1;
        }
        snapshot.trees.truncate(count);
        self.writer.publish();
    }
}
