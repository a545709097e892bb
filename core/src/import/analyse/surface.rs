//! The mesh as the analysis sees it: joined points, tissues, pieces.

use std::collections::BTreeMap;

use glam::Vec3;

use super::{
    super::ImportedMesh,
    skeleton::Piece,
    tissue::{Tissue, tissues},
    weld::{Sets, Weld},
};

/// A mesh with what is known of its triangles.
pub(super) struct Surface<'a> {
    /// The mesh.
    pub(super) imported: &'a ImportedMesh,
    /// Joined points; vertices of different nodes or branch numbers are not joined.
    pub(super) weld: Weld,
    /// Tissue of each triangle; `None` for a copy of another triangle.
    pub(super) tissues: Vec<Option<Tissue>>,
    /// Connected piece of each triangle, within one tissue.
    pub(super) pieces: Vec<u32>,
    /// Number of pieces.
    pub(super) piece_count: usize,
    /// How many triangles were copies.
    pub(super) copies: usize,
}

impl<'a> Surface<'a> {
    /// Joins points, tells tissues, finds pieces.
    pub(super) fn of(imported: &'a ImportedMesh) -> Self {
        let mesh = &imported.mesh;
        let positions: Vec<Vec3> = mesh.vertices.iter().map(|v| v.position_m.into()).collect();
        let weld = Weld::of(&positions, |vertex| {
            let branch = imported.branch_ids.get(vertex);
            branch.copied().unwrap_or(mesh.vertices[vertex].branch)
        });
        let all = tissues(imported);
        let mut surface = Self {
            imported,
            weld,
            tissues: all.into_iter().map(Some).collect(),
            pieces: Vec::new(),
            piece_count: 0,
            copies: 0,
        };
        surface.drop_copies();
        surface.find_pieces();
        surface
    }

    /// Joined points at the corners of triangle `number`.
    pub(super) fn corners(&self, number: usize) -> [u32; 3] {
        [0, 1, 2].map(|corner| {
            let vertex = self.imported.mesh.indices[3 * number + corner];
            self.weld.point_of_vertex[vertex as usize]
        })
    }

    /// Places of the corners of triangle `number`.
    pub(super) fn places(&self, number: usize) -> [Vec3; 3] {
        self.corners(number)
            .map(|point| self.weld.points[point as usize])
    }

    /// Numbers of all triangles of `tissue`.
    pub(super) fn triangles(&self, tissue: Tissue) -> impl Iterator<Item = usize> {
        let all = self.tissues.iter().enumerate();
        all.filter(move |(_, other)| **other == Some(tissue))
            .map(|(number, _)| number)
    }

    /// Connected pieces of wood, with the joined point that each of their points is.
    #[expect(
        clippy::excessive_nesting,
        reason = "a walk over parts, triangles and corners"
    )]
    pub(super) fn wood_pieces(&self) -> Vec<(Piece, Vec<u32>)> {
        let mut triangles: Vec<usize> = self.triangles(Tissue::Wood).collect();
        triangles.sort_by_key(|triangle| self.pieces[*triangle]);
        let mut local = vec![u32::MAX; self.weld.points.len()];
        let mut found: Vec<(Piece, Vec<u32>)> = Vec::new();
        let runs = triangles.chunk_by(|a, b| self.pieces[*a] == self.pieces[*b]);
        for run in runs {
            let mut piece = Piece::default();
            let mut members = Vec::new();
            for triangle in run {
                piece.triangles.push(self.corners(*triangle).map(|point| {
                    let number = &mut local[point as usize];
                    if *number == u32::MAX {
                        *number = members.len() as u32;
                        members.push(point);
                        piece.points.push(self.weld.points[point as usize]);
                    }
                    *number
                }));
            }
            for member in &members {
                local[*member as usize] = u32::MAX;
            }
            found.push((piece, members));
        }
        found
    }

    /// Leaves out triangles that repeat another with the same side up; leaves win over wood.
    fn drop_copies(&mut self) {
        let mut keys: Vec<([u32; 3], bool, usize)> = (0..self.tissues.len())
            .map(|triangle| {
                let [a, b, c] = self.corners(triangle);
                let least = a.min(b).min(c);
                let turned = if least == a {
                    [a, b, c]
                } else if least == b {
                    [b, c, a]
                } else {
                    [c, a, b]
                };
                (
                    turned,
                    self.tissues[triangle] == Some(Tissue::Wood),
                    triangle,
                )
            })
            .collect();
        keys.sort_unstable();
        for pair in keys.windows(2) {
            if pair[0].0 == pair[1].0 {
                self.tissues[pair[1].2] = None;
                self.copies += 1;
            }
        }
    }

    fn find_pieces(&mut self) {
        let count = self.weld.points.len() as u32;
        // Wood, leaves and rigid parts that share points are pieces of their own: a set of points for each tissue.
        let shift = |tissue: Option<Tissue>| match tissue {
            Some(Tissue::Wood) | None => 0,
            Some(Tissue::Leaf) => count,
            Some(Tissue::Rigid) => 2 * count,
        };
        let mut sets = Sets::new(3 * count as usize);
        for (triangle, tissue) in self.tissues.iter().enumerate() {
            if tissue.is_none() {
                continue;
            }
            let [a, b, c] = self.corners(triangle).map(|point| point + shift(*tissue));
            sets.join(a, b);
            sets.join(a, c);
        }
        self.join_branches(&mut sets, shift);
        let firsts = (0..self.tissues.len())
            .map(|triangle| self.corners(triangle)[0] + shift(self.tissues[triangle]));
        (self.pieces, self.piece_count) = sets.number(firsts);
    }

    /// Where the file numbers its branches, all of one number is one piece.
    fn join_branches(&self, sets: &mut Sets, shift: impl Fn(Option<Tissue>) -> u32) {
        if self.imported.branch_ids.is_empty() {
            return;
        }
        let mut firsts = BTreeMap::new();
        for (triangle, tissue) in self.tissues.iter().enumerate() {
            let vertex = self.imported.mesh.indices[3 * triangle] as usize;
            let point = self.weld.point_of_vertex[vertex] + shift(*tissue);
            let key = (self.imported.branch_ids[vertex], shift(*tissue));
            sets.join(*firsts.entry(key).or_insert(point), point);
        }
    }
}
