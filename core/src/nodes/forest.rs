//! Trees at places given by hand and scattered by chance.

use std::sync::Arc;

use windwright_runtime::preset::{
    scene::{Instance, TreeGroup},
    species::Species,
};

use super::{Category, NodeSpec, OutputSpec, example, input::Input};
use crate::{
    compile::{
        Severity,
        inputs::Inputs,
        product::{Product, Products, Stand, one},
    },
    plant::Plant,
    scatter::{self, Area, Place, scatter},
    value::ValueKind,
};

type TreeInput = Input<Option<Arc<Plant>>>;
type SpeciesInput = Input<Option<Arc<Species>>>;

/// Kinds of trees in one forest.
const KINDS: usize = scatter::KINDS;

const TREES: [TreeInput; KINDS] = [
    Input::link("tree", "Tree", ValueKind::Tree).doc("The first kind of tree."),
    Input::link("tree_2", "Tree 2", ValueKind::Tree).doc("The second kind of tree."),
    Input::link("tree_3", "Tree 3", ValueKind::Tree).doc("The third kind of tree."),
    Input::link("tree_4", "Tree 4", ValueKind::Tree).doc("The fourth kind of tree."),
];
const SPECIES: [SpeciesInput; KINDS] = [
    Input::link("species", "Species", ValueKind::Species).doc("How the first kind moves."),
    Input::link("species_2", "Species 2", ValueKind::Species).doc("How the second kind moves."),
    Input::link("species_3", "Species 3", ValueKind::Species).doc("How the third kind moves."),
    Input::link("species_4", "Species 4", ValueKind::Species).doc("How the fourth kind moves."),
];
const PLACES: [Input<Vec<f32>>; KINDS] = [
    Input::numbers("places_m", "Places", &[]),
    Input::numbers("places_2_m", "Places 2", &[]),
    Input::numbers("places_3_m", "Places 3", &[]),
    Input::numbers("places_4_m", "Places 4", &[]),
];
const PLACES_DOC: &str =
    "Where trees of this kind stand for certain: x and z of each, one after the other.";
const SHARES: [Input<f32>; KINDS] = [
    share("share", "Share"),
    share("share_2", "Share 2"),
    share("share_3", "Share 3"),
    share("share_4", "Share 4"),
];

const fn share(key: &'static str, label: &'static str) -> Input<f32> {
    Input::number(key, label, 1.0)
        .range(0.0, 1.0)
        .group("Scatter")
        .doc("How much of the scattered trees this kind has beside the others; 0 leaves it to its places.")
}

const COUNT: Input<u32> = Input::integer("count", "Count", 64)
    .hard(0.0, 5000.0)
    .soft(0.0, 500.0)
    .group("Scatter")
    .doc("Trees that are scattered, of all kinds together.");
const CENTRE: Input<[f32; 3]> = Input::vector("centre_m", "Centre", [0.0, 0.0, 0.0])
    .hard(-10_000.0, 10_000.0)
    .soft(-50.0, 50.0)
    .unit("m")
    .group("Scatter")
    .doc("Middle of the area; its height is ignored.");
const INNER: Input<f32> = Input::number("inner_radius_m", "Inner radius", 0.0)
    .hard(0.0, 1000.0)
    .soft(0.0, 100.0)
    .unit("m")
    .group("Scatter")
    .doc("No scattered tree stands nearer to the centre.");
const OUTER: Input<f32> = Input::number("outer_radius_m", "Outer radius", 60.0)
    .hard(1.0, 1000.0)
    .soft(1.0, 200.0)
    .unit("m")
    .group("Scatter")
    .doc("No scattered tree stands farther from the centre.");
const DIRECTION: Input<f32> = Input::number("direction_deg", "Direction", 0.0)
    .range(0.0, 360.0)
    .unit("°")
    .group("Scatter")
    .doc("Middle of the sector, clockwise from north.");
const SECTOR: Input<f32> = Input::number("sector_deg", "Sector", 360.0)
    .range(1.0, 360.0)
    .unit("°")
    .group("Scatter")
    .doc("Width of the sector that is filled; 360 is all round.");
const SPACING: Input<f32> = Input::number("spacing_m", "Spacing", 5.0)
    .range(0.0, 50.0)
    .unit("m")
    .group("Scatter")
    .doc("No tree stands nearer to another one.");
const SCALE_SPREAD: Input<f32> = Input::number("scale_spread", "Size spread", 0.2)
    .range(0.0, 0.9)
    .group("Scatter")
    .doc("Sizes lie between 1 − spread and 1 + spread.");
const SEED: Input<u32> = Input::seed(1)
    .group("Scatter")
    .doc("Same seed, same places.");

const FOREST: OutputSpec = OutputSpec::new("forest", "Forest", ValueKind::Forest);

/// More branches than this are said to be slow.
const MANY_BRANCHES: usize = 1_000_000;

