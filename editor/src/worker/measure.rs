//! What is read off the moving trees.

use glam::{Quat, Vec3};
use windwright_runtime::{tree::table::Level, world::World};

/// Offset of the first tree's highest wood tip from rest, metres, along x and z of the tree.
pub(super) fn tip_sway_m(world: &World) -> [f32; 2] {
    let Some(tree) = world.trees().next() else {
        return [0.0; 2];
    };
    let Some(table) = world.scene().table(tree.group) else {
        return [0.0; 2];
    };
    let tip = |row: usize| {
        let start = Vec3::from_array(table.positions_m[row]);
        start + Vec3::from_array(table.directions[row]) * table.lengths_m[row]
    };
    let wood = (0..table.len()).filter(|row| table.levels[*row] != Level::Foliage);
    let Some(row) = wood.max_by(|a, b| tip(*a).y.total_cmp(&tip(*b).y)) else {
        return [0.0; 2];
    };
    let Some(pose) = tree.poses.get(row) else {
        return [0.0; 2];
    };
    let start = Vec3::from_array(table.positions_m[row]);
    let along = tip(row) - start;
    let own = Quat::from_array(pose.rotation) * along;
    let moved = Quat::from_array(pose.ancestor_rotation) * (start + own)
        + Vec3::from_array(pose.ancestor_translation_m);
    let offset = moved - tip(row);
    [offset.x, offset.z]
}
