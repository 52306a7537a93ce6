use crate::PairResult;

/// Evidence against "both contestants are equally good", that may be looked at after every pair of games.
///
/// The rule is a test by betting, or mixture of test martingales (Ville; Robbins). A gambler bets on each pair, with
/// several fixed stakes at once, that the first contestant will score more than half, or less than half. If both are equal,
/// no bet gains on average, whatever the distribution of results, and the chance that the gambler's
/// fortune ever grows tenfold is at most a tenth. So one may stop whenever it does, and be wrong at most so often.
/// Nothing is assumed about the games within a pair, nor about draws.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
    /// What became of a fortune of 1 with each stake, for the first contestant and against it.
    fortunes: [[f64; 2]; STAKES.len()],
}

/// Small stakes find small differences, after many games; large stakes find large ones soon.
const STAKES: [f64; 12] = [
    0.75,
    0.5,
    0.375,
    0.25,
    0.1875,
    0.125,
    0.09375,
    0.0625,
    0.046_875,
    0.031_25,
    0.023_437_5,
    0.015_625,
];

impl Default for Evidence {
    fn default() -> Self {
        Self {
            fortunes: [[1.0; 2]; STAKES.len()],
        }
    }
}

impl Evidence {
    /// Takes another pair of games into account.
    pub fn add(&mut self, result: PairResult) {
        let gain = (result.points.into_iter())
            .map(|points| f64::from(i8::from(points > 0.0) - i8::from(points < 0.0)) / 2.0)
            .sum::<f64>();
        for (fortunes, stake) in self.fortunes.iter_mut().zip(STAKES) {
            fortunes[0] *= 1.0 + stake * gain;
            fortunes[1] *= 1.0 - stake * gain;
        }
    }

    /// By how much the gambler's fortune has grown.
    #[must_use]
    pub fn fortune(&self) -> f64 {
        let all = self.fortunes.as_flattened();
        all.iter().sum::<f64>() / all.len() as f64
    }

    /// Whether one may say that the contestants are not equally good, and be wrong at most with this probability, although one
    /// looks again and again.
    #[must_use]
    pub fn is_conclusive(&self, error: f64) -> bool {
        self.fortune() >= 1.0 / error
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// After how many pairs, 2000 at most, contestants are told apart of whom the first wins each game with this probability.
    fn pairs_until_sure(rate: f64, seed: u64) -> Option<usize> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut evidence = Evidence::default();
        (1..=2000).find(|_| {
            let points = [(); 2].map(|()| if rng.random_bool(rate) { 1.0 } else { -1.0 });
            evidence.add(PairResult { points });
            evidence.is_conclusive(0.05)
        })
    }

    #[test]
    fn equal_contestants_are_rarely_told_apart() {
        let wrong = (0..1000)
            .filter_map(|seed| pairs_until_sure(0.5, seed))
            .count();
        assert!((1..=50).contains(&wrong), "{wrong} of 1000");
    }

    #[test]
    fn the_better_contestant_is_found_the_sooner_the_better_it_is() {
        let mean = |rate| {
            let pairs = (0..100).map(|seed| pairs_until_sure(rate, seed).unwrap_or(2000));
            pairs.sum::<usize>() / 100
        };
        let (slightly, clearly, by_far) = (mean(0.55), mean(0.6), mean(0.8));
        assert!(slightly < 800, "{slightly}");
        assert!(clearly < 250, "{clearly}");
        assert!(by_far < 35, "{by_far}");
    }

    #[test]
    fn pairs_that_even_out_say_nothing() {
        let mut evidence = Evidence::default();
        for points in [[1.0, -1.0], [0.0, 0.0], [-1.0, 1.0]].repeat(1000) {
            evidence.add(PairResult { points });
        }
        assert_eq!(evidence.fortune(), 1.0);
    }

    #[test]
    fn both_sides_are_judged_alike() {
        let (mut winner, mut loser) = (Evidence::default(), Evidence::default());
        for _ in 0..5 {
            winner.add(PairResult { points: [1.0, 1.0] });
            loser.add(PairResult {
                points: [-1.0, -1.0],
            });
        }
        assert!((winner.fortune() - loser.fortune()).abs() < 1e-12);
        assert!(winner.fortune() > 2.0);
    }
}
