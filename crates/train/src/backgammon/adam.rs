#![expect(
    clippy::inline_always,
    reason = "compiled anew for the processor at hand"
)]

use rayon::prelude::*;
use starmax_judges::backgammon::{NetWeights, WideWork, with_wide_registers};

/// What Adam remembers of a training, and the mean of the weights over the last steps, which plays better than they do themselves.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Adam {
    pub(super) steps: u64,
    pub(super) weights: NetWeights,
    pub(super) mean: NetWeights,
    pub(super) momentum: NetWeights,
    pub(super) variance: NetWeights,
}

impl Adam {
    pub(super) fn new(weights: NetWeights) -> Self {
        Self {
            steps: 0,
            mean: weights.clone(),
            weights,
            momentum: NetWeights::zero(),
            variance: NetWeights::zero(),
        }
    }

    /// All numbers, in a fixed order.
    pub(super) fn parts_mut(&mut self) -> [&mut NetWeights; 4] {
        [
            &mut self.weights,
            &mut self.mean,
            &mut self.momentum,
            &mut self.variance,
        ]
    }
}

const LARGEST: f32 = NetWeights::LARGEST;
const MOMENTUM: f32 = 0.9;
const VARIANCE: f32 = 0.999;
/// About the last 2,000 steps count.
const MEAN: f32 = 0.9995;
/// So many numbers are one piece of work.
const PIECE: usize = 1 << 16;

impl Adam {
    /// One step (Kingma and Ba 2015) against the sum of some gradients over this many samples, which are zero afterwards.
    pub(super) fn step(&mut self, gradients: &mut [NetWeights; 2], rate: f32, samples: usize) {
        self.steps += 1;
        let steps = self.steps;
        #[expect(clippy::cast_possible_truncation, reason = "after many steps it is 0")]
        let left_of = |part: f32| 1.0 - f64::from(part).powi(steps.min(100_000) as i32) as f32;
        let rate = rate * left_of(VARIANCE).sqrt() / left_of(MOMENTUM);
        let mean = MEAN.min((1 + steps) as f32 / (10 + steps) as f32);
        let share = 1.0 / samples as f32;
        let [weights, means, momenta, variances] = self
            .parts_mut()
            .map(|part| part.numbers_mut().par_chunks_mut(PIECE));
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
                    rate,
                    mean,
                    share,
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
    rate: f32,
    mean: f32,
    share: f32,
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
            rate,
            mean,
            share,
        } = self;
        let count = weights.len();
        // One look at all lengths, so that there is none in the loop.
        let (means, momenta, variances) = (
            &mut means[..count],
            &mut momenta[..count],
            &mut variances[..count],
        );
        let (slopes, others) = (&mut slopes[..count], &mut others[..count]);
        for place in 0..count {
            let slope = share * (slopes[place] + others[place]);
            slopes[place] = 0.0;
            others[place] = 0.0;
            let momentum = MOMENTUM * momenta[place] + (1.0 - MOMENTUM) * slope;
            let variance = VARIANCE * variances[place] + (1.0 - VARIANCE) * slope * slope;
            let moved = weights[place] - rate * momentum / (variance.sqrt() + 1e-8);
            let weight = moved.clamp(-LARGEST, LARGEST);
            means[place] = mean * means[place] + (1.0 - mean) * weight;
            momenta[place] = momentum;
            variances[place] = variance;
            weights[place] = weight;
        }
    }
}
