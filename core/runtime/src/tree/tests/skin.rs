//! From poses to points: T-20 to T-22, T-24.

use glam::{Quat, Vec3};

use super::fixtures::{Lab, quiet_species, worked_example};
use crate::{
    frame::BranchPose,
    preset::scene::{Clock, Springs},
    random,
    tree::{rotation, skin, step, table::Branch},
};

/// The worked example with random bends of every branch.
fn bent_tree(seed: u64) -> (Lab, Vec<Branch>) {
    let table = worked_example();
    let branches = (0..4).map(|row| table.get(row).unwrap()).collect();
    let mut lab = Lab::new(table, quiet_species(), Springs::default(), Clock::default());
    for branch in 0..4 {
        let at = |step| random::range(seed, branch as u64, step, -0.8, 0.8);
        lab.bend(branch, Vec3::new(at(0), at(1), at(2)));
    }
    let group = lab.group().clone();
    step::carry(&mut lab.tree, &group);
    (lab, branches)
}

fn skinned(branch: &Branch, pose: &BranchPose, point_m: Vec3) -> Vec3 {
    Vec3::from_array(skin::point_m(branch, pose, point_m.to_array()))
}

#[test]
fn t_20_roots_stay_on_their_parents() {
    for seed in 0..50 {
        let (lab, branches) = bent_tree(seed);
        for branch in &branches[1..] {
            let parent = usize::from(branch.parent.unwrap());
            let row = branches.iter().position(|other| other == branch).unwrap();
            let root_m = Vec3::from_array(branch.position_m);
            let as_child = skinned(branch, &lab.tree.poses[row], root_m);
            let on_parent = skinned(&branches[parent], &lab.tree.poses[parent], root_m);
            assert!(
                (as_child - on_parent).length() < 1e-5,
                "{as_child} {on_parent}"
            );
        }
    }
}

#[test]
fn t_21_rest_is_rest_bit_for_bit() {
    let table = worked_example();
    for row in 0..4 {
        let branch = table.get(row).unwrap();
        for index in 0..100 {
            let point_m = [0, 1, 2].map(|step| random::range(9, index, step, -12.0, 12.0));
            let skinned = skin::point_m(&branch, &BranchPose::REST, point_m);
            assert_eq!(skinned.map(f32::to_bits), point_m.map(f32::to_bits));
        }
    }
}

#[test]
fn t_22_the_tip_turns_with_the_whole_rotation() {
    let branch = worked_example().get(1).unwrap();
    let turn = rotation::from_vector(Vec3::new(0.0, 0.4, -0.7));
    let pose = BranchPose {
        rotation: turn.to_array(),
        ..BranchPose::REST
    };
    let pivot_m = Vec3::from_array(branch.position_m);
    let tip_m = pivot_m + Vec3::from_array(branch.direction) * branch.length_m;
    let expected = pivot_m + turn * (tip_m - pivot_m);
    assert!((skinned(&branch, &pose, tip_m) - expected).length() < 1e-5);
}

#[test]
fn t_24_two_meshes_move_a_shared_point_alike() {
    // A point's motion depends on its branch and its place alone, so any mesh of the table moves it the same way.
    let (lab, branches) = bent_tree(3);
    for (row, branch) in branches.iter().enumerate() {
        let point_m = [1.5, 6.2, 0.1];
        let pose = lab.tree.poses[row];
        let [fine, coarse] =
            [0, 1].map(|_| skin::point_m(branch, &pose, point_m).map(f32::to_bits));
        assert_eq!(fine, coarse);
        let documented = {
            let own = Quat::IDENTITY.slerp(
                Quat::from_array(pose.rotation),
                skin::share(branch, point_m),
            );
            let pivot_m = Vec3::from_array(branch.position_m);
            Quat::from_array(pose.ancestor_rotation)
                * (pivot_m + own * (Vec3::from_array(point_m) - pivot_m))
                + Vec3::from_array(pose.ancestor_translation_m)
        };
        assert!((skinned(branch, &pose, Vec3::from_array(point_m)) - documented).length() < 2e-5);
    }
}

#[test]
fn normals_turn_like_the_wood() {
    let (lab, branches) = bent_tree(4);
    let pose = lab.tree.poses[1];
    let along = Vec3::from_array(branches[1].direction);
    let tip_m = Vec3::from_array(branches[1].position_m) + along * branches[1].length_m;
    let normal = skin::normal(&branches[1], &pose, tip_m.to_array(), [0.0, 0.0, 1.0]);
    let expected =
        Quat::from_array(pose.ancestor_rotation) * (Quat::from_array(pose.rotation) * Vec3::Z);
    assert!((Vec3::from_array(normal) - expected).length() < 1e-5);
}
