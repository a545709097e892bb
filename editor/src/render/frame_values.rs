//! What every pass of a frame reads, from snapshot, lens and daylight.

use glam::{DVec2, DVec3, Vec3};

use super::{
    limits::{MAX_CASCADES, NOISE_PERIOD_M},
    mirror::Frame,
    quality::Quality,
    renderer::Renderer,
    shadows,
    view::Lens,
};
use crate::snapshot::Snapshot;

/// Slowest sway of grass, seconds; all others are whole multiples of its rate, so that time can wrap here.
const SWAY_PERIOD_S: f64 = 24.0;
/// Haze of a clear day, per metre: 15 % at 100 m.
const HAZE_PER_M: f32 = 0.0017;
/// Radius of the soft edge of shadows, metres.
const SHADOW_SOFTNESS_M: f32 = 0.055;

impl Renderer {
    pub(super) fn frame(
        &self,
        snapshot: &Snapshot,
        lens: &Lens,
        quality: &Quality,
        noise: u64,
    ) -> Frame {
        let xyz = |v: Vec3| [v.x, v.y, v.z, 0.0];
        let relative = |place: DVec3| xyz((place - lens.eye_m).as_vec3());
        let corner = |x: f64, z: f64, side: f64, on: f32| {
            [
                (x - lens.eye_m.x) as f32,
                (z - lens.eye_m.z) as f32,
                (1.0 / side.max(1e-3)) as f32,
                on,
            ]
        };
        let mut shadow_matrices = [[[0.0; 4]; 4]; MAX_CASCADES];
        let mut cascade_texels_m = [1.0; 4];
        let mut cascades = 0;
        if self.daylight.sun_direction.y > 0.0 {
            for (index, cascade) in self.cascades.iter().enumerate() {
                shadow_matrices[index] = cascade.matrix(lens.eye_m).to_cols_array_2d();
                cascade_texels_m[index] = cascade.texel_m;
                cascades = index + 1;
            }
        }
        cascade_texels_m[3] = cascades as f32;
        let map = &snapshot.wind_map;
        let mapped = self.fixed.write_wind(&self.queue, map);
        let wrap = |v: f64| v.rem_euclid(NOISE_PERIOD_M) as f32;
        let phase =
            snapshot.time_s.rem_euclid(SWAY_PERIOD_S) / SWAY_PERIOD_S * std::f64::consts::TAU;
        let sky = snapshot.scene.description.sky;
        let [red, green, blue] = self.daylight.sun_irradiance;
        let size = self
            .targets
            .as_ref()
            .map_or([1, 1], |targets| targets.shape.size);
        let noise = noise_offset(noise);
        let mask = self.terrain.mask_corner_m();
        Frame {
            view_projection: lens.view_projection.to_cols_array_2d(),
            ray_right: xyz(lens.right * lens.half_extent[0]),
            ray_up: xyz(lens.up * lens.half_extent[1]),
            ray_forward: xyz(lens.forward),
            sun_direction: {
                let s = self.daylight.sun_direction;
                [s.x, s.y, s.z, self.daylight.exposure]
            },
            sun_irradiance: [red, green, blue, super::atmosphere::SUN_RADIUS_RAD],
            ambient: self.daylight.ambient.map(|[r, g, b]| [r, g, b, 0.0]),
            shadow_matrices,
            cascade_texels_m,
            shadow: [
                SHADOW_SOFTNESS_M,
                shadows::DEPTH_M,
                quality.shadow_size as f32,
                shadows::REACH_M,
            ],
            eye_wrapped_m: [
                wrap(lens.eye_m.x),
                lens.eye_m.y as f32,
                wrap(lens.eye_m.z),
                phase as f32,
            ],
            wind_map: corner(
                map.origin_m[0],
                map.origin_m[1],
                f64::from(map.side_m),
                f32::from(u8::from(mapped && map.side_m > 0.0)),
            ),
            wind_mean: [map.mean_m_per_s[0], map.mean_m_per_s[1], 0.0, 0.0],
            cloud: cloud(snapshot, &sky),
            mask: corner(mask.x, mask.y, super::ground_mask::SIDE_M, 1.0),
            ground_anchor_m: relative(self.terrain.mesh_origin_m()),
            grass_anchor_m: relative(self.terrain.grass_origin_m()),
            resolution: [size[0] as f32, size[1] as f32, noise[0], noise[1]],
            air: self.daylight.air.map(|[r, g, b]| [r, g, b, 0.0]),
        }
    }
}

/// Drift, cover and haze for the shaders.
fn cloud(snapshot: &Snapshot, sky: &windwright_runtime::preset::scene::Sky) -> [f32; 4] {
    // the cloud's noise tile spans 20 km
    let drift = DVec2::from_array(snapshot.cloud_drift_m) / 20_000.0;
    let drift = DVec2::new(drift.x.rem_euclid(1.0), drift.y.rem_euclid(1.0));
    let or = |value: f32, fallback: f32| if value.is_finite() { value } else { fallback };
    let haze = or(sky.haze, 1.0).clamp(0.0, 10.0);
    let cover = or(sky.cloud_cover, 0.0).clamp(0.0, 1.0);
    // against the wind: the pattern moves with it
    [-drift.x as f32, -drift.y as f32, cover, HAZE_PER_M * haze]
}

/// Offset into the blue noise: a sequence of low discrepancy, so that frames average.
pub(super) fn noise_offset(frame: u64) -> [f32; 2] {
    let side = super::limits::BLUE_NOISE_SIDE as f64;
    let n = (frame % 4096) as f64;
    [0.754_877_666, 0.569_840_291].map(|step| ((n * step).fract() * side).floor() as f32)
}
