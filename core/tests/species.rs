//! Shipped species on the trees of the default graph: frequencies and sway as in nature.
#![expect(
    clippy::disallowed_methods,
    reason = "the standard library judges our own functions"
)]

use windwright_core::{
    compile::{Cache, compile},
    content, format,
    nodes::Registry,
};
use windwright_runtime::tree::{
    law::{
        carried_masses_kg, direct_drag, natural_frequency_hz, own_mass_kg, projected_share,
        propagated_drag, stiffness_n_per_m,
    },
    table::Level,
};

/// Wind at which sway is judged, m/s.
const WIND_M_PER_S: f32 = 10.0;

/// Frequencies (Hz) and mean leans (degrees) that trunk, internal branches and foliage may have:
/// measured trees swing at 0.15 to 0.5 Hz (a young birch faster), their limbs and twigs faster, leaf bundles at 1.5 to 5 Hz.
const PLAUSIBLE: [([f32; 2], [f32; 2]); 3] = [
    ([0.2, 0.6], [1.0, 4.5]),
    ([0.5, 3.0], [1.5, 12.0]),
    ([1.5, 5.0], [7.0, 30.0]),
];

#[test]
fn shipped_species_move_like_trees() {
    let reading = format::read(content::DEFAULT_GRAPH);
    let compilation = compile(
        reading.document.graph(),
        &Registry::standard(),
        &content::Embedded,
        &mut Cache::default(),
    );
    let mut bad = Vec::new();
    for group in compilation.scene.unwrap().trees {
        let table = &compilation.plants[&group.table].table;
        let branches: Vec<_> = (0..table.len())
            .map(|row| table.get(row).unwrap())
            .collect();
        let of = |row: usize| group.species.level(branches[row].level);
        let own: Vec<f32> = (0..branches.len())
            .map(|row| own_mass_kg(&branches[row], of(row)))
            .collect();
        let masses = carried_masses_kg(&table.parents, &own);
        let direct: Vec<f32> = (0..branches.len())
            .map(|row| direct_drag(&branches[row], of(row)))
            .collect();
        let shares: Vec<f32> = (0..branches.len())
            .map(|row| of(row).wind_propagation)
            .collect();
        let attachments: Vec<f32> = branches
            .iter()
            .map(|branch| {
                branch.parent.map_or(0.0, |parent| {
                    projected_share(&branches[usize::from(parent)], branch.position_m)
                })
            })
            .collect();
        let drags = propagated_drag(&table.parents, &direct, &shares, &attachments);
        for (level, (hz, deg)) in Level::ALL.into_iter().zip(PLAUSIBLE) {
            let rows: Vec<usize> = (0..branches.len())
                .filter(|row| branches[*row].level == level)
                .collect();
            let count = rows.len() as f32;
            let stiffness = |row: usize| stiffness_n_per_m(&branches[row], of(row));
            let frequency_hz = (rows
                .iter()
                .map(|row| natural_frequency_hz(masses[*row], stiffness(*row)).ln())
                .sum::<f32>()
                / count)
                .exp();
            let mut leans: Vec<f32> = rows
                .iter()
                .map(|row| {
                    (drags[*row] * WIND_M_PER_S / stiffness(*row))
                        .atan()
                        .to_degrees()
                })
                .collect();
            leans.sort_by(f32::total_cmp);
            let lean_deg = leans[leans.len() / 2];
            let line = format!(
                "{} {level:?} ({count}): {frequency_hz:.3} Hz, {lean_deg:.2} degrees",
                group.species.name
            );
            if !(hz[0]..=hz[1]).contains(&frequency_hz) || !(deg[0]..=deg[1]).contains(&lean_deg) {
                bad.push(line);
            }
        }
    }
    assert!(bad.is_empty(), "{bad:#?}");
}
