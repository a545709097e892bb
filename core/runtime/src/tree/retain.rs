//! What of the trees' state survives a new scene.
//!
//! The key of a branch is its group's node, its tree's number in the group, and the path of child numbers that leads to it.

use glam::Quat;

use super::{
    Breeze,
    account::Retention,
    forest,
    group::{Group, Placement},
    rest::Rest,
    rotation,
    spring::Motion,
    state::Tree,
    table::BranchTable,
};
use crate::scene::Scene;

/// One side of a replacement: a group's prepared numbers and its table.
#[derive(Clone, Copy)]
struct Side<'a> {
    group: &'a Group,
    table: &'a BranchTable,
}

/// Trees of `to`, with the motion of those of `from` that keep their keys.
pub(crate) fn groups(
    mut old: Vec<Vec<Tree>>,
    from: &Scene,
    to: &Scene,
    breeze: &dyn Breeze,
) -> (Vec<Vec<Tree>>, Retention) {
    let mut retention = Retention::default();
    let mut taken = vec![false; old.len()];
    let mut new = Vec::with_capacity(to.groups().len());
    for (number, description) in to.description().trees.iter().enumerate() {
        let same_node = (0..old.len()).find(|&candidate| {
            !taken[candidate]
                && from
                    .description()
                    .trees
                    .get(candidate)
                    .is_some_and(|group| group.node == description.node)
        });
        let Some(next) = side(to, number) else {
            continue;
        };
        let (trees, last) = match same_node.and_then(|at| Some((at, side(from, at)?))) {
            Some((at, last)) => {
                taken[at] = true;
                (core::mem::take(&mut old[at]), Some(last))
            }
            None => (Vec::new(), None),
        };
        new.push(group(trees, last, next, breeze, &mut retention));
    }
    (new, retention)
}

fn side(scene: &Scene, group: usize) -> Option<Side<'_>> {
    Some(Side {
        group: scene.groups().get(group)?,
        table: scene.table(group)?,
    })
}

fn group(
    old: Vec<Tree>,
    last: Option<Side<'_>>,
    next: Side<'_>,
    breeze: &dyn Breeze,
    retention: &mut Retention,
) -> Vec<Tree> {
    let lineage = last.map(|last| Lineage::new(last, next));
    let mut old = old.into_iter();
    next.group
        .placements
        .iter()
        .enumerate()
        .map(|(instance, placement)| {
            if let Some((lineage, tree)) = lineage.as_ref().zip(old.next()) {
                lineage.count(instance, placement, retention);
                return lineage.continued(tree, next, placement, breeze);
            }
            retention.new += next.group.rest.len();
            let mut tree = Tree::at_rest(next.group, placement);
            forest::lean(&mut tree, next.group, placement, breeze, |_| true);
            tree
        })
        .collect()
}

/// How the branches of a group come from those of the group before it.
struct Lineage<'a> {
    last: Side<'a>,
    same_table: bool,
    /// For each branch, the one that had its key.
    links: Vec<Option<Link>>,
}

/// A branch of the old table that has the new one's key.
#[derive(Clone, Copy)]
struct Link {
    row: usize,
    same_shape: bool,
}

impl<'a> Lineage<'a> {
    fn new(last: Side<'a>, next: Side<'_>) -> Self {
        let same_table = last.table == next.table;
        let own = |row| {
            Some(Link {
                row,
                same_shape: true,
            })
        };
        Self {
            last,
            same_table,
            links: if same_table {
                (0..next.group.rest.len()).map(own).collect()
            } else {
                links(last, next)
            },
        }
    }

    /// Counts the branches of a tree that now stands at `placement`.
    fn count(&self, instance: usize, placement: &Placement, retention: &mut Retention) {
        let before = self.last.group.placements.get(instance);
        let stayed = before.is_some_and(|before| before.same_place(placement));
        let linked = self.links.iter().flatten();
        let kept = linked
            .clone()
            .filter(|link| link.same_shape && stayed)
            .count();
        let known = linked.count();
        retention.kept += kept;
        retention.moved += known - kept;
        retention.new += self.links.len() - known;
    }

    /// The tree that `tree` becomes. One of the same table goes on as it is, awake.
    fn continued(
        &self,
        tree: Tree,
        next: Side<'_>,
        placement: &Placement,
        breeze: &dyn Breeze,
    ) -> Tree {
        if self.same_table {
            return Tree {
                quiet_ticks: 0,
                air_tick: None,
                ..tree
            };
        }
        transplanted(&tree, self.last, next, &self.links, placement, breeze)
    }
}

/// For each new row, the old row at the end of the same path.
fn links(last: Side<'_>, next: Side<'_>) -> Vec<Option<Link>> {
    let children = children(&last.group.rest);
    let rest = &next.group.rest;
    let mut links: Vec<Option<Link>> = Vec::with_capacity(rest.len());
    for row in 0..rest.len() {
        let siblings = match rest.parents[row].map(usize::from) {
            None => children.last(),
            Some(parent) => links[parent].and_then(|link| children.get(link.row)),
        };
        let old = siblings.and_then(|rows| rows.get(usize::from(rest.child_numbers[row])));
        links.push(old.map(|&row_before| Link {
            row: row_before,
            same_shape: same_shape(last.table, row_before, next.table, row),
        }));
    }
    links
}

/// Rows of the children of each row; after them, the rows without parent.
fn children(rest: &Rest) -> Vec<Vec<usize>> {
    let mut children = vec![Vec::new(); rest.len() + 1];
    for (row, parent) in rest.parents.iter().enumerate() {
        children[parent.map_or(rest.len(), usize::from)].push(row);
    }
    children
}

fn same_shape(last: &BranchTable, last_row: usize, next: &BranchTable, next_row: usize) -> bool {
    let (Some(a), Some(b)) = (last.get(last_row), next.get(next_row)) else {
        return false;
    };
    super::table::Branch { parent: None, ..a } == super::table::Branch { parent: None, ..b }
}

/// The motion of `tree` on another table; new branches lean, bends turn along with their branches.
fn transplanted(
    tree: &Tree,
    last: Side<'_>,
    next: Side<'_>,
    links: &[Option<Link>],
    placement: &Placement,
    breeze: &dyn Breeze,
) -> Tree {
    let mut new = Tree::at_rest(next.group, placement);
    new.resets = tree.resets;
    for (row, link) in links.iter().enumerate() {
        let Some(link) = link else { continue };
        let turn = rotation::from_vector(rotation::shortest_arc(
            last.group.rest.directions[link.row],
            next.group.rest.directions[row],
        ));
        let motion = tree.motion(link.row);
        let bend = rotation::to_vector(motion.rotation);
        new.noise_phases[row] = tree.noise_phases[link.row];
        new.set_motion(row, turned(motion, bend, turn));
    }
    forest::lean(&mut new, next.group, placement, breeze, |row| {
        links[row].is_none()
    });
    new
}

/// A motion whose branch was turned at rest.
fn turned(motion: Motion, bend: glam::Vec3, turn: Quat) -> Motion {
    if turn == Quat::IDENTITY {
        return motion;
    }
    Motion {
        rotation: rotation::from_vector(rotation::turn(turn, bend)),
        velocity: rotation::turn(turn, motion.velocity),
    }
}
