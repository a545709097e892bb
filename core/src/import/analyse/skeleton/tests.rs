//! Limbs of skins whose branches are known.

use super::*;

/// Grows a skin of four-sided tubes.
#[derive(Default)]
struct Skin {
    piece: Piece,
}

impl Skin {
    /// A square ring around `centre`, across y.
    fn foot(&mut self, centre: Vec3, half: f32) -> [u32; 4] {
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(x, z)| self.point(centre + Vec3::new(x, 0.0, z) * half))
    }

    fn point(&mut self, place: Vec3) -> u32 {
        self.piece.points.push(place);
        self.piece.points.len() as u32 - 1
    }

    /// Extrudes `ring` by `step`, `count` times; returns the last ring.
    fn tube(&mut self, ring: [u32; 4], step: Vec3, count: u32) -> [u32; 4] {
        (0..count).fold(ring, |ring, _| {
            let next = ring.map(|point| self.point(self.piece.points[point as usize] + step));
            for side in 0..4 {
                let other = (side + 1) % 4;
                self.face([ring[side], ring[other], next[other], next[side]]);
            }
            next
        })
    }

    fn face(&mut self, [a, b, c, d]: [u32; 4]) {
        self.piece.triangles.extend([[a, b, c], [a, c, d]]);
    }
}

/// A trunk of 2 m that ends in a block, from whose sides two arms grow, all one skin.
fn fork(left: u32, right: u32) -> Piece {
    let mut skin = Skin::default();
    let foot = skin.foot(Vec3::ZERO, 0.1);
    let [a, b, c, d] = skin.tube(foot, Vec3::Y * 0.25, 8);
    let up = Vec3::Y * 0.2;
    let [e, f, g, h] = [a, b, c, d].map(|point| skin.point(skin.piece.points[point as usize] + up));
    skin.face([e, f, g, h]);
    skin.face([a, b, f, e]);
    skin.face([c, d, h, g]);
    skin.tube([d, a, e, h], Vec3::new(-0.25, 0.1, 0.0), left);
    skin.tube([b, c, g, f], Vec3::new(0.25, 0.1, 0.0), right);
    skin.piece
}

#[test]
fn a_tube_is_one_limb_from_foot_to_tip() {
    let mut skin = Skin::default();
    let foot = skin.foot(Vec3::ZERO, 0.1);
    skin.tube(foot, Vec3::new(0.05, 0.3, 0.02), 10);
    let traced = trace(&skin.piece, Vec3::Y);
    assert_eq!(traced.limbs.len(), 1);
    let limb = &traced.limbs[0];
    assert!(limb.foot().length() < 0.1, "{:?}", limb.foot());
    let tip = Vec3::new(0.5, 3.0, 0.2);
    assert!(limb.tip().distance(tip) < 0.1, "{:?}", limb.tip());
    // A square of side 0.2 has corners 0.141 from its middle; its tube is 3.05 m long.
    let volume = core::f32::consts::PI * 0.02 * 3.05;
    assert!(
        (limb.volume() / volume - 1.0).abs() < 0.15,
        "{}",
        limb.volume()
    );
}

#[test]
fn a_fork_in_one_skin_is_a_trunk_and_a_side_limb() {
    let traced = trace(&fork(10, 6), Vec3::Y);
    let ends: Vec<_> = traced
        .limbs
        .iter()
        .map(|limb| (limb.parent, limb.tip()))
        .collect();
    assert_eq!(ends.len(), 2, "{ends:?}");
    let (long, short) = (Vec3::new(-2.6, 3.1, 0.0), Vec3::new(1.6, 2.7, 0.0));
    assert!(
        ends[0].0.is_none() && ends[0].1.distance(long) < 0.2,
        "{ends:?}"
    );
    assert!(
        ends[1].0 == Some(0) && ends[1].1.distance(short) < 0.2,
        "{ends:?}"
    );
}

#[test]
fn a_bump_is_no_limb() {
    let traced = trace(&fork(8, 0), Vec3::Y);
    assert_eq!(traced.limbs.len(), 1);
}

#[test]
fn every_point_has_a_limb() {
    let piece = fork(5, 5);
    let traced = trace(&piece, Vec3::Y);
    assert_eq!(traced.limb_of_point.len(), piece.points.len());
    let count = traced.limbs.len() as u32;
    assert!(traced.limb_of_point.iter().all(|limb| *limb < count));
}
