//! Structs that shaders read: the same names, offsets and sizes on both sides.

use super::limits::MAX_CASCADES;

/// Layout of a mirrored struct, for the test that compares it with the shaders' own.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    /// Name on both sides.
    pub name: &'static str,
    /// Bytes.
    pub size: usize,
    /// Names and offsets in bytes of the fields.
    pub fields: &'static [(&'static str, usize)],
}

macro_rules! mirror {
    ($(#[$doc:meta])* $name:ident { $( $field:ident: $kind:ty, )* }) => {
        $(#[$doc])*
        #[repr(C)]
        #[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
        pub(super) struct $name { $( pub(super) $field: $kind, )* }

        impl $name {
            const LAYOUT: Layout = Layout {
                name: stringify!($name),
                size: size_of::<Self>(),
                fields: &[ $( (stringify!($field), std::mem::offset_of!(Self, $field)), )* ],
            };
        }
    };
}

type Matrix = [[f32; 4]; 4];

mirror! {
    /// What every pass of a frame reads; the shader says what the fields hold.
    Frame {
        view_projection: Matrix,
        ray_right: [f32; 4],
        ray_up: [f32; 4],
        ray_forward: [f32; 4],
        sun_direction: [f32; 4],
        sun_irradiance: [f32; 4],
        ambient: [[f32; 4]; 9],
        shadow_matrices: [Matrix; MAX_CASCADES],
        cascade_texels_m: [f32; 4],
        shadow: [f32; 4],
        eye_wrapped_m: [f32; 4],
        wind_map: [f32; 4],
        wind_mean: [f32; 4],
        cloud: [f32; 4],
        mask: [f32; 4],
        ground_anchor_m: [f32; 4],
        grass_anchor_m: [f32; 4],
        resolution: [f32; 4],
        air: [[f32; 4]; 4],
    }
}

mirror! {
    /// Rest pose of a branch.
    Branch {
        pivot_m: [f32; 3],
        length_m: f32,
        direction: [f32; 3],
        foliage: f32,
    }
}

mirror! {
    /// One tree of a batch.
    PlantInstance {
        position_m: [f32; 3],
        scale: f32,
        yaw: [f32; 2],
        first_branch: u32,
        first_pose: u32,
    }
}

mirror! {
    /// How a part of a plant reflects light.
    PlantMaterial {
        albedo: [f32; 4],
        transmission: [f32; 4],
    }
}

mirror! {
    /// One cascade of the shadow map.
    ShadowView {
        matrix: Matrix,
    }
}

mirror! {
    /// Weight of a new picture in the running mean.
    Accumulation {
        weight: [f32; 4],
    }
}

mirror! {
    /// One step of the glow.
    BloomStep {
        options: [f32; 4],
    }
}

mirror! {
    /// The last pass.
    Tone {
        options: [f32; 4],
        offset: [f32; 4],
    }
}

/// Layouts of all mirrored structs, the runtime's pose included.
pub fn layouts() -> Vec<Layout> {
    use windwright_runtime::frame::BranchPose;
    let pose = Layout {
        name: "BranchPose",
        size: size_of::<BranchPose>(),
        fields: &[
            ("rotation", std::mem::offset_of!(BranchPose, rotation)),
            (
                "ancestor_rotation",
                std::mem::offset_of!(BranchPose, ancestor_rotation),
            ),
            (
                "ancestor_translation_m",
                std::mem::offset_of!(BranchPose, ancestor_translation_m),
            ),
            (
                "angular_speed_rad_per_s",
                std::mem::offset_of!(BranchPose, angular_speed_rad_per_s),
            ),
        ],
    };
    vec![
        Frame::LAYOUT,
        Branch::LAYOUT,
        pose,
        PlantInstance::LAYOUT,
        PlantMaterial::LAYOUT,
        ShadowView::LAYOUT,
        Accumulation::LAYOUT,
        BloomStep::LAYOUT,
        Tone::LAYOUT,
    ]
}
