//! The window: one frame on one page.

mod desk;
mod device_loss;
mod dock_style;
mod export;
mod resume;
mod start;

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use eframe::egui;
use egui_dock::{DockArea, TabViewer};
use windwright_core::nodes::Registry;

use self::desk::Desk;
pub use self::start::{StartError, run};
use crate::{
    action::{Action, PreviewAction},
    canvas::{self, CanvasView, state::CanvasState},
    disk::Folders,
    journal::Journal,
    panels::{
        Layout, Pane, banners, inspector, menu_bar, problems, status,
        strip::{self, Clock, Traces},
    },
    session::{Effect, Session},
    settings::Settings,
    theme,
    viewport::Viewport,
    worker::{Command, CompileRequest, DerivedFeel, Effective, Worker, channel::Newest},
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
    journal: Option<Journal>,
    resume: resume::Keeper,
    clock: Clock,
    traces: Traces,
    derived: Vec<DerivedFeel>,
    effective: Effective,
    asked_revision: u64,
    compile_s: f32,
    viewer_m: Option<[f64; 3]>,
    started: Instant,
    first_picture_s: Option<f64>,
    frames: u64,
    frame_ms: f32,
    /// What the graphics device complained about.
    device_faults: Arc<Newest<String>>,
    options: WindowOptions,
    ending: Option<start::Ending>,
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
        options: WindowOptions,
        started: Instant,
    ) -> Result<Self, StartError> {
        let folders = options.folders.clone().unwrap_or_else(Folders::find);
        let settings = Settings::load(&folders);
        context.set_fonts(theme::fonts(None));
        theme::apply(context, settings.appearance);
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
        let mut desk = Desk::start(context)?;
        let mut session = Session::new(
            registry,
            windwright_core::document::Document::default(),
            None,
        );
        let lost = desk.open_first(&mut session, &options, &folders);
        let resume = resume::Keeper::new(&folders.state);
        let mut app = Self {
            session,
            canvas: CanvasState::fitted(),
            worker,
            viewport: Viewport::new(context, state, options.lockstep),
            desk,
            settings,
            folders,
            layout,
            journal: None,
            resume,
            clock: Clock::default(),
            traces: Traces::default(),
            derived: Vec::new(),
            effective: Effective::new(),
            asked_revision: 0,
            compile_s: 0.0,
            viewer_m: None,
            started,
            first_picture_s: None,
            frames: 0,
            frame_ms: 0.0,
            device_faults: Arc::default(),
            options,
            ending: None,
            title: String::new(),
        };
        app.begin_journal();
        if app.options.restore {
            app.take_up(app.resume.read());
        }
        if let Some(lost) = lost {
            app.recover(lost);
        }
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
    pub fn moment(&self) -> &crate::worker::Moment {
        self.worker.moment()
    }

    /// Does what was asked for.
    pub fn act(&mut self, context: &egui::Context, action: Action) {
        match action {
            Action::File(action) => self.file_action(context, action),
            Action::Quit => self.quit(context),
            Action::Preview(action) => self.preview_action(action),
            Action::SetAppearance(appearance) => {
                self.settings.appearance = appearance;
                theme::apply(context, appearance);
                self.save_settings();
            }
            Action::ResetLayout => self.layout = Layout::default(),
            Action::Edit { .. }
            | Action::BeginGesture { .. }
            | Action::ReplaceGesture { .. }
            | Action::CommitGesture
            | Action::CancelGesture
            | Action::Undo
            | Action::Redo
            | Action::Select(_)
            | Action::SelectAll
            | Action::Delete
            | Action::Duplicate
            | Action::Copy
            | Action::Cut
            | Action::Paste { .. }
            | Action::ShowNode(_)
            | Action::FitGraph
            | Action::DismissReport(_) => match self.session.handle(action) {
                Some(Effect::FitGraph) => self.canvas.fit = true,
                Some(Effect::ShowNode(id)) => {
                    self.canvas.show = Some(id);
                    self.show_pane(Pane::Graph);
                }
                Some(Effect::Copy(text)) => context.copy_text(text),
                None => {}
            },
        }
    }

    fn preview_action(&mut self, action: PreviewAction) {
        match action {
            PreviewAction::SetPlaying(playing) => {
                self.clock.playing = playing;
                self.worker.send(Command::Play(playing));
            }
            PreviewAction::Step => {
                self.clock.playing = false;
                self.worker.send(Command::Play(false));
                self.worker.send(Command::Step(1));
            }
            PreviewAction::Reset => self.worker.send(Command::Reset),
            PreviewAction::SetTimeScale(scale) => {
                self.clock.time_scale = scale.clamp(0.0, 4.0);
                self.worker.send(Command::TimeScale(self.clock.time_scale));
            }
            PreviewAction::FrameAll => self.viewport.frame_all(),
        }
    }

    /// Takes in what threads, files and devices have to say.
    fn receive(&mut self, context: &egui::Context) {
        self.receive_files(context);
        if self.session.graph_revision() != self.asked_revision {
            self.asked_revision = self.session.graph_revision();
            self.worker.compile(CompileRequest {
                revision: self.asked_revision,
                graph: self.session.document().graph().clone(),
                base: self.session.base(),
                data: self.options.data.clone(),
            });
        }
        if let Some(compiled) = self.worker.take_compiled() {
            self.compile_s = compiled.elapsed_s;
            self.session.set_diagnostics(compiled.diagnostics);
            self.desk.named_files(&self.session, &compiled.files);
            self.effective = compiled.effective;
            if compiled.has_scene {
                self.derived = compiled.derived;
            }
        }
        if self.worker.update() {
            self.traces.record(self.worker.moment());
        }
        let target = self.viewport.target_m();
        if target.is_some() && target != self.viewer_m {
            self.viewer_m = target;
            if let Some(target) = target {
                self.worker.send(Command::Viewer(target));
            }
        }
        if let Some(fault) = self.device_faults.take() {
            self.session.report(crate::session::Report::error(
                "graphics",
                &fault,
                "Save your work; if it comes again, update the graphics driver.",
            ));
        }
        if let Some(fault) = self.viewport.take_fault() {
            self.session.report(crate::session::Report::error(
                "preview",
                &fault,
                "Lower the quality, or update the graphics driver.",
            ));
        }
    }

    /// Appends what was committed in this frame, before the next one.
    fn write_journal(&mut self) {
        let steps = self.session.take_unjournaled();
        let Some(journal) = self.journal.as_mut() else {
            return;
        };
        for edits in steps {
            if let Err(error) = journal.append(&edits) {
                self.session.report(crate::session::Report::error(
                    "journal",
                    &format!("The journal cannot be written: {error}."),
                    "Save often; unsaved work would be lost in a crash.",
                ));
            }
        }
        journal.sync_if_due();
        let due = self.resume.due(|| resume::Resume {
            pose: self.viewport.pose(),
            layout: Some(self.layout.clone()),
        });
        if let Some((file, text)) = due {
            self.desk.keep(file, text);
        }
    }

    /// Puts camera and panes where the last window had them.
    fn take_up(&mut self, resume: resume::Resume) {
        if let Some(layout) = resume.layout.filter(Layout::is_complete) {
            self.layout = layout;
        }
        if let Some(pose) = resume.pose {
            self.viewport.resume(&pose);
        }
    }

    fn show_pane(&mut self, pane: Pane) {
        if let Some(tab) = self.layout.0.find_tab(&pane)
            && self.layout.0.set_active_tab(tab).is_err()
        {
            tracing::debug!("{pane:?} cannot be shown");
        }
    }

    fn measure(&mut self, context: &egui::Context) {
        self.frames += 1;
        let dt_ms = context.input(|input| input.unstable_dt) * 1000.0;
        if self.clock.playing && dt_ms < 1000.0 {
            self.frame_ms += 0.1 * (dt_ms - self.frame_ms);
            let now_s = self.started.elapsed().as_secs_f64();
            self.viewport.record_frame(dt_ms, now_s);
        }
        let has_picture = self.viewport.pictures() > 0 && self.worker.moment().stats.branches > 0;
        if self.first_picture_s.is_none() && has_picture {
            self.first_picture_s = Some(self.started.elapsed().as_secs_f64());
        }
    }

    fn bars(&mut self, ui: &mut egui::Ui) -> Vec<Action> {
        let palette = theme::palette(ui.visuals());
        let bar = egui::Frame::new()
            .fill(palette.panel)
            .inner_margin(egui::Margin::symmetric(8, 2));
        let mut actions = egui::Panel::top("menus")
            .frame(bar)
            .show(ui, |ui| menu_bar::show(ui, &self.session, &self.settings))
            .inner;
        let view = status::StatusView {
            frame_ms: self.frame_ms,
            stats: &self.worker.moment().stats,
            quality: self.viewport.quality(),
            gpu_ms: self.viewport.gpu_ms(),
            compile_s: self.compile_s,
        };
        let clicked = egui::Panel::bottom("status")
            .frame(bar)
            .exact_size(theme::ROW)
            .show(ui, |ui| status::show(ui, &self.session, view))
            .inner;
        if clicked {
            self.show_pane(Pane::Problems);
        }
        for question in self.desk.questions() {
            let id = format!("question {question:?}");
            actions.extend(
                egui::Panel::top(egui::Id::new(id))
                    .frame(
                        bar.fill(palette.field)
                            .inner_margin(egui::Margin::symmetric(12, 6)),
                    )
                    .show(ui, |ui| banners::question(ui, question))
                    .inner,
            );
        }
        actions
    }

    fn panes(&mut self, ui: &mut egui::Ui, frame: &eframe::Frame) -> Vec<Action> {
        let style = dock_style::dock_style(ui);
        let problems = self.session.problems();
        let mut viewer = Panes {
            session: &self.session,
            canvas: &mut self.canvas,
            viewport: &mut self.viewport,
            worker: &self.worker,
            clock: self.clock,
            traces: &self.traces,
            derived: &self.derived,
            effective: &self.effective,
            problems: &problems,
            render_state: frame.wgpu_render_state(),
            actions: Vec::new(),
        };
        DockArea::new(&mut self.layout.0)
            .style(style)
            .show_close_buttons(false)
            .show_leaf_close_all_buttons(false)
            .show_leaf_collapse_buttons(false)
            .show_inside(ui, &mut viewer);
        viewer.actions
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

    fn raw_input_hook(&mut self, context: &egui::Context, input: &mut egui::RawInput) {
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

/// The panes of one frame.
struct Panes<'a> {
    session: &'a Session,
    canvas: &'a mut CanvasState,
    viewport: &'a mut Viewport,
    worker: &'a Worker,
    clock: Clock,
    traces: &'a Traces,
    derived: &'a [DerivedFeel],
    effective: &'a Effective,
    problems: &'a std::collections::BTreeMap<
        windwright_core::graph::NodeId,
        windwright_core::compile::Severity,
    >,
    render_state: Option<&'a egui_wgpu::RenderState>,
    actions: Vec<Action>,
}

impl TabViewer for Panes<'_> {
    type Tab = Pane;

    fn id(&mut self, tab: &mut Pane) -> egui::Id {
        egui::Id::new(*tab)
    }

    fn title(&mut self, tab: &mut Pane) -> egui::WidgetText {
        menu_bar::tab_title(*tab, self.session).into()
    }

    fn is_closeable(&self, _tab: &Pane) -> bool {
        false
    }

    fn clear_background(&self, tab: &Pane) -> bool {
        // these two paint all of theirs
        !matches!(tab, Pane::Preview | Pane::Graph)
    }

    fn scroll_bars(&self, _tab: &Pane) -> [bool; 2] {
        [false, false]
    }

    fn ui(&mut self, ui: &mut egui::Ui, tab: &mut Pane) {
        let actions = match tab {
            Pane::Graph => {
                let view = CanvasView {
                    document: self.session.document(),
                    registry: self.session.registry(),
                    selection: self.session.selection(),
                    problems: self.problems,
                    effective: self.effective,
                };
                canvas::draw(ui, view, self.canvas)
            }
            Pane::Preview => {
                let moment = self.worker.moment();
                let playing = self.clock.playing;
                self.viewport.show(ui, moment, playing, self.render_state)
            }
            Pane::Inspector => padded(ui, |ui| {
                let view = inspector::InspectorView {
                    document: self.session.document(),
                    registry: self.session.registry(),
                    selection: self.session.selection(),
                    diagnostics: self.session.diagnostics(),
                    derived: self.derived,
                    effective: self.effective,
                };
                inspector::show(ui, view)
            }),
            Pane::Plots => padded(ui, |ui| {
                strip::show(ui, self.clock, self.worker.moment(), self.traces)
            }),
            Pane::Problems => padded(ui, |ui| problems::show(ui, self.session)),
        };
        self.actions.extend(actions);
    }
}

fn padded<R>(ui: &mut egui::Ui, content: impl FnOnce(&mut egui::Ui) -> R) -> R {
    egui::Frame::new()
        .inner_margin(egui::Margin::symmetric(theme::PADDING as i8, 8))
        .show(ui, content)
        .inner
}
