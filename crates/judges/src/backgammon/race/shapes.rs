//! How the number of rolls spreads around its mean.

use starmax_games::Roll;

use super::LONGEST;
use crate::backgammon::Bearoff;
use crate::backgammon::bearoff::{CHECKERS, home_at, positions};

/// The chance that more than 0 rolls are needed, more than 1, and so on.
pub(super) type Late = [f32; LONGEST];

pub(super) const NO_ROLL: Late = [0.0; LONGEST];

/// Distributions by their means, which ascend.
#[derive(Debug, Default)]
struct Family {
    means: Vec<f32>,
    rows: Vec<Late>,
}

impl Family {
    /// Adds a distribution, unless one with a higher mean is there.
    fn push(&mut self, late: Late) {
        let mean = late.iter().sum();
        if self.means.last().is_none_or(|&last| last < mean) {
            self.means.push(mean);
            self.rows.push(late);
        }
    }

    /// A distribution with this mean, between two that are there.
    fn with_mean(&self, mean: f32) -> Late {
        let above = self.means.partition_point(|&other| other < mean);
        let above = above.clamp(1, self.means.len() - 1);
        let [lower, upper] = [above - 1, above].map(|place| self.means[place]);
        let share = ((mean - lower) / (upper - lower)).clamp(0.0, 1.0);
        let [lower, upper] = [above - 1, above].map(|place| &self.rows[place]);
        std::array::from_fn(|rolls| lower[rolls] + share * (upper[rolls] - lower[rolls]))
    }
}

/// The spread of the rolls of players who still have checkers to bring home, by the number of checkers and the mean.
///
/// A player who is home stands for others with as many checkers and the same mean: of all positions with some number of pips the one that takes the fewest rolls. With more pips
/// than fit into a home, a roll takes as many as it shows.
#[derive(Debug)]
pub(super) struct Shapes {
    finish: [Family; CHECKERS + 1],
    first_off: Family,
}

/// The most pips of a checker here.
const FARTHEST: usize = 18;
const HOME: usize = 6;

impl Shapes {
    pub(super) fn new(bearoff: &Bearoff) -> Self {
        let mut best = vec![vec![None; CHECKERS * HOME + 1]; CHECKERS + 1];
        for home in (0..positions(CHECKERS)).map(home_at) {
            let checkers: usize = home.into_iter().map(usize::from).sum();
            let pips: usize = (1..)
                .zip(home)
                .map(|(point, count)| point * usize::from(count))
                .sum();
            let late = late(bearoff.rolls_to_finish(home).chances());
            let mean: f32 = late.iter().sum();
            let best = &mut best[checkers][pips];
            if best.is_none_or(|(lowest, _)| mean < lowest) {
                *best = Some((mean, late));
            }
        }
        let finish = std::array::from_fn(|checkers| {
            let known = best[checkers][..=checkers * HOME].iter();
            let known: Vec<Late> = known
                .map(|best| best.map_or(NO_ROLL, |(_, late)| late))
                .collect();
            family(known, checkers, checkers * FARTHEST)
        });
        let first_off = family(vec![NO_ROLL], 1, CHECKERS * FARTHEST);
        Self { finish, first_off }
    }

    pub(super) fn finish(&self, checkers: usize, mean: f32) -> Late {
        self.finish[checkers].with_mean(mean)
    }

    pub(super) fn first_off(&self, mean: f32) -> Late {
        self.first_off.with_mean(mean)
    }
}

/// The distributions that are known for each number of pips, of which the first ones, below `fewest`, cannot be; and those for more pips.
fn family(mut known: Vec<Late>, fewest: usize, most: usize) -> Family {
    for pips in known.len()..=most {
        let mut late = NO_ROLL;
        late[0] = 1.0;
        for roll in Roll::all() {
            #[expect(clippy::cast_possible_truncation, reason = "a simple fraction")]
            let probability = roll.probability() as f32;
            let of_dice = usize::from(roll.high() + roll.low());
            let played = if roll.is_double() {
                2 * of_dice
            } else {
                of_dice
            };
            let rest = match pips.checked_sub(played) {
                None | Some(0) => &NO_ROLL,
                Some(rest) => &known[rest.max(fewest)],
            };
            for (late, later) in late[1..].iter_mut().zip(rest) {
                *late += probability * later;
            }
        }
        known.push(late);
    }
    let mut family = Family::default();
    for late in known.into_iter().skip(fewest) {
        family.push(late);
    }
    family
}

/// The same from the chance of 1 roll, of 2 rolls, and so on.
pub(super) fn late(chances: &[f32]) -> Late {
    let mut late = NO_ROLL;
    let mut rest = 0.0;
    for (place, &chance) in chances.iter().enumerate().rev() {
        rest += chance;
        late[place] = rest;
    }
    late
}
