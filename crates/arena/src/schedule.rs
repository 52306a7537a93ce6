use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::Player;

/// Which dice are thrown and who begins, game by game. The same seed gives the same schedule, no matter who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Another seed, other dice.
    pub seed: u64,
}

impl Schedule {
    /// The game with this number, from 0. Games 2i and 2i + 1 are a pair.
    ///
    /// ```
    /// use starmax_arena::Schedule;
    /// use starmax_core::Player;
    ///
    /// let schedule = Schedule { seed: 1 };
    /// let [one, two] = [schedule.game(6), schedule.game(7)];
    /// assert_eq!(one.seed, two.seed, "the same dice");
    /// assert_eq!((one.first_roll, two.first_roll), (3, 3));
    /// assert_eq!((one.first_side, two.first_side), (Player::Max, Player::Min));
    /// ```
    #[must_use]
    pub fn game(self, number: u64) -> Fixture {
        let pair = number / 2;
        let base = Xoshiro256PlusPlus::seed_from_u64(self.seed).next_u64();
        Fixture {
            seed: base.wrapping_add(pair),
            first_roll: pair,
            first_side: if number.is_multiple_of(2) {
                Player::Max
            } else {
                Player::Min
            },
        }
    }
}

/// One game of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Everything in the game that is left to chance follows from this seed.
    pub seed: u64,
    /// The number of the first roll's outcome, in the game's own order; after the last one the first one comes again.
    pub first_roll: u64,
    /// The side that the first contestant plays.
    pub first_side: Player,
}

/// The rolls of one game: the first one given or not, the others from a generator.
///
/// Every roll takes one number from the generator, so the k-th roll does not depend on what was played before it, as long
/// as the same die is thrown.
#[derive(Clone, Debug)]
pub struct Rolls<R> {
    rng: R,
    first: Option<u64>,
}

impl<R: Rng> Rolls<R> {
    /// Rolls from `rng`, all of them.
    pub fn new(rng: R) -> Self {
        Self { rng, first: None }
    }

    /// Lets the first roll be the outcome with this number, counted round and round. All outcomes are counted alike, also
    /// those that are less likely than others.
    #[must_use]
    pub fn starting_with(mut self, number: u64) -> Self {
        self.first = Some(number);
        self
    }

    /// Chooses one of several outcomes by their probabilities.
    ///
    /// # Panics
    /// When there is no outcome.
    pub fn roll<O: Copy>(&mut self, outcomes: &[(O, f64)]) -> O {
        if let Some(number) = self.first.take() {
            let number = number % outcomes.len() as u64;
            return outcomes[usize::try_from(number).expect("below a length")].0;
        }
        let mut left: f64 = self.rng.random();
        for &(outcome, probability) in outcomes {
            left -= probability;
            if left < 0.0 {
                return outcome;
            }
        }
        // Probabilities may add up to a little less than 1.
        outcomes[outcomes.len() - 1].0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIE: [(u8, f64); 4] = [(1, 0.25), (2, 0.25), (3, 0.25), (4, 0.25)];

    fn rolls(fixture: Fixture) -> Vec<u8> {
        let rng = Xoshiro256PlusPlus::seed_from_u64(fixture.seed);
        let mut rolls = Rolls::new(rng).starting_with(fixture.first_roll);
        (0..20).map(|_| rolls.roll(&DIE)).collect()
    }

    #[test]
    fn both_games_of_a_pair_have_the_same_dice_and_swapped_sides() {
        let schedule = Schedule { seed: 7 };
        for pair in 0..100 {
            let (one, two) = (schedule.game(2 * pair), schedule.game(2 * pair + 1));
            assert_eq!(rolls(one), rolls(two));
            assert_eq!(one.first_side, Player::Max);
            assert_eq!(two.first_side, Player::Min);
        }
    }

    #[test]
    fn the_first_roll_goes_through_all_outcomes() {
        let schedule = Schedule { seed: 7 };
        let first: Vec<_> = (0..9)
            .map(|pair| rolls(schedule.game(2 * pair))[0])
            .collect();
        assert_eq!(first, [1, 2, 3, 4, 1, 2, 3, 4, 1]);
    }

    #[test]
    fn every_pair_and_every_seed_has_other_dice() {
        let all: Vec<_> = (0..10)
            .flat_map(|seed| (0..10).map(move |pair| Schedule { seed }.game(2 * pair)))
            .map(|fixture| rolls(fixture)[1..].to_vec())
            .collect();
        for (number, one) in all.iter().enumerate() {
            assert!(!all[..number].contains(one));
        }
    }

    #[test]
    fn outcomes_come_as_often_as_they_are_likely() {
        let mut rolls = Rolls::new(Xoshiro256PlusPlus::seed_from_u64(0));
        let mut counts = [0_i32; 3];
        for _ in 0..10_000 {
            counts[rolls.roll(&[(0, 0.5), (1, 0.2), (2, 0.3)])] += 1;
        }
        for (count, expected) in counts.into_iter().zip([5000, 2000, 3000]) {
            assert!((count - expected).abs() < 200, "{counts:?}");
        }
    }
}
