//! Shadow cascades: which part of the world each covers, and from where.

use glam::{DVec3, Mat4, Vec3, Vec4};

use super::{limits::MAX_CASCADES, view::Lens};

/// Shadows end here, metres from the eye.
pub(super) const REACH_M: f32 = 130.0;
/// Depth of a cascade, metres, half of it towards the sun.
pub(super) const DEPTH_M: f32 = 440.0;
/// The eye may move this far before a cascade is drawn anew out of turn, metres.
const STALE_M: f64 = 0.75;
/// The view may turn by this cosine before a cascade is drawn anew out of turn.
const STALE_COSINE: f32 = 0.996;

/// One cascade as it was last drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cascade {
    /// Middle, metres, world; on whole texels so that edges do not crawl.
    anchor_m: DVec3,
    /// From metres relative to the anchor to clip space.
    from_anchor: Mat4,
    /// Side of a texel, metres.
    pub(super) texel_m: f32,
    /// Radius of what it covers, metres.
    pub(super) radius_m: f32,
    eye_m: DVec3,
    forward: Vec3,
    sun: Vec3,
}

impl Cascade {
    /// Covers the part of the view between `near_m` and `far_m` with `size` texels a side.
    fn fit(lens: &Lens, sun: Vec3, [near_m, far_m]: [f32; 2], size: u32) -> Self {
        let [half_width, half_height] = lens.half_extent;
        let spread = half_width * half_width + half_height * half_height;
        let middle = (0.5 * (near_m + far_m) * (1.0 + spread)).min(far_m);
        let (back, front) = (middle - near_m, far_m - middle);
        let squared =
            (front * front + far_m * far_m * spread).max(back * back + near_m * near_m * spread);
        let radius_m = squared.sqrt() * 1.02 + 0.5;
        let texel_m = 2.0 * radius_m / size as f32;

        let across = Vec3::Y.cross(sun).try_normalize().unwrap_or(Vec3::X);
        let up = sun.cross(across);
        let centre = lens.eye_m + (lens.forward * middle).as_dvec3();
        let snap = |axis: Vec3| {
            let along = centre.dot(axis.as_dvec3()) / f64::from(texel_m);
            (along.round() - along) * f64::from(texel_m)
        };
        let anchor_m = centre + across.as_dvec3() * snap(across) + up.as_dvec3() * snap(up);
        let (x, y, z) = (across / radius_m, up / radius_m, -sun / DEPTH_M);
        let from_anchor = Mat4::from_cols(
            Vec4::new(x.x, y.x, z.x, 0.0),
            Vec4::new(x.y, y.y, z.y, 0.0),
            Vec4::new(x.z, y.z, z.z, 0.0),
            Vec4::new(0.0, 0.0, 0.5, 1.0),
        );
        Self {
            anchor_m,
            from_anchor,
            texel_m,
            radius_m,
            eye_m: lens.eye_m,
            forward: lens.forward,
            sun,
        }
    }

    /// From metres relative to `eye_m` to the cascade's clip space.
    pub(super) fn matrix(&self, eye_m: DVec3) -> Mat4 {
        self.from_anchor * Mat4::from_translation((eye_m - self.anchor_m).as_vec3())
    }

    /// Whether a caster within `radius_m` of eye-relative `centre_m` can throw a shadow into it.
    pub(super) fn takes(&self, centre_m: Vec3, radius_m: f32, eye_m: DVec3) -> bool {
        let arm = centre_m + (eye_m - self.anchor_m).as_vec3();
        let along = arm.dot(self.sun);
        let across = (arm - self.sun * along).length();
        across < self.radius_m + radius_m
            && along > -(self.radius_m + radius_m)
            && along < DEPTH_M * 0.5
    }

    fn stale(&self, lens: &Lens, sun: Vec3) -> bool {
        (self.eye_m - lens.eye_m).length() > STALE_M
            || self.forward.dot(lens.forward) < STALE_COSINE
            || self.sun.dot(sun) < 0.999_99
    }
}

/// The cascades of a view.
#[derive(Debug, Clone, Default)]
pub(super) struct Cascades {
    drawn: [Option<Cascade>; MAX_CASCADES],
}

impl Cascades {
    /// Forgets all, so that the next frame draws all.
    pub(super) fn clear(&mut self) {
        self.drawn = [None; MAX_CASCADES];
    }

    /// Fits the cascades that are due in frame `frame` and gives their numbers.
    pub(super) fn update(
        &mut self,
        lens: &Lens,
        sun: Vec3,
        count: u32,
        size: u32,
        interval: u32,
        frame: u64,
    ) -> Vec<usize> {
        let ends: &[f32] = match count {
            1 => &[75.0],
            2 => &[46.0, REACH_M],
            _ => &[16.0, 48.0, REACH_M],
        };
        let mut due = Vec::new();
        let mut near_m = 0.1;
        for (index, (&far_m, slot)) in ends.iter().zip(&mut self.drawn).enumerate() {
            let turn =
                frame % u64::from(interval.max(1)) == index as u64 % u64::from(interval.max(1));
            if turn || slot.is_none_or(|cascade| cascade.stale(lens, sun)) {
                *slot = Some(Cascade::fit(lens, sun, [near_m, far_m], size));
                due.push(index);
            }
            near_m = far_m * 0.9;
        }
        for slot in self.drawn.iter_mut().skip(ends.len()) {
            *slot = None;
        }
        due
    }

    /// The cascades in use.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Cascade> {
        self.drawn.iter().flatten()
    }

    /// Cascade `index`.
    pub(super) fn get(&self, index: usize) -> Option<&Cascade> {
        self.drawn.get(index)?.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::view::View;

    fn lens() -> Lens {
        let view = View {
            eye_m: [2.2, 1.65, 29.0],
            target_m: [2.6, 6.0, 0.0],
            field_of_view_deg: 38.0,
            size_px: [1600, 1000],
        };
        Lens::new(&view, [0.0; 2]).unwrap()
    }

    #[test]
    fn every_point_of_the_view_lies_in_a_cascade() {
        let lens = lens();
        let sun = Vec3::new(0.8, 0.4, -0.43).normalize_or(Vec3::Y);
        let mut cascades = Cascades::default();
        cascades.update(&lens, sun, 3, 2048, 1, 0);
        for step in 1..128 {
            let depth = step as f32;
            for (x, y) in [
                (-1.0, -1.0),
                (1.0, -1.0),
                (1.0, 1.0),
                (-1.0, 1.0),
                (0.0, 0.0),
            ] {
                let point = (lens.forward
                    + lens.right * (x * lens.half_extent[0])
                    + lens.up * (y * lens.half_extent[1]))
                    * depth;
                let inside = cascades.iter().any(|cascade| {
                    let clip = cascade.matrix(lens.eye_m).transform_point3(point);
                    clip.x.abs() <= 1.0 && clip.y.abs() <= 1.0 && (0.0..=1.0).contains(&clip.z)
                });
                assert!(inside, "depth {depth} at {x}, {y}");
            }
        }
    }

    #[test]
    fn cascades_take_turns() {
        let lens = lens();
        let sun = Vec3::new(0.8, 0.4, -0.43).normalize_or(Vec3::Y);
        let mut cascades = Cascades::default();
        assert_eq!(cascades.update(&lens, sun, 3, 1024, 4, 0), [0, 1, 2]);
        assert_eq!(cascades.update(&lens, sun, 3, 1024, 4, 1), [1]);
        assert_eq!(cascades.update(&lens, sun, 3, 1024, 4, 3), [0usize; 0]);
        assert_eq!(cascades.update(&lens, sun, 3, 1024, 4, 4), [0]);
    }
}
