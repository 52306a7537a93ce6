//! Evaluations per second on one thread, with the moves that lead there: all replies to all rolls along a game.
#![expect(clippy::print_stdout, reason = "a program")]

use std::time::Instant;

use starmax_backgammon::{BackgammonNet, Kernel, NetInputs, NetWeights};
use starmax_core::{Game, Node};
use starmax_games::{Backgammon, BackgammonState, Roll};

fn main() {
    let states = contact_positions(200);
    let weights = NetWeights::new(
        (0..NetWeights::COUNT)
            .map(|n| (n % 97) as f32 / 970.0 - 0.05)
            .collect(),
    );
    for kernel in Kernel::available() {
        let net = BackgammonNet::of_weights(&weights).with_kernel(kernel);
        let start = Instant::now();
        let (count, sum) = evaluate_children(&net, &states);
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{kernel:?}: {count} evaluations, {:.2} million/s, sum {sum}",
            f64::from(count) / seconds / 1e6
        );
    }
}

fn evaluate_children(net: &BackgammonNet, states: &[BackgammonState]) -> (u32, f32) {
    let game = Backgammon::default();
    let mut moves = Vec::new();
    let (mut count, mut sum) = (0, 0.0);
    for state in states {
        for roll in Roll::all() {
            let rolled = game.resolve(state, roll);
            moves.clear();
            game.moves(&rolled, &mut moves);
            for &mv in &moves {
                sum += net.chances(&game.play(&rolled, mv)).equity();
                count += 1;
            }
        }
    }
    (count, sum)
}

/// Positions of games in which the rolls come in turn and of the moves the middle one is made.
fn contact_positions(count: usize) -> Vec<BackgammonState> {
    let game = Backgammon::default();
    let mut rolls = Roll::all().collect::<Vec<_>>().into_iter().cycle();
    let mut states = Vec::new();
    let mut state = game.initial();
    while states.len() < count {
        let is_over =
            matches!(game.node(&state), Node::Terminal(_)) || NetInputs::new(&state).is_race();
        if is_over {
            state = game.initial();
            rolls.next();
        }
        states.push(state);
        let rolled = game.resolve(&state, rolls.next().expect("an endless cycle"));
        let mut moves = Vec::new();
        game.moves(&rolled, &mut moves);
        state = game.play(&rolled, moves[moves.len() / 2]);
    }
    states
}
