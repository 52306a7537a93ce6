//! A game whose types are known, behind the border.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_arena::Crew;
use starmax_core::{Node, Notation, Player, Rules};
use starmax_report::{LegalMove, Named, Report, Theme};
use starmax_search::{Options, Perft, Searcher, Table};

use crate::check::check_options;
use crate::heading::Heading;
use crate::judge::{Judge, Judges, NamedJudge, WantedJudge};
use crate::measure::MeasureTask;
use crate::noise::WithNoise;
use crate::play::{GameInProgress, Match};
use crate::position::{count_nodes, legal_moves, read_move, read_root};
use crate::registry::{Registration, spec};
use crate::search::SearchTask;
use crate::trace::{LastIteration, Watched};
use crate::{
    Measured, Measurement, Noise, OpenGame, Positions, ReportError, Request, RootText,
    WatchedSearch,
};

/// A game of one value with its parameters set, and with its types, for callers that have states and not their text.
///
/// ```
/// use starmax_catalog::{BackgammonRegistration, Opened, Request};
/// use starmax_core::Rules;
/// use starmax_games::Roll;
///
/// let backgammon = Opened::<BackgammonRegistration>::new("")?;
/// let game = backgammon.game();
/// let state = game.resolve(&game.initial(), Roll::new(3, 1));
/// let request = Request::default().with(|options| options.depth = Some(1));
/// assert_eq!(backgammon.search_at(&state, &request)?.best.as_deref(), Some("8/5 6/5"));
/// # Ok::<(), starmax_catalog::ReportError>(())
/// ```
pub struct Opened<R: Registration> {
    pub(crate) game: R::Game,
    pub(crate) spec: String,
    /// Those that rest, each with the size of its table.
    pub(crate) searchers: Searchers<R::Game>,
    /// Those that were asked for.
    pub(crate) judges: Judges<R::Judge>,
}

/// Searchers with the size of their tables in MiB.
type Searchers<G> = Mutex<Vec<(usize, Searcher<G>)>>;

/// The states of a registered game.
pub type State<R> = <<R as Registration>::Game as Rules>::State;
/// The moves of a registered game.
pub type Move<R> = <<R as Registration>::Game as Rules>::Move;

impl<R: Registration> Opened<R> {
    /// The game with these parameters.
    ///
    /// # Errors
    /// When a parameter is unknown or out of range.
    pub fn new(parameters: &str) -> Result<Self, ReportError> {
        Ok(Self {
            game: R::open(parameters)?,
            spec: spec(R::ABOUT.name, parameters),
            searchers: Mutex::default(),
            judges: Judges::default(),
        })
    }

    /// A game that is not named, and whose usual evaluator is this one.
    pub(crate) fn judged_by(game: R::Game, judge: R::Judge) -> Self {
        Self {
            game,
            spec: R::ABOUT.name.to_owned(),
            searchers: Mutex::default(),
            judges: Judges::with_usual::<R>(judge),
        }
    }

    /// The rules.
    pub fn game(&self) -> &R::Game {
        &self.game
    }

    /// Searches a state.
    ///
    /// # Errors
    /// When the game is over there, or the request makes no sense.
    pub fn search_at(
        &self,
        state: &State<R>,
        request: &Request<'_>,
    ) -> Result<Report, ReportError> {
        self.search_state(state, RootText::default(), request)
    }

    pub(crate) fn root(&self, root: RootText<'_>) -> Result<State<R>, ReportError> {
        read_root(&self.game, root)
    }

    fn searchers(&self) -> MutexGuard<'_, Vec<(usize, Searcher<R::Game>)>> {
        (self.searchers.lock()).unwrap_or_else(PoisonError::into_inner)
    }

    /// A searcher that knows nothing, with a table of this many MiB: one that rests, or a new one.
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

    /// The evaluator that was asked for, or the usual one.
    pub(crate) fn judge(
        &self,
        wanted: WantedJudge<'_>,
    ) -> Result<Arc<NamedJudge<R::Judge>>, ReportError> {
        self.judges.find::<R>(&self.game, wanted)
    }

    /// Searches a state; the report names what was asked for.
    pub(crate) fn search_state(
        &self,
        state: &State<R>,
        asked: RootText<'_>,
        request: &Request<'_>,
    ) -> Result<Report, ReportError> {
        self.search_watched(state, asked, request, None)
    }

    fn search_watched(
        &self,
        state: &State<R>,
        asked: RootText<'_>,
        request: &Request<'_>,
        watch: Option<&mut LastIteration<R::Game>>,
    ) -> Result<Report, ReportError> {
        let about = R::ABOUT;
        if let Node::Terminal(_) = self.game.node(state) {
            return Err(ReportError::Over(self.game.write_state(state)));
        }
        check_options::<R>(&request.options)?;
        let options = &request.options;
        let settings = request.settings(&about);
        let NamedJudge { name, judge, .. } = &*self.judge(WantedJudge::of(options))?;
        let endings = R::endings(&self.game, judge, self.game.player(state));
        let heading = Heading {
            game: self.spec.clone(),
            position: asked.written(
                || self.game.write_position(&self.game.initial()),
                || self.game.write_state(state),
            ),
            roll: asked.roll.map(str::to_owned),
            player: about.name_of(self.game.player(state)),
            algorithm: options.algorithm().to_string(),
            evaluator: name.clone(),
            // What an algorithm that is not exact has left out is always reported.
            options: Named::new(&Options {
                filter: (!options.algorithm().is_exact()).then(|| settings.filter.clone()),
                ..options.clone()
            }),
            endings: endings.names(),
            reading: R::reading(&self.game, judge, state),
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
            watch,
        };
        let noise = Noise::of(options);
        let result = judge.run(WithNoise { noise, task });
        searcher.forget();
        self.searchers().push((table_size, searcher));
        Ok(heading.report(&self.game, state, &result))
    }
}

