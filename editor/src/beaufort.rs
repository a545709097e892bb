//! Words for wind speeds.

/// Lowest speed at 10 m of each force above 0, m/s, and its name. Source: WMO No. 306, code table 1100.
const FORCES: [(f32, &str); 13] = [
    (0.0, "calm"),
    (0.3, "light air"),
    (1.6, "light breeze"),
    (3.4, "gentle breeze"),
    (5.5, "moderate breeze"),
    (8.0, "fresh breeze"),
    (10.8, "strong breeze"),
    (13.9, "near gale"),
    (17.2, "gale"),
    (20.8, "strong gale"),
    (24.5, "storm"),
    (28.5, "violent storm"),
    (32.7, "hurricane"),
];

/// Beaufort force and name of a speed in m/s.
pub(crate) fn force(speed_m_per_s: f32) -> (usize, &'static str) {
    let above = FORCES.iter().filter(|(from, _)| speed_m_per_s >= *from);
    let force = above.count().saturating_sub(1);
    (force, FORCES[force].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_have_their_names() {
        for (speed_m_per_s, expected) in [
            (0.0, (0, "calm")),
            (3.4, (3, "gentle breeze")),
            (20.0, (8, "gale")),
            (60.0, (12, "hurricane")),
            (f32::NAN, (0, "calm")),
        ] {
            assert_eq!(force(speed_m_per_s), expected);
        }
    }
}
