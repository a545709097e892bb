//! Principal axes of a cloud of points.

use glam::Vec3;

/// Mean and axes of a cloud of points.
#[derive(Debug, Clone, Copy)]
pub(super) struct Axes {
    /// Mean of the points.
    pub(super) centre: Vec3,
    /// Unit directions, the one of most spread first.
    pub(super) directions: [Vec3; 3],
}

impl Axes {
    /// Axes of the covariance of `points`.
    pub(super) fn of(points: impl Iterator<Item = Vec3> + Clone) -> Self {
        let count = points.clone().count().max(1) as f32;
        let centre = points.clone().sum::<Vec3>() / count;
        let mut matrix = [[0.0_f32; 3]; 3];
        for point in points {
            let offset = (point - centre).to_array();
            for row in 0..3 {
                for column in 0..3 {
                    matrix[row][column] += offset[row] * offset[column] / count;
                }
            }
        }
        Self {
            centre,
            directions: eigenvectors(matrix),
        }
    }

    /// Least and greatest distance of `points` from the centre along axis `index`.
    pub(super) fn extent(&self, index: usize, points: impl Iterator<Item = Vec3>) -> (f32, f32) {
        points.fold((0.0, 0.0), |(low, high), point| {
            let along = (point - self.centre).dot(self.directions[index]);
            (f32::min(low, along), f32::max(high, along))
        })
    }
}

/// Area of the smallest rectangle along the two longest principal axes that covers `points`, square metres.
pub(super) fn covering_area(points: &(impl Iterator<Item = Vec3> + Clone)) -> f32 {
    let axes = Axes::of(points.clone());
    let length = |index| {
        let (low, high) = axes.extent(index, points.clone());
        high - low
    };
    length(0) * length(1)
}

/// Eigenvectors of a symmetric matrix, greatest eigenvalue first (cyclic Jacobi rotations).
fn eigenvectors(mut matrix: [[f32; 3]; 3]) -> [Vec3; 3] {
    let mut vectors = [Vec3::X, Vec3::Y, Vec3::Z];
    for _ in 0..8 {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            let off = matrix[p][q];
            if off.abs() < 1e-20 {
                continue;
            }
            let theta = (matrix[q][q] - matrix[p][p]) / (2.0 * off);
            let root = windwright_runtime::math::sqrt(theta * theta + 1.0);
            let t = theta.signum() / (theta.abs() + root);
            let cosine = 1.0 / windwright_runtime::math::sqrt(t * t + 1.0);
            let sine = t * cosine;
            for row in &mut matrix {
                let (a, b) = (row[p], row[q]);
                row[p] = cosine * a - sine * b;
                row[q] = sine * a + cosine * b;
            }
            let (upper, lower) = (matrix[p], matrix[q]);
            matrix[p] = std::array::from_fn(|at| cosine * upper[at] - sine * lower[at]);
            matrix[q] = std::array::from_fn(|at| sine * upper[at] + cosine * lower[at]);
            let (a, b) = (vectors[p], vectors[q]);
            vectors[p] = a * cosine - b * sine;
            vectors[q] = a * sine + b * cosine;
        }
    }
    let mut order = [0, 1, 2];
    order.sort_by(|a, b| matrix[*b][*b].total_cmp(&matrix[*a][*a]));
    order.map(|index| vectors[index].try_normalize().unwrap_or(Vec3::Y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tilted_bar_has_its_axis_and_its_area() {
        let along = Vec3::new(0.6, 0.8, 0.0);
        let across = Vec3::new(-0.8, 0.6, 0.0);
        let points: Vec<Vec3> = (0..=20)
            .flat_map(|i| [-1.0, 1.0].map(|side| along * i as f32 + across * side * 2.0))
            .collect();
        let axes = Axes::of(points.iter().copied());
        assert!(axes.directions[0].dot(along).abs() > 0.9999);
        assert!((covering_area(&points.iter().copied()) - 80.0).abs() < 0.01);
    }
}
