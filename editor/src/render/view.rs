//! Where the picture is taken from.

use glam::{DVec3, Mat4, Vec3, camera::rh::proj::directx};
use windwright_core::ground::height_m;
use windwright_runtime::preset::scene::SceneDescription;

use super::error::RenderError;

/// Distance of the near plane, metres.
const NEAR_M: f32 = 0.1;

/// A level camera and the size of its picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// Eye, metres, world.
    pub eye_m: [f64; 3],
    /// What it looks at, metres, world.
    pub target_m: [f64; 3],
    /// Vertical field of view, degrees, 1..170.
    pub field_of_view_deg: f32,
    /// Columns and rows of the picture, pixels.
    pub size_px: [u32; 2],
}

impl View {
    /// The scene's own camera; its heights count from the ground below the eye and the target.
    pub fn of_scene(description: &SceneDescription, size_px: [u32; 2]) -> Self {
        let camera = &description.camera;
        let lift = f64::from(height_m(
            &description.ground,
            camera.eye_m[0],
            camera.eye_m[2],
        ));
        let raise = |[x, y, z]: [f64; 3]| [x, y + lift, z];
        Self {
            eye_m: raise(camera.eye_m),
            target_m: raise(camera.target_m),
            field_of_view_deg: camera.field_of_view_deg,
            size_px,
        }
    }
}

/// What the passes need of a view. Everything is relative to the eye.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lens {
    /// From eye-relative metres to clip space; depth 1 at the near plane, 0 at infinity.
    pub(super) view_projection: Mat4,
    /// Unit, to the right.
    pub(super) right: Vec3,
    /// Unit, up in the picture.
    pub(super) up: Vec3,
    /// Unit, along the view axis.
    pub(super) forward: Vec3,
    /// Half width and half height of the picture at distance 1.
    pub(super) half_extent: [f32; 2],
    /// Eye, metres, world.
    pub(super) eye_m: DVec3,
}

impl Lens {
    /// Lens of `view`, shifted by `jitter` pixels.
    ///
    /// # Errors
    /// [`RenderError::View`] when the numbers describe no camera.
    pub(super) fn new(view: &View, jitter: [f32; 2]) -> Result<Self, RenderError> {
        let fail = |message| Err(RenderError::View { message });
        let eye_m = DVec3::from_array(view.eye_m);
        let axis = DVec3::from_array(view.target_m) - eye_m;
        if !eye_m.is_finite() || !axis.is_finite() || eye_m.abs().max_element() > 1e7 {
            return fail("eye and target must be finite and within 10,000 km");
        }
        if !(1.0..=170.0).contains(&view.field_of_view_deg) {
            return fail("the field of view must lie in 1..170 degrees");
        }
        let Some(forward) = axis.as_vec3().try_normalize() else {
            return fail("eye and target are the same point");
        };
        let right = forward.cross(Vec3::Y).try_normalize().unwrap_or(Vec3::X);
        let up = right.cross(forward);

        let [width, height] = view.size_px.map(|side| side.max(1) as f32);
        let half_height = (view.field_of_view_deg.to_radians() * 0.5).tan();
        let half_extent = [half_height * width / height, half_height];
        let shift = Mat4::from_translation(Vec3::new(
            jitter[0] * 2.0 / width,
            jitter[1] * 2.0 / height,
            0.0,
        ));
        let projection = directx::perspective_infinite_reverse(
            view.field_of_view_deg.to_radians(),
            width / height,
            NEAR_M,
        );
        let rotation = Mat4::from_mat3(glam::Mat3::from_cols(right, up, -forward).transpose());
        Ok(Self {
            view_projection: shift * projection * rotation,
            right,
            up,
            forward,
            half_extent,
            eye_m,
        })
    }

    /// Whether a sphere around an eye-relative `centre_m` can touch the picture.
    pub(super) fn sees(&self, centre_m: Vec3, radius_m: f32) -> bool {
        let along = centre_m.dot(self.forward);
        let [half_width, half_height] = self.half_extent;
        let inside = |across: f32, half: f32| {
            across.abs() - along * half <= radius_m * (1.0 + half * half).sqrt()
        };
        along > -radius_m
            && inside(centre_m.dot(self.right), half_width)
            && inside(centre_m.dot(self.up), half_height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW: View = View {
        eye_m: [2.2, 1.65, 29.0],
        target_m: [2.6, 6.0, 0.0],
        field_of_view_deg: 38.0,
        size_px: [1600, 1000],
    };

    #[test]
    fn the_target_is_in_the_middle_and_near_is_one() {
        let lens = Lens::new(&VIEW, [0.0; 2]).unwrap();
        let target = DVec3::from_array(VIEW.target_m) - lens.eye_m;
        let clip = lens.view_projection * target.as_vec3().extend(1.0);
        assert!(clip.x.abs() < 1e-4 && clip.y.abs() < 1e-4 && clip.w > 29.0);
        let near = lens.view_projection * (lens.forward * NEAR_M).extend(1.0);
        assert!((near.z / near.w - 1.0).abs() < 1e-5);
    }

    #[test]
    fn what_is_behind_or_aside_is_not_seen() {
        let lens = Lens::new(&VIEW, [0.0; 2]).unwrap();
        assert!(lens.sees(lens.forward * 30.0, 1.0));
        assert!(!lens.sees(lens.forward * -30.0, 5.0));
        assert!(!lens.sees(lens.forward * 30.0 + lens.right * 40.0, 5.0));
        assert!(lens.sees(lens.forward * 30.0 + lens.right * 18.0, 5.0));
    }

    #[test]
    fn unusable_cameras_are_refused() {
        let rows = [
            View {
                target_m: VIEW.eye_m,
                ..VIEW
            },
            View {
                eye_m: [f64::NAN, 0.0, 0.0],
                ..VIEW
            },
            View {
                field_of_view_deg: 0.0,
                ..VIEW
            },
            View {
                field_of_view_deg: f32::NAN,
                ..VIEW
            },
        ];
        for row in rows {
            assert!(Lens::new(&row, [0.0; 2]).is_err(), "{row:?}");
        }
    }
}
