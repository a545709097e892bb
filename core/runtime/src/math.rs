//! The only source of transcendental functions: the same bits on every machine.
//!
//! The standard library's versions differ between C libraries and processors; these are pure Rust.

/// Sine of `x` radians.
#[inline]
pub fn sin(x: f32) -> f32 {
    libm::sinf(x)
}

/// Cosine of `x` radians.
#[inline]
pub fn cos(x: f32) -> f32 {
    libm::cosf(x)
}

/// Angle in radians of the vector (`x`, `y`), −π to π.
#[inline]
pub fn atan2(y: f32, x: f32) -> f32 {
    libm::atan2f(y, x)
}

/// Angle in radians whose cosine is `x`, which is clamped to −1..1.
#[inline]
pub fn acos(x: f32) -> f32 {
    libm::acosf(x.clamp(-1.0, 1.0))
}

/// e to the power `x`.
#[inline]
pub fn exp(x: f32) -> f32 {
    libm::expf(x)
}

/// Natural logarithm of `x`.
#[inline]
pub fn ln(x: f32) -> f32 {
    libm::logf(x)
}

/// `x` to the power `y`; slow, keep it out of inner loops.
#[inline]
pub fn pow(x: f32, y: f32) -> f32 {
    libm::powf(x, y)
}

/// Square root of `x`; IEEE 754 fixes its bits, so the processor may compute it.
#[inline]
pub fn sqrt(x: f32) -> f32 {
    x.sqrt()
}

/// `x` limited to 0..1.
#[inline]
pub fn saturate(x: f32) -> f32 {
    x.clamp(0.0, 1.0)
}

/// From `a` to `b` by `t`; exactly `a` when `a == b`.
#[inline]
pub fn lerp(a: f32, b: f32, t: f32) -> f32 {
    a + t * (b - a)
}

/// Hermite step between `edge_0` and `edge_1`.
#[inline]
pub fn smoothstep(edge_0: f32, edge_1: f32, x: f32) -> f32 {
    let t = saturate((x - edge_0) / (edge_1 - edge_0));
    t * t * (3.0 - 2.0 * t)
}
