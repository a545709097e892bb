//! The moving air on nested grids.

use std::sync::Arc;

use windwright_runtime::preset::wind::{
    Advection, LinearEffector, PressureSolver, WindDescription, WindGrid,
};

use super::{
    Category, NodeSpec, OutputSpec, example,
    input::{Choice, Input},
};
use crate::{
    compile::{
        inputs::Inputs,
        product::{Product, Products, one},
    },
    value::ValueKind,
};

const SIDES: &[(&str, &str)] = &[
    ("16", "16"),
    ("32", "32"),
    ("48", "48"),
    ("64", "64"),
    ("96", "96"),
    ("128", "128"),
];

const PRESET: Input<Option<Arc<WindDescription>>> =
    Input::link("preset", "Preset", ValueKind::WindPreset)
        .required()
        .doc("The air that arrives from outside.");
const EFFECTORS: [Input<Option<Arc<LinearEffector>>>; 4] = [
    Input::link("effector", "Effector", ValueKind::Effector).doc(EFFECTOR_DOC),
    Input::link("effector_2", "Effector 2", ValueKind::Effector).doc(EFFECTOR_DOC),
    Input::link("effector_3", "Effector 3", ValueKind::Effector).doc(EFFECTOR_DOC),
    Input::link("effector_4", "Effector 4", ValueKind::Effector).doc(EFFECTOR_DOC),
];
const EFFECTOR_DOC: &str = "A local push on the air.";
const CELLS: [Input<Choice>; 3] = [
    Input::choice("cells_x", "Cells along x", SIDES, "48")
        .group("Grid")
        .doc("Cells from west to east."),
    Input::choice("cells_y", "Cells upwards", SIDES, "16")
        .group("Grid")
        .doc("Cells from the ground up."),
    Input::choice("cells_z", "Cells along z", SIDES, "48")
        .group("Grid")
        .doc("Cells from north to south."),
];
const FINEST_CELL: Input<f32> = Input::number("finest_cell_m", "Finest cell", 0.5)
    .range(0.1, 4.0)
    .logarithmic()
    .unit("m")
    .group("Grid")
    .doc("Side of the smallest cells; each further level doubles it.");
const LEVELS: Input<u32> = Input::integer("levels", "Levels", 3)
    .range(1.0, 5.0)
    .group("Grid")
    .doc("Nested grids around the target.");
const RECENTRE: Input<bool> = Input::toggle("recentre", "Follow the target", true)
    .group("Grid")
    .doc("Whether the grids move along with the camera's target.");
const PRESSURE: Input<u32> = Input::integer("pressure_iterations", "Pressure sweeps", 20)
    .range(4.0, 100.0)
    .group("Solver")
    .doc("Sweeps of the pressure solver in each step.");
const ADVECTION: Input<Choice> = Input::choice(
    "advection",
    "Advection",
    &[
        ("mac_cormack", "MacCormack"),
        ("semi_lagrangian", "Semi-Lagrangian"),
    ],
    "mac_cormack",
)
.group("Solver")
.doc("MacCormack carries gusts through the whole grid; semi-Lagrangian is the published scheme and blurs them.");
const PRESSURE_SOLVER: Input<Choice> = Input::choice(
    "pressure_solver",
    "Pressure solver",
    &[("over_relaxation", "Over-relaxation"), ("jacobi", "Jacobi")],
    "over_relaxation",
)
.group("Solver")
.doc("Over-relaxation settles faster from the last step's pressure; Jacobi is what graphics processors run.");
const CONFINEMENT: Input<f32> =
    Input::number("vorticity_confinement_per_s", "Vorticity confinement", 1.0)
        .range(0.0, 5.0)
        .unit("1/s")
        .group("Solver")
        .doc("Strengthens small eddies.");
const DISSIPATION: Input<f32> = Input::number("dissipation_per_s", "Dissipation", 0.0)
    .range(0.0, 1.0)
    .unit("1/s")
    .group("Solver")
    .doc("Share of the speed that is lost each second.");
const OVERWRITE: Input<bool> = Input::toggle("fine_overwrites_coarse", "Fine over coarse", true)
    .group("Solver")
    .doc("Whether fine cells replace the coarse cells that they fill.");

const WIND: OutputSpec = OutputSpec::new("wind", "Wind", ValueKind::Wind);

pub(super) fn spec() -> NodeSpec {
    let mut inputs = vec![PRESET.spec()];
    inputs.extend(EFFECTORS.iter().map(Input::spec));
    inputs.extend(CELLS.iter().map(Input::spec));
    inputs.extend([
        FINEST_CELL.spec(),
        LEVELS.spec(),
        RECENTRE.spec(),
        PRESSURE.spec(),
        PRESSURE_SOLVER.spec(),
        ADVECTION.spec(),
        CONFINEMENT.spec(),
        DISSIPATION.spec(),
        OVERWRITE.spec(),
    ]);
    NodeSpec {
        key: "wind_grid",
        version: 1,
        label: "Wind grid",
        category: Category::Wind,
        doc: "Simulates the air around the target, with local pushes.",
        inputs,
        outputs: vec![WIND],
        compile,
        examples: || vec![example::wind("wind_grid")],
    }
}

fn compile(inputs: &mut Inputs<'_>) -> Option<Products> {
    let mut wind = WindDescription::clone(&*inputs.get(&PRESET)?);
    inputs.id().as_str().clone_into(&mut wind.node);

    let mut grid = WindGrid::default();
    for (cells, input) in grid.cells.iter_mut().zip(&CELLS) {
        *cells = inputs.get(input).0.parse().unwrap_or(*cells);
    }
    grid.finest_cell_m = inputs.get(&FINEST_CELL);
    grid.levels = inputs.get(&LEVELS);
    grid.recentre = inputs.get(&RECENTRE);
    grid.pressure_iterations = inputs.get(&PRESSURE);
    grid.pressure_solver = match inputs.get(&PRESSURE_SOLVER).0 {
        "jacobi" => PressureSolver::Jacobi,
        _ => PressureSolver::OverRelaxation,
    };
    grid.advection = match inputs.get(&ADVECTION).0 {
        "semi_lagrangian" => Advection::SemiLagrangian,
        _ => Advection::MacCormack,
    };
    grid.vorticity_confinement_per_s = inputs.get(&CONFINEMENT);
    grid.dissipation_per_s = inputs.get(&DISSIPATION);
    grid.fine_overwrites_coarse = inputs.get(&OVERWRITE);
    wind.grid = Some(grid);

    wind.effectors = EFFECTORS
        .iter()
        .filter_map(|input| inputs.get(input))
        .map(|effector| LinearEffector::clone(&effector))
        .collect();
    Some(one(WIND.key, Product::Wind(Arc::new(wind))))
}
