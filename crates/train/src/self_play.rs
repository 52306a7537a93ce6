use rand::{Rng, RngExt};
use starmax_core::{Node, Rules};
use starmax_games::{Dice, DiceState};
use starmax_judges::dice::{NetInputs, NetWeights};

use crate::learn::Moment;

/// Plays a game of the net against itself and returns the outcome, seen by Max. Every roll is answered by the move after which
/// the net sees most for the mover, but as many first moves as `random_moves` says are random.
///
/// Leaves the moments before the rolls in `moments`, those behind the last random move only: from there on the net answers for
/// what comes.
#[expect(clippy::cast_possible_truncation, reason = "outcomes are -1, 0 and 1")]
pub(crate) fn self_play(
    weights: &NetWeights,
    rng: &mut impl Rng,
    random_moves: u8,
    moments: &mut Vec<Moment>,
) -> f32 {
    let game = Dice::default();
    let mut state = game.initial();
    moments.clear();
    for number in 0_u32.. {
        if let Node::Terminal(value) = game.node(&state) {
            return value as f32;
        }
        let rolled = game.resolve(&state, rng.random_range(0..game.size()));
        if number < u32::from(random_moves) {
            state = random_successor(game, &rolled, rng);
        } else {
            moments.push(Moment {
                player: state.player(),
                inputs: NetInputs::new(&state),
            });
            state = best_successor(game, &rolled, |next| {
                // Seen by the player who moves then, the opponent.
                -f64::from(weights.value(&NetInputs::new(next)))
            });
        }
    }
    unreachable!("a board fills up")
}

fn random_successor(game: Dice, state: &DiceState, rng: &mut impl Rng) -> DiceState {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    game.play(state, moves[rng.random_range(0..moves.len())])
}

/// The state after the move that `judge`, who sees with the mover's eyes, likes best; of equals the first one.
fn best_successor(game: Dice, state: &DiceState, judge: impl Fn(&DiceState) -> f64) -> DiceState {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mut best: Option<(f64, DiceState)> = None;
    for mv in moves {
        let next = game.play(state, mv);
        let value = match game.node(&next) {
            Node::Terminal(value) => state.player().sees(value),
            _ => judge(&next),
        };
        if best.is_none_or(|(highest, _)| value > highest) {
            best = Some((value, next));
        }
    }
    best.expect("there is always a move").1
}
