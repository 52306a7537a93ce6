use rand::{Rng, RngExt};
use starmax_core::{Node, Rules};
use starmax_games::{Backgammon, BackgammonMove, BackgammonState, Roll};
use starmax_judges::backgammon::{BackgammonNet, Chances, NetInputs, Places};

use super::sample::Sample;

/// How far a target looks at later positions of the game, from 0 to 1.
const LAMBDA: f32 = 0.7;
/// So many random moves may begin a game.
const LONGEST_START: u32 = 30;
/// So many moves are random.
const RANDOM_MOVES: f64 = 0.05;
/// Nets that know nothing yet would play on and on.
const LONGEST_GAME: usize = 400;

/// What a position learns from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Teacher {
    /// The next position of the game: temporal differences.
    NextPosition,
    /// The mean over all 21 rolls of what the best reply to each leads to, and how much the net was wrong about that at the positions that followed.
    AllRolls,
}

/// What a game teaches.
#[derive(Clone, Debug, Default)]
pub(super) struct Lesson {
    pub(super) samples: Vec<Sample>,
    /// How far the net was from its own look ahead, squared, summed over `contacts` positions with contact.
    pub(super) squared_error: f64,
    pub(super) contacts: u64,
}

/// A position before a roll.
struct Moment {
    places: [Places; 2],
    /// What the net says.
    says: [f32; Chances::COUNT],
    /// What it says one move later.
    later: [f32; Chances::COUNT],
    /// Whether the move that followed says nothing about the position.
    is_random: bool,
}

/// A net that looks one move ahead.
pub(super) struct Mover<'a> {
    game: Backgammon,
    net: &'a BackgammonNet,
    /// Kept for their memory alone.
    moves: Vec<BackgammonMove>,
    states: Vec<BackgammonState>,
    chances: Vec<Chances>,
}

/// Where a move leads to, and the chances of the player who made it.
#[derive(Clone, Copy)]
pub(super) struct Reply {
    pub(super) state: BackgammonState,
    pub(super) chances: Chances,
}

impl<'a> Mover<'a> {
    pub(super) fn new(net: &'a BackgammonNet) -> Self {
        Self {
            game: Backgammon::default(),
            net,
            moves: Vec::new(),
            states: Vec::new(),
            chances: Vec::new(),
        }
    }

    /// Calls with the result of every move.
    pub(super) fn for_each_reply(
        &mut self,
        state: &BackgammonState,
        roll: Roll,
        mut call: impl FnMut(Reply),
    ) {
        let rolled = self.game.resolve(state, roll);
        self.moves.clear();
        self.game.moves(&rolled, &mut self.moves);
        self.states.clear();
        let successors = self.moves.iter().map(|&mv| self.game.play(&rolled, mv));
        self.states.extend(successors);
        self.judge_states();
        for (&state, &chances) in self.states.iter().zip(&self.chances) {
            call(Reply { state, chances });
        }
    }

    /// The chances of the player who is not on roll, in each of the states.
    fn judge_states(&mut self) {
        self.chances.clear();
        if self.states.iter().any(|state| state.winner().is_some()) {
            for state in &self.states {
                self.chances.push(self.chances_of_opponent(state));
            }
        } else {
            self.net.chances_of_all(&self.states, &mut self.chances);
            for chances in &mut self.chances {
                *chances = chances.flipped();
            }
        }
    }

    /// The reply that is best for the player on roll; of equals the first one.
    pub(super) fn best_reply(&mut self, state: &BackgammonState, roll: Roll) -> Reply {
        let mut best: Option<(f32, Reply)> = None;
        self.for_each_reply(state, roll, |reply| {
            let equity = reply.chances.equity();
            if best.is_none_or(|(highest, _)| equity > highest) {
                best = Some((equity, reply));
            }
        });
        best.expect("there is always a move").1
    }

