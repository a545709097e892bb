//! The eight stages of a tick, in their order.

/// A stage; each is finished for all levels before the next begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// The prevailing wind enters the border of the coarsest level; its change reaches all cells.
    Inject,
    /// Levels follow the viewer.
    Recentre,
    /// Velocity is carried along.
    Advect,
    /// Eddies get back what advection blurs.
    Confine,
    /// Effectors and gust fronts push.
    Push,
    /// Coarse levels fill the borders of finer ones.
    FillInnerBorders,
    /// Fine levels overwrite the coarse cells that they fill.
    OverwriteCoarse,
    /// Pressure keeps the air from piling up.
    Project,
}

/// All stages in order.
pub const STAGES: [Stage; 8] = [
    Stage::Inject,
    Stage::Recentre,
    Stage::Advect,
    Stage::Confine,
    Stage::Push,
    Stage::FillInnerBorders,
    Stage::OverwriteCoarse,
    Stage::Project,
];
