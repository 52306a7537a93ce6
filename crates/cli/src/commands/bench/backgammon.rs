//! The speed of backgammon: all replies to all rolls of some positions with contact, by one thread.

use std::hint::black_box;
use std::time::Instant;

use starmax_core::{Evaluator, Rules};
use starmax_games::{Backgammon, BackgammonMove, BackgammonState, Roll};
use starmax_judges::backgammon::{BackgammonNet, NetInputs};

const POSITIONS: usize = 100;

/// What was done how often in a pass, and how fast. Of each position the fastest pass counts: it is over before other work gets the processor.
pub(super) struct Speed {
    pub(super) work: &'static str,
    pub(super) children: usize,
    pub(super) per_second: f64,
}

pub(super) fn measure() -> [Speed; 2] {
    let mut children = Children::new();
    let positions = contact_positions(&mut children);
    let net = BackgammonNet::shipped();
    let mut values = Vec::new();
    let generated = fastest("generated and played", 100, &positions, |state| {
        children.of_all_rolls(state, |children| {
            black_box(children);
        })
    });
    let judged = fastest("generated and judged by the net", 10, &positions, |state| {
        children.of_all_rolls(state, |children| {
            values.clear();
            net.evaluate_all(&Backgammon::default(), children, &mut values);
            black_box(&values);
        })
    });
    [generated, judged]
}

fn fastest(
    work: &'static str,
    passes: usize,
    positions: &[BackgammonState],
    mut children_of: impl FnMut(&BackgammonState) -> usize,
) -> Speed {
    let mut seconds = vec![f64::INFINITY; positions.len()];
    let mut children = 0;
    for _ in 0..passes {
        children = 0;
        for (position, fastest) in positions.iter().zip(&mut seconds) {
            let started = Instant::now();
            children += children_of(position);
            *fastest = fastest.min(started.elapsed().as_secs_f64());
        }
    }
    Speed {
        work,
        children,
        per_second: children as f64 / seconds.iter().sum::<f64>(),
    }
}

/// Kept for their memory alone.
struct Children {
    moves: Vec<BackgammonMove>,
    states: Vec<BackgammonState>,
}

impl Children {
    fn new() -> Self {
        Self {
            moves: Vec::new(),
            states: Vec::new(),
        }
    }

    fn of(&mut self, state: &BackgammonState, roll: Roll) -> &[BackgammonState] {
        let game = Backgammon::default();
        let rolled = game.resolve(state, roll);
        self.moves.clear();
        game.moves(&rolled, &mut self.moves);
        self.states.clear();
        let states = self.moves.iter().map(|&mv| game.play(&rolled, mv));
        self.states.extend(states);
        &self.states
    }

    /// Calls with the children of each roll, and counts them.
    fn of_all_rolls(
        &mut self,
        state: &BackgammonState,
        mut call: impl FnMut(&[BackgammonState]),
    ) -> usize {
        let mut count = 0;
        for roll in Roll::all() {
            let children = self.of(state, roll);
            count += children.len();
            call(children);
        }
        count
    }
}

/// Positions of games that the net plays against itself, with rolls that come in turn, until the players have passed each other or one of
/// them bears off.
fn contact_positions(children: &mut Children) -> Vec<BackgammonState> {
    let game = Backgammon::default();
    let net = BackgammonNet::shipped();
    let mut rolls = Roll::all().collect::<Vec<_>>().into_iter().cycle();
    let mut positions = Vec::new();
    let mut state = game.initial();
    while positions.len() < POSITIONS {
        let inputs = NetInputs::new(&state);
        if inputs.is_race() || inputs.have_borne_off() != [false; 2] {
            state = game.initial();
            rolls.next();
        }
        positions.push(state);
        let roll = rolls.next().expect("an endless cycle");
        let value = |child: &BackgammonState| state.player().sees(net.evaluate(&game, child));
        let replies = children.of(&state, roll).iter().copied();
        let best = replies.max_by(|one, other| value(one).total_cmp(&value(other)));
        state = best.expect("there is always a move");
    }
    positions
}
