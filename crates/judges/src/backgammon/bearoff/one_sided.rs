//! How many rolls a player needs who has all checkers home, whatever the opponent does.

use starmax_games::Roll;

use super::CHECKERS;
use super::index::{Home, home_at, index, positions};
use super::rows::Rows;
use super::turns::{ROLLS, for_each_end};

/// How likely each number of rolls is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distribution<'a> {
    chances: &'a [f32],
}

impl<'a> Distribution<'a> {
    pub(super) fn new(chances: &'a [f32]) -> Self {
        Self { chances }
    }

    /// The chance of 1 roll, of 2 rolls, and so on; none when no roll is needed.
    #[must_use]
    pub fn chances(self) -> &'a [f32] {
        self.chances
    }

    /// How many rolls it takes on average.
    #[must_use]
    pub fn mean(self) -> f64 {
        (1_u8..)
            .zip(self.chances)
            .map(|(rolls, &chance)| f64::from(rolls) * f64::from(chance))
            .sum()
    }

    /// The chance that this happens no later than the other, when the rolls are taken in turns and this side
    /// takes the first one.
    #[inline]
    pub(super) fn is_first(self, other: Self) -> f64 {
        let (mut sum, mut not_yet) = (0.0, 1.0);
        for (&mine, &his) in self.chances.iter().zip(other.chances) {
            sum += f64::from(mine) * not_yet;
            not_yet -= f64::from(his);
        }
        sum
    }
}

/// The distributions of every position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OneSided {
    finish: Rows,
    first_off: Rows,
}

/// Positions in which a checker was borne off share row 0 of `first_off`: it takes no more rolls.
#[inline]
fn first_off_row(position: usize) -> usize {
    (position + 1).saturating_sub(positions(CHECKERS - 1))
}

impl OneSided {
    pub(super) fn build() -> Self {
        let mut finish = Quickest::new();
        let mut first_off = Quickest::new();
        let mut turns: [Vec<usize>; ROLLS] = Default::default();
        for position in 1..positions(CHECKERS) {
            let home = home_at(position);
            for (roll, ends) in Roll::all().zip(&mut turns) {
                ends.clear();
                for_each_end(home, roll, &mut |home| ends.push(index(home)));
            }
            finish.push(&turns, |position| position);
            if first_off_row(position) > 0 {
                first_off.push(&turns, first_off_row);
            }
        }
        Self {
            finish: finish.rows,
            first_off: first_off.rows,
        }
    }

    #[inline]
    pub(super) fn finish(&self, home: Home) -> Distribution<'_> {
        self.finish.row(index(home))
    }

    #[inline]
    pub(super) fn first_off(&self, home: Home) -> Distribution<'_> {
        self.first_off.row(first_off_row(index(home)))
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        self.finish.write(out);
        self.first_off.write(out);
    }

    pub(super) fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self {
            finish: Rows::read(bytes, positions(CHECKERS))?,
            first_off: Rows::read(bytes, first_off_row(positions(CHECKERS)))?,
        })
    }
}

/// Distributions of the play that takes the fewest rolls on average, filled row by row. Row 0 takes no roll.
struct Quickest {
    means: Vec<f64>,
    rows: Rows,
    /// The row that is being made.
    chances: Vec<f64>,
}

impl Quickest {
    fn new() -> Self {
        let mut rows = Rows::new();
        rows.push(&[]);
        Self {
            means: vec![0.0],
            rows,
            chances: Vec::new(),
        }
    }

    /// Adds the row of a position from the ends of its turns with each roll; `row_of` tells their rows, all of which exist. The
    /// first of equally good ends is chosen.
    fn push(&mut self, turns: &[Vec<usize>; ROLLS], row_of: impl Fn(usize) -> usize) {
        self.chances.clear();
        let mut mean = 1.0;
        for (roll, ends) in Roll::all().zip(turns) {
            let best = ends
                .iter()
                .map(|&end| row_of(end))
                .min_by(|&one, &other| self.means[one].total_cmp(&self.means[other]))
                .expect("a roll can be played");
            mean += roll.probability() * self.means[best];
            self.add_later(roll.probability(), best);
        }
        self.means.push(mean);
        self.rows.push(&self.chances);
    }

    /// Adds what goes on as another row after one roll.
    fn add_later(&mut self, probability: f64, row: usize) {
        let later = self.rows.row(row).chances();
        if self.chances.len() <= later.len() {
            self.chances.resize(later.len() + 1, 0.0);
        }
        if later.is_empty() {
            self.chances[0] += probability;
        }
        for (sum, &chance) in self.chances[1..].iter_mut().zip(later) {
            *sum += probability * f64::from(chance);
        }
    }
}
