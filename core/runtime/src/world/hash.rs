//! Folding state into one number.

/// `seed` and every word of `bits`, in order, mixed into 64 bits.
pub(crate) fn fold(seed: u64, bits: impl Iterator<Item = u32>) -> u64 {
    let mixed = bits.fold(seed, |hash, word| {
        (hash.rotate_left(23) ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    });
    crate::random::bits(mixed, 0, 0)
}
