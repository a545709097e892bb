//! The branch table of a grown tree: wood first, then bundles.

use glam::Vec3;
use windwright_runtime::tree::table::{Branch, BranchTable, Level};

use super::bundles::Bundle;
use super::cards::Layout;
use super::habit::Form;
use super::skeleton::Stem;

/// Row `i` is stem `i`; bundle `k` stands at row `stems.len() + k`.
pub(super) fn table(stems: &[Stem], bundles: &[Bundle], form: &Form) -> BranchTable {
    let mut table = BranchTable::default();
    for stem in stems {
        let foot_m = stem.path_m[0];
        let chord_m = stem.path_m[stem.path_m.len() - 1] - foot_m;
        table.push(Branch {
            parent: stem.parent.map(|parent| parent as u16),
            level: if stem.parent.is_some() {
                Level::Internal
            } else {
                Level::Trunk
            },
            position_m: foot_m.to_array(),
            direction: chord_m.normalize_or(Vec3::Y).to_array(),
            length_m: chord_m.length().max(1e-3),
            volume_m3: stem.volume_m3(),
            area_m2: 0.0,
        });
    }
    for bundle in bundles {
        table.push(Branch {
            parent: Some(bundle.stem as u16),
            level: Level::Foliage,
            position_m: bundle.position_m.to_array(),
            direction: bundle.direction.to_array(),
            length_m: Layout::of(bundle, form, form.cards, 1.0).length_m,
            volume_m3: 0.0,
            area_m2: bundle.area_m2,
        });
    }
    table
}
