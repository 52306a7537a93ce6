//! Positions for several tests.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Node, Rules};
use starmax_games::{Backgammon, BackgammonState, Roll};

/// The states of random games, before and after each roll.
pub(crate) fn random_turns(games: u64) -> Vec<[BackgammonState; 2]> {
    let game = Backgammon::default();
    let mut turns = Vec::new();
    for seed in 0..games {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut state = game.initial();
        let mut moves = Vec::new();
        while !matches!(game.node(&state), Node::Terminal(_)) {
            let roll = Roll::new(rng.random_range(1..=6), rng.random_range(1..=6));
            let rolled = game.resolve(&state, roll);
            turns.push([state, rolled]);
            moves.clear();
            game.moves(&rolled, &mut moves);
            state = game.play(&rolled, moves[rng.random_range(0..moves.len())]);
        }
    }
    turns
}
