//! Growing trees from a seed and a few habits.

use crate::plant::{Plant, hash::hash};

mod bark_noise;
mod bark_texture;
mod bundles;
mod cards;
mod draws;
mod habit;
mod leaf_texture;
mod levels;
mod materials;
mod picture;
mod skeleton;
mod table;
#[cfg(test)]
mod tests;
mod wood;

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

impl GrowParameters {
    /// A well-shaped tree of each habit.
    pub fn of(habit: Habit) -> Self {
        let oak = Self::default();
        match habit {
            Habit::Oak => oak,
            Habit::Birch => Self {
                habit,
                height_m: 15.0,
                trunk_radius_m: 0.17,
                branch_angle_deg: 45.0,
                taper: 0.85,
                gravity: 0.0,
                bundles: 960,
                bundle_area_m2: 0.5,
                ..oak
            },
            Habit::Spruce => Self {
                habit,
                height_m: 18.0,
                trunk_radius_m: 0.26,
                levels: 3,
                branch_angle_deg: 85.0,
                taper: 0.9,
                gravity: 0.0,
                bundles: 950,
                bundle_area_m2: 0.8,
                ..oak
            },
        }
    }
}

impl Default for GrowParameters {
    fn default() -> Self {
        Self {
            habit: Habit::Oak,
            seed: 12,
            height_m: 14.0,
            trunk_radius_m: 0.42,
            levels: 4,
            children_factor: 1.0,
            length_factor: 1.0,
            branch_angle_deg: 55.0,
            taper: 0.7,
            gravity: 0.1,
            bundles: 950,
            bundle_area_m2: 0.85,
        }
    }
}

/// Grows a plant: four levels of detail, baked occlusion, a true branch table. The same parameters give the same bytes.
///
/// Values outside the ranges of [`GrowParameters`], and what is not a number, are brought inside.
pub fn grow(parameters: &GrowParameters) -> Plant {
    let parameters = &parameters.clamped();
    let form = habit::Form::of(parameters.habit);
    let stems = skeleton::skeleton(parameters, form);
    let bundles = bundles::bundles(&stems, parameters, form);
    let materials = materials::materials(parameters.habit);
    let lods = levels::levels(&stems, &bundles, form, &materials);
    let table = table::table(&stems, &bundles, form);
    let hash = hash(&table, &lods);
    Plant {
        table,
        lods,
        materials,
        notes: Vec::new(),
        hash,
    }
}

impl GrowParameters {
    fn clamped(&self) -> Self {
        let inside = |value: f32, low: f32, high: f32, default: f32| {
            if value.is_nan() {
                default
            } else {
                value.clamp(low, high)
            }
        };
        let default = Self::of(self.habit);
        Self {
            habit: self.habit,
            seed: self.seed,
            height_m: inside(self.height_m, 1.0, 60.0, default.height_m),
            trunk_radius_m: inside(self.trunk_radius_m, 0.02, 2.0, default.trunk_radius_m),
            levels: self.levels.clamp(1, 5),
            children_factor: inside(self.children_factor, 0.25, 2.0, 1.0),
            length_factor: inside(self.length_factor, 0.25, 2.0, 1.0),
            branch_angle_deg: inside(self.branch_angle_deg, 5.0, 120.0, default.branch_angle_deg),
            taper: inside(self.taper, 0.0, 1.0, default.taper),
            gravity: inside(self.gravity, -1.0, 1.0, default.gravity),
            bundles: self.bundles.min(1000),
            bundle_area_m2: inside(self.bundle_area_m2, 0.01, 2.0, default.bundle_area_m2),
        }
    }
}
