//! The trees of a scene on the device: who stands where, in which pose, drawn in which detail.

use std::{collections::BTreeMap, sync::Arc};

use glam::{DVec2, DVec3, Vec3};
use wgpu::{BindGroup, BufferUsages, Device, Queue};
use windwright_runtime::{frame::BranchPose, preset::scene::SceneDescription};

use super::{
    error::RenderError,
    fence::fence,
    gpu::{self, GrowBuffer},
    ground_mask::Stand,
    layouts::Layouts,
    mirror::{Branch, PlantInstance},
    plants::{GpuPlant, PlantShelf},
};
use crate::snapshot::{SceneBundle, TreePoses};

/// A tree that a pass draws.
struct Drawn<'a> {
    tree: &'a Tree,
    distance_m: f32,
    /// Distance in its own heights, more away from the view axis: the larger, the less it matters.
    remoteness: f32,
    lod: usize,
}

/// One tree.
#[derive(Debug)]
struct Tree {
    plant: usize,
    position_m: DVec3,
    yaw: [f32; 2],
    scale: f32,
    first_pose: u32,
}

/// Instances of one plant in one level of detail, next to each other in the instance buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Batch {
    /// Row of [`Forest::plants`].
    pub(super) plant: usize,
    /// Level of detail.
    pub(super) lod: usize,
    /// First instance.
    pub(super) first: u32,
    /// Instances.
    pub(super) count: u32,
}

/// Which trees one pass draws, and how fine.
pub(super) struct Choice<'a> {
    /// Whether the sphere around an eye-relative middle is drawn.
    pub(super) takes: &'a dyn Fn(Vec3, f32) -> bool,
    /// Bias of the level of detail.
    pub(super) lod_bias: f32,
    /// View axis, unit; what lies on it matters most.
    pub(super) forward: Vec3,
    /// Triangles at most.
    pub(super) triangles: u32,
}

/// Trees of a scene.
#[derive(Debug)]
pub(super) struct Forest {
    /// Plants in use.
    pub(super) plants: Vec<Arc<GpuPlant>>,
    first_branches: Vec<u32>,
    trees: Vec<Tree>,
    by_name: BTreeMap<(usize, usize), usize>,
    branches: GrowBuffer,
    poses: GrowBuffer,
    instances: GrowBuffer,
    pose_count: usize,
    /// Branches, poses and instances.
    pub(super) bind_group: BindGroup,
}

impl Forest {
    /// Without trees.
    pub(super) fn new(device: &Device, layouts: &Layouts) -> Self {
        let storage = |label| GrowBuffer::new(device, label, BufferUsages::STORAGE);
        let (branches, poses, instances) =
            (storage("branches"), storage("poses"), storage("instances"));
        let bind_group = bind(device, layouts, [&branches, &poses, &instances]);
        Self {
            plants: Vec::new(),
            first_branches: Vec::new(),
            trees: Vec::new(),
            by_name: BTreeMap::new(),
            branches,
            poses,
            instances,
            pose_count: 0,
            bind_group,
        }
    }

    /// Plants the trees of `scene`; plants that stay are not uploaded again. Gives what could not be planted.
    pub(super) fn replace(
        &mut self,
        device: &Device,
        queue: &Queue,
        layouts: &Layouts,
        sampler: &wgpu::Sampler,
        scene: &SceneBundle,
        shelf: &mut PlantShelf,
    ) -> Vec<RenderError> {
        let mut problems = Vec::new();
        let mut rows = BTreeMap::new();
        let mut kept = PlantShelf::new();
        self.plants.clear();
        for (hash, plant) in &scene.plants {
            let used = shelf.get(hash).map_or_else(
                || GpuPlant::new(device, queue, layouts, sampler, plant).map(Arc::new),
                |known| Ok(Arc::clone(known)),
            );
            match used {
                Ok(used) => {
                    rows.insert(hash.clone(), self.plants.len());
                    self.plants.push(Arc::clone(&used));
                    kept.insert(hash.clone(), used);
                }
                Err(problem) => problems.push(problem),
            }
        }
        *shelf = kept;
        self.stand(&scene.description, &rows);
        if scene.description.ground.fence {
            let plant = fence(&scene.description.ground);
            match GpuPlant::new(device, queue, layouts, sampler, &plant) {
                Ok(plant) => self.add_fixed(plant),
                Err(problem) => problems.push(problem),
            }
        }
        self.upload(device, queue, layouts);
        problems
    }

