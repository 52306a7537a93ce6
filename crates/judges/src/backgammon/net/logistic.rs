/// 1 / (1 + e^-x), to about six digits.
///
/// Made of operations that every machine rounds alike, so that a net gives the same values everywhere.
#[inline]
#[must_use]
pub fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + two_to_the(-x.clamp(-30.0, 30.0) * std::f32::consts::LOG2_E))
}

/// 2^x for |x| < 100.
#[inline]
fn two_to_the(x: f32) -> f32 {
    // Adding this rounds to a whole number, which is then in the lowest bits.
    const ROUND: f32 = 12_582_912.0;
    // The Taylor series of 2^x: ln(2)^n / n!.
    const TERMS: [f32; 7] = [
        1.0,
        std::f32::consts::LN_2,
        0.240_226_5,
        0.055_504_11,
        0.009_618_129,
        0.001_333_355_8,
        0.000_154_035_3,
    ];
    let rounded = x + ROUND;
    let rest = x - (rounded - ROUND);
    let mut series = 0.0;
    let mut term = TERMS.len();
    while term > 0 {
        term -= 1;
        series = series * rest + TERMS[term];
    }
    let whole = rounded.to_bits().wrapping_sub(ROUND.to_bits());
    series * f32::from_bits(whole.wrapping_add(127) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_logistic_function() {
        for step in -4000_i16..=4000 {
            let x = f32::from(step) / 100.0;
            let clipped = f64::from(x).clamp(-30.0, 30.0);
            let exact = 1.0 / (1.0 + (-clipped).exp());
            let error = (f64::from(logistic(x)) - exact).abs() / exact;
            assert!(error < 2e-6, "{x}: {error}");
        }
    }

    #[test]
    fn even_is_even() {
        assert_eq!(logistic(0.0), 0.5);
    }
}
