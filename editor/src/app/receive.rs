//! What comes in each frame from threads, files and devices, and what is kept of the frame.

use std::path::Path;

use eframe::egui;

use super::{App, resume};
use crate::{
    panels::Layout,
    session::Report,
    worker::{Command, CompileRequest},
};

impl App {
    /// Takes in what threads, files and devices have to say.
    pub(super) fn receive(&mut self, context: &egui::Context) {
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
            self.compiled += 1;
            self.compile_s = compiled.elapsed_s;
            self.session.set_diagnostics(compiled.diagnostics);
            self.session.set_missing(compiled.missing);
            self.desk
                .named_files(&self.session, &compiled.files, &self.options.data);
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
            self.session.report(Report::error(
                "graphics",
                &fault,
                "Save your work; if it comes again, update the graphics driver.",
            ));
        }
        if let Some(fault) = self.viewport.take_fault() {
            self.session.report(Report::error(
                "preview",
                &fault,
                "Lower the quality, or update the graphics driver.",
            ));
        }
    }

    /// Appends what was committed in this frame, before the next one.
    pub(super) fn write_journal(&mut self) {
        self.journal.write(&mut self.session);
        let due = self.resume.due(|| resume::Resume {
            pose: self.viewport.pose(),
            layout: Some(self.layout.clone()),
            document: self.session.path().map(Path::to_path_buf),
            modified: self.session.is_modified(),
            time_s: self.worker.moment().snapshot.time_s,
        });
        if let Some((file, text)) = due {
            self.desk.keep(file, text);
        }
    }

    /// Puts time, camera and panes where the last window had them.
    pub(super) fn take_up(&mut self, resume: resume::Resume) {
        if let Some(layout) = resume.layout.filter(Layout::is_complete) {
            self.layout = layout;
        }
        if let Some(pose) = resume.pose {
            self.viewport.resume(&pose);
        }
        if resume.time_s > 0.0 {
            self.worker.send(Command::SetTime(resume.time_s));
        }
    }

    pub(super) fn measure(&mut self, context: &egui::Context) {
        self.frames += 1;
        let dt_ms = context.input(|input| input.unstable_dt) * 1000.0;
        if self.clock.playing && dt_ms < 1000.0 {
            self.frame_ms += 0.1 * (dt_ms - self.frame_ms);
            let now_s = self.started.elapsed().as_secs_f64();
            self.viewport.record_frame(dt_ms, now_s);
        }
        self.memory.update(self.started.elapsed());
        let has_picture = self.viewport.pictures() > 0 && self.worker.moment().stats.branches > 0;
        if self.first_picture_s.is_none() && has_picture {
            self.first_picture_s = Some(self.started.elapsed().as_secs_f64());
        }
    }
}
