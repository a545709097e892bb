#![expect(
    clippy::disallowed_methods,
    reason = "tests read files and use the standard library as a judge"
)]
use glam::Vec3;
use proptest::prelude::*;
use windwright_runtime::tree::table::Level;

use super::picture::MEAN;
use super::*;
use crate::plant::{MaterialKind, PlantMesh, Texture};

/// Distances are compared to a tenth of a millimetre: rounding of f32 at 14 m is a hundredth of that.
const CLOSE_M: f32 = 1e-4;

fn oak() -> GrowParameters {
    GrowParameters::default()
}

fn stems_of(parameters: &GrowParameters) -> Vec<skeleton::Stem> {
    skeleton::skeleton(parameters, habit::Form::of(parameters.habit))
}

fn distance_to_axis(stem: &skeleton::Stem, place: Vec3) -> (f32, f32) {
    stem.path_m
        .windows(2)
        .zip(stem.radii_m.windows(2))
        .map(|(p, r)| {
            let span = p[1] - p[0];
            let t = ((place - p[0]).dot(span) / span.length_squared()).clamp(0.0, 1.0);
            (place.distance(p[0] + span * t), r[0] + (r[1] - r[0]) * t)
        })
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .unwrap()
}

#[test]
fn default_oak_has_the_promised_parts() {
    let plant = grow(&oak());
    assert_eq!(plant.table.validate(), Ok(()));
    let count = |level| plant.table.levels.iter().filter(|l| **l == level).count();
    assert_eq!(count(Level::Trunk), 1);
    assert!(count(Level::Internal) >= 150);
    assert!((500..=1000).contains(&count(Level::Foliage)));

    let stems = stems_of(&oak());
    for order in 0..4 {
        assert!(
            stems.iter().any(|stem| stem.order == order),
            "order {order}"
        );
    }
    let top_m = plant.lods[0].vertices.iter().map(|v| v.position_m[1]);
    let top_m = top_m.fold(0.0, f32::max);
    assert!((top_m - 14.0).abs() < 0.7, "{top_m} m high");
}

#[test]
fn same_parameters_same_bytes_other_seed_other_tree() {
    for habit in [Habit::Oak, Habit::Birch, Habit::Spruce] {
        let parameters = GrowParameters::of(habit);
        let plant = grow(&parameters);
        assert_eq!(plant, grow(&parameters));
        assert_eq!(plant.hash.len(), 32);
        let other = grow(&GrowParameters {
            seed: parameters.seed + 1,
            ..parameters
        });
        assert_ne!(plant.hash, other.hash);
    }
}

#[test]
fn every_knob_moves_the_tree() {
    let changed: [fn(&mut GrowParameters); 12] = [
        |p| p.habit = Habit::Birch,
        |p| p.seed = 13,
        |p| p.height_m = 14.5,
        |p| p.trunk_radius_m = 0.43,
        |p| p.levels = 3,
        |p| p.children_factor = 1.1,
        |p| p.length_factor = 1.05,
        |p| p.branch_angle_deg = 57.0,
        |p| p.taper = 0.72,
        |p| p.gravity = 0.05,
        |p| p.bundles = 810,
        |p| p.bundle_area_m2 = 0.9,
    ];
    let before = grow(&oak()).hash;
    for (number, change) in changed.iter().enumerate() {
        let mut parameters = oak();
        change(&mut parameters);
        assert_ne!(grow(&parameters).hash, before, "knob {number}");
    }
}

#[test]
fn children_start_inside_their_parents_and_wood_only_thins() {
    for habit in [Habit::Oak, Habit::Birch, Habit::Spruce] {
        let stems = stems_of(&GrowParameters::of(habit));
        for stem in &stems {
            assert!(stem.radii_m.windows(2).all(|r| r[1] <= r[0]));
            let Some(parent) = stem.parent else { continue };
            let (distance_m, radius_m) = distance_to_axis(&stems[parent], stem.path_m[0]);
            assert!(distance_m < CLOSE_M, "{distance_m} m off its parent's axis");
            assert!(stem.radii_m[0] <= radius_m + CLOSE_M);
        }
    }
}

