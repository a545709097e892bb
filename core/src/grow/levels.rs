//! Levels of detail: the same branches drawn with fewer triangles.

use glam::Vec3;
use windwright_runtime::math;

use super::bundles::Bundle;
use super::cards::Layout;
use super::habit::Form;
use super::skeleton::Stem;
use super::wood::{WoodDetail, add_wood, twig_orders};
use crate::plant::crown::Crown;
use crate::plant::{Material, MaterialKind, Part, PlantMesh};

/// Most triangles of each level.
pub(super) const BUDGETS: [usize; 4] = [60_000, 12_000, 1_500, 600];
/// Share of the triangles that wood may take.
const WOOD_SHARE: [f32; 4] = [0.4, 0.36, 0.36, 0.5];
/// Step of the ladder of wood at which each level starts.
const WOOD_FROM: [usize; 4] = [0, 2, 4, 4];
/// Cards of a bundle at most, by level; 0 for the habit's own number.
const MOST_CARDS: [usize; 4] = [0, 5, 2, 1];

/// Meshes, finest first, shaded by the finest's crown.
pub(super) fn levels(
    stems: &[Stem],
    bundles: &[Bundle],
    form: &Form,
    materials: &[Material],
) -> Vec<PlantMesh> {
    let mut meshes: Vec<PlantMesh> = (0..BUDGETS.len())
        .map(|level| mesh(stems, bundles, form, materials, level))
        .collect();
    Crown::of(&meshes[0], materials).shade(&mut meshes, materials);
    meshes
}

fn mesh(
    stems: &[Stem],
    bundles: &[Bundle],
    form: &Form,
    materials: &[Material],
    level: usize,
) -> PlantMesh {
    let mut mesh = PlantMesh::default();
    let wood_budget = (BUDGETS[level] as f32 * WOOD_SHARE[level]) as usize;
    let detail = WoodDetail::within(stems, wood_budget, WOOD_FROM[level]);
    let (stout, thin) = twig_orders(form);
    let barks = materials
        .iter()
        .enumerate()
        .filter(|(_, material)| material.kind == MaterialKind::Bark);
    for ((material, _), orders) in barks.zip([stout, thin]) {
        let start = mesh.indices.len() as u32;
        add_wood(&mut mesh, stems, &detail, form, orders);
        close_part(&mut mesh, material, start);
    }

    let start = mesh.indices.len() as u32;
    let cards_left = (BUDGETS[level] - (mesh.indices.len() / 3).min(BUDGETS[level])) / 2;
    add_leaves(&mut mesh, stems.len(), bundles, form, level, cards_left);
    let leaf = materials
        .iter()
        .position(|material| material.kind == MaterialKind::Leaf);
    if let Some(material) = leaf {
        close_part(&mut mesh, material, start);
    }
    mesh
}

fn close_part(mesh: &mut PlantMesh, material: usize, start: u32) {
    let end = mesh.indices.len() as u32;
    if end > start {
        mesh.parts.push(Part {
            material,
            indices: start..end,
        });
    }
}

/// As many cards a bundle as fit; if not even one does, larger cards on some bundles, evenly chosen.
fn add_leaves(
    mesh: &mut PlantMesh,
    wood_rows: usize,
    bundles: &[Bundle],
    form: &Form,
    level: usize,
    cards_left: usize,
) {
    if bundles.is_empty() || cards_left == 0 {
        return;
    }
    let most = match MOST_CARDS[level] {
        0 => form.cards,
        cards => cards,
    };
    let each = (cards_left / bundles.len()).min(most);
    if each > 0 {
        for bundle in bundles {
            let layout = Layout::of(bundle, form, each, 1.0);
            layout.add_to(mesh, (wood_rows + bundle.number) as u32);
        }
        return;
    }
    let chosen = cards_left.min(bundles.len());
    let enlarge = math::sqrt(bundles.len() as f32 / chosen as f32) * 1.1;
    for k in 0..chosen {
        let bundle = centred(bundles[k * bundles.len() / chosen], enlarge);
        let layout = Layout::of(&bundle, form, 1, enlarge);
        layout.add_to(mesh, (wood_rows + bundle.number) as u32);
    }
}

/// Moves a bundle back, so that an enlarged card reaches no further out than the small ones did.
fn centred(bundle: Bundle, enlarge: f32) -> Bundle {
    let back: Vec3 = bundle.direction * (0.5 * math::sqrt(bundle.area_m2) * (enlarge - 1.0));
    Bundle {
        position_m: bundle.position_m - back,
        ..bundle
    }
}
