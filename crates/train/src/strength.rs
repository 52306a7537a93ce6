use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Evaluator, Game, Node, Player};
use starmax_games::{Dice, DiceNet, DiceState, NetWeights, Pairs};

use crate::self_play::best_successor;

/// The share of points that a net makes against the evaluator `pairs` in this many games (one more if the number is odd): 1 for a win,
/// half for a draw. Both look one move ahead. Each sequence of dice is played twice, with sides swapped, and they are always the same.
#[must_use]
pub fn points_against_pairs(weights: &NetWeights, games: u64) -> f64 {
    let net = DiceNet::new(weights);
    let both_ways = |seed| [Player::Max, Player::Min].map(|side| points(&net, side, seed));
    let pairs_of_games = games.div_ceil(2);
    let points: f64 = (0..pairs_of_games).flat_map(both_ways).sum();
    points / (2 * pairs_of_games) as f64
}

/// The points of one game in which the net plays `side`.
fn points(net: &DiceNet, side: Player, seed: u64) -> f64 {
    let game = Dice::default();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut state = game.initial();
    loop {
        if let Node::Terminal(value) = game.node(&state) {
            return f64::midpoint(1.0, side.sees(value));
        }
        let rolled = game.resolve(&state, rng.random_range(0..game.size()));
        let player = rolled.player();
        let judge = |next: &DiceState| {
            player.sees(if player == side {
                net.evaluate(&game, next)
            } else {
                Pairs.evaluate(&game, next)
            })
        };
        state = best_successor(game, &rolled, judge);
    }
}
