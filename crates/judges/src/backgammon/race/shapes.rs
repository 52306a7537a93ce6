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
    /// Of these distributions those with a higher mean than all before.
    fn of(rows: &[Late]) -> Self {
        let mut family = Self::default();
        for late in rows {
            let mean = late.iter().sum();
            if family.means.last().is_none_or(|&last| last < mean) {
                family.means.push(mean);
                family.rows.push(*late);
            }
        }
        family
    }

    /// A distribution with this mean, between two that are there.
    fn with_mean(&self, mean: f32) -> Late {
        let above = self.means.partition_point(|&other| other < mean);
        let above = above.clamp(1, self.means.len() - 1);
        let [lower, upper] = [above - 1, above].map(|place| self.means[place]);
        let share = ((mean - lower) / (upper - lower)).clamp(0.0, 1.0);
        between(&self.rows[above - 1], &self.rows[above], share)
    }
}

/// The rolls of players with some number of checkers, by their pips and by how they waste them: of players with as many pips, those who take more rolls on average
/// spread less.
#[derive(Debug)]
struct Players {
    /// For each number of pips distributions by their means, which do not fall.
    rows: Vec<[Late; KINDS]>,
    /// Those who waste least, and most.
    extremes: [Family; 2],
}

/// The one who wastes least, parts of all by their order, and the one who wastes most.
const KINDS: usize = PARTS + 2;
const PARTS: usize = 4;

impl Players {
    /// From players who are home, by pips.
    fn new(mut homes: Vec<Vec<Late>>, checkers: usize) -> Self {
        let kinds: Vec<[Late; KINDS]> = homes.iter_mut().map(|homes| kinds(homes)).collect();
        let rows: [Vec<Late>; KINDS] = std::array::from_fn(|kind| {
            let known = kinds.iter().map(|kinds| kinds[kind]).collect();
            walked(known, checkers, checkers * FARTHEST)
        });
        let extremes = [0, KINDS - 1].map(|kind| Family::of(&rows[kind][checkers..]));
        let rows = (0..rows[0].len())
            .map(|pips| std::array::from_fn(|kind| rows[kind][pips]))
            .collect();
        Self { rows, extremes }
    }

    fn with_mean(&self, mean: f32, pips: usize) -> Late {
        let row = &self.rows[pips];
        let means = row.each_ref().map(|late| late.iter().sum::<f32>());
        match means.iter().position(|&other| mean < other) {
            None => self.extremes[1].with_mean(mean),
            Some(0) => self.extremes[0].with_mean(mean),
            Some(above) => {
                let [lower, upper] = [means[above - 1], means[above]];
                between(
                    &row[above - 1],
                    &row[above],
                    (mean - lower) / (upper - lower),
                )
            }
        }
    }
}

/// Players with as many pips as distributions that stand for them.
fn kinds(homes: &mut [Late]) -> [Late; KINDS] {
    let mean = |late: &Late| late.iter().sum::<f32>();
    homes.sort_by(|one, other| mean(one).total_cmp(&mean(other)));
    let (Some(&first), Some(&last)) = (homes.first(), homes.last()) else {
        return [NO_ROLL; KINDS];
    };
    std::array::from_fn(|kind| match kind {
        0 => first,
        LAST => last,
        part => {
            let first = (part - 1) * homes.len() / PARTS;
            let end = (part * homes.len() / PARTS).max(first + 1);
            let some = &homes[first..end];
            std::array::from_fn(|rolls| {
                let sum: f32 = some.iter().map(|late| late[rolls]).sum();
                sum / some.len() as f32
            })
        }
    })
}

const LAST: usize = KINDS - 1;

/// The spread of the rolls of players who still have checkers to bring home, by the number of checkers, the pips and the mean.
///
/// Players who are home stand for others with as many checkers and pips and the same mean. With more pips than fit into a home, a roll takes as many as it shows.
#[derive(Debug)]
pub(super) struct Shapes {
    finish: Vec<Players>,
    first_off: Family,
}

/// The most pips of a checker here.
const FARTHEST: usize = 18;
const HOME: usize = 6;

