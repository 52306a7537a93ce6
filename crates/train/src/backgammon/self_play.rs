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
/// So many moves are good but not always the best.
const CARELESS_MOVES: f64 = 0.15;
/// Games that are played from a position, and turns that they last.
const GAMES_FROM_POSITION: usize = 5;
const TURNS_FROM_POSITION: usize = 10;
/// A move that gives away no more points than this was a choice.
const CLOSE: f32 = 0.1;
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
    /// Positions that a player could choose between.
    pub(super) choices: Vec<[Sample; 2]>,
    /// How far the net was from its own look ahead, squared, summed over `contacts` positions with contact.
    pub(super) squared_error: f64,
    pub(super) contacts: u64,
}

impl Lesson {
    pub(super) fn add(&mut self, other: Self) {
        self.samples.extend(other.samples);
        self.choices.extend(other.choices);
        self.squared_error += other.squared_error;
        self.contacts += other.contacts;
    }
}

/// A position before a roll.
struct Moment {
    places: [Places; 2],
    /// What the net says.
    says: [f32; Chances::COUNT],
    /// What it says one move later.
    later: [f32; Chances::COUNT],
    /// Another position that the opponent could have moved to, and what the net says of it one move later.
    other: Option<Sample>,
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

    fn reply_by_taste(
        &mut self,
        state: &BackgammonState,
        roll: Roll,
        taste: &Taste,
        rng: &mut impl Rng,
    ) -> BackgammonState {
        let mut best: Option<(f32, BackgammonState)> = None;
        self.for_each_reply(state, roll, |reply| {
            let value = taste.value(&reply.chances, rng);
            if best.is_none_or(|(highest, _)| value > highest) {
                best = Some((value, reply.state));
            }
        });
        best.expect("there is always a move").1
    }

    /// Another position that the player on roll could choose instead of this one and give away little, one of all such. None of those that a table
    /// knows, as there is nothing to learn about them.
    fn another_choice(
        &mut self,
        state: &BackgammonState,
        roll: Roll,
        chosen: &BackgammonState,
        rng: &mut impl Rng,
    ) -> Option<BackgammonState> {
        let mut replies = Vec::new();
        self.for_each_reply(state, roll, |reply| replies.push(reply));
        let value = |reply: &Reply| reply.chances.equity();
        let best = replies.iter().map(value).fold(f32::MIN, f32::max);
        replies.retain(|reply| value(reply) >= best - CLOSE);
        let place = replies.iter().position(|reply| reply.state == *chosen)?;
        replies.remove(place);
        replies.retain(|reply| !self.is_known(&reply.state));
        let some = rng.random_range(0..replies.len().max(1));
        replies.get(some).map(|reply| reply.state)
    }

