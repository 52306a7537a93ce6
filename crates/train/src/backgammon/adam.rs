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
        let mut gradients = self.gradients.each_mut().map(NetWeights::numbers_mut);
        let numbers = (adam.weights.numbers_mut().iter_mut())
            .zip(adam.mean.numbers_mut())
            .zip(adam.momentum.numbers_mut())
            .zip(adam.variance.numbers_mut());
        for (place, (((weight, average), momentum), variance)) in numbers.enumerate() {
            let mut slope = 0.0;
            for gradient in &mut gradients {
                slope += std::mem::take(&mut gradient[place]);
            }
            slope *= share;
            *momentum = MOMENTUM * *momentum + (1.0 - MOMENTUM) * slope;
            *variance = VARIANCE * *variance + (1.0 - VARIANCE) * slope * slope;
            let moved = *weight - rate * *momentum / (variance.sqrt() + 1e-8);
            *weight = moved.clamp(-LARGEST, LARGEST);
            *average = mean * *average + (1.0 - mean) * *weight;
        }
    }
}
