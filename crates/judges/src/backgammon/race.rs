//! Races in which a player still has checkers to bring home.
//!
//! The players have passed each other, so each one's rolls are his own affair. How many a player takes is a distribution: from the tables of the bearoff once all
//! checkers are home, before that from the mean that a small net knows ([`PaceNet`]), spread as that of a similar player who is home. Two distributions make a race.

mod memo;
mod pace_net;
mod shapes;

use std::sync::LazyLock;

use starmax_core::Bounds;
use starmax_games::{Backgammon, BackgammonState, Checkers, Roll, Scoring};

pub use pace_net::PaceNet;

use super::bearoff::{
    Bearoff, CHECKERS, FEW, ROLLS, WhenNeeded, for_each_end, home_of, roll_number,
};
use super::{Chances, Places, Races};
use memo::Memo;
use shapes::{Late, NO_ROLL, Shapes, late};

/// How many checkers a player has on the points 1 to 18, point 1 first. From there nobody can lose a backgammon, or get there again.
pub type Track = [u8; POINTS];

const POINTS: usize = 18;
/// More rolls than any race takes, but for so few that they do not matter.
const LONGEST: usize = 48;
/// Checkers that can be borne off in one turn.
const MOST_OFF: u8 = 4;
/// With this many checkers left, or fewer, the opponent may soon win a gammon.
const LEFT_TO_HURRY: u8 = 10;
/// Values are computed in single precision.
const SLACK: f64 = 1e-5;

/// How many rolls a player takes to bear off all checkers, and the first one of 15.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pace {
    finish: Late,
    first_off: Late,
}

/// Two paces that no play can leave: the fastest, by which no number of rolls is less likely to suffice than by any play; and that of a plain play, the
/// one for the fewest rolls on average.
type Range = [Pace; 2];

/// The paces after a turn.
#[derive(Clone, Debug)]
struct Turn {
    with_roll: [Range; ROLLS],
    before_roll: Range,
}

/// The paces of all positions.
#[derive(Debug)]
struct Paces {
    net: PaceNet,
    bearoff: &'static Bearoff,
    shapes: Shapes,
}

impl PaceNet {
    /// The net that comes with the program; `starmax train races` wrote it.
    fn shipped() -> Self {
        Self::parse(include_bytes!("../../nets/races.net")).expect("the shipped net can be read")
    }
}

impl Paces {
    fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<Paces> = LazyLock::new(|| Paces {
            net: PaceNet::shipped(),
            bearoff: Bearoff::shared(),
            shapes: Shapes::new(Bearoff::shared()),
        });
        &SHIPPED
    }

    fn pace(&self, track: &Track) -> Pace {
        if let Some(home) = home_of(track) {
            let finish = self.bearoff.rolls_to_finish(home);
            let first_off = self.bearoff.rolls_to_first_off(home);
            return Pace {
                finish: late(finish.chances()),
                first_off: late(first_off.chances()),
            };
        }
        let counts = track.map(usize::from);
        let checkers: usize = counts.iter().sum();
        let pips = (1..).zip(counts).map(|(point, count)| point * count).sum();
        let [finish, first_off] = self.net.rolls(track);
        Pace {
            finish: self.shapes.finish(checkers, pips, finish),
            first_off: if checkers == CHECKERS {
                self.shapes.first_off(first_off)
            } else {
                NO_ROLL
            },
        }
    }

    fn turn(&self, track: &Track, memo: &mut Memo<Pace>) -> Turn {
        let mut before_roll = [Pace {
            finish: NO_ROLL,
            first_off: NO_ROLL,
        }; 2];
        let mut rolls = Roll::all();
        let with_roll = [(); ROLLS].map(|()| {
            let roll = rolls.next().expect("21 rolls");
            let range = self.turn_with(track, roll, memo);
            #[expect(clippy::cast_possible_truncation, reason = "a simple fraction")]
            let probability = roll.probability() as f32;
            for (sum, pace) in before_roll.iter_mut().zip(&range) {
                sum.add(probability, pace);
            }
            range
        });
        Turn {
            with_roll,
            before_roll,
        }
    }

    fn turn_with(&self, track: &Track, roll: Roll, memo: &mut Memo<Pace>) -> Range {
        let mut found: Option<(f32, Range)> = None;
        for_each_end(*track, roll, &mut |end| {
            let pace = memo.get(&end, |end| self.pace(end));
            let mean = pace.finish.iter().sum();
            match &mut found {
                None => found = Some((mean, [*pace; 2])),
                Some((lowest, [fastest, plain])) => {
                    fastest.hurry(pace);
                    if mean < *lowest {
                        (*lowest, *plain) = (mean, *pace);
                    }
                }
            }
        });
        found.expect("a roll can be played").1
    }
}

impl Pace {
    fn add(&mut self, probability: f32, other: &Self) {
        for (one, other) in [
            (&mut self.finish, &other.finish),
            (&mut self.first_off, &other.first_off),
        ] {
            for (sum, late) in one.iter_mut().zip(other) {
                *sum += probability * late;
            }
        }
    }

    /// No later than the other after any number of rolls.
    fn hurry(&mut self, other: &Self) {
        for (one, other) in [
            (&mut self.finish, &other.finish),
            (&mut self.first_off, &other.first_off),
        ] {
            for (late, &other) in one.iter_mut().zip(other) {
                *late = late.min(other);
            }
        }
    }
}

