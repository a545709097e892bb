//! The branch table: what a tree is to the simulation.

use serde::{Deserialize, Serialize};

use crate::{error::DescriptionError, random};

/// Longest length and farthest place a table holds, metres.
const LONGEST_M: f32 = 1e4;

/// Largest volume and area a table holds, cubic and square metres; a tree imported in the wrong unit still fits.
const LARGEST: f32 = 1e9;

/// Which set of species parameters moves a branch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Level {
    /// The stem that stands in the ground.
    Trunk,
    /// Wood that grows from other wood.
    Internal,
    /// A bundle of leaf cards.
    Foliage,
}

impl Level {
    /// All levels, trunk first; `level as usize` indexes it.
    pub const ALL: [Self; 3] = [Self::Trunk, Self::Internal, Self::Foliage];
}

/// Branches of one tree in rest pose, tree space (root at the origin, y up, metres); columns of equal length, parents before children.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct BranchTable {
    /// Row of the parent, less than the own row; `None` for a trunk, in text −1.
    #[serde(with = "parent_column")]
    pub parents: Vec<Option<u16>>,
    /// Level of each branch.
    pub levels: Vec<Level>,
    /// Where the branch is attached to its parent, metres.
    pub positions_m: Vec<[f32; 3]>,
    /// Unit direction from the attachment to the tip.
    pub directions: Vec<[f32; 3]>,
    /// Length, metres.
    pub lengths_m: Vec<f32>,
    /// Wood volume of the branch alone, cubic metres; 0 for foliage.
    pub volumes_m3: Vec<f32>,
    /// Area of the rectangle that covers a bundle's cards, square metres; 0 for wood.
    pub areas_m2: Vec<f32>,
}

/// One row of a [`BranchTable`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(missing_docs, reason = "fields are the columns of BranchTable")]
pub struct Branch {
    pub parent: Option<u16>,
    pub level: Level,
    pub position_m: [f32; 3],
    pub direction: [f32; 3],
    pub length_m: f32,
    pub volume_m3: f32,
    pub area_m2: f32,
}

impl BranchTable {
    /// Number of branches.
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Whether there is no branch.
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// Adds a row and returns its number.
    pub fn push(&mut self, branch: Branch) -> usize {
        let Branch {
            parent,
            level,
            position_m,
            direction,
            length_m,
            volume_m3,
            area_m2,
        } = branch;
        self.parents.push(parent);
        self.levels.push(level);
        self.positions_m.push(position_m);
        self.directions.push(direction);
        self.lengths_m.push(length_m);
        self.volumes_m3.push(volume_m3);
        self.areas_m2.push(area_m2);
        self.len() - 1
    }

    /// Row `index`, `None` past the end.
    pub fn get(&self, index: usize) -> Option<Branch> {
        Some(Branch {
            parent: *self.parents.get(index)?,
            level: *self.levels.get(index)?,
            position_m: *self.positions_m.get(index)?,
            direction: *self.directions.get(index)?,
            length_m: *self.lengths_m.get(index)?,
            volume_m3: *self.volumes_m3.get(index)?,
            area_m2: *self.areas_m2.get(index)?,
        })
    }

    /// Checks lengths of columns, order of parents, finite numbers and unit directions.
    ///
    /// # Errors
    /// [`DescriptionError::Table`] names the first row that breaks a rule.
    pub fn validate(&self) -> Result<(), DescriptionError> {
        let rows = self.parents.len();
        let fail = |branch: usize, message: &str| {
            Err(DescriptionError::Table {
                branch,
                message: message.to_owned(),
            })
        };
        let columns = [
            self.levels.len(),
            self.positions_m.len(),
            self.directions.len(),
            self.lengths_m.len(),
            self.volumes_m3.len(),
            self.areas_m2.len(),
        ];
        if let Some(&short) = columns.iter().find(|&&column| column != rows) {
            return fail(short.min(rows), "the columns have different lengths");
        }
        if rows > usize::from(u16::MAX) {
            return fail(usize::from(u16::MAX), "a tree has at most 65,535 branches");
        }
        for row in 0..rows {
            let Some(branch) = self.get(row) else {
                return fail(row, "the row is incomplete");
            };
            if branch
                .parent
                .is_some_and(|parent| usize::from(parent) >= row)
            {
                return fail(row, "its parent does not stand before it");
            }
            let numbers = branch.position_m.iter().chain(&branch.direction).chain([
                &branch.length_m,
                &branch.volume_m3,
                &branch.area_m2,
            ]);
            if numbers.into_iter().any(|number| !number.is_finite()) {
                return fail(row, "a number is not finite");
            }
            if branch.length_m < 0.0 || branch.volume_m3 < 0.0 || branch.area_m2 < 0.0 {
                return fail(row, "a length, volume or area is negative");
            }
            let longest = branch
                .position_m
                .iter()
                .fold(branch.length_m, |longest, metres| longest.max(metres.abs()));
            let largest = branch.volume_m3.max(branch.area_m2);
            if longest > LONGEST_M || largest > LARGEST {
                return fail(row, "a number is larger than any tree's");
            }
            let squared: f32 = branch.direction.iter().map(|x| x * x).sum();
            if (squared - 1.0).abs() > 1e-3 {
                return fail(row, "its direction is not a unit vector");
            }
        }
        Ok(())
    }

    /// Every number folded into `seed`.
    pub(crate) fn fingerprint(&self, seed: u64) -> u64 {
        let rows = (0..self.len()).filter_map(|row| self.get(row));
        rows.fold(seed, |hash, branch| {
            let place = branch.position_m.iter().chain(&branch.direction);
            let size = [branch.length_m, branch.volume_m3, branch.area_m2];
            let parent = branch.parent.map_or(0, |parent| u64::from(parent) + 1);
            place.chain(&size).fold(
                random::bits(hash, parent, branch.level as u64),
                |hash, number| random::bits(hash, u64::from(number.to_bits()), 7),
            )
        })
    }
}

/// Parents as numbers, −1 for none.
mod parent_column {
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    pub(super) fn serialize<S: Serializer>(
        parents: &[Option<u16>],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let numbers: Vec<i32> = parents
            .iter()
            .map(|parent| parent.map_or(-1, i32::from))
            .collect();
        numbers.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Option<u16>>, D::Error> {
        let parent = |number: i32| match number {
            -1 => Ok(None),
            _ => u16::try_from(number)
                .map(Some)
                .map_err(serde::de::Error::custom),
        };
        Vec::<i32>::deserialize(deserializer)?
            .into_iter()
            .map(parent)
            .collect()
    }
}
