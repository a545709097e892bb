//! How cells are numbered: x runs fastest, then y, then z, with one ring of border cells around them.

/// Numbers of cells and the strides that follow from them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lattice {
    /// Cells along x, y and z, without the border. All even.
    pub(super) cells: [usize; 3],
}

/// A row of inner cells along x.
#[derive(Debug, Clone, Copy)]
pub(super) struct CellRow {
    pub(super) y: usize,
    pub(super) z: usize,
    /// Index of its first inner cell.
    pub(super) start: usize,
}

/// A count or an index as a signed number; both are bounded where grids are made.
pub(super) fn signed(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

impl Lattice {
    /// Cells in a row, border included.
    pub(super) const fn row(&self) -> usize {
        self.cells[0] + 2
    }

    /// Cells in a plane of constant z, border included.
    pub(super) const fn plane(&self) -> usize {
        self.row() * (self.cells[1] + 2)
    }

    /// All cells, border included.
    pub(super) const fn len(&self) -> usize {
        self.plane() * (self.cells[2] + 2)
    }

    /// Distance of neighbours along each axis.
    pub(super) const fn strides(&self) -> [usize; 3] {
        [1, self.row(), self.plane()]
    }

    /// Index of a cell; 0 and cells + 1 are border.
    pub(super) const fn index(&self, x: usize, y: usize, z: usize) -> usize {
        x + self.row() * y + self.plane() * z
    }

    /// All rows of inner cells.
    pub(super) fn rows(self) -> impl Iterator<Item = CellRow> {
        (1..=self.cells[2]).flat_map(move |z| {
            (1..=self.cells[1]).map(move |y| CellRow {
                y,
                z,
                start: self.index(1, y, z),
            })
        })
    }

    /// Every cell's x, y and z with its index, border included.
    pub(super) fn places(self) -> impl Iterator<Item = ([usize; 3], usize)> {
        let [nx, ny, nz] = self.cells;
        (0..nz + 2).flat_map(move |z| {
            (0..ny + 2)
                .flat_map(move |y| (0..nx + 2).map(move |x| ([x, y, z], self.index(x, y, z))))
        })
    }

    /// Whether a cell lies in the border.
    pub(super) fn is_border(&self, place: [usize; 3]) -> bool {
        (0..3).any(|axis| place[axis] == 0 || place[axis] > self.cells[axis])
    }
}
