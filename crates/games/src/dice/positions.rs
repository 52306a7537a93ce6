use rand::{Rng, RngExt};
use starmax_core::{Node, Player, Rules};

use super::state::Phase;
use super::{Dice, DiceState, Square};

/// A position as in the experiments of the thesis (section 4.4): stones at random, the die thrown, at least two moves, and none
/// of them wins at once.
///
/// A square is taken with a probability that depends on the size of the board, by either player equally often; whose turn it
/// is and the roll are random too. The thesis does not give these probabilities; they were chosen so that the sizes of Expectimax's trees come out as
/// published, which is therefore no evidence for them.
pub fn random_position(game: &Dice, rng: &mut impl Rng) -> DiceState {
    loop {
        if let Some(state) = random_state(*game, rng)
            && is_worth_a_search(*game, &state)
        {
            return state;
        }
    }
}

/// The share of squares that are taken. Sizes that were not published go with the next larger one.
fn density(size: u8) -> f64 {
    match size {
        ..=5 => 0.125,
        6..=7 => 0.136,
        8..=9 => 0.1435,
        10..=13 => 0.147,
        14..=15 => 0.145,
        _ => 0.15,
    }
}

/// Stones at random; `None` if they make a line.
fn random_state(game: Dice, rng: &mut impl Rng) -> Option<DiceState> {
    let mut state = game.initial();
    for row in 0..game.size {
        for column in 0..game.size {
            if !rng.random_bool(density(game.size)) {
                continue;
            }
            let player = random_player(rng);
            let square = Square { row, column };
            state = game.with_stone(&state, player, square);
            if let Phase::Won(_) = state.phase {
                return None;
            }
        }
    }
    let roll = rng.random_range(0..game.size);
    Some(state.turned(random_player(rng), Phase::Stone(roll)))
}

fn random_player(rng: &mut impl Rng) -> Player {
    if rng.random() {
        Player::Max
    } else {
        Player::Min
    }
}

fn is_worth_a_search(game: Dice, state: &DiceState) -> bool {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let ends = |mv| matches!(game.node(&game.play(state, mv)), Node::Terminal(_));
    moves.len() >= 2 && !moves.into_iter().any(ends)
}
