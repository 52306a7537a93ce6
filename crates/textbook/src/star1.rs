use starmax_core::{Bounds, Evaluator, Game};

use crate::alphabeta::decide;
use crate::node::{Expanded, expand};
use crate::outcomes::Outcomes;
use crate::window::{opened, proven};

/// Star1: alpha-beta that also leaves a chance node, as soon as its mean lies outside the window even if all
/// outcomes still unseen have the value L, or U.
///
/// Papers: Ballard 1982, section III (there without fail-soft); Hauk, Buro & Schaeffer 2004, section 2.3,
/// Figure 4, with the probabilities of section 2.5, equation (4).
///
/// Corrected:
/// - E9: the running A and B of the figure only choose windows. A cut needs the sum of all bounds, made
///   afresh; where rounding denies it, the outcome is searched again for its exact value.
/// - E11: the figure expects alpha < U and beta > L. Here any window will do.
///
/// The clip of the figure, AX = max(A, L) and BX = min(B, U), is kept; the example of Figure 5 was counted
/// without it (E10).
pub fn star1<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    state: &G::State,
    window: Bounds,
    depth: i32,
) -> f64 {
    let window = opened(window);
    let search =
        |successor: &G::State, window| star1(game, evaluator, successor, window, depth - 1);
    match expand(game, evaluator, state, depth) {
        Expanded::Leaf(value) => value,
        Expanded::Decision(player, successors) => decide(player, &successors, window, search),
        Expanded::Chance(successors) => {
            let mut outcomes = Outcomes::new(evaluator.range(game), successors);
            search_phase(&mut outcomes, window, search)
        }
    }
}

/// The loop of Star1 over the outcomes of a chance node. Star2 runs it too, after probing.
pub(crate) fn search_phase<S>(
    outcomes: &mut Outcomes<S>,
    window: Bounds,
    mut search: impl FnMut(&S, Bounds) -> f64,
) -> f64 {
    for i in 0..outcomes.len() {
        // A second round only if the outcome fell out of its window and rounding denies the cut: then the
        // window is all that is known, and the result exact.
        while !outcomes.known(i).is_exact() {
            if let Some(value) = outcomes.answer(window) {
                return value;
            }
            let needed = outcomes.window(i, window);
            let value = search(outcomes.state(i), needed);
            outcomes.learn(i, proven(value, needed));
        }
    }
    outcomes.bounds().lower
}
