use std::num::NonZeroUsize;

use starmax_arena::rollout::Endings;
use starmax_core::{Evaluator, Game, Hashable};
use starmax_search::{Search, SearchResult, Searcher, Settings};

use crate::judge::Task;
use crate::{Noise, Request};

/// Searches a state with an evaluator.
pub(crate) struct SearchTask<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) state: &'a G::State,
    pub(crate) settings: Settings,
    pub(crate) request: &'a Request<'a>,
    pub(crate) searcher: &'a mut Searcher<G>,
    pub(crate) endings: &'a (dyn Endings<G> + Sync),
}

impl<G: Hashable<State: Sync> + Sync> Task<G> for SearchTask<'_, G> {
    type Output = SearchResult<G>;

    fn run<E: Evaluator<G> + Sync>(self, evaluator: &E) -> Self::Output {
        self.request.begin();
        let chances = |state: &G::State| self.endings.chances(self.game, state);
        let mut search = Search::new(self.game, evaluator).settings(self.settings);
        // Endings are judged without noise, and would not fit values that have some.
        if self.request.chances && Noise::of(&self.request.options).is_none() {
            search = search.forecast(&chances);
        }
        if let Some(stop) = self.request.stop {
            search = search.stop_when(stop);
        }
        // What deeper entries there are would depend on which thread came first.
        let threads = (self.request.options.threads)
            .filter(|_| !self.request.options.reuse_deeper)
            .unwrap_or(NonZeroUsize::MIN);
        search.run_by(self.searcher, threads, self.state)
    }
}