#[test]
fn seams_are_closed_in_every_level_of_detail() {
    let stems = stems_of(&oak());
    let plant = grow(&oak());
    for mesh in &plant.lods {
        let mut seen = vec![false; stems.len()];
        for vertex in &mesh.vertices[..wood_vertices(mesh)] {
            let row = vertex.branch as usize;
            if std::mem::replace(&mut seen[row], true) {
                continue;
            }
            // The first vertex of a tube lies on its root ring.
            let Some(parent) = stems[row].parent else {
                continue;
            };
            let place = Vec3::from_array(vertex.position_m);
            let (distance_m, radius_m) = distance_to_axis(&stems[parent], place);
            assert!(
                distance_m <= radius_m + CLOSE_M,
                "row {row}: {distance_m} of {radius_m} m"
            );
        }
    }
}

fn wood_vertices(mesh: &PlantMesh) -> usize {
    let bark = &mesh.parts[0].indices;
    let last = mesh.indices[bark.start as usize..bark.end as usize]
        .iter()
        .max();
    *last.unwrap() as usize + 1
}

#[test]
fn trunk_flares_into_roots() {
    let plant = grow(&oak());
    let radii = |low: f32, high: f32| {
        let ring = plant.lods[0].vertices.iter().filter(move |vertex| {
            vertex.branch == 0 && (low..high).contains(&vertex.position_m[1])
        });
        let radii: Vec<f32> = ring
            .map(|v| v.position_m[0].hypot(v.position_m[2]))
            .collect();
        radii.iter().sum::<f32>() / radii.len() as f32
    };
    assert!(radii(-0.05, 0.05) > 1.5 * 0.42);
    assert!(radii(1.0, 2.2) < 1.25 * 0.42);
}

#[test]
fn bundles_sit_on_twigs_outside_thick_wood() {
    for habit in [Habit::Oak, Habit::Birch, Habit::Spruce] {
        let parameters = GrowParameters::of(habit);
        let stems = stems_of(&parameters);
        let table = grow(&parameters).table;
        for row in stems.len()..table.len() {
            let parent = usize::from(table.parents[row].unwrap());
            assert!(!stems[parent].bears, "a bundle's parent is the last wood");
            let place = Vec3::from_array(table.positions_m[row]);
            for (number, stem) in stems.iter().enumerate().filter(|(_, stem)| stem.order < 2) {
                let (distance_m, radius_m) = distance_to_axis(stem, place);
                assert!(
                    number == parent || distance_m >= radius_m - CLOSE_M,
                    "{habit:?}: bundle {row} lies in stem {number}"
                );
            }
        }
    }
}

#[test]
fn materials_reflect_what_they_promise() {
    for habit in [Habit::Oak, Habit::Birch, Habit::Spruce] {
        for material in materials::materials(habit) {
            let Some(texture) = &material.texture else {
                continue;
            };
            for channel in 0..3 {
                // A fortieth: brightest texels are cut off, and bytes round.
                let mean = linear_mean(texture, channel, material.alpha_cutoff);
                assert!((mean - MEAN).abs() < 0.025 * MEAN, "{habit:?} {mean}");
            }
        }
    }
    let oak = materials::materials(Habit::Oak);
    assert!((oak[1].albedo[1] * MEAN - 0.11).abs() < 1e-6);
}

fn linear_mean(texture: &Texture, channel: usize, cutoff: f32) -> f32 {
    let covered = texture
        .rgba
        .chunks_exact(4)
        .filter(|texel| f32::from(texel[3]) / 255.0 >= cutoff);
    let linear: Vec<f32> = covered
        .map(|texel| {
            let coded = f32::from(texel[channel]) / 255.0;
            if coded <= 0.04045 {
                coded / 12.92
            } else {
                ((coded + 0.055) / 1.055).powf(2.4)
            }
        })
        .collect();
    linear.iter().sum::<f32>() / linear.len() as f32
}

#[test]
fn bark_repeats_without_a_seam() {
    for habit in [Habit::Oak, Habit::Birch, Habit::Spruce] {
        let bark = bark_texture::bark_texture(habit);
        let edge = bark.width as usize;
        let texel = |x: usize, y: usize| f32::from(bark.rgba[4 * (y * edge + x) + 1]);
        let mean_step = |a: usize, b: usize| {
            let steps = (0..edge).map(|k| (texel(a, k) - texel(b, k)).abs());
            steps.sum::<f32>() / edge as f32
        };
        let inside = mean_step(edge / 2, edge / 2 + 1);
        assert!(mean_step(edge - 1, 0) < 2.0 * inside + 2.0, "{habit:?}");
    }
}

