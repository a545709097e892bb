//! One cell of air as four numbers side by side, and the two comparisons that vector registers do in one instruction.

/// Velocity, and 1 for air or 0 for solid.
pub(super) type Cell = [f32; 4];

/// Velocities and openness, side by side for fast gathering.
pub(super) fn interleave(velocity: &[Vec<f32>; 3], open: &[f32], out: &mut [Cell]) {
    let [u, v, w] = velocity;
    for ((((out, u), v), w), open) in out.iter_mut().zip(u).zip(v).zip(w).zip(open) {
        *out = [*u, *v, *w, *open];
    }
}

/// The greater number; `b` if `a` is not a number. One instruction, unlike the standard library's.
#[inline]
pub(super) fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// The lesser number; `b` if `a` is not a number.
#[inline]
pub(super) fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}
