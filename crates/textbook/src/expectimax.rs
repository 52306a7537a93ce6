use starmax_core::{Evaluator, Game};

use crate::node::{Expanded, expand};

/// Expectimax: minimax in which a chance node has the mean of its outcomes. Visits everything; all other
/// searches must agree with it.
///
/// Paper: Hauk, Buro & Schaeffer 2004, section 2.1, Figure 1 (Michie 1966). Nothing to correct. The mean is
/// clamped to the range of the evaluation, [L, U], which it can leave by rounding only.
pub fn expectimax<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    state: &G::State,
    depth: i32,
) -> f64 {
    match expand(game, evaluator, state, depth) {
        Expanded::Leaf(value) => value,
        Expanded::Decision(player, successors) => {
            let mut score = f64::NEG_INFINITY;
            for successor in &successors {
                let value = expectimax(game, evaluator, successor, depth - 1);
                score = score.max(player.sees(value));
            }
            player.sees(score)
        }
        Expanded::Chance(successors) => {
            let mut sum = 0.0;
            for (p, successor) in &successors {
                sum += p * expectimax(game, evaluator, successor, depth - 1);
            }
            evaluator.range(game).clamp(sum)
        }
    }
}
