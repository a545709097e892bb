//! Where the preview looks from, and how pointer and keys move it. Level horizon, never under the ground.

use glam::{DVec3, dvec3};
use serde::{Deserialize, Serialize};
use windwright_core::ground;
use windwright_runtime::preset::scene::{Camera, Ground};

use crate::render::View;

/// Least height of the eye over the ground, metres.
const CLEARANCE_M: f64 = 0.3;
/// Height of a walker's eye, metres.
const WALKER_M: f64 = 1.65;
/// Steepest look up or down, radians.
const STEEPEST: f64 = 1.5;
/// Nearest and farthest orbit, metres.
const DISTANCE_M: [f64; 2] = [0.5, 2_000.0];

/// Height of the ground, metres.
fn height_m(ground: &Ground, x_m: f64, z_m: f64) -> f64 {
    f64::from(ground::height_m(ground, x_m, z_m))
}

/// How the eye moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) enum Mode {
    /// Around a point.
    #[default]
    Orbit,
    /// On foot.
    Walk,
    /// Through the air.
    Fly,
}

impl Mode {
    /// Name for people.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::Orbit => "Orbit",
            Self::Walk => "Walk",
            Self::Fly => "Fly",
        }
    }
}

/// Eye of the preview.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Eye {
    /// How it moves.
    pub(crate) mode: Mode,
    target_m: DVec3,
    /// Turn about the vertical; 0 looks along −z, radians.
    yaw: f64,
    /// Look up, radians.
    pitch: f64,
    distance_m: f64,
    field_of_view_deg: f32,
}

/// An eye as plain numbers, for keeping.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct Pose {
    mode: Mode,
    target_m: [f64; 3],
    yaw_rad: f64,
    pitch_rad: f64,
    distance_m: f64,
    field_of_view_deg: f32,
}

impl Eye {
    /// The eye as plain numbers.
    pub(crate) fn pose(&self) -> Pose {
        Pose {
            mode: self.mode,
            target_m: self.target_m.to_array(),
            yaw_rad: self.yaw,
            pitch_rad: self.pitch,
            distance_m: self.distance_m,
            field_of_view_deg: self.field_of_view_deg,
        }
    }

    /// The eye of kept numbers; `None` if they are no camera.
    pub(crate) fn of_pose(pose: &Pose) -> Option<Self> {
        let target_m = DVec3::from_array(pose.target_m);
        let finite = target_m.is_finite() && pose.yaw_rad.is_finite() && pose.pitch_rad.is_finite();
        let sensible = (DISTANCE_M[0]..=DISTANCE_M[1]).contains(&pose.distance_m)
            && (1.0..=170.0).contains(&pose.field_of_view_deg);
        (finite && sensible).then_some(Self {
            mode: pose.mode,
            target_m,
            yaw: pose.yaw_rad,
            pitch: pose.pitch_rad.clamp(-STEEPEST, STEEPEST),
            distance_m: pose.distance_m,
            field_of_view_deg: pose.field_of_view_deg,
        })
    }

    /// The graph's camera; its heights count from the ground below the eye.
    pub(crate) fn of_camera(camera: &Camera, ground: &Ground) -> Self {
        let lift = height_m(ground, camera.eye_m[0], camera.eye_m[2]);
        let raised = |[x, y, z]: [f64; 3]| dvec3(x, y + lift, z);
        let axis = raised(camera.target_m) - raised(camera.eye_m);
        let distance_m = axis.length().clamp(DISTANCE_M[0], DISTANCE_M[1]);
        let flat = axis.x.hypot(axis.z).max(1e-9);
        Self {
            mode: Mode::Orbit,
            target_m: raised(camera.target_m),
            yaw: axis.x.atan2(-axis.z),
            pitch: axis.y.atan2(flat).clamp(-STEEPEST, STEEPEST),
            distance_m,
            field_of_view_deg: camera.field_of_view_deg,
        }
    }

    /// Point that it looks at, metres.
    pub(crate) fn target_m(&self) -> [f64; 3] {
        self.target_m.to_array()
    }

    /// What the renderer needs; the eye is lifted where the ground would hide it.
    pub(crate) fn view(&self, ground: &Ground, size_px: [u32; 2]) -> View {
        let mut eye = self.position_m();
        let floor = height_m(ground, eye.x, eye.z) + CLEARANCE_M;
        eye.y = eye.y.max(floor);
        View {
            eye_m: eye.to_array(),
            target_m: self.target_m.to_array(),
            field_of_view_deg: self.field_of_view_deg,
            size_px,
        }
    }

