//! Vertices at the same place, and the connected pieces that they make.

use glam::Vec3;

/// Cells along the longest side of the box in which two vertices count as one.
const CELLS: f32 = 1_048_576.0;

/// Vertices joined by place.
pub(super) struct Weld {
    /// Number of the joined point of each vertex.
    pub(super) point_of_vertex: Vec<u32>,
    /// Place of each joined point.
    pub(super) points: Vec<Vec3>,
}

impl Weld {
    /// Joins vertices of the same group at the same place.
    pub(super) fn of(positions: &[Vec3], group: impl Fn(usize) -> u32) -> Self {
        let (low, high) = bounds(positions.iter().copied());
        let scale = CELLS / (high - low).max_element().max(1e-12);
        let mut keys: Vec<(u64, u32, u32)> = positions
            .iter()
            .enumerate()
            .map(|(vertex, position)| {
                let [x, y, z] = ((*position - low) * scale).round().to_array();
                let key = (x as u64) << 42 | (y as u64) << 21 | z as u64;
                (key, group(vertex), vertex as u32)
            })
            .collect();
        keys.sort_unstable();
        let mut point_of_vertex = vec![0; positions.len()];
        let mut points = Vec::new();
        let mut last = None;
        for (key, group, vertex) in keys {
            if last.replace((key, group)) != Some((key, group)) {
                points.push(positions[vertex as usize]);
            }
            point_of_vertex[vertex as usize] = points.len() as u32 - 1;
        }
        Self {
            point_of_vertex,
            points,
        }
    }
}

/// Sets that can be joined.
pub(super) struct Sets {
    parents: Vec<u32>,
}

impl Sets {
    /// `count` sets of one member each.
    pub(super) fn new(count: usize) -> Self {
        Self {
            parents: (0..count as u32).collect(),
        }
    }

    /// The member that stands for the set of `member`.
    pub(super) fn find(&mut self, member: u32) -> u32 {
        let mut member = member;
        while self.parents[member as usize] != member {
            let above = self.parents[self.parents[member as usize] as usize];
            self.parents[member as usize] = above;
            member = above;
        }
        member
    }

    /// Joins the sets of `a` and `b`; the lower number stands for both.
    pub(super) fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }

    /// Numbers the sets in the order of `members`.
    pub(super) fn number(&mut self, members: impl Iterator<Item = u32>) -> (Vec<u32>, usize) {
        let mut numbers = vec![u32::MAX; self.parents.len()];
        let mut count = 0;
        let found = members
            .map(|member| {
                let set = self.find(member) as usize;
                if numbers[set] == u32::MAX {
                    numbers[set] = count;
                    count += 1;
                }
                numbers[set]
            })
            .collect();
        (found, count as usize)
    }
}

/// Least and greatest corner.
pub(super) fn bounds(points: impl Iterator<Item = Vec3>) -> (Vec3, Vec3) {
    points.fold(
        (Vec3::splat(f32::INFINITY), Vec3::splat(f32::NEG_INFINITY)),
        |(low, high), point| (low.min(point), high.max(point)),
    )
}
