//! A compiled, immutable scene: checked descriptions with their precomputed numbers.

use std::{
    collections::BTreeMap,
    fmt::{self, Write as _},
    sync::Arc,
};

use crate::{
    error::DescriptionError,
    preset::{
        check,
        scene::{SceneDescription, TreeGroup},
    },
    random,
    tree::{
        coefficients::Coefficients,
        group::{Group, Placement},
        rest::Rest,
        summary::{self, LevelSummary},
        table::BranchTable,
    },
};

/// Most branches in a scene, all trees together: about 1 GB of state.
pub const MAX_BRANCHES: usize = 8_000_000;

/// Branch tables by content hash.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Assets {
    /// The tables that a description may name.
    pub tables: BTreeMap<String, BranchTable>,
}

/// A scene that can be stepped. Share it in an `Arc`.
#[derive(Debug, Clone)]
pub struct Scene {
    description: SceneDescription,
    tables: Vec<Arc<BranchTable>>,
    groups: Vec<Group>,
}

impl Scene {
    /// Checks everything and precomputes what stepping needs: the only way to a scene, the editor's too.
    ///
    /// Groups of the same table share its prepared form, groups of the same table, species and solver their coefficients.
    ///
    /// # Errors
    /// The first field or branch that cannot be simulated.
    pub fn build(
        description: &SceneDescription,
        assets: &Assets,
    ) -> Result<Self, DescriptionError> {
        check::scene(description)?;
        let mut scene = Self {
            description: description.clone(),
            tables: Vec::with_capacity(description.trees.len()),
            groups: Vec::with_capacity(description.trees.len()),
        };
        let mut branches = 0_usize;
        for (number, group) in description.trees.iter().enumerate() {
            scene.add_group(number, group, assets)?;
            let added = scene.tables.last().map_or(0, |table| table.len());
            branches = branches.saturating_add(added.saturating_mul(group.instances.len()));
            check::branch_count(number, branches, MAX_BRANCHES)?;
        }
        Ok(scene)
    }

    fn add_group(
        &mut self,
        number: usize,
        group: &TreeGroup,
        assets: &Assets,
    ) -> Result<(), DescriptionError> {
        let clock = &self.description.clock;
        let earlier = &self.description.trees[..number];
        let same_table = earlier.iter().position(|other| other.table == group.table);
        let (table, rest) =
            if let Some(same) = same_table {
                (self.tables[same].clone(), self.groups[same].rest.clone())
            } else {
                let table = assets.tables.get(&group.table).ok_or_else(|| {
                    DescriptionError::MissingTable {
                        hash: group.table.clone(),
                    }
                })?;
                table.validate()?;
                (Arc::new(table.clone()), Arc::new(Rest::new(table)))
            };
        let same_numbers = earlier.iter().position(|other| {
            other.table == group.table
                && other.species == group.species
                && other.springs == group.springs
        });
        let coefficients = match same_numbers {
            Some(same) => self.groups[same].coefficients.clone(),
            None => Arc::new(Coefficients::new(
                &table,
                &rest,
                &group.species,
                &group.springs,
                clock,
            )),
        };
        let placements = group
            .instances
            .iter()
            .map(|instance| Placement::new(instance, clock.seed))
            .collect();
        self.tables.push(table);
        self.groups.push(Group {
            rest,
            coefficients,
            placements,
        });
        Ok(())
    }

    /// What it was built from.
    pub fn description(&self) -> &SceneDescription {
        &self.description
    }

    /// Branch table of tree group `group`.
    pub fn table(&self, group: usize) -> Option<&BranchTable> {
        self.tables.get(group).map(|table| &**table)
    }

    /// What the species of tree group `group` comes to on its table, for each level that occurs; empty for no such group.
    pub fn derived(&self, group: usize) -> Vec<LevelSummary> {
        self.groups.get(group).map_or_else(Vec::new, |group| {
            summary::levels(&group.rest, &group.coefficients)
        })
    }

    /// A number that two scenes share only if their descriptions and tables are equal bit for bit (up to collisions of 64 bits).
    /// It holds within one build of the program; store no fingerprints.
    pub fn fingerprint(&self) -> u64 {
        let mut folding = Folding(0);
        // Writing into a number cannot fail.
        let written = write!(folding, "{:?}", self.description);
        debug_assert!(written.is_ok());
        self.tables
            .iter()
            .fold(folding.0, |hash, table| table.fingerprint(hash))
    }

    /// Prepared tree groups, in the order of the description.
    pub(crate) fn groups(&self) -> &[Group] {
        &self.groups
    }
}

/// Text folded into a number as it is written.
struct Folding(u64);

impl fmt::Write for Folding {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = random::bits(self.0, u64::from(byte), 6);
        }
        Ok(())
    }
}
