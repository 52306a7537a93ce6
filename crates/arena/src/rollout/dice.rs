use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Dice that leave less to luck than real ones: the outcomes of many trials together are spread evenly.
///
/// A throw is a number from 0 to 1, which an outcome is chosen by. The interval is divided into equal *strata*, 36 for the
/// rolls of two dice. Trials come in blocks of as many as there are strata, beginning with trial 0. In every block each of the first 64
/// throws falls into every stratum once. In every 36 blocks the first two throws together fall into every pair of strata once, in 36² blocks
/// the first three into every triple, and so on for the first six. Otherwise everything is as random as can be, and follows from the seed.
///
/// The number of a trial, written with the strata as base, has a digit for each of the first throws. The stratum of throw k is the sum of the
/// digits 0 to k, each one permuted in its own way for that throw. If all digits but one are fixed, every stratum occurs once.
///
/// ```
/// use starmax_arena::rollout::StratifiedDice;
///
/// let dice = StratifiedDice::new(1, 6);
/// let mut second_rolls: Vec<_> = (0..6)
///     .map(|trial| {
///         let mut throws = dice.trial(trial);
///         throws.next();
///         (throws.next() * 6.0) as u32 + 1
///     })
///     .collect();
/// second_rolls.sort();
/// assert_eq!(second_rolls, [1, 2, 3, 4, 5, 6]);
/// ```
#[derive(Clone, Debug)]
pub struct StratifiedDice {
    base: u64,
    strata: usize,
    /// For every throw the permutations of the digits that its stratum is the sum of.
    permutations: Vec<Vec<Vec<usize>>>,
}

/// Later throws are left to the generator alone.
const STRATIFIED_THROWS: usize = 64;
/// So many throws together go through all combinations of strata.
const COMBINED_THROWS: usize = 6;
/// Throws keep this distance from the ends of their stratum, which may be the ends of outcomes, give or take rounding.
const MARGIN: f64 = 1e-9;

impl StratifiedDice {
    /// Dice with this many strata. Another seed, other dice.
    ///
    /// # Panics
    /// When there is no stratum.
    #[must_use]
    pub fn new(seed: u64, strata: usize) -> Self {
        assert!(strata > 0, "dice have a stratum at least");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let base = rng.next_u64();
        let mut permutation = || {
            let mut all: Vec<_> = (0..strata).collect();
            all.shuffle(&mut rng);
            all
        };
        let permutations = (0..STRATIFIED_THROWS)
            .map(|throw| {
                let digits = COMBINED_THROWS.min(throw + 1);
                (0..digits).map(|_| permutation()).collect()
            })
            .collect();
        Self {
            base,
            strata,
            permutations,
        }
    }

    /// How many strata there are, and trials in a block.
    #[must_use]
    pub fn strata(&self) -> usize {
        self.strata
    }

    /// The throws of the trial with this number, from 0.
    ///
    /// # Panics
    /// Never: a digit is below the number of strata.
    #[must_use]
    pub fn trial(&self, number: u64) -> Throws {
        let strata = self.strata as u64;
        let mut digits = [0; COMBINED_THROWS];
        let mut left = number;
        for digit in &mut digits {
            *digit = usize::try_from(left % strata).expect("a digit is below the number of strata");
            left /= strata;
        }
        // What the digits do not tell apart. Block by block the later throws are shifted by it.
        let mut shifts = Xoshiro256PlusPlus::seed_from_u64(self.base.wrapping_add(left));
        let planned = (self.permutations.iter().enumerate()).map(|(throw, permutations)| {
            let permuted = permutations.iter().zip(digits);
            let sum: usize = permuted
                .map(|(permutation, digit)| permutation[digit])
                .sum();
            let shift = if throw < COMBINED_THROWS {
                0
            } else {
                shifts.random_range(0..self.strata)
            };
            (sum + shift) % self.strata
        });
        Throws {
            strata: self.strata,
            planned: planned.collect::<Vec<_>>().into_iter(),
            rng: Xoshiro256PlusPlus::seed_from_u64(!self.base.wrapping_add(number)),
        }
    }
}

/// The throws of one trial, without end.
///
/// The k-th throw does not depend on what was played before it.
#[derive(Clone, Debug)]
pub struct Throws {
    strata: usize,
    planned: std::vec::IntoIter<usize>,
    rng: Xoshiro256PlusPlus,
}

impl Throws {
    /// The next throw: a number from 0 to 1.
    #[expect(clippy::should_implement_trait, reason = "there is always another one")]
    pub fn next(&mut self) -> f64 {
        let within: f64 = self.rng.random();
        match self.planned.next() {
            Some(stratum) => {
                (stratum as f64 + within.clamp(MARGIN, 1.0 - MARGIN)) / self.strata as f64
            }
            None => within,
        }
    }

