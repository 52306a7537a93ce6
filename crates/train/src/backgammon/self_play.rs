use rand::{Rng, RngExt};
use starmax_core::Rules;
use starmax_games::BackgammonState;
use starmax_judges::backgammon::{BackgammonNet, Chances, NetInputs};

use super::lesson::{Ahead, Lesson, Moment, lesson};
use super::mover::{Mover, Taste, different_rolls, random_roll};
use super::sample::Sample;

/// So many random moves may begin a game.
const LONGEST_START: u32 = 30;
/// So many moves are random.
const RANDOM_MOVES: f64 = 0.05;
/// So many moves are good but not always the best.
const CARELESS_MOVES: f64 = 0.15;
/// Games that are played from a position, and turns that they last.
const GAMES_FROM_POSITION: usize = 5;
const TURNS_FROM_POSITION: usize = 10;
/// Nets that know nothing yet would play on and on.
const LONGEST_GAME: usize = 400;

/// What a position learns from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Teacher {
    /// The next position of the game: temporal differences.
    NextPosition,
    /// The mean over all 21 rolls of what the best reply to each leads to, and how much the net was wrong about that at the positions that followed.
    AllRolls,
    /// The same, and how wrong the net is about what follows some of the rolls.
    RollsAfterRolls,
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
        let rolls = match teacher {
            Teacher::RollsAfterRolls => different_rolls(rng).to_vec(),
            Teacher::NextPosition | Teacher::AllRolls => Vec::new(),
        };
        let (ahead, best) = match teacher {
            Teacher::NextPosition => {
                let reply = mover.best_reply(&state, roll);
                let ahead = Ahead {
                    later: reply.chances.to_array(),
                    behind: None,
                };
                (ahead, reply.state)
            }
            Teacher::AllRolls | Teacher::RollsAfterRolls => {
                let (ahead, replies) = mover.judge(&state, &rolls);
                let best = replies.iter().find(|&&(other, _)| other == roll);
                (ahead, best.expect("all rolls have a reply").1.state)
            }
        };
        // The same rolls are looked behind, so that there is less luck in the difference.
        let other_sample = other.map(|other| {
            let (ahead, _) = mover.judge(&other, &rolls);
            Sample::new(&NetInputs::new(&other).places(), ahead.target())
        });
        let chosen = if rng.random_bool(RANDOM_MOVES) {
            mover.random_successor(&rolled, rng)
        } else if let Some(tastes) = &tastes {
            mover.reply_by_taste(&state, roll, &tastes[turn % 2], rng)
        } else if teacher != Teacher::NextPosition && rng.random_bool(CARELESS_MOVES) {
            mover.reply_by_taste(&state, roll, &Taste::CARELESS, rng)
        } else {
            best
        };
        moments.push(Moment {
            places: NetInputs::new(&state).places(),
            says,
            ahead,
            other: other_sample,
            is_random: chosen != best,
        });
        other = match teacher {
            Teacher::NextPosition => None,
            Teacher::AllRolls | Teacher::RollsAfterRolls => {
                mover.another_choice(&state, roll, &chosen, rng)
            }
        };
        state = chosen;
    }
    moments
}
