use std::num::NonZeroUsize;

use starmax_core::{Evaluator, Game, Hashable};

use crate::order::Learned;
use crate::pool::Pool;
use crate::{NoTable, Observer, Search, SearchResult, Table, TableUse};

/// What searches of one game can share, one after the other, instead of making it anew: buffers, and a table.
///
/// A search finds the table as the last one left it, so game, evaluator and quiescence must be the same;
/// [`Searcher::forget`] makes it as new, at no cost.
///
/// ```
/// use starmax_core::Notation;
/// use starmax_games::{Pig, PigLead};
/// use starmax_search::{Search, Searcher, Table};
///
/// let game = Pig::new(30);
/// let mut searcher = Searcher::new(Some(Table::with_mebibytes(1)));
/// for position in ["max:0-0+0", "max:10-12+6", "min:20-29+2"] {
///     let state = game.parse_state(position)?;
///     let result = Search::new(&game, &PigLead).depth(7).run_by(&mut searcher, 1.try_into().unwrap(), &state);
///     println!("{position}: {}", result.value);
///     searcher.forget();
/// }
/// # Ok::<(), starmax_core::ParseError>(())
/// ```
pub struct Searcher<G: Game> {
    workspace: Workspace<G>,
    table: Option<Table>,
}

impl<G: Game> Searcher<G> {
    /// A searcher with a table, or without one.
    #[must_use]
    pub fn new(table: Option<Table>) -> Self {
        Self {
            workspace: Workspace::default(),
            table,
        }
    }

    /// Forgets what earlier searches have found out.
    pub fn forget(&mut self) {
        if let Some(table) = &mut self.table {
            table.forget();
        }
    }
}

impl<G, E, O> Search<'_, G, E, NoTable, O>
where
    G: Hashable<State: Sync> + Sync,
    E: Evaluator<G> + Sync,
    O: Observer<G>,
{
    /// Searches `state` with what `searcher` has; the table remembers what [`Settings::remembers`](crate::Settings::remembers) says.
    pub fn run_by(
        self,
        searcher: &mut Searcher<G>,
        threads: NonZeroUsize,
        state: &G::State,
    ) -> SearchResult<G> {
        let Searcher { workspace, table } = searcher;
        let memory = (table.as_ref()).map(|table| TableUse::new(table, self.current_settings()));
        self.memory(memory).run_in(workspace, threads, state)
    }
}

/// Buffers of a search.
pub(crate) struct Workspace<G: Game> {
    pub(crate) pool: Pool<G>,
    pub(crate) learned: Learned<G::Move>,
}

impl<G: Game> Default for Workspace<G> {
    fn default() -> Self {
        Self {
            pool: Pool::default(),
            learned: Learned::default(),
        }
    }
}
