//! A world as a game sees it: same bits whoever computes, state that survives edits.
#![expect(
    clippy::disallowed_methods,
    clippy::excessive_nesting,
    reason = "tests bring threads and the standard library as a judge"
)]
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::sync::Arc;

use windwright_runtime::{
    executor::Executor,
    frame::BranchPose,
    preset::{
        scene::{Instance, SceneDescription, TreeGroup},
        wind::WindDescription,
    },
    random,
    scene::{Assets, Scene},
    signal::{Scalar, SignalStep},
    tree::table::{Branch, BranchTable, Level},
    world::{Retention, World},
};

/// A trunk, limbs on it, a bundle of leaves on each.
fn tree(limbs: u16) -> BranchTable {
    let mut table = BranchTable::default();
    let row = |parent, level, position_m, direction: [f32; 3], length_m: f32| {
        let length = direction.iter().map(|x| x * x).sum::<f32>().sqrt();
        let is_foliage = level == Level::Foliage;
        Branch {
            parent,
            level,
            position_m,
            direction: direction.map(|x| x / length),
            length_m,
            volume_m3: if is_foliage {
                0.0
            } else {
                3e-4 * length_m.powi(3)
            },
            area_m2: if is_foliage { 0.3 } else { 0.0 },
        }
    };
    table.push(row(None, Level::Trunk, [0.0; 3], [0.0, 1.0, 0.0], 8.0));
    for limb in 0..limbs {
        let at = |step, low, high| random::range(11, u64::from(limb), step, low, high);
        let direction = [at(0, -1.0, 1.0), at(1, 0.1, 0.8), at(2, -1.0, 1.0)];
        let position_m = [0.0, at(3, 2.0, 8.0), 0.0];
        let branch = row(
            Some(0),
            Level::Internal,
            position_m,
            direction,
            at(4, 0.5, 3.0),
        );
        let tip_m =
            [0, 1, 2].map(|axis| position_m[axis] + branch.direction[axis] * branch.length_m);
        let parent = table.push(branch) as u16;
        table.push(row(Some(parent), Level::Foliage, tip_m, direction, 0.5));
    }
    table
}

fn description() -> SceneDescription {
    let mut description = SceneDescription::default();
    description.clock.warm_up_s = 0.0;
    description.wind = Some(WindDescription::default());
    let mut group = TreeGroup::default();
    group.node = String::from("forest-1");
    group.table = String::from("tree");
    group.instances = (0_u32..5)
        .map(|index| {
            Instance::new(
                [f64::from(index) * 6.0, 0.0, 0.0],
                40.0 * index as f32,
                1.0,
                index,
            )
        })
        .collect();
    description.trees.push(group);
    description
}

fn assets(limbs: u16) -> Assets {
    let mut assets = Assets::default();
    assets.tables.insert(String::from("tree"), tree(limbs));
    assets
}

fn scene_of(description: &SceneDescription) -> Arc<Scene> {
    Arc::new(Scene::build(description, &assets(150)).unwrap())
}

/// Runs jobs on threads, the last first.
struct Threads(usize);

impl Executor for Threads {
    fn run(&self, count: usize, job: &(dyn Fn(usize) + Sync)) {
        std::thread::scope(|scope| {
            for thread in 0..self.0 {
                scope.spawn(move || {
                    for index in (0..count).rev().filter(|index| index % self.0 == thread) {
                        job(index);
                    }
                });
            }
        });
    }
}

fn rotations(world: &World) -> Vec<[f32; 4]> {
    world
        .trees()
        .flat_map(|tree| tree.poses.iter().map(|pose| pose.rotation))
        .collect()
}

fn bits(pose: &BranchPose) -> [u32; 4] {
    pose.rotation.map(f32::to_bits)
}

fn is_calm(world: &World) -> bool {
    world
        .wind_at([0.0, 5.0, 0.0])
        .iter()
        .all(|speed| speed.abs() < f32::EPSILON)
}

/// Largest turn of a branch between two sets of rotations, radians.
fn largest_turn_rad(before: &[[f32; 4]], after: &[[f32; 4]]) -> f64 {
    let turn = |(a, b): (&[f32; 4], &[f32; 4])| {
        let chord = (0..4)
            .map(|axis| f64::from(a[axis] - b[axis]).powi(2))
            .sum::<f64>()
            .sqrt();
        4.0 * (0.5 * chord).min(1.0).asin()
    };
    before.iter().zip(after).map(turn).fold(0.0, f64::max)
}