    /// Whether the game is over or a table knows how it ends.
    fn is_known(&self, state: &BackgammonState) -> bool {
        matches!(self.game.node(state), Node::Terminal(_))
            || self.net.known(&NetInputs::new(state)).is_some()
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

/// How a game is played.
#[derive(Clone, Copy, Debug)]
pub(super) enum Plan<'a> {
    /// The best moves, but a few.
    Usual,
    /// After some random moves.
    RandomStart,
    /// By players who have their own ideas of what gammons are worth, and see badly.
    Odd,
    /// A few turns from a position.
    From(&'a BackgammonState),
}

/// Plays a game of the net against itself, until it is over or a table knows how it ends.
pub(super) fn self_play(
    net: &BackgammonNet,
    rng: &mut impl Rng,
    teacher: Teacher,
    plan: Plan<'_>,
) -> Lesson {
    let mut mover = Mover::new(net);
    match plan {
        Plan::Usual | Plan::RandomStart | Plan::Odd => {
            lesson(&moments(&mut mover, rng, teacher, plan))
        }
        Plan::From(_) => {
            let games: Vec<Lesson> = (0..GAMES_FROM_POSITION)
                .map(|_| lesson(&moments(&mut mover, rng, teacher, plan)))
                .collect();
            together(games)
        }
    }
}

/// Games from one position as one lesson, in which the position has the mean of its targets.
fn together(games: Vec<Lesson>) -> Lesson {
    let mut whole = Lesson::default();
    let mut mean = [0.0; Chances::COUNT];
    let mut places = None;
    let count = games.len() as f32;
    for mut game in games {
        // The first moment is the last sample.
        if let Some(first) = game.samples.pop() {
            for (mean, target) in mean.iter_mut().zip(first.targets()) {
                *mean += target / count;
            }
            places = Some(first.inputs().places());
        }
        whole.add(game);
    }
    if let Some(places) = places {
        whole.samples.push(Sample::new(&places, mean));
    }
    whole
}

fn moments(
    mover: &mut Mover<'_>,
    rng: &mut impl Rng,
    teacher: Teacher,
    plan: Plan<'_>,
) -> Vec<Moment> {
    let (game, net) = (mover.game, mover.net);
    let (mut state, longest) = match plan {
        Plan::From(state) => (*state, TURNS_FROM_POSITION),
        _ => (game.initial(), LONGEST_GAME),
    };
    let mut random_start = match plan {
        Plan::RandomStart => rng.random_range(1..=LONGEST_START),
        _ => 0,
    };
    let tastes = match plan {
        Plan::Odd => Some([(); 2].map(|()| Taste::random(rng))),
        _ => None,
    };
    let mut moments = Vec::new();
    let mut other: Option<BackgammonState> = None;
    for turn in 0..longest {
        if mover.is_known(&state) {
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
        let other_sample = other.map(|other| {
            let later = mover.look_ahead(&other, |_, _| ());
            Sample::new(&NetInputs::new(&other).places(), later)
        });
        let chosen = if rng.random_bool(RANDOM_MOVES) {
            mover.random_successor(&rolled, rng)
        } else if let Some(tastes) = &tastes {
            mover.reply_by_taste(&state, roll, &tastes[turn % 2], rng)
        } else if teacher == Teacher::AllRolls && rng.random_bool(CARELESS_MOVES) {
            mover.reply_by_taste(&state, roll, &Taste::CARELESS, rng)
        } else {
            best
        };
        moments.push(Moment {
            places: NetInputs::new(&state).places(),
            says,
            later,
            other: other_sample,
            is_random: chosen != best,
        });
        other = match teacher {
            Teacher::NextPosition => None,
            Teacher::AllRolls => mover.another_choice(&state, roll, &chosen, rng),
        };
        state = chosen;
    }
    moments
}

/// What somebody thinks gammons are worth, and how badly they see.
struct Taste {
    win_gammon: f32,
    lose_gammon: f32,
    /// Up to so much is added to the value of a move or taken away.
    blur: f32,
}

impl Taste {
    const CARELESS: Self = Self {
        win_gammon: 1.0,
        lose_gammon: 1.0,
        blur: 0.1,
    };

    fn random(rng: &mut impl Rng) -> Self {
        Self {
            win_gammon: rng.random_range(-1.0..3.0),
            lose_gammon: rng.random_range(-1.0..2.0),
            blur: rng.random_range(0.0..0.2),
        }
    }

    fn value(&self, chances: &Chances, rng: &mut impl Rng) -> f32 {
        let blur = if self.blur > 0.0 {
            rng.random_range(-self.blur..self.blur)
        } else {
            0.0
        };
        chances.equity() + (self.win_gammon - 1.0) * chances.win_gammon
            - (self.lose_gammon - 1.0) * chances.lose_gammon
            + blur
    }
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
        if let Some(other) = moment.other {
            let this = Sample::new(&moment.places, moment.later);
            lesson.choices.push([this, other]);
        }
        let [mine, his] = &moment.places;
        if !NetInputs::of(mine, his).is_race() {
            let equity = |chances| Chances::from_array(chances).equity();
            lesson.squared_error += f64::from(equity(moment.later) - equity(moment.says)).powi(2);
            lesson.contacts += 1;
        }
    }
    lesson
}
