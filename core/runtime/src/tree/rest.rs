//! A branch table prepared for stepping.

use glam::Vec3;

use super::{
    law::CENTRE_SHARE,
    skin,
    table::{BranchTable, Level},
};
use crate::random;

/// Columns of the rest pose, one entry per branch; parents before children.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Rest {
    pub(crate) parents: Vec<Option<u16>>,
    pub(crate) levels: Vec<Level>,
    /// Attachments, metres.
    pub(crate) pivots_m: Vec<Vec3>,
    /// Unit directions.
    pub(crate) directions: Vec<Vec3>,
    /// From the attachment to the centre of mass, metres.
    pub(crate) arms_m: Vec<Vec3>,
    /// Share of the parent's bend that the branch is carried with.
    pub(crate) parent_shares: Vec<f32>,
    /// How many older siblings there are.
    pub(crate) child_numbers: Vec<u16>,
    /// Hash of the path of child numbers from the root: the same for the same place in the tree.
    pub(crate) lanes: Vec<u64>,
}

impl Rest {
    /// Prepares a valid table.
    pub(crate) fn new(table: &BranchTable) -> Self {
        let rows = table.len();
        let directions: Vec<Vec3> = table
            .directions
            .iter()
            .map(|&direction| Vec3::from_array(direction).normalize_or_zero())
            .collect();
        let arms_m = directions
            .iter()
            .zip(&table.lengths_m)
            .map(|(&direction, &length_m)| direction * (CENTRE_SHARE * length_m))
            .collect();
        let parent_shares = (0..rows)
            .map(|row| {
                table.parents[row]
                    .and_then(|parent| table.get(usize::from(parent)))
                    .map_or(0.0, |parent| skin::share(&parent, table.positions_m[row]))
            })
            .collect();
        let (child_numbers, lanes) = paths(&table.parents);
        Self {
            parents: table.parents.clone(),
            levels: table.levels.clone(),
            pivots_m: table
                .positions_m
                .iter()
                .map(|&p| Vec3::from_array(p))
                .collect(),
            directions,
            arms_m,
            parent_shares,
            child_numbers,
            lanes,
        }
    }

    /// Number of branches.
    pub(crate) fn len(&self) -> usize {
        self.parents.len()
    }
}

/// Child number and path hash of each row.
fn paths(parents: &[Option<u16>]) -> (Vec<u16>, Vec<u64>) {
    let mut children_so_far = vec![0_u16; parents.len()];
    let mut roots = 0_u16;
    let mut numbers = Vec::with_capacity(parents.len());
    let mut lanes: Vec<u64> = Vec::with_capacity(parents.len());
    for parent in parents {
        let parent = parent.map(usize::from);
        let counter = parent.map_or(&mut roots, |parent| &mut children_so_far[parent]);
        let number = *counter;
        *counter += 1;
        let above = parent.map_or(0, |parent| lanes[parent]);
        numbers.push(number);
        lanes.push(random::bits(above, u64::from(number), 1));
    }
    (numbers, lanes)
}