/// Turn of the branch that turns most over one tick.
fn step_turn_rad(world: &mut World) -> f64 {
    let before = rotations(world);
    world.step();
    largest_turn_rad(&before, &rotations(world))
}

#[test]
fn trees_move_and_stay_finite() {
    let mut world = World::new(scene_of(&description()));
    let start = rotations(&world);
    for _ in 0..600 {
        world.step();
    }
    let end = rotations(&world);
    assert!(largest_turn_rad(&start, &end) > 0.01);
    assert!(end.iter().flatten().all(|number| number.is_finite()));
    assert_eq!(world.resets().count(), 0);
    assert!((world.time_s() - 10.0).abs() < 1e-6);
    assert_eq!(world.tick(), 600);
}

#[test]
fn same_bits_for_any_threads_and_any_wind_thread() {
    let scene = scene_of(&description());
    let run = |executor: Option<Threads>, wind_elsewhere: bool| {
        let mut world = World::new(scene.clone());
        for tick in 0..150 {
            if wind_elsewhere {
                if let Some(job) = world.wind_job() {
                    let outcome = std::thread::spawn(move || job.run()).join().unwrap();
                    world.join_wind(outcome);
                }
            }
            if tick == 71 {
                let mut other = description();
                other.wind.as_mut().unwrap().preset.speed_m_per_s = 9.0.into();
                world.replace(scene_of(&other));
                world.set_viewer([3.0, 0.0, 1.0]);
            }
            match &executor {
                Some(threads) => world.step_with(threads),
                None => world.step(),
            }
        }
        assert_eq!(world.late_wind_ticks(), 0);
        world.motion_hash()
    };
    let alone = run(None, false);
    for threads in [1, 2, 7] {
        assert_eq!(run(Some(Threads(threads)), false), alone);
        assert_eq!(run(Some(Threads(threads)), true), alone);
    }
}

#[test]
fn same_bits_for_more_trees_than_are_handed_out_at_once() {
    let mut description = description();
    description.trees[0].instances = (0..130_u32)
        .map(|index| Instance::new([f64::from(index), 0.0, 0.0], 0.0, 1.0, index))
        .collect();
    let scene = Arc::new(Scene::build(&description, &assets(520)).unwrap());
    let mut alone = World::new(scene.clone());
    let mut together = World::new(scene);
    let start = alone.motion_hash();
    for _ in 0..3 {
        alone.step();
        together.step_with(&Threads(3));
    }
    assert_ne!(alone.motion_hash(), start);
    assert_eq!(alone.motion_hash(), together.motion_hash());
    let last = alone.trees().last().unwrap();
    assert!(
        last.poses
            .iter()
            .any(|pose| pose.angular_speed_rad_per_s > 0.0),
        "never stepped"
    );
}

#[test]
fn late_wind_is_held_and_counted() {
    let mut world = World::new(scene_of(&description()));
    let job = world.wind_job().unwrap();
    assert!(world.wind_job().is_none());
    assert!(!world.wind_is_late());
    world.step();
    assert!(world.wind_is_late());
    world.step();
    world.step();
    assert_eq!(world.late_wind_ticks(), 2);
    world.join_wind(job.run());
    assert!(!world.wind_is_late());
    world.step();
    assert_eq!(world.late_wind_ticks(), 2);
    assert!(world.wind_job().is_some());
}

#[test]
fn the_hash_tells_seeds_times_and_parameters_apart() {
    let hash = |change: &dyn Fn(&mut SceneDescription), ticks: u32| {
        let mut description = description();
        change(&mut description);
        let mut world = World::new(scene_of(&description));
        for _ in 0..ticks {
            world.step();
        }
        world.motion_hash()
    };
    let same = |_: &mut SceneDescription| {};
    let hashes = [
        hash(&same, 60),
        hash(&same, 61),
        hash(&same, 120),
        hash(&|description| description.clock.seed = 2, 60),
        hash(
            &|description| description.trees[0].species.foliage.stiffness_factor *= 1.001,
            60,
        ),
        hash(
            &|description| description.trees[0].springs.noise_speed_factor = 1.8,
            60,
        ),
        hash(&|description| description.clock.time_scale = 0.9, 60),
    ];
    for (index, hash) in hashes.iter().enumerate() {
        assert!(!hashes[..index].contains(hash), "{index}");
    }
    assert_eq!(hashes[0], hash(&same, 60));
}

