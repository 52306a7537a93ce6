//! Evaluations per second on one thread, with the moves that lead there: all replies to all rolls along a game, one by one and all replies to a roll
//! at once. Of each position the fastest pass counts, which is over before other work gets the processor.
#![expect(clippy::print_stdout, reason = "a program")]

use std::time::Instant;

use starmax_core::{Node, Rules};
use starmax_games::{Backgammon, BackgammonMove, BackgammonState, Roll};
use starmax_judges::backgammon::{BackgammonNet, Kernel, NetInputs};

const PASSES: usize = 10;

fn main() {
    let states = contact_positions(200);
    for kernel in Kernel::available() {
        let net = BackgammonNet::shipped().clone().with_kernel(kernel);
        measure(&format!("{kernel:?} one by one"), &states, |children| {
            (children.iter())
                .map(|child| net.chances(child).equity())
                .sum()
        });
        let mut chances = Vec::new();
        measure(&format!("{kernel:?} at once"), &states, |children| {
            chances.clear();
            net.chances_of_all(children, &mut chances);
            chances.iter().map(|chances| chances.equity()).sum()
        });
    }
}

fn measure(
    name: &str,
    states: &[BackgammonState],
    mut judge: impl FnMut(&[BackgammonState]) -> f32,
) {
    let mut seconds = vec![f64::INFINITY; states.len()];
    let (mut count, mut sum) = (0, 0.0);
    let (mut moves, mut children) = (Vec::new(), Vec::new());
    for _ in 0..PASSES {
        (count, sum) = (0, 0.0);
        for (state, fastest) in states.iter().zip(&mut seconds) {
            let started = Instant::now();
            for roll in Roll::all() {
                put_children(state, roll, &mut moves, &mut children);
                count += children.len();
                sum += judge(&children);
            }
            *fastest = fastest.min(started.elapsed().as_secs_f64());
        }
    }
    let speed = count as f64 / seconds.iter().sum::<f64>() / 1e6;
    println!("{name:32} {count} evaluations, {speed:.2} million/s, sum {sum}");
}

fn put_children(
    state: &BackgammonState,
    roll: Roll,
    moves: &mut Vec<BackgammonMove>,
    children: &mut Vec<BackgammonState>,
) {
    let game = Backgammon::default();
    let rolled = game.resolve(state, roll);
    moves.clear();
    game.moves(&rolled, moves);
    children.clear();
    children.extend(moves.iter().map(|&mv| game.play(&rolled, mv)));
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
