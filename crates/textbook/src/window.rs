//! What a result means for a window, and a window for a result.

use starmax_core::Bounds;

/// The window itself, or the smallest open one around an empty window.
///
/// A result strictly inside a window is exact, one outside is a bound. If both ends were the same number, a
/// result equal to it could be either.
pub(crate) fn opened(window: Bounds) -> Bounds {
    if window.lower < window.upper {
        window
    } else {
        Bounds::new(window.lower.next_down(), window.upper.next_up())
    }
}

/// What the fail-soft result of a search with this window proves: only the side that it reached (erratum E6).
pub(crate) fn proven(value: f64, window: Bounds) -> Bounds {
    if value <= window.lower {
        Bounds::new(f64::NEG_INFINITY, value)
    } else if value >= window.upper {
        Bounds::new(value, f64::INFINITY)
    } else {
        Bounds::exact(value)
    }
}

/// The fail-soft result, if what is known suffices for this window.
pub(crate) fn answer(known: Bounds, window: Bounds) -> Option<f64> {
    if known.upper <= window.lower {
        Some(known.upper)
    } else if known.lower >= window.upper || known.is_exact() {
        Some(known.lower)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_window_is_opened_by_one_step_on_each_side() {
        let opened = opened(Bounds::exact(1.0));
        assert_eq!(opened, Bounds::new(1.0_f64.next_down(), 1.0_f64.next_up()));
    }

    #[test]
    fn a_result_at_the_end_of_the_window_proves_one_side_only() {
        let window = Bounds::new(-1.0, 1.0);
        assert_eq!(proven(-1.0, window), Bounds::new(f64::NEG_INFINITY, -1.0));
        assert_eq!(proven(1.0, window), Bounds::new(1.0, f64::INFINITY));
        assert_eq!(proven(0.5, window), Bounds::exact(0.5));
    }

    #[test]
    fn a_proven_result_answers_its_own_window() {
        let window = Bounds::new(-1.0, 1.0);
        for value in [-2.0, -1.0, 0.0, 1.0, 2.0] {
            assert_eq!(answer(proven(value, window), window), Some(value));
        }
        assert_eq!(answer(Bounds::new(-0.5, 0.5), window), None);
    }
}
