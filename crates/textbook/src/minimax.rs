use starmax_core::{Evaluator, Game};

use crate::node::{Expanded, expand};

/// Minimax: Max takes the largest, Min the smallest value. For games without chance.
///
/// Paper: Hauk 2004 (thesis), section 2.3, Figure 2.2. The two loops of the figure are one here: Min
/// maximises the value with its sign changed, and [`Player::sees`](starmax_core::Player::sees) changes it
/// back.
///
/// # Panics
/// At a chance node.
pub fn minimax<G: Game, E: Evaluator<G>>(
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
                let value = minimax(game, evaluator, successor, depth - 1);
                score = score.max(player.sees(value));
            }
            player.sees(score)
        }
        Expanded::Chance(_) => panic!("minimax meets a chance node; use expectimax"),
    }
}
