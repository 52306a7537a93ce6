//! A small net that knows how many rolls a player takes who still has checkers to bring home.

use starmax_files::SealedFile;

use super::{POINTS, Track};
use crate::backgammon::NetError;

/// Units of the hidden layer.
const HIDDEN: usize = 64;
/// Rolls until the last checker is off, and until the first one of 15 is.
const OUTPUTS: usize = 2;
/// What a row of weights leads to: the hidden units and, past them, the outputs.
const WIDTH: usize = HIDDEN + OUTPUTS;
/// Rows of each point: with n checkers there the first n are on.
const LEVELS: usize = 15;
/// The last row is always on.
const ROWS: usize = POINTS * LEVELS + 1;
/// Points of a home.
const HOME: usize = 6;
/// Pips of a roll, on average.
const PIPS_OF_ROLL: f32 = 49.0 / 6.0;

/// How many rolls a player takes in a race to bear off all checkers, and the first one of 15, when each turn is played for the fewest on average.
///
/// One layer of 64 units that are linear above 0, beside direct weights. Where all checkers are home, the tables of the bearoff know better.
#[derive(Clone, Debug, PartialEq)]
pub struct PaceNet {
    /// The rows, then for each hidden unit its weights for the outputs.
    weights: Vec<f32>,
}

impl PaceNet {
    /// How many weights there are.
    pub const WEIGHTS: usize = ROWS * WIDTH + HIDDEN * OUTPUTS;

    const TITLE: &str = "starmax pace net 1";

    /// The net with these weights.
    ///
    /// # Panics
    /// If there are not [`PaceNet::WEIGHTS`].
    #[must_use]
    pub fn new(weights: Vec<f32>) -> Self {
        assert_eq!(weights.len(), Self::WEIGHTS);
        Self { weights }
    }

    /// A net that counts pips, with these weights for its hidden units, as many as it asks for, which the outputs do not heed yet.
    #[must_use]
    pub fn of_pips(mut hidden: impl FnMut() -> f32) -> Self {
        let mut weights = vec![0.0; Self::WEIGHTS];
        for (row, weights) in weights[..ROWS * WIDTH].chunks_exact_mut(WIDTH).enumerate() {
            let (units, direct) = weights.split_at_mut(HIDDEN);
            units.fill_with(&mut hidden);
            if row < ROWS - 1 {
                let pips = 1 + row / LEVELS;
                direct[0] = pips as f32 / PIPS_OF_ROLL;
                direct[1] = pips.saturating_sub(HOME) as f32 / PIPS_OF_ROLL;
            } else {
                direct.fill(1.0);
            }
        }
        Self { weights }
    }

    /// The numbers that it is made of.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    fn row(&self, row: usize) -> &[f32; WIDTH] {
        let (rows, _) = self.weights.as_chunks();
        &rows[row]
    }

    fn last_layer(&self) -> &[[f32; OUTPUTS]] {
        self.weights[ROWS * WIDTH..].as_chunks().0
    }

    fn sums(&self, track: &Track) -> [f32; WIDTH] {
        let mut sums = *self.row(ROWS - 1);
        for row in rows(track) {
            for (sum, weight) in sums.iter_mut().zip(self.row(row)) {
                *sum += weight;
            }
        }
        sums
    }

    /// The rolls until all checkers are off and until the first one is, on average.
    #[must_use]
    pub fn rolls(&self, track: &Track) -> [f32; OUTPUTS] {
        let sums = self.sums(track);
        let (hidden, direct) = sums.split_at(HIDDEN);
        let mut rolls = [direct[0], direct[1]];
        for (unit, [one, other]) in hidden.iter().zip(self.last_layer()) {
            let unit = unit.max(0.0);
            rolls[0] += unit * one;
            rolls[1] += unit * other;
        }
        rolls
    }

    /// Adds the slope of half the squared errors for a position, given the errors, to those of all weights.
    pub fn add_slopes(&self, track: &Track, errors: [f32; OUTPUTS], slopes: &mut [f32]) {
        let sums = self.sums(track);
        let (of_rows, of_last_layer) = slopes.split_at_mut(ROWS * WIDTH);
        let mut of_sums = [0.0; WIDTH];
        for ((unit, of_unit), (weights, of_weights)) in (sums[..HIDDEN].iter().zip(&mut of_sums))
            .zip(
                self.last_layer()
                    .iter()
                    .zip(of_last_layer.as_chunks_mut::<OUTPUTS>().0),
            )
        {
            if *unit > 0.0 {
                for output in 0..OUTPUTS {
                    of_weights[output] += unit * errors[output];
                    *of_unit += weights[output] * errors[output];
                }
            }
        }
        of_sums[HIDDEN..].copy_from_slice(&errors);
        let (of_rows, _) = of_rows.as_chunks_mut::<WIDTH>();
        for row in rows(track).chain([ROWS - 1]) {
            for (slope, of_sum) in of_rows[row].iter_mut().zip(&of_sums) {
                *slope += of_sum;
            }
        }
    }

    /// The net as a file that names the command that made it.
    #[must_use]
    pub fn write(&self, command: &str) -> Vec<u8> {
        let about = [("layout", Self::layout()), ("command", command.to_owned())];
        SealedFile {
            title: Self::TITLE.to_owned(),
            about: about.map(|(name, value)| (name.to_owned(), value)).into(),
            bytes: (self.weights.iter())
                .flat_map(|weight| weight.to_le_bytes())
                .collect(),
        }
        .write()
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it is no such net, one of another layout, or damaged.
    pub fn parse(file: &[u8]) -> Result<Self, NetError> {
        let file = SealedFile::parse(Self::TITLE, file)?;
        let (found, expected) = (file.line("layout")?, Self::layout());
        if found != expected {
            return Err(NetError::Layout {
                found: found.to_owned(),
                expected,
            });
        }
        let (weights, rest) = file.bytes.as_chunks();
        let weights: Vec<f32> = weights
            .iter()
            .map(|&bytes| f32::from_le_bytes(bytes))
            .collect();
        let fits = weights.len() == Self::WEIGHTS && rest.is_empty();
        if !fits || !weights.iter().all(|weight| weight.is_finite()) {
            return Err(NetError::Bytes(file.bytes.len()));
        }
        Ok(Self { weights })
    }

    fn layout() -> String {
        format!("{POINTS} points x {LEVELS} checkers -> {HIDDEN} -> {OUTPUTS}")
    }
}

/// The rows that are on, without the last one.
fn rows(track: &Track) -> impl Iterator<Item = usize> {
    track.iter().enumerate().flat_map(|(point, &count)| {
        let first = point * LEVELS;
        first..first + usize::from(count).min(LEVELS)
    })
}
