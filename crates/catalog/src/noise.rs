//! Evaluators with noise.

use starmax_arena::Noisy;
use starmax_core::{Evaluator, Hashable};
use starmax_search::Options;

use crate::judge::{AnyEvaluator, EvaluatorTask};

/// Noise that is added to every evaluation, as [`Noisy`] does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Noise {
    /// Its standard deviation; 0 for none.
    pub deviation: f64,
    /// Another seed, another noise.
    pub seed: u64,
}

impl Noise {
    /// The noise that was asked for.
    #[must_use]
    pub fn of(options: &Options) -> Self {
        Self {
            deviation: options.noise.unwrap_or_default(),
            seed: options.noise_seed.unwrap_or_default(),
        }
    }

    pub(crate) fn is_none(self) -> bool {
        self.deviation == 0.0
    }
}

/// A task for an evaluator with noise.
pub(crate) struct WithNoise<T> {
    pub(crate) noise: Noise,
    pub(crate) task: T,
}

impl<G: Hashable, T: EvaluatorTask<G>> EvaluatorTask<G> for WithNoise<T> {
    type Output = T::Output;

    fn run<E: Evaluator<G> + Sync>(self, evaluator: &E) -> T::Output {
        if self.noise.is_none() {
            return self.task.run(evaluator);
        }
        let inner: AnyEvaluator<'_, G> = evaluator;
        let Noise { deviation, seed } = self.noise;
        let noisy: AnyEvaluator<'_, G> = &Noisy {
            inner,
            seed,
            deviation,
        };
        self.task.run(&noisy)
    }
}