    /// Turns by a drag, in shares of the picture's height.
    pub(crate) fn turn(&mut self, across: f64, down: f64) {
        let eye = self.position_m();
        let sign = if self.mode == Mode::Orbit { 1.0 } else { -0.5 };
        self.yaw += across * 2.5 * sign;
        self.pitch = (self.pitch - down * 2.0 * sign).clamp(-STEEPEST, STEEPEST);
        if self.mode != Mode::Orbit {
            self.target_m = eye + self.forward() * self.distance_m;
        }
    }

    /// Moves across the view by a drag, in shares of the picture's height.
    pub(crate) fn pan(&mut self, across: f64, down: f64) {
        let half_angle = 0.5 * f64::from(self.field_of_view_deg).to_radians();
        let height_m = 2.0 * self.distance_m * half_angle.tan();
        let right = dvec3(self.yaw.cos(), 0.0, self.yaw.sin());
        let up = right.cross(self.forward());
        self.target_m += (up * down - right * across) * height_m;
    }

    /// Comes nearer by a factor, or in walk and fly changes nothing but the point looked at.
    pub(crate) fn zoom(&mut self, factor: f64) {
        if factor.is_finite() && factor > 0.0 {
            self.distance_m = (self.distance_m / factor).clamp(DISTANCE_M[0], DISTANCE_M[1]);
        }
    }

    /// Moves on foot or through the air: shares of full speed forwards, to the right and up, for `dt_s` seconds.
    pub(crate) fn go(
        &mut self,
        [forwards, right, up]: [f64; 3],
        fast: bool,
        dt_s: f64,
        ground: &Ground,
    ) {
        let speed_m_per_s = match self.mode {
            Mode::Orbit => return,
            Mode::Walk => 1.6,
            Mode::Fly => 5.0,
        } * if fast { 4.0 } else { 1.0 };
        let ahead = dvec3(self.yaw.sin(), 0.0, -self.yaw.cos());
        let side = dvec3(self.yaw.cos(), 0.0, self.yaw.sin());
        let ahead = if self.mode == Mode::Fly {
            self.forward()
        } else {
            ahead
        };
        let step =
            (ahead * forwards + side * right + DVec3::Y * up) * speed_m_per_s * dt_s.min(0.1);
        let mut eye = self.position_m() + step;
        let floor = height_m(ground, eye.x, eye.z);
        eye.y = match self.mode {
            Mode::Walk => floor + WALKER_M,
            Mode::Orbit | Mode::Fly => eye.y.max(floor + CLEARANCE_M),
        };
        self.target_m = eye + self.forward() * self.distance_m;
    }

    fn forward(&self) -> DVec3 {
        let flat = self.pitch.cos();
        dvec3(
            self.yaw.sin() * flat,
            self.pitch.sin(),
            -self.yaw.cos() * flat,
        )
    }

    fn position_m(&self) -> DVec3 {
        self.target_m - self.forward() * self.distance_m
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eye() -> (Eye, Ground) {
        let ground = Ground::default();
        (Eye::of_camera(&Camera::default(), &ground), ground)
    }

    #[test]
    fn the_graphs_camera_comes_back_as_it_was() {
        let (eye, ground) = eye();
        let view = eye.view(&ground, [800, 500]);
        let camera = Camera::default();
        let lift = height_m(&ground, camera.eye_m[0], camera.eye_m[2]);
        for axis in 0..3 {
            let lift = if axis == 1 { lift } else { 0.0 };
            assert!((view.eye_m[axis] - camera.eye_m[axis] - lift).abs() < 1e-9);
            assert!((view.target_m[axis] - camera.target_m[axis] - lift).abs() < 1e-9);
        }
    }

    #[test]
    fn a_kept_eye_is_the_same_and_a_broken_one_is_refused() {
        let (mut eye, _) = eye();
        eye.turn(0.2, 0.1);
        assert_eq!(Eye::of_pose(&eye.pose()), Some(eye));
        assert_eq!(Eye::of_pose(&Pose::default()), None);
    }

    #[test]
    fn no_movement_leads_under_the_ground_or_off_the_numbers() {
        let (start, ground) = eye();
        for mode in [Mode::Orbit, Mode::Walk, Mode::Fly] {
            let mut eye = Eye { mode, ..start };
            for step in 0..200 {
                let share = f64::from(step % 7) - 3.0;
                eye.turn(share * 0.3, -0.4);
                eye.pan(share * 0.2, -0.3);
                eye.zoom(0.8 + 0.1 * share.abs());
                eye.go([1.0, share, -1.0], true, 0.05, &ground);
                let view = eye.view(&ground, [1, 1]);
                let [x, y, z] = view.eye_m;
                assert!(y >= height_m(&ground, x, z) + CLEARANCE_M - 1e-9);
                assert!(view.target_m.iter().all(|metres| metres.is_finite()));
            }
        }
    }
}