    fn stand(&mut self, description: &SceneDescription, rows: &BTreeMap<String, usize>) {
        self.trees.clear();
        self.by_name.clear();
        self.pose_count = 0;
        for (group, trees) in description.trees.iter().enumerate() {
            let Some(&plant) = rows.get(&trees.table) else {
                continue;
            };
            for (number, instance) in trees.instances.iter().enumerate() {
                let position_m = DVec3::from_array(instance.position_m);
                if !position_m.is_finite()
                    || !instance.scale.is_finite()
                    || !instance.yaw_deg.is_finite()
                {
                    continue;
                }
                let (sine, cosine) = instance.yaw_deg.to_radians().sin_cos();
                self.by_name.insert((group, number), self.trees.len());
                self.trees.push(Tree {
                    plant,
                    position_m,
                    yaw: [cosine, sine],
                    scale: instance.scale,
                    first_pose: self.pose_count as u32,
                });
                self.pose_count += self.plants[plant].branches.len();
            }
        }
    }

    fn add_fixed(&mut self, plant: GpuPlant) {
        self.trees.push(Tree {
            plant: self.plants.len(),
            position_m: DVec3::ZERO,
            yaw: [1.0, 0.0],
            scale: 1.0,
            first_pose: self.pose_count as u32,
        });
        self.pose_count += plant.branches.len();
        self.plants.push(Arc::new(plant));
    }

    fn upload(&mut self, device: &Device, queue: &Queue, layouts: &Layouts) {
        let mut branches: Vec<Branch> = Vec::new();
        self.first_branches.clear();
        for plant in &self.plants {
            self.first_branches.push(branches.len() as u32);
            branches.extend_from_slice(&plant.branches);
        }
        self.branches.write(device, queue, &branches);
        self.poses
            .write(device, queue, &vec![BranchPose::REST; self.pose_count]);
        self.bind_group = bind(
            device,
            layouts,
            [&self.branches, &self.poses, &self.instances],
        );
    }

    /// Takes the poses of a snapshot; trees that it leaves out keep theirs.
    pub(super) fn pose(&self, queue: &Queue, trees: &[TreePoses]) {
        for tree in trees {
            let Some(&row) = self.by_name.get(&(tree.group, tree.instance)) else {
                continue;
            };
            let Some(known) = self.trees.get(row) else {
                continue;
            };
            if tree.poses.len() == self.plants[known.plant].branches.len() && !tree.poses.is_empty()
            {
                let offset = u64::from(known.first_pose) * size_of::<BranchPose>() as u64;
                queue.write_buffer(
                    &self.poses.buffer,
                    offset,
                    bytemuck::cast_slice(&tree.poses),
                );
            }
        }
    }

