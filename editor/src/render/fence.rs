//! A post-and-rail fence: something of known size that does not move.

use glam::{DVec2, Vec3};
use windwright_core::ground::height_m;
use windwright_core::plant::{Material, MaterialKind, Part, Plant, PlantMesh, PlantVertex};
use windwright_runtime::{
    preset::scene::Ground,
    random,
    tree::table::{Branch, BranchTable, Level},
};

/// Posts of the fence.
const POSTS: u32 = 44;
/// Distance between posts, metres.
const SPAN_M: f64 = 2.4;
/// Heights of the rails over the ground, metres.
const RAILS_M: [f32; 3] = [0.38, 0.72, 1.06];

/// The fence as a plant of one branch that never bends; its root is the world's origin.
pub(super) fn fence(ground: &Ground) -> Plant {
    let mut mesh = PlantMesh::default();
    let feet: Vec<Vec3> = (0..POSTS).map(|post| foot(ground, post)).collect();
    for (number, &foot) in (0u64..).zip(&feet) {
        let draw = |step: u64| random::range(u64::from(ground.seed), number, 100 + step, -1.0, 1.0);
        let top = foot + Vec3::new(draw(0) * 0.03, 1.24 + draw(1) * 0.04, draw(2) * 0.03);
        add_beam(
            &mut mesh,
            foot - Vec3::Y * 0.3,
            top,
            Vec3::X,
            [0.062, 0.055],
            1.0 + 0.12 * draw(3),
        );
    }
    for (number, pair) in (0u64..).zip(feet.windows(2)) {
        let run = (pair[1] - pair[0]).normalize_or(Vec3::X);
        for (rail, height_m) in (0u64..).zip(RAILS_M) {
            let draw = |step: u64| {
                random::range(
                    u64::from(ground.seed) + 1 + rail,
                    number,
                    200 + step,
                    -1.0,
                    1.0,
                )
            };
            let side = run.cross(Vec3::Y) * 0.07;
            let from = pair[0] + side + Vec3::Y * (height_m + 0.015 * draw(0)) - run * 0.12;
            let to = pair[1] + side + Vec3::Y * (height_m + 0.015 * draw(1)) + run * 0.12;
            add_beam(
                &mut mesh,
                from,
                to,
                Vec3::Y,
                [0.05, 0.022],
                1.05 + 0.14 * draw(2),
            );
        }
    }
    mesh.parts.push(Part {
        material: 0,
        indices: 0..mesh.indices.len() as u32,
    });
    let mut table = BranchTable::default();
    table.push(Branch {
        parent: None,
        level: Level::Trunk,
        position_m: [0.0; 3],
        direction: [0.0, 1.0, 0.0],
        length_m: 1.0,
        volume_m3: 1.0,
        area_m2: 0.0,
    });
    Plant {
        table,
        lods: vec![mesh],
        materials: vec![Material {
            name: "weathered wood".to_owned(),
            kind: MaterialKind::Other,
            albedo: [0.19, 0.175, 0.155],
            transmission: [0.0; 3],
            texture: None,
            alpha_cutoff: 0.0,
        }],
        notes: Vec::new(),
        hash: String::new(),
    }
}

/// Foot of post `post`: a line that bends gently behind the tree.
fn foot(ground: &Ground, post: u32) -> Vec3 {
    let along = (f64::from(post) - f64::from(POSTS) * 0.5) * SPAN_M;
    let place = DVec2::new(along, -9.0 + 0.10 * along + 1.6 * (along * 0.07).sin());
    Vec3::new(
        place.x as f32,
        height_m(ground, place.x, place.y),
        place.y as f32,
    )
}

/// A box from `from` to `to`; `half_extents` are half its sides, the first along `wide`.
fn add_beam(
    mesh: &mut PlantMesh,
    from: Vec3,
    to: Vec3,
    wide: Vec3,
    half_extents: [f32; 2],
    lightness: f32,
) {
    let axis = to - from;
    let along = axis.normalize_or(Vec3::Y);
    let deep = along.cross(wide).normalize_or(Vec3::Z) * half_extents[1];
    let wide = deep.cross(along).normalize_or(Vec3::X) * half_extents[0];
    let centre = (from + to) * 0.5;
    let half = axis * 0.5;
    // each face: its outward half axis and the two that span it
    let faces = [
        (wide, deep, half),
        (-wide, half, deep),
        (deep, half, wide),
        (-deep, wide, half),
        (half, wide, deep),
        (-half, deep, wide),
    ];
    for (out, u, v) in faces {
        let first = mesh.vertices.len() as u32;
        for (a, b) in [(-1.0f32, -1.0f32), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            mesh.vertices.push(PlantVertex {
                position_m: (centre + out + u * a + v * b).to_array(),
                branch: 0,
                normal: out.normalize_or(Vec3::Y).to_array(),
                occlusion: 0.85,
                uv: [a, b],
                lightness,
                hue_shift_rad: 0.0,
            });
        }
        mesh.indices
            .extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
    }
}
