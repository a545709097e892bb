//! A compiled, immutable scene: checked descriptions with their precomputed numbers.

use std::collections::BTreeMap;

use crate::{error::DescriptionError, preset::scene::SceneDescription, tree::table::BranchTable};

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
    tables: Vec<BranchTable>,
}

impl Scene {
    /// Checks everything and precomputes what stepping needs: the only way to a scene, the editor's too.
    ///
    /// # Errors
    /// The first field or branch that cannot be simulated.
    pub fn build(
        description: &SceneDescription,
        assets: &Assets,
    ) -> Result<Self, DescriptionError> {
        let mut tables = Vec::with_capacity(description.trees.len());
        for group in &description.trees {
            let table =
                assets
                    .tables
                    .get(&group.table)
                    .ok_or_else(|| DescriptionError::MissingTable {
                        hash: group.table.clone(),
                    })?;
            table.validate()?;
            tables.push(table.clone());
        }
        Ok(Self {
            description: description.clone(),
            tables,
        })
    }

    /// What it was built from.
    pub fn description(&self) -> &SceneDescription {
        &self.description
    }

    /// Branch table of tree group `group`.
    pub fn table(&self, group: usize) -> Option<&BranchTable> {
        self.tables.get(group)
    }
}