pub(super) fn spec() -> NodeSpec {
    let mut inputs: Vec<_> = TREES.iter().map(Input::spec).collect();
    inputs.extend(SPECIES.iter().map(Input::spec));
    inputs.extend(PLACES.iter().map(|input| super::InputSpec {
        hard: Some([-10_000.0, 10_000.0]),
        unit: "m",
        group: "Places",
        doc: PLACES_DOC,
        ..input.spec()
    }));
    inputs.extend(SHARES.iter().map(Input::spec));
    inputs.extend([
        COUNT.spec(),
        CENTRE.spec(),
        INNER.spec(),
        OUTER.spec(),
        DIRECTION.spec(),
        SECTOR.spec(),
        SPACING.spec(),
        SCALE_SPREAD.spec(),
        SEED.spec(),
    ]);
    NodeSpec {
        key: "forest",
        version: 1,
        label: "Forest",
        category: Category::Scene,
        doc: "Puts up to four kinds of trees at chosen places and scatters more around.",
        inputs,
        outputs: vec![FOREST],
        compile,
        examples: || vec![example::small_forest("forest")],
    }
}

fn compile(inputs: &mut Inputs<'_>) -> Option<Products> {
    let (mut kinds, shares) = kinds(inputs);
    if kinds.is_empty() {
        inputs.report(
            TREES[0].key(),
            Severity::Error,
            "There is no tree to plant.",
            "Link a tree.",
        );
        return None;
    }
    let seed = inputs.get(&SEED);
    let taken: Vec<[f64; 2]> = kinds
        .iter()
        .flat_map(|kind| &kind.0.instances)
        .map(|instance| [instance.position_m[0], instance.position_m[2]])
        .collect();
    let area = area(inputs, shares);
    let wanted = if shares.iter().all(|share| *share <= 0.0) {
        0
    } else {
        area.count
    };
    let places = scatter(&area, &taken, seed);
    if places.len() < wanted {
        inputs.report(
            SPACING.key(),
            Severity::Note,
            format!("Only {} of {wanted} trees find a place.", places.len()),
            "Make the area larger or the spacing smaller.",
        );
    }
    for Place { kind, instance } in places {
        if let Some((group, _)) = kinds.get_mut(kind) {
            group.instances.push(instance);
        }
    }
    kinds.retain(|(group, _)| !group.instances.is_empty());
    let branches: usize = kinds
        .iter()
        .map(|(group, plant)| group.instances.len() * plant.table.len())
        .sum();
    if branches > MANY_BRANCHES {
        inputs.report(
            COUNT.key(),
            Severity::Warning,
            format!("The forest has {branches} branches; the preview will be slow."),
            "Plant fewer trees, or trees with fewer leaf bundles.",
        );
    }
    Some(one(
        FOREST.key,
        Product::Stand(Arc::new(Stand { groups: kinds })),
    ))
}

/// One group for each linked tree, with the instances placed by hand; and the shares that those groups have of the scatter.
fn kinds(inputs: &mut Inputs<'_>) -> (Vec<(TreeGroup, Arc<Plant>)>, [f32; KINDS]) {
    let mut kinds = Vec::new();
    let mut shares = [0.0; KINDS];
    for (kind, (tree, (species, places))) in
        TREES.iter().zip(SPECIES.iter().zip(&PLACES)).enumerate()
    {
        let Some(plant) = inputs.get(tree) else {
            continue;
        };
        let mut group = TreeGroup::default();
        group.node = format!("{}/{}", inputs.id(), kind + 1);
        group.table.clone_from(&plant.hash);
        if let Some(species) = inputs.get(species) {
            group.species = Species::clone(&species);
        }
        let places = inputs.get(places);
        if places.len() % 2 == 1 {
            inputs.report(
                PLACES[kind].key(),
                Severity::Warning,
                "The last place has an x and no z; it is left out.",
                "Give two numbers for each tree.",
            );
        }
        for (number, place) in (0_u32..).zip(places.chunks_exact(2)) {
            let seed = number + 1000 * kind as u32;
            let yaw_deg = scatter::yaw_deg(seed);
            let position_m = [f64::from(place[0]), 0.0, f64::from(place[1])];
            // The first tree of a kind stands as it was grown, so that it can be judged from the camera.
            let yaw_deg = if number == 0 { 0.0 } else { yaw_deg };
            group
                .instances
                .push(Instance::new(position_m, yaw_deg, 1.0, seed));
        }
        shares[kinds.len()] = inputs.get(&SHARES[kind]);
        kinds.push((group, plant));
    }
    (kinds, shares)
}

fn area(inputs: &mut Inputs<'_>, shares: [f32; KINDS]) -> Area {
    let [x, _, z] = inputs.get(&CENTRE);
    Area {
        shares,
        count: inputs.get(&COUNT) as usize,
        centre_m: [f64::from(x), f64::from(z)],
        inner_m: inputs.get(&INNER),
        outer_m: inputs.get(&OUTER),
        direction_deg: inputs.get(&DIRECTION),
        sector_deg: inputs.get(&SECTOR),
        spacing_m: inputs.get(&SPACING),
        scale_spread: inputs.get(&SCALE_SPREAD),
    }
}