/// The chance that one player is done no later than another, when they roll in turns and this one begins.
#[inline]
fn is_first(mine: &Late, his: &Late) -> f32 {
    const LANES: usize = 8;
    let mut sums = [0.0; LANES];
    // What comes after the last roll does not count.
    let ends: [f32; LONGEST] = std::array::from_fn(|rolls| match mine.get(rolls + 1) {
        Some(later) => mine[rolls] - later,
        None => mine[rolls],
    });
    for (ends, his) in ends
        .as_chunks::<LANES>()
        .0
        .iter()
        .zip(his.as_chunks::<LANES>().0)
    {
        for lane in 0..LANES {
            sums[lane] += ends[lane] * his[lane];
        }
    }
    1.0 - mine[0] + sums.iter().sum::<f32>()
}

/// The chances of a player on roll, who is not done and whose opponent is not; which of them may lose a gammon, the player on roll first.
fn race(mine: &Pace, his: &Pace, [may_lose, may_win]: [bool; 2]) -> Chances {
    let win = is_first(&mine.finish, &his.finish).clamp(0.0, 1.0);
    Chances {
        win,
        win_gammon: if may_win {
            is_first(&mine.finish, &his.first_off).clamp(0.0, win)
        } else {
            0.0
        },
        lose_gammon: if may_lose {
            (1.0 - is_first(&mine.first_off, &his.finish)).clamp(0.0, 1.0 - win)
        } else {
            0.0
        },
        ..Chances::default()
    }
}

/// [`Bearoff::shared`] where all checkers are home, and races on the way there; both loaded when a race asks for them.
#[derive(Debug)]
pub(super) struct AllRaces;

impl Races for AllRaces {
    fn chances(&self, mine: &Places, his: &Places) -> Option<Chances> {
        if let Some(chances) = WhenNeeded.chances(mine, his) {
            return Some(chances);
        }
        let tracks = [track_of_places(mine)?, track_of_places(his)?];
        if may_have_gammon_to_save(&tracks, [0, 0]) {
            return None;
        }
        let may_lose = tracks.map(|track| has_all(&track));
        let paces = Paces::shipped();
        Some(memo::with_paces(|memo| {
            let [mine, his] = tracks.map(|track| *memo.get(&track, |track| paces.pace(track)));
            race(&mine, &his, may_lose)
        }))
    }

    #[inline]
    fn solved(&self, state: &BackgammonState) -> Option<f64> {
        WhenNeeded.solved(state)
    }

    /// Of both players' plays the fastest paces on one side and plain ones on the other bound every play: a player who plays plainly, whatever the opponent does, can only do better by
    /// doing otherwise.
    fn bounds(&self, scoring: Scoring, state: &BackgammonState, depth: u32) -> Option<Bounds> {
        let roll = state.roll()?;
        let his_turns = match depth {
            1 => 0,
            3 => 1,
            _ => return None,
        };
        let checkers = state.mine_and_his();
        let is_nearly_solved = |checkers: Checkers, turns: u8| {
            usize::from(checkers.count_from(1)) <= FEW + usize::from(turns * MOST_OFF)
        };
        let [mine, his] = checkers;
        if state.is_contact() || is_nearly_solved(mine, 1) && is_nearly_solved(his, his_turns) {
            return None;
        }
        let tracks = [track(mine)?, track(his)?];
        if may_have_gammon_to_save(&tracks, [1, his_turns]) {
            return None;
        }
        let may_lose = tracks.map(|track| has_all(&track));
        let paces = Paces::shipped();
        let (mine, his) = memo::with_both(|turns, memo| {
            let [mine, his] = tracks;
            let turned = turns.get(&mine, |track| paces.turn(track, memo));
            let mine = turned.with_roll[roll_number(roll)];
            let his = if his_turns == 0 {
                [*memo.get(&his, |track| paces.pace(track)); 2]
            } else {
                turns.get(&his, |track| paces.turn(track, memo)).before_roll
            };
            (mine, his)
        });
        let worth = |mine: &Pace, his: &Pace| {
            let [may_lose, may_win] = may_lose;
            if his_turns == 0 {
                race(his, mine, [may_win, may_lose])
                    .flipped()
                    .value(scoring)
            } else {
                race(mine, his, [may_lose, may_win]).value(scoring)
            }
        };
        let [mine_fastest, mine_plain] = &mine;
        let [his_fastest, his_plain] = &his;
        let possible = Backgammon::new(scoring)
            .possible_values(state)
            .seen_by(state.player());
        let lower = possible.clamp(f64::from(worth(mine_plain, his_fastest)) - SLACK);
        let upper = possible.clamp(f64::from(worth(mine_fastest, his_plain)) + SLACK);
        Some(Bounds { lower, upper }.seen_by(state.player()))
    }
}

fn has_all(track: &Track) -> bool {
    usize::from(track.iter().sum::<u8>()) == CHECKERS
}

/// Whether a player has to hurry home for the first checker while the other has few left. A few rolls decide then, and how they spread; of that a mean says too little.
/// The same for all positions that this many turns of each can lead to.
fn may_have_gammon_to_save([mine, his]: &[Track; 2], [my_turns, his_turns]: [u8; 2]) -> bool {
    let hurries = |one, other: &Track, turns: u8| {
        let left = other.iter().sum::<u8>();
        has_all(one) && home_of(one).is_none() && left <= LEFT_TO_HURRY + turns * MOST_OFF
    };
    hurries(mine, his, his_turns) || hurries(his, mine, my_turns)
}

fn track_of_places(places: &Places) -> Option<Track> {
    let is_near = places[1 + POINTS..].iter().all(|&checkers| checkers == 0);
    is_near.then(|| std::array::from_fn(|point| places[1 + point]))
}

fn track(checkers: Checkers) -> Option<Track> {
    (checkers.count_from(1 + POINTS) == 0)
        .then(|| std::array::from_fn(|point| checkers.count(1 + point)))
}