    /// Fills the instance buffer for all passes and gives the batches of each, nearest first.
    pub(super) fn choose(
        &mut self,
        device: &Device,
        queue: &Queue,
        layouts: &Layouts,
        eye_m: DVec3,
        choices: &[Choice<'_>],
    ) -> Vec<Vec<Batch>> {
        let mut instances = Vec::new();
        let passes = choices
            .iter()
            .map(|choice| self.choose_pass(eye_m, choice, &mut instances))
            .collect();
        if self.instances.write(device, queue, &instances) {
            self.bind_group = bind(
                device,
                layouts,
                [&self.branches, &self.poses, &self.instances],
            );
        }
        passes
    }

    fn choose_pass(
        &self,
        eye_m: DVec3,
        choice: &Choice<'_>,
        instances: &mut Vec<PlantInstance>,
    ) -> Vec<Batch> {
        let mut chosen: Vec<Drawn<'_>> = Vec::new();
        for tree in &self.trees {
            let plant = &self.plants[tree.plant];
            let root = (tree.position_m - eye_m).as_vec3();
            let middle = root + Vec3::Y * (plant.middle_m * tree.scale);
            // bent branches reach a little further than the rest pose
            let radius_m = plant.radius_m * tree.scale.abs() * 1.15;
            if plant.lods.is_empty() || !(choice.takes)(middle, radius_m) {
                continue;
            }
            let distance_m = middle.length();
            let aside = 1.0 - middle.dot(choice.forward) / distance_m.max(0.1);
            chosen.push(Drawn {
                tree,
                distance_m,
                remoteness: distance_m / radius_m.max(0.01) * (1.0 + 20.0 * aside),
                lod: plant.lod(distance_m, tree.scale, choice.lod_bias),
            });
        }
        self.fit(&mut chosen, choice.triangles);
        chosen.sort_by(|a, b| a.distance_m.total_cmp(&b.distance_m));
        // nearest instance of a plant and level decides when its batch is drawn
        let mut batches: Vec<(Batch, Vec<&Tree>)> = Vec::new();
        for Drawn { tree, lod, .. } in chosen {
            let plant = tree.plant;
            let known = batches
                .iter_mut()
                .find(|(batch, _)| batch.plant == plant && batch.lod == lod);
            match known {
                Some((_, trees)) => trees.push(tree),
                None => batches.push((
                    Batch {
                        plant,
                        lod,
                        first: 0,
                        count: 0,
                    },
                    vec![tree],
                )),
            }
        }
        batches
            .into_iter()
            .map(|(batch, trees)| {
                let first = instances.len() as u32;
                instances.extend(trees.iter().map(|tree| self.instance(tree, eye_m)));
                Batch {
                    first,
                    count: trees.len() as u32,
                    ..batch
                }
            })
            .collect()
    }

    /// Makes trees coarser until they fit into `triangles`, those that matter least first.
    fn fit(&self, chosen: &mut [Drawn<'_>], triangles: u32) {
        let cost = |drawn: &Drawn<'_>| {
            self.plants[drawn.tree.plant]
                .lods
                .get(drawn.lod)
                .map_or(0, |mesh| mesh.triangles)
        };
        chosen.sort_by(|a, b| b.remoteness.total_cmp(&a.remoteness));
        let mut total: u64 = chosen.iter().map(|drawn| u64::from(cost(drawn))).sum();
        for drawn in chosen {
            while total > u64::from(triangles)
                && drawn.lod + 1 < self.plants[drawn.tree.plant].lods.len()
            {
                total -= u64::from(cost(drawn));
                drawn.lod += 1;
                total += u64::from(cost(drawn));
            }
        }
    }

    /// Triangles of `batches`.
    pub(super) fn triangles(&self, batches: &[Batch]) -> u64 {
        let of = |batch: &Batch| {
            let mesh = self.plants[batch.plant].lods.get(batch.lod);
            mesh.map_or(0, |mesh| u64::from(mesh.triangles) * u64::from(batch.count))
        };
        batches.iter().map(of).sum()
    }

    fn instance(&self, tree: &Tree, eye_m: DVec3) -> PlantInstance {
        PlantInstance {
            position_m: (tree.position_m - eye_m).as_vec3().to_array(),
            scale: tree.scale,
            yaw: tree.yaw,
            first_branch: self.first_branches[tree.plant],
            first_pose: tree.first_pose,
        }
    }

    /// Trees as the ground sees them.
    pub(super) fn stands(&self) -> Vec<Stand> {
        self.by_name
            .values()
            .map(|&row| &self.trees[row])
            .map(|tree| Stand {
                position_m: DVec2::new(tree.position_m.x, tree.position_m.z),
                crown_m: self.plants[tree.plant].height_m * tree.scale.abs() * 0.33,
            })
            .collect()
    }
}

fn bind(device: &Device, layouts: &Layouts, buffers: [&GrowBuffer; 3]) -> BindGroup {
    let resources = buffers.map(|buffer| buffer.buffer.as_entire_binding());
    gpu::bind_group(device, "plants", &layouts.plants, &resources)
}
