use starmax_arena::{Engine, Schedule, Tally, play_pair};
use starmax_core::Evaluator;
use starmax_games::{Dice, Pairs};
use starmax_judges::dice::{DiceNet, NetWeights};
use starmax_search::{Algorithm, Settings};

/// An evaluator whose type is erased.
type AnyEvaluator<'a> = &'a dyn Evaluator<Dice>;

/// The share of points that a net makes against the evaluator `pairs` in this many games (one more if the number is odd): 1 for a win,
/// half for a draw. Both look one move ahead. Each sequence of dice is played twice, with sides swapped, and they are always the same.
#[must_use]
pub fn points_against_pairs(weights: &NetWeights, games: u64) -> f64 {
    let mut settings = Settings::new(Algorithm::Expectimax);
    settings.limits.depth = 1;
    // One search for both evaluators is enough in the binary.
    let evaluators: [AnyEvaluator<'_>; 2] = [&DiceNet::new(weights), &Pairs];
    let [mut net, mut pairs] = evaluators.map(|evaluator| Engine::new(settings.clone(), evaluator));
    let mut tally = Tally::default();
    for pair in 0..games.div_ceil(2) {
        let contestants = [&mut net as _, &mut pairs as _];
        let schedule = Schedule { seed: 0 };
        tally.add(play_pair(&Dice::default(), schedule, pair, contestants));
    }
    tally.score.rate()
}