    /// The chances of the player who is not on roll.
    fn chances_of_opponent(&self, state: &BackgammonState) -> Chances {
        match self.game.node(state) {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "one to three points"
            )]
            Node::Terminal(value) => Chances::won(value.abs() as u8),
            _ => self.net.chances(state).flipped(),
        }
    }

    /// The chances of the player on roll, one move later; calls with the best reply to each roll.
    pub(super) fn look_ahead(
        &mut self,
        state: &BackgammonState,
        mut call: impl FnMut(Roll, Reply),
    ) -> [f32; Chances::COUNT] {
        let mut mean = [0.0; Chances::COUNT];
        for roll in Roll::all() {
            let reply = self.best_reply(state, roll);
            let ways = if roll.is_double() { 1.0 } else { 2.0 };
            for (mean, chance) in mean.iter_mut().zip(reply.chances.to_array()) {
                *mean += ways / 36.0 * chance;
            }
            call(roll, reply);
        }
        mean
    }

    pub(super) fn random_successor(
        &mut self,
        rolled: &BackgammonState,
        rng: &mut impl Rng,
    ) -> BackgammonState {
        self.moves.clear();
        self.game.moves(rolled, &mut self.moves);
        self.game
            .play(rolled, self.moves[rng.random_range(0..self.moves.len())])
    }
}

pub(super) fn random_roll(rng: &mut impl Rng) -> Roll {
    Roll::new(rng.random_range(1..=6), rng.random_range(1..=6))
}

/// Plays a game of the net against itself, until it is over or a table knows how it ends. So many games, from 0 to 1, begin with random moves.
pub(super) fn self_play(
    net: &BackgammonNet,
    rng: &mut impl Rng,
    teacher: Teacher,
    random_starts: f64,
) -> Lesson {
    let game = Backgammon::default();
    let mut mover = Mover::new(net);
    let mut state = game.initial();
    let mut moments = Vec::new();
    let mut random_start = 0;
    if rng.random_bool(random_starts) {
        random_start = rng.random_range(1..=LONGEST_START);
    }
    for _ in 0..LONGEST_GAME {
        let inputs = NetInputs::new(&state);
        if matches!(game.node(&state), Node::Terminal(_)) || net.known(&inputs).is_some() {
            break;
        }
        let roll = random_roll(rng);
        let rolled = game.resolve(&state, roll);
        if random_start > 0 {
            random_start -= 1;
            state = mover.random_successor(&rolled, rng);
            continue;
        }
        let says = net.chances(&state).to_array();
        let (later, best) = match teacher {
            Teacher::NextPosition => {
                let reply = mover.best_reply(&state, roll);
                (reply.chances.to_array(), reply.state)
            }
            Teacher::AllRolls => {
                let mut best = state;
                let later = mover.look_ahead(&state, |other, reply| {
                    if other == roll {
                        best = reply.state;
                    }
                });
                (later, best)
            }
        };
        let is_random = rng.random_bool(RANDOM_MOVES);
        moments.push(Moment {
            places: inputs.places(),
            says,
            later,
            is_random,
        });
        state = if is_random {
            mover.random_successor(&rolled, rng)
        } else {
            best
        };
    }
    lesson(&moments)
}

/// The targets of the moments of a game, from the last one back to the first.
fn lesson(moments: &[Moment]) -> Lesson {
    let mut lesson = Lesson::default();
    // How much the net was wrong about the next position, seen by the player who moves there.
    let mut wrong = [0.0; Chances::COUNT];
    for moment in moments.iter().rev() {
        let [
            win,
            win_gammon,
            win_backgammon,
            lose_gammon,
            lose_backgammon,
        ] = wrong;
        let mut target = moment.later;
        if !moment.is_random {
            let seen_from_here = [
                -win,
                lose_gammon,
                lose_backgammon,
                win_gammon,
                win_backgammon,
            ];
            for (target, wrong) in target.iter_mut().zip(seen_from_here) {
                *target = (*target + LAMBDA * wrong).clamp(0.0, 1.0);
            }
        }
        wrong = std::array::from_fn(|chance| target[chance] - moment.says[chance]);
        lesson.samples.push(Sample::new(&moment.places, target));
        let [mine, his] = &moment.places;
        if !NetInputs::of(mine, his).is_race() {
            let equity = |chances| Chances::from_array(chances).equity();
            lesson.squared_error += f64::from(equity(moment.later) - equity(moment.says)).powi(2);
            lesson.contacts += 1;
        }
    }
    lesson
}
