//! Units of the second layer that never give anything learn nothing either. They begin anew.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use starmax_judges::backgammon::{NetInputs, NetWeights};

use super::adam::Adam;
use super::sample::Sample;

const SECOND: usize = NetWeights::SECOND;
/// So many samples are looked at.
const LOOKED_AT: usize = 40_000;
/// A set that fewer of them use says nothing.
const LEAST: u32 = 50;

/// How many samples use each set, and to how many of them each of its units gives something.
type Uses = Vec<(u32, [u32; SECOND])>;

/// Gives new weights to all units that give nothing to any of the samples. They do not change what the net says, until they have learned.
pub(super) fn revive(adam: &mut Adam, samples: &[Sample], seed: u64) -> usize {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let uses = uses(&adam.weights, samples);
    let mut revived = 0;
    for (set, (count, active)) in uses.into_iter().enumerate() {
        for unit in (0..SECOND).filter(|&unit| count >= LEAST && active[unit] == 0) {
            begin_anew(adam, set, unit, &mut rng);
            revived += 1;
        }
    }
    revived
}

fn begin_anew(adam: &mut Adam, set: usize, unit: usize, rng: &mut impl rand::Rng) {
    const LARGEST: f32 = 0.05;
    const BIAS: f32 = 0.2;
    let mut put = |place: usize, number: f32| {
        adam.weights.numbers_mut()[place] = number;
        adam.mean.numbers_mut()[place] = number;
        adam.momentum.numbers_mut()[place] = 0.0;
        adam.variance.numbers_mut()[place] = 0.0;
    };
    for pair in 0..NetWeights::PAIRS {
        let number = rng.random_range(-LARGEST..LARGEST);
        put(NetWeights::second(set, pair) + unit, number);
    }
    put(NetWeights::second_bias(set) + unit, BIAS);
    for output in 0..NetWeights::OUTPUTS {
        put(NetWeights::output(set, unit) + output, 0.0);
    }
}

fn uses(weights: &NetWeights, samples: &[Sample]) -> Uses {
    let none = || vec![(0, [0; SECOND]); NetInputs::SETS];
    let step = samples.len().div_ceil(LOOKED_AT).max(1);
    let looked_at: Vec<&Sample> = samples.iter().step_by(step).collect();
    let add = |mut uses: Uses, inputs: NetInputs| {
        let (count, active) = &mut uses[inputs.set()];
        *count += 1;
        for (active, sum) in active.iter_mut().zip(weights.second_sums(&inputs)) {
            *active += u32::from(sum > 0.0);
        }
        uses
    };
    looked_at
        .par_iter()
        .fold(none, |uses, sample| add(uses, sample.inputs()))
        .reduce(none, |mut one, other| {
            for ((count, active), (more, others)) in one.iter_mut().zip(other) {
                *count += more;
                for (active, more) in active.iter_mut().zip(others) {
                    *active += more;
                }
            }
            one
        })
}
