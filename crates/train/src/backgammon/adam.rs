#![expect(
    clippy::inline_always,
    reason = "compiled anew for the processor at hand"
)]

use std::ops::Range;

use rayon::prelude::*;
use starmax_judges::backgammon::{NetInputs, NetWeights, WideWork, with_wide_registers};

/// What Adam remembers of a training, and the mean of the weights over the last steps, which plays better than they do themselves.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Adam {
    pub(super) steps: u64,
    pub(super) weights: NetWeights,
    pub(super) mean: NetWeights,
    pub(super) momentum: NetWeights,
    pub(super) variance: NetWeights,
    pub(super) shared: Shared,
}

/// What all sets of weights but that of races learn together, so that a rare one knows what the others do: momenta and variances of a step that they make
/// alike, on top of their own.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Shared {
    momentum: Vec<f32>,
    variance: Vec<f32>,
}

impl Shared {
    const SETS: usize = NetInputs::SETS - 1;
    /// Numbers of one set.
    const COUNT: usize = (PAIRS + 1) * SECOND + (SECOND + 1) * OUTPUTS;

    fn new() -> Self {
        let zeros = vec![0.0; Self::COUNT];
        Self {
            momentum: zeros.clone(),
            variance: zeros,
        }
    }

    /// Numbers of one kind, set after set, and how many each set has.
    pub(super) fn parts() -> [(Range<usize>, usize); 4] {
        let part = |place: fn(usize) -> usize| (place(0)..place(Self::SETS), place(1) - place(0));
        [
            part(|set| NetWeights::second(set, 0)),
            part(NetWeights::second_bias),
            part(|set| NetWeights::output(set, 0)),
            part(NetWeights::output_bias),
        ]
    }

    /// Moves all sets against the sum of their slopes.
    fn step(&mut self, weights: &mut NetWeights, gradients: &[NetWeights; 2], pace: Pace) {
        let mut first = 0;
        for (numbers, size) in Self::parts() {
            let mut slopes = vec![0.0; size];
            for gradient in gradients {
                for set in gradient.numbers()[numbers.clone()].chunks_exact(size) {
                    for (sum, slope) in slopes.iter_mut().zip(set) {
                        *sum += slope;
                    }
                }
            }
            let own = first..first + size;
            let momenta = &mut self.momentum[own.clone()];
            let variances = &mut self.variance[own];
            let steps: Vec<f32> = (slopes.iter().zip(momenta).zip(variances))
                .map(|((slope, momentum), variance)| {
                    pace.step(pace.share * slope, momentum, variance)
                })
                .collect();
            for set in weights.numbers_mut()[numbers].chunks_exact_mut(size) {
                for (weight, step) in set.iter_mut().zip(&steps) {
                    *weight -= step;
                }
            }
            first += size;
        }
    }
}

impl Adam {
    pub(super) fn new(weights: NetWeights) -> Self {
        Self {
            steps: 0,
            mean: weights.clone(),
            weights,
            momentum: NetWeights::zero(),
            variance: NetWeights::zero(),
            shared: Shared::new(),
        }
    }

    /// How many numbers there are in all.
    pub(super) const COUNT: usize = 4 * NetWeights::COUNT + 2 * Shared::COUNT;

    /// All numbers, in a fixed order.
    pub(super) fn parts_mut(&mut self) -> [&mut [f32]; 6] {
        [
            self.weights.numbers_mut(),
            self.mean.numbers_mut(),
            self.momentum.numbers_mut(),
            self.variance.numbers_mut(),
            &mut self.shared.momentum,
            &mut self.shared.variance,
        ]
    }
}

const PAIRS: usize = NetWeights::PAIRS;
const SECOND: usize = NetWeights::SECOND;
const OUTPUTS: usize = NetWeights::OUTPUTS;
const LARGEST: f32 = NetWeights::LARGEST;
const MOMENTUM: f32 = 0.9;
const VARIANCE: f32 = 0.999;
/// About the last 2,000 steps count.
const MEAN: f32 = 0.9995;
/// So many numbers are one piece of work.
const PIECE: usize = 1 << 16;

