//! What a renderer reads after a step.

/// Where one branch is: its own bend and the rigid motion that its ancestors give it, in tree space.
///
/// A rest-pose point `x` of the branch moves to
/// `ancestor_rotation · (pivot + slerp(1, rotation, w)·(x − pivot)) + ancestor_translation_m`,
/// with `pivot` the branch's attachment and `w` its share along the branch, `saturate(dot(x − pivot, direction)/length)`
/// (foliage: `|x − pivot|/length`).
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct BranchPose {
    /// Own rotation, quaternion x, y, z, w.
    pub rotation: [f32; 4],
    /// Composite rotation of the ancestors, quaternion x, y, z, w.
    pub ancestor_rotation: [f32; 4],
    /// Composite translation of the ancestors, metres.
    pub ancestor_translation_m: [f32; 3],
    /// Angular speed of the branch, rad/s, for shading and read-outs.
    pub angular_speed_rad_per_s: f32,
}

impl BranchPose {
    /// Rest.
    pub const REST: Self = Self {
        rotation: [0.0, 0.0, 0.0, 1.0],
        ancestor_rotation: [0.0, 0.0, 0.0, 1.0],
        ancestor_translation_m: [0.0; 3],
        angular_speed_rad_per_s: 0.0,
    };
}

/// Poses of one tree, one entry per row of its branch table.
#[derive(Debug, Clone, Copy)]
pub struct TreeFrame<'a> {
    /// Index of the tree group in the scene.
    pub group: usize,
    /// Index of the instance in the group.
    pub instance: usize,
    /// Poses of its branches.
    pub poses: &'a [BranchPose],
}
