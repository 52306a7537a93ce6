#![expect(
    clippy::inline_always,
    reason = "compiled anew for the processor at hand"
)]

use starmax_backgammon::{NetWeights, WideWork};

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
/// About the last thousand steps count.
const MEAN: f32 = 0.999;

/// One step of Adam (Kingma and Ba 2015), against the sum of some gradients, which are zero afterwards.
pub(super) struct Step<'a, const SHARDS: usize> {
    pub(super) adam: &'a mut Adam,
    pub(super) gradients: &'a mut [NetWeights; SHARDS],
    pub(super) rate: f32,
    /// Samples that were added up.
    pub(super) samples: usize,
}

impl<const SHARDS: usize> WideWork for Step<'_, SHARDS> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let adam = self.adam;
        adam.steps += 1;
        #[expect(clippy::cast_possible_truncation, reason = "after many steps it is 0")]
        let left_of = |part: f32| 1.0 - f64::from(part).powi(adam.steps.min(100_000) as i32) as f32;
        let rate = self.rate * left_of(VARIANCE).sqrt() / left_of(MOMENTUM);
        let mean = MEAN.min((1 + adam.steps) as f32 / (10 + adam.steps) as f32);
        let share = 1.0 / self.samples as f32;
        let weights = adam.weights.numbers_mut();
        let means = adam.mean.numbers_mut();
        let momenta = adam.momentum.numbers_mut();
        let variances = adam.variance.numbers_mut();
        for shard in 1..SHARDS {
            let (first, others) = self.gradients.split_at_mut(shard);
            let (sums, others) = (first[0].numbers_mut(), others[0].numbers_mut());
            for place in 0..NetWeights::COUNT {
                sums[place] += others[place];
                others[place] = 0.0;
            }
        }
        let slopes = self.gradients[0].numbers_mut();
        for place in 0..NetWeights::COUNT {
            let slope = share * slopes[place];
            slopes[place] = 0.0;
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
