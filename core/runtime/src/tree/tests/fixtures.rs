//! Trees whose numbers are known.

use std::{collections::BTreeMap, sync::Arc};

use glam::Vec3;

use crate::{
    preset::{
        scene::{Clock, Instance, SceneDescription, Springs, TreeGroup},
        species::{Species, SpeciesLevel},
    },
    scene::{Assets, Scene},
    tree::{
        Breeze, forest,
        group::{Group, Placement},
        state::Tree,
        step,
        table::{Branch, BranchTable, Level},
    },
};

/// A row of wood.
pub(super) fn wood(
    parent: Option<u16>,
    position_m: [f32; 3],
    direction: [f32; 3],
    length_m: f32,
    radius_m: f32,
) -> Branch {
    Branch {
        parent,
        level: if parent.is_none() {
            Level::Trunk
        } else {
            Level::Internal
        },
        position_m,
        direction,
        length_m,
        volume_m3: core::f32::consts::PI * radius_m * radius_m * length_m,
        area_m2: 0.0,
    }
}

/// A row of foliage.
pub(super) fn foliage(
    parent: u16,
    position_m: [f32; 3],
    direction: [f32; 3],
    length_m: f32,
    area_m2: f32,
) -> Branch {
    Branch {
        parent: Some(parent),
        level: Level::Foliage,
        position_m,
        direction,
        length_m,
        volume_m3: 0.0,
        area_m2,
    }
}

pub(super) fn table(branches: &[Branch]) -> BranchTable {
    let mut table = BranchTable::default();
    for &branch in branches {
        table.push(branch);
    }
    table
}

/// The worked example: a trunk, a branch, a twig and a bundle of leaves.
pub(super) fn worked_example() -> BranchTable {
    table(&[
        wood(None, [0.0; 3], [0.0, 1.0, 0.0], 10.0, 0.15),
        wood(Some(0), [0.0, 6.0, 0.0], [1.0, 0.0, 0.0], 4.0, 0.05),
        wood(Some(1), [3.0, 6.0, 0.0], [0.6, 0.8, 0.0], 2.0, 0.02),
        foliage(2, [3.9, 7.2, 0.0], [1.0, 0.0, 0.0], 1.0, 0.6),
    ])
}

/// A lone upright stem, 4 m long, 6 cm thick.
pub(super) fn stem() -> BranchTable {
    table(&[wood(None, [0.0; 3], [0.0, 1.0, 0.0], 4.0, 0.03)])
}

/// A species in which nothing is shaken by noise.
pub(super) fn quiet_species() -> Species {
    let still = |level: SpeciesLevel| SpeciesLevel {
        noise_strength: 0.0,
        ..level
    };
    Species {
        trunk: still(SpeciesLevel::TRUNK),
        internal: still(SpeciesLevel::INTERNAL),
        foliage: still(SpeciesLevel::FOLIAGE),
        ..Species::default()
    }
}

/// A scene of one group.
pub(super) fn scene(table: BranchTable, species: Species, springs: Springs, clock: Clock) -> Scene {
    let description = SceneDescription {
        clock,
        trees: vec![TreeGroup {
            node: String::from("tree"),
            table: String::from("table"),
            species,
            springs,
            instances: vec![Instance::default()],
        }],
        ..SceneDescription::default()
    };
    let assets = Assets {
        tables: BTreeMap::from([(String::from("table"), table)]),
    };
    Scene::build(&description, &assets).unwrap()
}

/// The same wind everywhere, m/s; give another tick for another wind.
pub(super) struct Steady {
    pub(super) wind: Vec3,
    pub(super) tick: u64,
}

impl Breeze for Steady {
    fn tick(&self) -> u64 {
        self.tick
    }

    fn blend(&self) -> f32 {
        1.0
    }

    fn sample(&self, _: [f64; 3], _: f32) -> Vec3 {
        self.wind
    }
}

/// One tree in a wind that the test gives.
pub(super) struct Lab {
    ticks: u64,
    scene: Arc<Scene>,
    pub(super) tree: Tree,
    placement: Placement,
}

impl Lab {
    pub(super) fn new(
        table: BranchTable,
        species: Species,
        springs: Springs,
        clock: Clock,
    ) -> Self {
        let scene = Arc::new(scene(table, species, springs, clock));
        let group = &scene.groups()[0];
        let placement = group.placements[0];
        let tree = Tree::at_rest(group, &placement);
        Self {
            ticks: 0,
            scene,
            tree,
            placement,
        }
    }

    pub(super) fn group(&self) -> &Group {
        &self.scene.groups()[0]
    }

    pub(super) fn scene(&self) -> &Scene {
        &self.scene
    }

    /// One tick in a wind that is the same everywhere, m/s.
    pub(super) fn step(&mut self, wind: Vec3) {
        let group = &self.scene.groups()[0];
        self.ticks += 1;
        let tick = self.ticks;
        step::step(
            &mut self.tree,
            group,
            &self.placement,
            &Steady { wind, tick },
        );
    }

    /// Puts the whole tree to its static equilibrium.
    pub(super) fn lean(&mut self, wind: Vec3) {
        let group = &self.scene.groups()[0];
        forest::lean(
            &mut self.tree,
            group,
            &self.placement,
            &Steady { wind, tick: 0 },
            |_| true,
        );
    }

    /// Bends a branch and lets everything settle around it.
    pub(super) fn bend(&mut self, branch: usize, bend_rad: Vec3) {
        let motion = crate::tree::spring::Motion {
            rotation: crate::tree::rotation::from_vector(bend_rad),
            velocity: Vec3::ZERO,
        };
        self.tree.set_motion(branch, motion);
        step::carry(&mut self.tree, &self.scene.groups()[0]);
        self.tree.settle();
    }

    /// Bend of a branch as a rotation vector, rad.
    pub(super) fn bend_of(&self, branch: usize) -> Vec3 {
        crate::tree::rotation::to_vector(self.tree.motion(branch).rotation)
    }
}
