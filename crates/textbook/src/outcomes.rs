//! The book-keeping of a chance node.

use starmax_core::{Bounds, Player};

use crate::window::answer;

/// What is known about the outcomes of a chance node: the array `cinfo` of Veness & Blair 2007, section IV.
///
/// In floating point a sum is monotone in each term as long as the terms are added in the same order. So the
/// sum of lower (upper) bounds, made afresh in the order of the outcomes, is a true bound of the value that
/// Expectimax computes, to the last bit. The running sums of the papers are not (erratum E9); nothing is cut
/// on their word.
pub(crate) struct Outcomes<S> {
    range: Bounds,
    outcomes: Vec<KnownOutcome<S>>,
}

struct KnownOutcome<S> {
    p: f64,
    state: S,
    known: Bounds,
}

impl<S> Outcomes<S> {
    /// At first each outcome is known to lie in the range of the evaluation, [L, U].
    pub(crate) fn new(range: Bounds, successors: Vec<(f64, S)>) -> Self {
        let known = range;
        let outcomes = successors.into_iter();
        Self {
            range,
            outcomes: outcomes
                .map(|(p, state)| KnownOutcome { p, state, known })
                .collect(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.outcomes.len()
    }

    pub(crate) fn state(&self, i: usize) -> &S {
        &self.outcomes[i].state
    }

    pub(crate) fn known(&self, i: usize) -> Bounds {
        self.outcomes[i].known
    }

    /// Narrows what is known about outcome `i` by what was proven.
    pub(crate) fn learn(&mut self, i: usize, proven: Bounds) {
        let known = &mut self.outcomes[i].known;
        *known = known.narrowed_by(proven);
    }

    /// What is known about the chance node: LB(n) and UB(n). Clamped, so that a window outside of [L, U] is
    /// answered at once (erratum E11).
    pub(crate) fn bounds(&self) -> Bounds {
        let sum = self.weighted_sum(|_| true);
        Bounds::new(self.range.clamp(sum.lower), self.range.clamp(sum.upper))
    }

    /// The result of the chance node, as soon as it is certain enough for `window`.
    pub(crate) fn answer(&self, window: Bounds) -> Option<f64> {
        answer(self.bounds(), window)
    }

    /// The window of outcome `i`: the values below A (above B) at which the chance node falls out of its own
    /// `window`, whatever the other outcomes turn out to be; clipped to what is known already (AX, BX).
    ///
    /// When rounding leaves nothing between the two, all that is known, so that the result will be exact.
    pub(crate) fn window(&self, i: usize, window: Bounds) -> Bounds {
        let KnownOutcome { p, known, .. } = self.outcomes[i];
        let rest = self.weighted_sum(|j| j != i);
        let clipped = known.narrowed_by(Bounds::new(
            (window.lower - rest.upper) / p,
            (window.upper - rest.lower) / p,
        ));
        if clipped.lower < clipped.upper {
            clipped
        } else {
            known
        }
    }

    /// The window in which `player` probes outcome `i`: only the side that a probe can prove is narrowed.
    pub(crate) fn probe_window(&self, i: usize, player: Player, window: Bounds) -> Bounds {
        let known = self.known(i).seen_by(player);
        let needed = self.window(i, window).seen_by(player);
        Bounds::new(known.lower, needed.upper).seen_by(player)
    }

    fn weighted_sum(&self, included: impl Fn(usize) -> bool) -> Bounds {
        let mut sum = Bounds::exact(0.0);
        for (j, KnownOutcome { p, known, .. }) in self.outcomes.iter().enumerate() {
            if included(j) {
                sum.lower += p * known.lower;
                sum.upper += p * known.upper;
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn three_equal_outcomes() -> Outcomes<()> {
        let p = 1.0 / 3.0;
        Outcomes::new(Bounds::new(-10.0, 10.0), vec![(p, ()), (p, ()), (p, ())])
    }

    /// Hauk, Buro & Schaeffer 2004, Figure 3.
    #[test]
    fn after_a_first_value_of_2_the_second_outcome_is_searched_from_minus_3() {
        let mut outcomes = three_equal_outcomes();
        outcomes.learn(0, Bounds::exact(2.0));
        let window = outcomes.window(1, Bounds::new(3.0, 4.0));
        assert!((window.lower - -3.0).abs() < 1e-12, "{window}");
        assert_eq!(window.upper, 10.0, "V >= 20 is out of reach");
    }

    /// Figure 11: A is -8, -11 and 3 for the first three outcomes; the second is clipped at L.
    #[test]
    fn bad_probes_still_halve_the_windows() {
        let sixths = vec![(1.0 / 6.0, ()); 6];
        let mut outcomes = Outcomes::new(Bounds::new(-10.0, 10.0), sixths);
        for (i, upper) in [-3.0, -8.0, 4.0, 2.0, -6.0, 4.0].into_iter().enumerate() {
            outcomes.learn(i, Bounds::new(f64::NEG_INFINITY, upper));
        }
        let expected = [(-8.0, -5.0), (-10.0, -10.0), (3.0, 0.0)];
        for (i, (lower, value)) in expected.into_iter().enumerate() {
            let window = outcomes.window(i, Bounds::new(-2.0, 2.0));
            assert!((window.lower - lower).abs() < 1e-12, "{i}: {window}");
            outcomes.learn(i, Bounds::exact(value));
        }
    }

    #[test]
    fn a_window_outside_of_the_range_is_answered_by_the_range() {
        let outcomes = three_equal_outcomes();
        assert_eq!(outcomes.answer(Bounds::new(10.0, 12.0)), Some(10.0));
        assert_eq!(outcomes.answer(Bounds::new(-12.0, -10.0)), Some(-10.0));
        assert_eq!(outcomes.answer(Bounds::new(-9.0, 9.0)), None);
    }
}
