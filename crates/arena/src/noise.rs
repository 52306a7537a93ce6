use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Bounds, Evaluator, Hashable, InBulk, evaluate_all_with_noise};

/// Adds noise to an evaluator, to make it worse in a controlled way (thesis, section 5.8).
///
/// The noise is deterministic: a pure function of the seed and of the state, so that a state has the same value however
/// often and by whichever way it is reached. Its distribution is normal for practical purposes: like GNU Backgammon, this
/// adds up parts of a hash. Where the noise goes the evaluator says ([`InBulk::evaluate_all_with_noise`]); terminal and solved values stay as they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Noisy<E> {
    /// Judges the states.
    pub inner: E,
    /// Another seed, another noise.
    pub seed: u64,
    /// The standard deviation of the noise, of each estimate that an evaluator makes its value of.
    pub deviation: f64,
}

/// Twelve numbers of 16 bits each, whose sum has 2^16 as its standard deviation, nearly.
const WORDS: u32 = 3;
const MEAN: f64 = 6.0 * 65_535.0;
const DEVIATION: f64 = 65_536.0;

/// A number from a distribution with mean 0 and standard deviation 1.
fn normal(rng: &mut impl Rng) -> f64 {
    let sum: u64 = (0..WORDS).map(|_| sum_of_quarters(rng.next_u64())).sum();
    (sum as f64 - MEAN) / DEVIATION
}

fn sum_of_quarters(word: u64) -> u64 {
    [0, 16, 32, 48]
        .map(|shift| (word >> shift) & 0xffff)
        .iter()
        .sum()
}

impl<G: Hashable, E: Evaluator<G>> Evaluator<G> for Noisy<E> {
    fn evaluate(&self, game: &G, state: &G::State) -> f64 {
        let mut value = Vec::with_capacity(1);
        self.evaluate_all(game, std::slice::from_ref(state), &mut value);
        value[0]
    }

    fn evaluate_all(&self, game: &G, states: &[G::State], out: &mut Vec<f64>) {
        let generator = |state| Xoshiro256PlusPlus::seed_from_u64(game.hash(state) ^ self.seed);
        let mut of_state: Option<(usize, Xoshiro256PlusPlus)> = None;
        let mut noise = |place: usize| {
            let rng = match &mut of_state {
                Some((known, rng)) if *known == place => rng,
                of_other => &mut of_other.insert((place, generator(&states[place]))).1,
            };
            self.deviation * normal(rng)
        };
        match self.inner.in_bulk() {
            Some(bulk) => bulk.evaluate_all_with_noise(game, states, &mut noise, out),
            None => evaluate_all_with_noise(&self.inner, game, states, &mut noise, out),
        }
    }

    fn range(&self, game: &G) -> Bounds {
        self.inner.range(game)
    }

    // The bounds of a single state are the range, because noise can lead anywhere.

    fn solved(&self, game: &G, state: &G::State) -> Option<f64> {
        self.inner.solved(game, state)
    }

    fn is_quiet(&self, game: &G, state: &G::State) -> bool {
        self.inner.is_quiet(game, state)
    }

    fn in_bulk(&self) -> Option<&dyn InBulk<G>> {
        Some(self)
    }
}

impl<G: Hashable, E: Evaluator<G>> InBulk<G> for Noisy<E> {
    fn gains_from_batches(&self) -> bool {
        (self.inner.in_bulk()).is_some_and(InBulk::gains_from_batches)
    }
}

#[cfg(test)]
mod tests {
    use starmax_core::{Game, Rules};
    use starmax_games::{Dice, DiceState, Pairs, random_position};

    use super::*;

    fn positions() -> Vec<DiceState> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let game = Dice::new(11, 4);
        (0..10_000)
            .map(|_| random_position(&game, &mut rng))
            .collect()
    }

    fn noises(seed: u64) -> Vec<f64> {
        let game = Dice::new(11, 4);
        let noisy = Noisy {
            inner: Pairs,
            seed,
            deviation: 0.1,
        };
        (positions().iter())
            .map(|state| noisy.evaluate(&game, state) - Pairs.evaluate(&game, state))
            .collect()
    }

    #[test]
    fn noise_has_the_mean_and_the_deviation_asked_for() {
        let noises = noises(1);
        let mean = noises.iter().sum::<f64>() / noises.len() as f64;
        let variance = noises.iter().map(|noise| noise * noise).sum::<f64>() / noises.len() as f64;
        assert!(mean.abs() < 0.004, "{mean}");
        assert!((variance.sqrt() - 0.1).abs() < 0.003, "{variance}");
        let within_one = noises.iter().filter(|noise| noise.abs() < 0.1).count();
        assert!(
            (6630..7030).contains(&within_one),
            "{within_one}: 68.3% expected"
        );
    }

    #[test]
    fn a_state_has_the_same_noise_always_and_another_one_for_another_seed() {
        assert_eq!(noises(1), noises(1));
        let (one, two) = (noises(1), noises(2));
        let product: f64 = one.iter().zip(&two).map(|(one, two)| one * two).sum();
        let correlation = product / one.len() as f64 / 0.01;
        assert!(correlation.abs() < 0.04, "{correlation}");
    }

    #[test]
    fn states_have_the_same_noise_together_and_alone() {
        let game = Dice::new(11, 4);
        let noisy = Noisy {
            inner: Pairs,
            seed: 1,
            deviation: 0.1,
        };
        let states = positions();
        let mut together = Vec::new();
        noisy.evaluate_all(&game, &states, &mut together);
        let alone: Vec<f64> = (states.iter())
            .map(|state| noisy.evaluate(&game, state))
            .collect();
        assert_eq!(together, alone);
    }

    #[test]
    fn values_stay_in_the_range() {
        let game = Dice::new(11, 4);
        let noisy = Noisy {
            inner: Pairs,
            seed: 1,
            deviation: 10.0,
        };
        let values = positions();
        let values = values.iter().map(|state| noisy.evaluate(&game, state));
        assert!(values.clone().all(|value| game.utility().contains(value)));
        assert!(
            values.clone().any(|value| value == 1.0) && values.clone().any(|value| value == -1.0)
        );
    }

    #[test]
    fn bounds_allow_for_any_noise() {
        let game = Dice::default();
        let noisy = Noisy {
            inner: Pairs,
            seed: 1,
            deviation: 0.1,
        };
        assert_eq!(noisy.bounds(&game, &game.initial(), 1), game.utility());
    }
}