#[test]
fn crown_is_dark_inside_and_looks_outward() {
    let plant = grow(&oak());
    let mesh = &plant.lods[0];
    let centre = Vec3::new(0.0, 8.5, 0.0);
    let leaves = &mesh.vertices[wood_vertices(mesh)..];
    let mean = |values: Vec<f32>| values.iter().sum::<f32>() / values.len() as f32;
    let light = |low_m: f32, high_m: f32| {
        let shell = leaves.iter().filter(|vertex| {
            let place = Vec3::from_array(vertex.position_m);
            (low_m..high_m).contains(&place.distance(centre)) && place.y > 8.0
        });
        mean(shell.map(|vertex| vertex.occlusion).collect())
    };
    assert!(light(0.0, 2.0) < 0.6 * light(4.5, 9.0));
    let outward = leaves.iter().map(|vertex| {
        let away = Vec3::from_array(vertex.position_m) - centre;
        Vec3::from_array(vertex.normal).dot(away.normalize())
    });
    assert!(mean(outward.collect()) > 0.3);
}

#[test]
fn not_a_number_is_brought_inside() {
    let plant = grow(&GrowParameters {
        height_m: f32::NAN,
        trunk_radius_m: f32::INFINITY,
        levels: u32::MAX,
        children_factor: -1.0,
        length_factor: f32::MAX,
        branch_angle_deg: f32::NAN,
        taper: f32::NEG_INFINITY,
        gravity: f32::NAN,
        bundles: u32::MAX,
        bundle_area_m2: 0.0,
        ..oak()
    });
    check(&plant);
}

fn check(plant: &Plant) {
    assert_eq!(plant.table.validate(), Ok(()));
    assert!(plant.table.len() <= 1_500);
    for (mesh, budget) in plant.lods.iter().zip(levels::BUDGETS) {
        assert!(mesh.indices.len() / 3 <= budget);
        let vertices = mesh.vertices.len();
        assert!(
            mesh.indices
                .iter()
                .all(|index| (*index as usize) < vertices)
        );
        assert_eq!(
            mesh.parts.iter().map(|p| p.indices.len()).sum::<usize>(),
            mesh.indices.len()
        );
        for vertex in &mesh.vertices {
            let numbers = vertex
                .position_m
                .iter()
                .chain(&vertex.normal)
                .chain(&vertex.uv);
            assert!(numbers.into_iter().all(|number| number.is_finite()));
            let length = Vec3::from_array(vertex.normal).length();
            assert!((length - 1.0).abs() < 1e-3, "normal of length {length}");
            assert!((0.0..=1.0).contains(&vertex.occlusion));
            assert!((0.85..=1.15).contains(&vertex.lightness));
            assert!(vertex.hue_shift_rad.abs() <= 0.14);
            assert!((vertex.branch as usize) < plant.table.len());
        }
        for part in &mesh.parts {
            let leaf = plant.materials[part.material].kind == MaterialKind::Leaf;
            for index in &mesh.indices[part.indices.start as usize..part.indices.end as usize] {
                let row = mesh.vertices[*index as usize].branch as usize;
                assert_eq!(leaf, plant.table.levels[row] == Level::Foliage);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whole_range_gives_a_sound_plant(
        habit in prop_oneof![Just(Habit::Oak), Just(Habit::Birch), Just(Habit::Spruce)],
        seed in any::<u32>(),
        sizes in (1.0_f32..60.0, 0.02_f32..2.0, 0.01_f32..2.0),
        levels in 1_u32..=5,
        factors in (0.25_f32..2.0, 0.25_f32..2.0),
        branch_angle_deg in 5.0_f32..120.0,
        taper in prop_oneof![Just(0.0_f32), Just(1.0), 0.0_f32..1.0],
        gravity in -1.0_f32..1.0,
        bundles in prop_oneof![Just(0_u32), Just(1), 0_u32..=1000],
    ) {
        let plant = grow(&GrowParameters {
            habit,
            seed,
            height_m: sizes.0,
            trunk_radius_m: sizes.1,
            levels,
            children_factor: factors.0,
            length_factor: factors.1,
            branch_angle_deg,
            taper,
            gravity,
            bundles,
            bundle_area_m2: sizes.2,
        });
        check(&plant);
        let leaves = plant.table.levels.iter().filter(|level| **level == Level::Foliage);
        prop_assert_eq!(leaves.count(), bundles as usize);
    }
}
