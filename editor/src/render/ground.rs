//! The rolling ground: a ring mesh around the eye, fine near it.

use std::f64::consts::TAU;

use windwright_core::ground::height_m;
use windwright_runtime::preset::scene::Ground;

/// The mesh reaches this far, metres; beyond the horizon's colour is all there is.
const REACH_M: f64 = 460.0;
/// Rings start here, metres.
const INNER_M: f64 = 0.5;

/// A vertex of the ground, 24 bytes.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub(super) struct GroundVertex {
    position_m: [f32; 3],
    normal: [f32; 3],
}

/// Mesh around `centre` (x, z), its origin at height 0.
#[derive(Debug, Clone, Default)]
pub(super) struct GroundMesh {
    /// Vertices, relative to the centre.
    pub(super) vertices: Vec<GroundVertex>,
    /// Triangles.
    pub(super) indices: Vec<u32>,
}

impl GroundMesh {
    /// `rings` rings of `sectors` quadrilaterals.
    pub(super) fn new(ground: &Ground, centre: [f64; 2], rings: u32, sectors: u32) -> Self {
        let growth = (REACH_M / INNER_M).powf(1.0 / f64::from(rings.max(1)));
        let mut mesh = Self::default();
        mesh.vertices.push(vertex(ground, centre, [0.0, 0.0], 0.3));
        for ring in 0..=rings {
            let radius = INNER_M * growth.powi(ring.cast_signed());
            for sector in 0..sectors {
                let (sine, cosine) = (TAU * f64::from(sector) / f64::from(sectors)).sin_cos();
                let spacing = radius * (growth - 1.0);
                mesh.vertices.push(vertex(
                    ground,
                    centre,
                    [radius * cosine, radius * sine],
                    spacing,
                ));
            }
        }
        mesh.join(rings, sectors);
        mesh
    }

    fn join(&mut self, rings: u32, sectors: u32) {
        for sector in 0..sectors {
            let next = (sector + 1) % sectors;
            self.indices.extend([0, 1 + next, 1 + sector]);
            for ring in 0..rings {
                let (a, b) = (1 + ring * sectors + sector, 1 + ring * sectors + next);
                let (c, d) = (a + sectors, b + sectors);
                self.indices.extend([a, b, c, b, d, c]);
            }
        }
    }
}

fn vertex(ground: &Ground, centre: [f64; 2], [x, z]: [f64; 2], spacing_m: f64) -> GroundVertex {
    let at = |dx: f64, dz: f64| f64::from(height_m(ground, centre[0] + x + dx, centre[1] + z + dz));
    let e = spacing_m.clamp(0.3, 4.0);
    let slope_x = (at(e, 0.0) - at(-e, 0.0)) / (2.0 * e);
    let slope_z = (at(0.0, e) - at(0.0, -e)) / (2.0 * e);
    let normal = glam::DVec3::new(-slope_x, 1.0, -slope_z).normalize_or(glam::DVec3::Y);
    GroundVertex {
        position_m: [x as f32, at(0.0, 0.0) as f32, z as f32],
        normal: normal.as_vec3().to_array(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mesh_faces_up_and_stays_in_range() {
        let mesh = GroundMesh::new(&Ground::default(), [3.0, 9.0], 12, 16);
        for triangle in mesh.indices.chunks_exact(3) {
            let [a, b, c] = [triangle[0], triangle[1], triangle[2]]
                .map(|i| glam::Vec3::from_array(mesh.vertices[i as usize].position_m));
            assert!((b - a).cross(c - a).y >= 0.0, "{a} {b} {c}");
        }
    }
}
