//! The window: one frame on one page.

mod act;
mod adding;
mod bars;
mod desk;
mod device_loss;
mod export;
mod file_actions;
mod loading;
mod locate;
mod panes;
mod quick_clicks;
mod receive;
mod resume;
mod saving;
mod start;

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use eframe::egui;
use windwright_core::{document::Document, graph::NodeId, nodes::Registry};

use self::desk::Desk;
pub use self::start::{StartError, run};
use crate::{
    canvas::state::CanvasState,
    disk::Folders,
    journal::Keeper,
    memory::MemoryMeter,
    panels::{
        Layout, menu_bar, settings as settings_box,
        strip::{Clock, Traces},
    },
    session::Session,
    settings::Settings,
    theme,
    viewport::Viewport,
    worker::{DerivedFeel, Effective, Moment, Worker, channel::Newest},
};

/// How the window starts and ends.
#[derive(Debug, Clone, Default)]
pub struct WindowOptions {
    /// Graph to open.
    pub file: Option<PathBuf>,
    /// Close after so many seconds and say what was measured.
    pub exit_after_s: Option<f64>,
    /// Picture of the window, taken before it closes.
    pub screenshot: Option<PathBuf>,
    /// Take up what the last session left, without asking.
    pub restore: bool,
    /// Lose the graphics device after so many seconds, for tests.
    pub lose_device_after_s: Option<f64>,
    /// Folders with graphs, presets and assets, in the order in which they are searched.
    pub data: Vec<PathBuf>,
    /// Size of the window, points.
    pub size: Option<[f32; 2]>,
    /// Own folders; found by the environment when none.
    pub folders: Option<Folders>,
    /// Compile and simulate on the window's thread, one tick a frame: for tests and pictures.
    pub lockstep: bool,
    /// Leave the picture of the scene out: for pictures of the window around it.
    pub without_preview: bool,
}

/// The window's state.
pub struct App {
    session: Session,
    canvas: CanvasState,
    worker: Worker,
    viewport: Viewport,
    desk: Desk,
    settings: Settings,
    folders: Folders,
    layout: Layout,
    journal: Keeper,
    resume: resume::Keeper,
    clock: Clock,
    traces: Traces,
    derived: Vec<DerivedFeel>,
    effective: Effective,
    asked_revision: u64,
    /// Grows with each compilation that came back.
    compiled: u64,
    compile_s: f32,
    viewer_m: Option<[f64; 3]>,
    started: Instant,
    first_picture_s: Option<f64>,
    frames: u64,
    frame_ms: f32,
    memory: MemoryMeter,
    /// What the graphics device complained about.
    device_faults: Arc<Newest<String>>,
    /// Node that the help is about.
    help: Option<NodeId>,
    /// Whether the keyboard goes to the name of what is selected.
    rename: bool,
    /// Where the next paste goes, canvas units.
    paste_at: Option<[f32; 2]>,
    settings_shown: bool,
    options: WindowOptions,
    ending: Option<start::Ending>,
    quick_clicks: quick_clicks::QuickClicks,
    title: String,
}

