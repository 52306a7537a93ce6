//! A game whose types are known, behind the border.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Node, Notation, Rules};
use starmax_search::{Options, Perft, Searcher, Table};

use crate::check::check_options;
use crate::noise::WithNoise;
use crate::play::{Match, Progress};
use crate::position::{count_nodes, legal_moves, read_root};
use crate::registry::{Registration, Task, evaluator_name};
use crate::report::{Heading, Named};
use crate::search::SearchTask;
use crate::{LegalMove, Noise, OpenGame, Report, ReportError, Request, Root};

/// A game of one value with its parameters set.
pub(crate) struct Opened<R: Registration> {
    pub(crate) game: R::Game,
    pub(crate) spec: String,
    /// Those that rest, each with the size of its table.
    pub(crate) searchers: Searchers<R::Game>,
}

/// Searchers with the size of their tables in MiB.
type Searchers<G> = Mutex<Vec<(usize, Searcher<G>)>>;

pub(crate) type State<R> = <<R as Registration>::Game as Rules>::State;
pub(crate) type Move<R> = <<R as Registration>::Game as Rules>::Move;

impl<R: Registration> Opened<R> {
    pub(crate) fn root(&self, root: Root<'_>) -> Result<State<R>, ReportError> {
        read_root(&self.game, root)
    }

    fn searchers(&self) -> MutexGuard<'_, Vec<(usize, Searcher<R::Game>)>> {
        (self.searchers.lock()).unwrap_or_else(PoisonError::into_inner)
    }

    /// A searcher that knows nothing, with a table of so many MiB: one that rests, or a new one.
    fn take_searcher(&self, mebibytes: usize) -> Result<Searcher<R::Game>, ReportError> {
        let mut resting = self.searchers();
        if let Some(place) = resting.iter().position(|&(size, _)| size == mebibytes) {
            return Ok(resting.swap_remove(place).1);
        }
        drop(resting);
        let table = (mebibytes > 0).then(|| Table::try_with_mebibytes(mebibytes));
        let table = table.transpose();
        Ok(Searcher::new(
            table.map_err(|_| ReportError::NoMemory(mebibytes))?,
        ))
    }

    /// Runs a task with the evaluator that was asked for, or with the usual one.
    pub(crate) fn with_evaluator<T: Task<R::Game>>(
        &self,
        asked: Option<&str>,
        task: T,
    ) -> Result<T::Output, ReportError> {
        R::with_evaluator(&self.game, evaluator_name(&R::ABOUT, asked)?, task)
    }

    /// Searches a state; the report names what was asked for.
    pub(crate) fn search_state(
        &self,
        state: &State<R>,
        asked: Root<'_>,
        request: &Request<'_>,
    ) -> Result<Report, ReportError> {
        let about = R::ABOUT;
        if let Node::Terminal(_) = self.game.node(state) {
            return Err(ReportError::Over(self.game.write_state(state)));
        }
        check_options::<R>(&request.options)?;
        let options = &request.options;
        let settings = request.settings(&about);
        let asked_evaluator = options.evaluator.as_deref();
        let evaluator = evaluator_name(&about, asked_evaluator)?;
        let endings = R::endings(&self.game, evaluator, self.game.player(state));
        let heading = Heading {
            game: self.spec.clone(),
            position: asked.written(
                || self.game.write_position(&self.game.initial()),
                || self.game.write_state(state),
            ),
            roll: asked.roll.map(str::to_owned),
            player: about.name_of(self.game.player(state)),
            algorithm: options.algorithm().to_string(),
            evaluator: evaluator.to_owned(),
            // What an algorithm that is not exact has left out is always told.
            options: Named::new(&Options {
                filter: (!options.algorithm().is_exact()).then(|| settings.filter.clone()),
                ..options.clone()
            }),
            endings: endings.names(),
        };
        let table_size = request.table_size();
        let mut searcher = self.take_searcher(table_size)?;
        let task = SearchTask {
            game: &self.game,
            state,
            settings,
            request,
            searcher: &mut searcher,
            endings: &*endings,
        };
        let noise = Noise::of(options);
        let result = self.with_evaluator(asked_evaluator, WithNoise { noise, task })?;
        searcher.forget();
        self.searchers().push((table_size, searcher));
        Ok(Report::new(heading, &self.game, state, &result))
    }
}

impl<R: Registration> OpenGame for Opened<R> {
    fn search(&self, root: Root<'_>, request: &Request<'_>) -> Result<Report, ReportError> {
        let request = request.with(|options| {
            let usual = options.algorithm().is_exact().then_some(R::RANKED);
            options.top = options.top.or(usual);
        });
        self.search_state(&self.root(root)?, root, &request)
    }

    fn draw(&self, root: Root<'_>) -> Result<String, ReportError> {
        let state = self.root(root)?;
        Ok(match root.position {
            None | Some("start") => R::board(&self.game, &state, None, None),
            Some(text) => R::draw_text(&self.game, text, &state)?,
        })
    }

    fn unused(&self, root: Root<'_>) -> Option<String> {
        self.game.unused(root.position?)
    }

    fn moves(&self, root: Root<'_>) -> Result<Vec<LegalMove>, ReportError> {
        legal_moves(&self.game, root)
    }

    fn perft(
        &self,
        root: Root<'_>,
        depth: u32,
        stop: &AtomicBool,
    ) -> Result<Vec<Perft>, ReportError> {
        count_nodes(&self.game, root, depth, stop)
    }

    fn positions(&self, seed: u64) -> Box<dyn Iterator<Item = String> + '_> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Box::new(std::iter::repeat_with(move || {
            self.game
                .write_state(&R::random_position(&self.game, &mut rng))
        }))
    }

    fn play(&self, root: Root<'_>) -> Result<Box<dyn Match + '_>, ReportError> {
        Ok(Box::new(Progress::new(self, self.root(root)?)?))
    }
}
