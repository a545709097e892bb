//! The same work without threads or clocks: what the next frame shows depends only on what was asked.

use std::sync::Arc;

use windwright_core::{compile::Cache, nodes::Registry};

use super::{
    Command, CompileRequest, Compiled, Moment, channel::Writer, compiler, simulation::Simulation,
};

/// Compiler and simulation on the caller's thread.
pub(super) struct Lockstep {
    registry: Arc<Registry>,
    cache: Cache,
    simulation: Simulation,
}

impl Lockstep {
    pub(super) fn new(registry: Arc<Registry>, writer: Writer<Moment>) -> Self {
        Self {
            registry,
            cache: Cache::default(),
            simulation: Simulation::new(writer),
        }
    }

    pub(super) fn compile(&mut self, request: &CompileRequest) -> Compiled {
        let (result, scene) = compiler::run(request, &self.registry, &mut self.cache);
        if let Some(scene) = scene {
            self.simulation.take_scene(scene, &|| ());
            self.simulation.publish();
        }
        result
    }

    pub(super) fn obey(&mut self, command: Command) {
        self.simulation.do_command(command);
        self.simulation.publish();
    }

    /// One tick, if time runs.
    pub(super) fn tick(&mut self) {
        if self.simulation.is_playing() {
            self.simulation.advance(1);
            self.simulation.publish();
        }
    }
}
