//! Searches for experiments: any settings, a table of their own, and what they cost instead of a report.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use starmax_core::{Evaluator, Game, Hashable, Player};
use starmax_search::{Search, SearchResult, Searcher, Settings, Stats, Table};

use crate::ReportError;
use crate::judge::EvaluatorTask;

/// A search by one thread, as an experiment wants it.
#[derive(Clone, Debug)]
pub struct Measurement<'a> {
    /// How to search.
    pub settings: Settings,
    /// The evaluator, by name.
    pub evaluator: Option<&'a str>,
    /// Size of the table, which is a new one.
    pub table_mebibytes: usize,
    /// Stops the search when set.
    pub stop: &'a AtomicBool,
}

/// What a search found, and what that took.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The value, seen by Max.
    pub value: f64,
    /// Whose turn it is at the root.
    pub player: Player,
    /// What was done.
    pub stats: Stats,
    /// Time spent.
    pub elapsed: Duration,
}

/// Searches a state with an evaluator and a new table.
pub(crate) struct MeasureTask<'a, G: Game> {
    game: &'a G,
    state: &'a G::State,
    settings: Settings,
    searcher: Searcher<G>,
    stop: &'a AtomicBool,
}

impl<'a, G: Game> MeasureTask<'a, G> {
    pub(crate) fn new(
        game: &'a G,
        state: &'a G::State,
        measurement: &Measurement<'a>,
    ) -> Result<Self, ReportError> {
        let mebibytes = measurement.table_mebibytes;
        let table = Table::try_with_mebibytes(mebibytes);
        Ok(Self {
            game,
            state,
            settings: measurement.settings.clone(),
            searcher: Searcher::new(Some(table.map_err(|_| ReportError::NoMemory(mebibytes))?)),
            stop: measurement.stop,
        })
    }
}

impl<G: Hashable<State: Sync> + Sync> EvaluatorTask<G> for MeasureTask<'_, G> {
    type Output = Result<Measured, ReportError>;

    fn run<E: Evaluator<G> + Sync>(mut self, evaluator: &E) -> Self::Output {
        let SearchResult {
            value,
            stats,
            elapsed,
            interrupted,
            ..
        } = Search::new(self.game, evaluator)
            .settings(self.settings)
            .stop_when(self.stop)
            .run_by(&mut self.searcher, NonZeroUsize::MIN, self.state);
        match interrupted {
            Some(_) => Err(ReportError::Interrupted),
            None => Ok(Measured {
                value,
                player: self.game.player(self.state),
                stats,
                elapsed,
            }),
        }
    }
}