impl Shapes {
    pub(super) fn new(bearoff: &Bearoff) -> Self {
        let mut homes = vec![vec![Vec::new(); CHECKERS * HOME + 1]; CHECKERS + 1];
        for home in (0..positions(CHECKERS)).map(home_at) {
            let checkers: usize = home.into_iter().map(usize::from).sum();
            let pips: usize = (1..)
                .zip(home)
                .map(|(point, count)| point * usize::from(count))
                .sum();
            homes[checkers][pips].push(late(bearoff.rolls_to_finish(home).chances()));
        }
        let finish = (homes.into_iter().enumerate())
            .map(|(checkers, mut homes)| {
                homes.truncate(checkers * HOME + 1);
                Players::new(homes, checkers)
            })
            .collect();
        let first_off = Family::of(&walked(vec![NO_ROLL], 1, CHECKERS * FARTHEST)[1..]);
        Self { finish, first_off }
    }

    pub(super) fn finish(&self, checkers: usize, pips: usize, mean: f32) -> Late {
        self.finish[checkers].with_mean(mean, pips)
    }

    pub(super) fn first_off(&self, mean: f32) -> Late {
        self.first_off.with_mean(mean)
    }
}

/// The distributions that are known for each number of pips, of which the first ones, below `fewest`, cannot be; and those for more pips.
fn walked(mut known: Vec<Late>, fewest: usize, most: usize) -> Vec<Late> {
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
    known
}

/// A distribution between two, at a share of the way.
fn between(lower: &Late, upper: &Late, share: f32) -> Late {
    std::array::from_fn(|rolls| lower[rolls] + share * (upper[rolls] - lower[rolls]))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn variance(late: &Late) -> f32 {
        let mean: f32 = late.iter().sum();
        let squares: f32 = (0_u8..)
            .zip(late)
            .map(|(rolls, late)| (2.0 * f32::from(rolls) + 1.0) * late)
            .sum();
        squares - mean * mean
    }

    /// Players who are home with all checkers, each with the pips, as the tables know them.
    fn homes() -> Vec<(usize, Late)> {
        let all = (0..positions(CHECKERS)).map(home_at);
        let full = all
            .filter(|home| home.iter().map(|&count| usize::from(count)).sum::<usize>() == CHECKERS);
        full.map(|home| {
            let pips = (1..)
                .zip(home)
                .map(|(point, count)| point * usize::from(count))
                .sum();
            (
                pips,
                late(Bearoff::shared().rolls_to_finish(home).chances()),
            )
        })
        .collect()
    }

    #[test]
    fn who_wastes_more_of_as_many_pips_spreads_less() {
        let shapes = Shapes::new(Bearoff::shared());
        let homes = homes();
        let wrong = |shape: &dyn Fn(usize, f32) -> Late| {
            let errors = homes.iter().map(|(pips, known)| {
                let mean = known.iter().sum();
                let shape = shape(*pips, mean);
                assert!((shape.iter().sum::<f32>() - mean).abs() < 1e-3);
                (variance(&shape) - variance(known)).abs()
            });
            errors.sum::<f32>() / homes.len() as f32
        };
        let by_pips = wrong(&|pips, mean| shapes.finish(CHECKERS, pips, mean));
        let by_mean = wrong(&|_, mean| shapes.finish[CHECKERS].extremes[0].with_mean(mean));
        assert!(by_pips < 0.6 * by_mean, "{by_pips} {by_mean}");
    }

    #[test]
    fn with_more_pips_than_a_home_holds_it_takes_more_rolls() {
        let shapes = Shapes::new(Bearoff::shared());
        let Players { rows, .. } = &shapes.finish[CHECKERS];
        let means: Vec<f32> = (rows[CHECKERS..].iter())
            .map(|row| row[0].iter().sum())
            .collect();
        let beyond = &means[CHECKERS * HOME - CHECKERS + 1..];
        assert!(beyond.is_sorted_by(|one, two| one < two), "{beyond:?}");
        let slope = (beyond[90] - beyond[10]) / 80.0;
        assert!((slope - 1.0 / 8.167).abs() < 0.001, "{slope}");
    }
}
