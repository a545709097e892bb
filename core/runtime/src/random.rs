//! Counter-based random numbers: a pure function of (seed, index, step), never a hidden generator.

/// 64 mixed bits of three counters (the finaliser of splitmix64, applied to a Weyl sum).
#[inline]
pub fn bits(seed: u64, index: u64, step: u64) -> u64 {
    let mut z = seed
        .wrapping_add(index.wrapping_mul(0x9e37_79b9_7f4a_7c15))
        .wrapping_add(step.wrapping_mul(0xd1b5_4a32_d192_ed03))
        .wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Uniform in 0..1 (1 excluded), 24 bits.
#[inline]
pub fn uniform(seed: u64, index: u64, step: u64) -> f32 {
    (bits(seed, index, step) >> 40) as f32 * (1.0 / 16_777_216.0)
}

/// Uniform in `low..high`.
#[inline]
pub fn range(seed: u64, index: u64, step: u64, low: f32, high: f32) -> f32 {
    low + (high - low) * uniform(seed, index, step)
}

/// Normal with mean 0 and standard deviation 1 (Box–Muller on two uniforms).
#[inline]
pub fn normal(seed: u64, index: u64, step: u64) -> f32 {
    let u = 1.0 - uniform(seed, index, step.wrapping_mul(2));
    let v = uniform(seed, index, step.wrapping_mul(2).wrapping_add(1));
    crate::math::sqrt(-2.0 * crate::math::ln(u)) * crate::math::cos(core::f32::consts::TAU * v)
}