impl App {
    /// The window's state for a creation context of the toolkit.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn new(
        context: &egui::Context,
        state: Option<&egui_wgpu::RenderState>,
        mut options: WindowOptions,
        started: Instant,
    ) -> Result<Self, StartError> {
        let folders = options.folders.clone().unwrap_or_else(Folders::find);
        let settings = Settings::load(&folders);
        options.data.extend(settings.granted.iter().cloned());
        context.set_fonts(theme::fonts(None));
        theme::apply(context, settings.preferences.appearance);
        context.set_zoom_factor(settings.preferences.scale);
        options.data.splice(0..0, settings.preferences.data.clone());
        let registry = Arc::new(Registry::standard());
        let waker = context.clone();
        let worker = if options.lockstep {
            Worker::lockstep(Arc::clone(&registry))
        } else {
            start::load_cjk_font(context);
            Worker::start(Arc::clone(&registry), move || waker.request_repaint())?
        };
        let layout = settings
            .layout
            .clone()
            .filter(Layout::is_complete)
            .unwrap_or_default();
        let state = state.filter(|_| !options.without_preview);
        let mut viewport = Viewport::new(context, state, options.lockstep);
        if options.without_preview {
            // That there is no device was wanted, so it is no problem to report.
            drop(viewport.take_fault());
        }
        let mut desk = Desk::start(context, &options.data)?;
        let mut session = Session::new(registry, Document::default(), None);
        let resume = resume::Keeper::new(&folders.state);
        let left = resume.left(options.restore);
        options.file = options.file.or_else(|| left.document.clone());
        let lost = desk.open_first(&mut session, &options, &folders, left.modified);
        let journal = Keeper::begin(&folders.state, &mut session);
        let mut app = Self {
            session,
            canvas: CanvasState::fitted(),
            worker,
            viewport,
            desk,
            settings,
            folders,
            layout,
            journal,
            resume,
            clock: Clock::default(),
            traces: Traces::default(),
            derived: Vec::new(),
            effective: Effective::new(),
            asked_revision: 0,
            compiled: 0,
            compile_s: 0.0,
            viewer_m: None,
            started,
            first_picture_s: None,
            frames: 0,
            frame_ms: 0.0,
            memory: MemoryMeter::default(),
            device_faults: Arc::default(),
            help: None,
            rename: false,
            paste_at: None,
            settings_shown: false,
            options,
            ending: None,
            quick_clicks: quick_clicks::QuickClicks::default(),
            title: String::new(),
        };
        app.take_up(left);
        if let Some(lost) = lost {
            app.recover(lost);
        }
        app.show_faults();
        Ok(app)
    }

    /// The session.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The canvas; its published rectangles are what tests go by.
    pub fn canvas(&self) -> &CanvasState {
        &self.canvas
    }

    /// The newest moment of the simulation.
    pub fn moment(&self) -> &Moment {
        self.worker.moment()
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, frame: &mut eframe::Frame) {
        let context = ui.ctx().clone();
        self.receive(&context);
        let mut actions = menu_bar::keys(&context, self.clock.playing);
        actions.extend(self.bars(ui));
        egui::CentralPanel::no_frame().show(ui, |ui| actions.extend(self.panes(ui, frame)));
        actions.extend(self.desk.typed_path(&context));
        actions.extend(desk::dropped(&context));
        if self.settings_shown {
            actions.extend(settings_box::show(&context, &self.settings.preferences));
        }
        self.settings.preferences.scale = context.zoom_factor();
        for action in actions {
            self.act(&context, action);
        }
        self.write_journal();
        self.measure(&context);
        self.update_title(&context);
        self.end_when_due(&context);
        if let (Some(limit_s), Some(state)) =
            (self.options.lose_device_after_s, frame.wgpu_render_state())
            && self.started.elapsed().as_secs_f64() >= limit_s
        {
            state.device.destroy();
        }
        if self.clock.playing {
            context.request_repaint();
        } else {
            context.request_repaint_after(Duration::from_millis(250));
        }
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        // The panes' ground: what is cleared need not be painted.
        visuals.panel_fill.to_normalized_gamma_f32()
    }

    fn raw_input_hook(&mut self, context: &egui::Context, input: &mut egui::RawInput) {
        if self.quick_clicks.spread(&mut input.events) {
            context.request_repaint();
        }
        // Tab opens the search over the canvas instead of moving the keyboard's focus.
        let pointer = context.input(|state| state.pointer.latest_pos());
        let canvas = self.canvas.published.canvas;
        let over = pointer
            .zip(canvas)
            .is_some_and(|(at, rect)| rect.contains(at));
        if !over || context.egui_wants_keyboard_input() {
            return;
        }
        let open = &mut self.canvas.open_finder;
        input.events.retain(|event| {
            let egui::Event::Key { key, pressed, .. } = event else {
                return true;
            };
            let is_tab = *key == egui::Key::Tab;
            *open |= is_tab && *pressed;
            !is_tab
        });
    }

    fn on_exit(&mut self) {
        self.settings.layout = Some(self.layout.clone());
        self.save_settings();
        self.end_journal();
    }
}
