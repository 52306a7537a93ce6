use starmax_core::{Bounds, Evaluator, Game, Player};

use crate::node::{Expanded, expand};
use crate::window::opened;

/// Alpha-beta, fail-soft: minimax that leaves a decision as soon as its value lies outside the window. For
/// games without chance.
///
/// Paper: Hauk 2004 (thesis), section 2.4, Figure 2.4, and Figure A.1 for the form with one loop.
///
/// Corrected:
/// - E9: Figure A.1 cuts at `alpha >= beta`. In a window that is empty from the start this returns the first
///   move's value, whatever the others are. Here the test is `score >= beta`.
/// - Figure A.1 changes the sign at every level, which is wrong in a game where a player moves twice. Here
///   the player who moves decides.
///
/// # Panics
/// At a chance node.
pub fn alphabeta<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    state: &G::State,
    window: Bounds,
    depth: i32,
) -> f64 {
    let window = opened(window);
    match expand(game, evaluator, state, depth) {
        Expanded::Leaf(value) => value,
        Expanded::Decision(player, successors) => {
            decide(player, &successors, window, |successor, window| {
                alphabeta(game, evaluator, successor, window, depth - 1)
            })
        }
        Expanded::Chance(_) => panic!("alphabeta meets a chance node; use star1"),
    }
}

/// The loop over the moves of a decision, for all searches with a window.
pub(crate) fn decide<S>(
    player: Player,
    successors: &[S],
    window: Bounds,
    mut search: impl FnMut(&S, Bounds) -> f64,
) -> f64 {
    let Bounds {
        lower: mut alpha,
        upper: beta,
    } = window.seen_by(player);
    let mut score = f64::NEG_INFINITY;
    for successor in successors {
        let value = search(successor, Bounds::new(alpha, beta).seen_by(player));
        score = score.max(player.sees(value));
        if score >= beta {
            break;
        }
        alpha = alpha.max(score);
    }
    player.sees(score)
}
