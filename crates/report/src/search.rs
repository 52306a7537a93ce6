use std::num::NonZeroUsize;

use starmax_arena::rollout::Endings;
use starmax_core::{Evaluator, Game, Hashable};
use starmax_search::{Reuse, Search, SearchResult, Settings, Table, TableUse};

use crate::registry::Task;
use crate::{ReportError, Request};

/// Searches a state with an evaluator.
pub(crate) struct SearchTask<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) state: &'a G::State,
    pub(crate) settings: Settings,
    pub(crate) request: &'a Request<'a>,
    pub(crate) endings: &'a (dyn Endings<G> + Sync),
}

impl<G: Hashable<State: Sync> + Sync> Task<G> for SearchTask<'_, G> {
    type Output = Result<SearchResult<G>, ReportError>;

    fn run<E: Evaluator<G> + Sync>(self, evaluator: &E) -> Self::Output {
        self.request.begin();
        let algorithm = self.settings.algorithm;
        let chances = |state: &G::State| self.endings.chances(self.game, state);
        let mut search = Search::new(self.game, evaluator).settings(self.settings);
        // Endings are judged without noise, and would not fit values that have some.
        if self.request.chances && self.request.noise.is_none() {
            search = search.forecast(&chances);
        }
        if let Some(stop) = self.request.stop {
            search = search.stop_when(stop);
        }
        Ok(match self.request.table_size() {
            0 => search.run(self.state),
            mebibytes => {
                let table = Table::try_with_mebibytes(mebibytes)
                    .map_err(|_| ReportError::NoMemory(mebibytes))?;
                let reuse = if self.request.reuse_deeper {
                    Reuse::DeeperToo
                } else {
                    Reuse::EqualDepth
                };
                let memory = TableUse {
                    reuse,
                    chance: algorithm.remembers_chance(),
                    ..TableUse::everywhere(&table)
                };
                // What deeper entries there are would depend on which thread came first.
                let threads = (self.request.threads)
                    .filter(|_| !self.request.reuse_deeper)
                    .unwrap_or(NonZeroUsize::MIN);
                search.memory(memory).run_on(threads, self.state)
            }
        })
    }
}