#[test]
fn a_stopped_clock_moves_nothing() {
    let mut description = description();
    let mut world = World::new(scene_of(&description));
    for _ in 0..60 {
        world.step();
    }
    description.clock.time_scale = 0.0;
    world.replace(scene_of(&description));
    assert!(step_turn_rad(&mut world).abs() < f64::EPSILON);
    assert!((world.time_s() - 1.0).abs() < 1e-9);
}

#[test]
fn warm_up_lasts_as_long_as_the_clock_says() {
    let mut description = description();
    description.clock.warm_up_s = 2.5;
    let mut world = World::new(scene_of(&description));
    assert_eq!(world.tick(), 0);
    world.warm_up();
    assert_eq!(world.tick(), 150);
}

#[test]
fn an_edit_never_resets_motion() {
    let edits: [fn(&mut SceneDescription); 8] = [
        |description| description.trees[0].species.trunk.stiffness_factor *= 1.05,
        |description| description.trees[0].species.internal.damping_ratio *= 1.2,
        |description| description.trees[0].species.foliage.drag_factor *= 0.95,
        |description| description.trees[0].species.foliage.stiffness_factor *= 1.05,
        |description| description.trees[0].springs.noise_speed_factor *= 1.01,
        |description| description.trees[0].springs.substeps = 2,
        |description| description.wind.as_mut().unwrap().preset.speed_m_per_s = 5.0.into(),
        |description| description.trees[0].instances[1].position_m = [7.0, 0.0, 1.0],
    ];
    for (number, edit) in edits.iter().enumerate() {
        let mut description = description();
        let mut world = World::new(scene_of(&description));
        for _ in 0..200 {
            world.step();
        }
        let usual = (0..60)
            .map(|_| step_turn_rad(&mut world))
            .fold(0.0, f64::max);
        edit(&mut description);
        let before = rotations(&world);
        let retention = world.replace(scene_of(&description));
        assert_eq!(retention.new, 0);
        assert!(largest_turn_rad(&before, &rotations(&world)).abs() < f64::EPSILON);
        for _ in 0..4 {
            let turn = step_turn_rad(&mut world);
            assert!(turn < 2.0 * usual, "edit {number}: {turn} after {usual}");
        }
    }
}

#[test]
fn no_parameter_meets_absolute_time() {
    // After an hour a change of 1 % changes the next tick by no more than usual: the phases are integrals.
    let edits: [fn(&mut SceneDescription); 6] = [
        |description| description.trees[0].species.trunk.stiffness_factor *= 1.01,
        |description| description.trees[0].species.foliage.stiffness_factor *= 1.01,
        |description| description.trees[0].species.internal.wood_density_kg_per_m3 *= 1.01,
        |description| description.trees[0].species.internal.noise_angle_deg *= 1.01,
        |description| description.trees[0].springs.noise_speed_factor *= 1.01,
        |description| description.clock.time_scale *= 1.01,
    ];
    let mut hour = description();
    hour.trees[0].instances.truncate(1);
    // Time passes in a hurry, then at the usual pace.
    hour.clock.rate_hz = 15.0;
    let small =
        |description: &SceneDescription| Arc::new(Scene::build(description, &assets(6)).unwrap());
    let mut world = World::new(small(&hour));
    while world.time_s() < 3600.0 {
        world.step();
    }
    hour.clock.rate_hz = 60.0;
    world.replace(small(&hour));
    for (number, edit) in edits.iter().enumerate() {
        let usual = (0..60)
            .map(|_| step_turn_rad(&mut world))
            .fold(0.0, f64::max);
        edit(&mut hour);
        world.replace(small(&hour));
        let turn = step_turn_rad(&mut world);
        assert!(turn < 2.0 * usual, "edit {number}: {turn} after {usual}");
    }
}

#[test]
fn branches_keep_their_state_by_their_path() {
    let description = description();
    let with = |limbs| Arc::new(Scene::build(&description, &assets(limbs)).unwrap());
    let mut world = World::new(with(150));
    for _ in 0..100 {
        world.step();
    }
    let before: Vec<_> = world.trees().next().unwrap().poses.to_vec();

    let more = world.replace(with(160));
    assert_eq!(
        more,
        Retention {
            kept: 5 * 301,
            moved: 0,
            new: 5 * 20
        }
    );
    let after: Vec<_> = world.trees().next().unwrap().poses.to_vec();
    for row in 0..301 {
        assert_eq!(bits(&before[row]), bits(&after[row]));
    }
    let fewer = world.replace(with(150));
    assert_eq!(
        fewer,
        Retention {
            kept: 5 * 301,
            moved: 0,
            new: 0
        }
    );
}