    /// Throws, and says which one of several outcomes that is.
    ///
    /// # Panics
    /// When there is no outcome.
    pub fn choose<O>(&mut self, outcomes: &[(O, f64)]) -> usize {
        let throw = self.next();
        let mut sum = 0.0;
        let chosen = outcomes.iter().position(|(_, probability)| {
            sum += probability;
            throw < sum
        });
        // Probabilities may add up to a little less than 1.
        chosen.unwrap_or(outcomes.len() - 1)
    }
}

/// The smallest number of equal shares that these probabilities are whole multiples of: 36 for two dice, 2 for a coin. `None` if that
/// would be more than 64.
///
/// ```
/// use starmax_arena::rollout::equal_shares;
///
/// assert_eq!(equal_shares([0.5, 0.25, 0.25]), Some(4));
/// assert_eq!(equal_shares([0.3, 0.7]), Some(10));
/// assert_eq!(equal_shares([1.0 / std::f64::consts::PI, 1.0 - 1.0 / std::f64::consts::PI]), None);
/// ```
#[must_use]
pub fn equal_shares(probabilities: impl IntoIterator<Item = f64>) -> Option<usize> {
    const MOST: usize = 64;
    const ROUNDING: f64 = 1e-9;
    let probabilities: Vec<_> = probabilities.into_iter().collect();
    (1..=MOST).find(|&shares| {
        let is_whole = |probability: &f64| {
            let multiple = probability * shares as f64;
            (multiple - multiple.round()).abs() < ROUNDING
        };
        probabilities.iter().all(is_whole)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The strata of the first throws of a trial.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "small"
    )]
    fn strata(dice: &StratifiedDice, trial: u64, throws: usize) -> Vec<usize> {
        let mut all = dice.trial(trial);
        (0..throws)
            .map(|_| (all.next() * dice.strata() as f64) as usize)
            .collect()
    }

    #[test]
    fn every_block_has_every_stratum_once_in_each_of_the_first_throws() {
        for (seed, count) in [(1, 36), (2, 6), (3, 2), (4, 7)] {
            let dice = StratifiedDice::new(seed, count);
            for block in [0, 1, 7, 1000, 123_456_789] {
                let first = block * count as u64;
                let trials: Vec<_> = (first..first + count as u64)
                    .map(|trial| strata(&dice, trial, STRATIFIED_THROWS))
                    .collect();
                for throw in 0..STRATIFIED_THROWS {
                    let mut seen: Vec<_> = trials.iter().map(|strata| strata[throw]).collect();
                    seen.sort_unstable();
                    assert_eq!(seen, (0..count).collect::<Vec<_>>(), "{count}, {throw}");
                }
            }
        }
    }

    #[test]
    fn the_first_throws_together_go_through_all_combinations() {
        for (count, throws) in [(36, 2), (6, 3), (3, 6), (2, 6)] {
            let dice = StratifiedDice::new(5, count);
            let combinations = (count as u64).pow(u32::try_from(throws).unwrap());
            for start in [0, 5 * combinations] {
                let mut seen: Vec<_> = (start..start + combinations)
                    .map(|trial| strata(&dice, trial, throws))
                    .collect();
                seen.sort_unstable();
                seen.dedup();
                assert_eq!(seen.len() as u64, combinations);
            }
        }
    }

    #[test]
    fn every_roll_of_two_dice_comes_as_often_as_it_should_in_any_36_trials() {
        let rolls: Vec<_> = (1..=6)
            .flat_map(|high| (1..=high).map(move |low| (high, low)))
            .map(|(high, low)| ((high, low), if high == low { 1.0 } else { 2.0 } / 36.0))
            .collect();
        let dice = StratifiedDice::new(9, 36);
        for start in [0, 1, 17, 1295, 46_700] {
            let mut counts = vec![0.0; rolls.len()];
            for trial in start..start + 36 {
                counts[dice.trial(trial).choose(&rolls)] += 1.0;
            }
            for (count, (roll, probability)) in counts.into_iter().zip(&rolls) {
                assert_eq!(count, (36.0 * probability).round(), "{roll:?}");
            }
        }
    }

    #[test]
    fn no_two_trials_are_alike_and_a_seed_is_a_seed() {
        let dice = StratifiedDice::new(7, 2);
        let mut all: Vec<_> = (0..4096).map(|trial| strata(&dice, trial, 64)).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 4096);
        let throws = |seed| StratifiedDice::new(seed, 36).trial(100).next();
        assert_eq!(throws(1), throws(1));
        assert_ne!(throws(1), throws(2));
    }

    #[test]
    fn over_many_seeds_every_throw_is_uniform() {
        for throw in [0, 1, 5, 6, 63, 64, 80] {
            let mut counts = [0_i32; 4];
            for seed in 0..4000 {
                let stratum = strata(&StratifiedDice::new(seed, 4), 11, throw + 1)[throw];
                counts[stratum] += 1;
            }
            assert!(
                counts.iter().all(|count| (count - 1000).abs() < 120),
                "{counts:?}"
            );
        }
    }
}
