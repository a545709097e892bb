//! What the trees of a world have to tell: what was kept over a new scene, what had to be reset.

/// What happened to the state when a scene was replaced, in branches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Retention {
    /// Same key: angle and velocity kept.
    pub kept: usize,
    /// Same key, other place or size: angle and velocity kept as well.
    pub moved: usize,
    /// New: started at its static equilibrium.
    pub new: usize,
}

/// A tree of which branches were set back to rest because a number was not finite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reset {
    /// Index of the tree group in the scene.
    pub group: usize,
    /// Index of the instance in the group.
    pub instance: usize,
    /// Row of the branch that was reset last.
    pub branch: usize,
    /// Resets of this tree since it began.
    pub count: u64,
}