#[test]
fn a_branch_that_moved_or_turned_keeps_its_bend() {
    let description = description();
    let mut world = World::new(Arc::new(Scene::build(&description, &assets(20)).unwrap()));
    for _ in 0..100 {
        world.step();
    }
    let before: Vec<_> = world.trees().next().unwrap().poses.to_vec();
    let mut other = assets(20);
    let table = other.tables.get_mut("tree").unwrap();
    table.lengths_m[3] *= 1.1;
    table.directions[5] = [0.0, 0.6, 0.8];
    let retention = world.replace(Arc::new(Scene::build(&description, &other).unwrap()));
    assert_eq!(
        retention,
        Retention {
            kept: 5 * 39,
            moved: 10,
            new: 0
        }
    );

    let after: Vec<_> = world.trees().next().unwrap().poses.to_vec();
    assert_eq!(bits(&before[3]), bits(&after[3]));
    assert!(
        (before[5].rotation[3] - after[5].rotation[3]).abs() < 1e-6,
        "another angle"
    );
    let [_, y, z, _] = after[5].rotation;
    assert!(
        (y * 0.6 + z * 0.8).abs() < 1e-5,
        "twisted about the new direction"
    );
}

#[test]
fn groups_are_known_by_their_node_and_trees_by_their_number() {
    let mut description = description();
    let mut world = World::new(scene_of(&description));
    for _ in 0..50 {
        world.step();
    }
    let last: Vec<_> = world.trees().last().unwrap().poses.to_vec();

    let mut second = description.trees[0].clone();
    second.node = String::from("forest-2");
    second.instances.truncate(2);
    description.trees.insert(0, second);
    let retention = world.replace(scene_of(&description));
    assert_eq!(
        retention,
        Retention {
            kept: 5 * 301,
            moved: 0,
            new: 2 * 301
        }
    );
    assert_eq!(world.trees().last().unwrap().poses, last);

    description.trees.clear();
    assert_eq!(world.replace(scene_of(&description)), Retention::default());
    assert_eq!(world.trees().count(), 0);
    world.step();
}

#[test]
fn wind_comes_and_goes() {
    let mut description = description();
    let mut world = World::new(scene_of(&description));
    let stale = world.wind_job().unwrap().run();
    let wind = description.wind.take();
    world.replace(scene_of(&description));
    world.step();
    assert!(is_calm(&world));
    assert!(world.wind_job().is_none());

    description.wind = wind;
    world.replace(scene_of(&description));
    let _fresh = world.wind_job().unwrap();
    world.join_wind(stale);
    world.step();
    world.step();
    assert_eq!(
        world.late_wind_ticks(),
        1,
        "a tick of an earlier wind was taken for this one's"
    );
    assert!(!is_calm(&world));
}

#[test]
fn a_clock_that_is_set_moves_nothing_and_signals_go_on_from_there() {
    let mut description = description();
    let wind = description.wind.as_mut().unwrap();
    wind.preset.speed_m_per_s = Scalar::Signal(vec![SignalStep::Time]);
    wind.preset.wander_deg = 0.0;
    let mut world = World::new(scene_of(&description));
    for _ in 0..60 {
        world.step();
    }
    let poses = |world: &World| -> Vec<BranchPose> {
        world.trees().flat_map(|tree| tree.poses.to_vec()).collect()
    };
    let before = poses(&world);
    for wrong in [f64::NAN, f64::INFINITY, -1.0] {
        world.set_time(wrong);
    }
    assert_eq!(world.tick(), 60);
    world.set_time(20.0);
    assert_eq!((world.tick(), poses(&world)), (1200, before));
    for _ in 0..300 {
        world.step();
    }
    assert!((world.time_s() - 25.0).abs() < 1e-9);
    let [x, _, z] = world.wind().unwrap().mean_velocity();
    // It follows its target with a delay of the response time.
    assert!((24.0..25.0).contains(&x.hypot(z)), "{}", x.hypot(z));
}
