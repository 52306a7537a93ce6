use std::num::NonZeroUsize;

use starmax_arena::rollout::Endings;
use starmax_core::{Evaluator, Game, Hashable};
use starmax_search::{Last, Observer, Search, SearchResult, Searcher, Settings};

use crate::judge::{AnyEvaluator, EvaluatorTask};
use crate::trace::LastIteration;
use crate::{Noise, Request};

/// Searches a state with an evaluator.
pub(crate) struct SearchTask<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) state: &'a G::State,
    pub(crate) settings: Settings,
    pub(crate) request: &'a Request<'a>,
    pub(crate) searcher: &'a mut Searcher<G>,
    pub(crate) endings: &'a (dyn Endings<G> + Sync),
    /// Who watches, if anybody does: then there is one thread.
    pub(crate) watch: Option<&'a mut LastIteration<G>>,
}

impl<G: Hashable<State: Sync> + Sync> EvaluatorTask<G> for SearchTask<'_, G> {
    type Output = SearchResult<G>;

    fn run<E: Evaluator<G> + Sync>(mut self, evaluator: &E) -> Self::Output {
        self.request.begin();
        let Some(watch) = self.watch.take() else {
            // What deeper entries there are would depend on which thread came first.
            let threads = (self.request.options.threads)
                .filter(|_| !self.request.options.reuse_deeper)
                .unwrap_or(NonZeroUsize::MIN);
            return self.search(evaluator, (), threads);
        };
        // Few searches are watched: one in the binary will do for all evaluators.
        let erased: AnyEvaluator<'_, G> = evaluator;
        self.search(&erased, watch, NonZeroUsize::MIN)
    }
}

impl<G: Hashable<State: Sync> + Sync> SearchTask<'_, G> {
    fn search<E: Evaluator<G> + Sync, O: Observer<G>>(
        self,
        evaluator: &E,
        observer: O,
        threads: NonZeroUsize,
    ) -> SearchResult<G> {
        let chances = |state: &G::State, last: Option<Last<'_, G>>| match last {
            Some((before, mv)) => self.endings.chances_after(self.game, before, mv),
            None => self.endings.chances(self.game, state),
        };
        let mut search = (Search::new(self.game, evaluator))
            .settings(self.settings)
            .observe(observer);
        // Endings are judged without noise, and would not fit values that have some.
        if self.request.chances && Noise::of(&self.request.options).is_none() {
            search = search.forecast(&chances);
        }
        if let Some(stop) = self.request.stop {
            search = search.stop_when(stop);
        }
        search.run_by(self.searcher, threads, self.state)
    }
}