/// The request, with as many ranked moves as is usual in the game unless it says how many.
fn ranking<'a, R: Registration>(request: &Request<'a>) -> Request<'a> {
    request.with(|options| {
        let usual = options.algorithm().is_exact().then_some(R::RANKED);
        options.top = options.top.or(usual);
    })
}

impl<R: Registration> OpenGame for Opened<R> {
    fn search(&self, root: RootText<'_>, request: &Request<'_>) -> Result<Report, ReportError> {
        self.search_state(&self.root(root)?, root, &ranking::<R>(request))
    }

    fn watch<'g>(
        &'g self,
        root: RootText<'_>,
        request: &Request<'_>,
    ) -> Result<Box<dyn WatchedSearch + 'g>, ReportError> {
        let mut last = LastIteration::default();
        let state = self.root(root)?;
        let report = self.search_watched(&state, root, &ranking::<R>(request), Some(&mut last))?;
        Ok(Box::new(Watched {
            game: &self.game,
            report,
            last,
            seen_by: R::ABOUT.name_of(Player::Max),
            uses_windows: request.options.algorithm().has_windows(),
        }))
    }

    fn measure(
        &self,
        position: &str,
        measurement: &Measurement<'_>,
    ) -> Result<Measured, ReportError> {
        let state = self.game.parse_state(position)?;
        let task = MeasureTask::new(&self.game, &state, measurement)?;
        let wanted = WantedJudge {
            evaluator: measurement.evaluator,
            met: None,
        };
        self.judge(wanted)?.judge.run(task)
    }

    fn draw(&self, root: RootText<'_>) -> Result<String, ReportError> {
        let state = self.root(root)?;
        Ok(match root.position {
            None | Some("start") => R::board(&self.game, &state, None, None),
            Some(text) => R::draw_text(&self.game, text, &state)?,
        })
    }

    fn picture(
        &self,
        root: RootText<'_>,
        mv: Option<&str>,
        theme: Theme,
    ) -> Result<String, ReportError> {
        let state = self.root(root)?;
        let mv = (mv.map(|text| read_move(&self.game, &state, text))).transpose()?;
        let text = root.position.unwrap_or("start");
        R::picture(&self.game, text, &state, mv, theme)?
            .ok_or(ReportError::NoPicture(R::ABOUT.name))
    }

    fn unused(&self, root: RootText<'_>) -> Option<String> {
        self.game.unused(root.position?)
    }

    fn moves(&self, root: RootText<'_>) -> Result<Vec<LegalMove>, ReportError> {
        legal_moves(&self.game, root)
    }

    fn perft(
        &self,
        root: RootText<'_>,
        depth: u32,
        stop: &AtomicBool,
    ) -> Result<Vec<Perft>, ReportError> {
        count_nodes(&self.game, root, depth, stop)
    }

    fn evaluate(
        &self,
        positions: Positions<'_>,
        options: &Options,
        crew: &Crew<'_>,
    ) -> Result<Vec<f64>, ReportError> {
        self.evaluate_all(positions, options, crew)
    }

    fn rows(&self, positions: &[String]) -> Result<Vec<i8>, ReportError> {
        self.rows_of(positions)
    }

    fn row_length(&self) -> usize {
        R::ROWS.map_or(0, |rows| rows.length)
    }

    fn positions(&self, seed: u64) -> Box<dyn Iterator<Item = String> + '_> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Box::new(std::iter::repeat_with(move || {
            self.game
                .write_state(&R::random_position(&self.game, &mut rng))
        }))
    }

    fn play(&self, root: RootText<'_>) -> Result<Box<dyn Match + '_>, ReportError> {
        Ok(Box::new(GameInProgress::new(self, self.root(root)?)?))
    }
}