/// How large a step is.
#[derive(Clone, Copy)]
struct Pace {
    rate: f32,
    /// What remains of the mean of the weights.
    mean: f32,
    /// What a sample counts.
    share: f32,
}

impl Pace {
    fn new(steps: u64, rate: f32, samples: usize) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "after many steps it is 0")]
        let left_of = |part: f32| 1.0 - f64::from(part).powi(steps.min(100_000) as i32) as f32;
        Self {
            rate: rate * left_of(VARIANCE).sqrt() / left_of(MOMENTUM),
            mean: MEAN.min((1 + steps) as f32 / (10 + steps) as f32),
            share: 1.0 / samples as f32,
        }
    }

    /// What to take away from a weight that makes the net worse with this slope.
    #[inline(always)]
    fn step(self, slope: f32, momentum: &mut f32, variance: &mut f32) -> f32 {
        *momentum = MOMENTUM * *momentum + (1.0 - MOMENTUM) * slope;
        *variance = VARIANCE * *variance + (1.0 - VARIANCE) * slope * slope;
        self.rate * *momentum / (variance.sqrt() + 1e-8)
    }
}

impl Adam {
    /// One step (Kingma and Ba 2015) against the sum of some gradients over this many samples, which are zero afterwards.
    pub(super) fn step(&mut self, gradients: &mut [NetWeights; 2], rate: f32, samples: usize) {
        self.steps += 1;
        let pace = Pace::new(self.steps, rate, samples);
        self.shared.step(&mut self.weights, gradients, pace);
        let [weights, means, momenta, variances, ..] =
            self.parts_mut().map(|part| part.par_chunks_mut(PIECE));
        let [slopes, others] = gradients
            .each_mut()
            .map(|gradient| gradient.numbers_mut().par_chunks_mut(PIECE));
        (weights, means, momenta, variances, slopes, others)
            .into_par_iter()
            .for_each(|(weights, means, momenta, variances, slopes, others)| {
                with_wide_registers(Piece {
                    weights,
                    means,
                    momenta,
                    variances,
                    slopes: [slopes, others],
                    pace,
                });
            });
    }
}

/// A step for some of the numbers.
struct Piece<'a> {
    weights: &'a mut [f32],
    means: &'a mut [f32],
    momenta: &'a mut [f32],
    variances: &'a mut [f32],
    slopes: [&'a mut [f32]; 2],
    pace: Pace,
}

impl WideWork for Piece<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self {
            weights,
            means,
            momenta,
            variances,
            slopes: [slopes, others],
            pace,
        } = self;
        let mean = pace.mean;
        let count = weights.len();
        // One look at all lengths, so that there is none in the loop.
        let (means, momenta, variances) = (
            &mut means[..count],
            &mut momenta[..count],
            &mut variances[..count],
        );
        let (slopes, others) = (&mut slopes[..count], &mut others[..count]);
        for place in 0..count {
            let slope = pace.share * (slopes[place] + others[place]);
            slopes[place] = 0.0;
            others[place] = 0.0;
            let step = pace.step(slope, &mut momenta[place], &mut variances[place]);
            let weight = (weights[place] - step).clamp(-LARGEST, LARGEST);
            means[place] = mean * means[place] + (1.0 - mean) * weight;
            weights[place] = weight;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slope_in_one_set_moves_the_others_too_but_not_that_of_races() {
        let mut adam = Adam::new(NetWeights::zero());
        let mut gradients = [(); 2].map(|()| NetWeights::zero());
        let last = NetInputs::SETS - 1;
        let place = |set| NetWeights::second(set, 7) + 3;
        gradients[1].numbers_mut()[place(5)] = 1.0;
        adam.step(&mut gradients, 0.01, 1);
        let moved = |set| adam.weights.numbers()[place(set)];
        assert!(moved(0) < 0.0);
        assert!((moved(5) - 2.0 * moved(0)).abs() < 1e-6);
        assert_eq!(moved(0), moved(last - 1));
        assert_eq!(moved(last), 0.0);
        let others = (adam.weights.numbers().iter()).filter(|&&weight| weight != 0.0);
        assert_eq!(others.count(), last);
    }
}
