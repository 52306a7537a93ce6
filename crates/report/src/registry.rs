//! The border between types and data: a game that is known by its name only.

use std::fmt::{self, Display};
use std::io;
use std::marker::PhantomData;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_arena::Rolls;
use starmax_core::{Evaluator, Game, Hashable, Node, Notation, ParseError, Player};
use starmax_rollout::{Endings, NoEndings};
use starmax_search::{
    Algorithm, Enhancements, Filter, Perft, ProbeChoice, Scheme, Settings, perft,
};
use thiserror::Error;

use crate::check::check_request;
use crate::noise::WithNoise;
use crate::play::{Match, Progress};
use crate::report::Heading;
use crate::search::SearchTask;
use crate::{Arena, LegalMove, Noise, Report, RollsOut};

/// A game by name: opens with parameters.
pub trait Entry: Sync {
    /// What there is to know about the game.
    fn about(&self) -> About;

    /// The game with its parameters set.
    ///
    /// # Errors
    /// When a parameter is unknown or out of range.
    fn open(&self, parameters: &str) -> Result<Box<dyn OpenGame>, ReportError>;
}

/// What there is to know about a game.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its name on the command line.
    pub name: &'static str,
    /// The game in one sentence.
    pub summary: &'static str,
    /// The names of the players, Max first.
    pub players: &'static [&'static str],
    /// Its parameters and what they mean.
    pub parameters: &'static [(&'static str, &'static str)],
    /// How positions are written.
    pub notation: &'static str,
    /// Its evaluators, the default first.
    pub evaluators: &'static [(&'static str, &'static str)],
    /// The depth to which it is searched unless told otherwise.
    pub depth: u32,
}

/// A game whose parameters are set, without its types.
pub trait OpenGame: Arena + RollsOut + Sync {
    /// Searches a position.
    ///
    /// # Errors
    /// When the position or the request makes no sense.
    fn search(&self, root: Root<'_>, request: &Request<'_>) -> Result<Report, ReportError>;

    /// The legal moves of a position.
    ///
    /// # Errors
    /// When the position cannot be read.
    fn moves(&self, root: Root<'_>) -> Result<Vec<LegalMove>, ReportError>;

    /// Counts the nodes at each distance from a position.
    ///
    /// # Errors
    /// When the position cannot be read, or `stop` is set meanwhile.
    fn perft(
        &self,
        root: Root<'_>,
        depth: u32,
        stop: &AtomicBool,
    ) -> Result<Vec<Perft>, ReportError>;

    /// Random positions for experiments, without end: the same for the same seed.
    fn positions(&self, seed: u64) -> Box<dyn Iterator<Item = String> + '_>;

    /// A game against the engine from a position.
    ///
    /// # Errors
    /// When the position cannot be read, or the game is over there.
    fn play(&self, root: Root<'_>) -> Result<Box<dyn Match + '_>, ReportError>;
}

/// A position and what chance brought, as typed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Root<'a> {
    /// The position; `None` or `start` is where the game starts.
    pub position: Option<&'a str>,
    /// The outcome at the position.
    pub roll: Option<&'a str>,
}

impl Root<'_> {
    /// The position before the roll, if there is one, else what `after` writes. `start` writes where the game starts.
    pub(crate) fn written(
        &self,
        start: impl FnOnce() -> String,
        after: impl FnOnce() -> String,
    ) -> String {
        match (self.roll, self.position) {
            (Some(_), None | Some("start")) => start(),
            (Some(_), Some(position)) => position.to_owned(),
            (None, _) => after(),
        }
    }
}

/// How to search. What is `None` is left to the game or to the algorithm.
#[derive(Clone, Default)]
pub struct Request<'a> {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Levels to search.
    pub depth: Option<u32>,
    /// Nodes to visit at most.
    pub nodes: Option<u64>,
    /// Time to spend at most.
    pub time: Option<Duration>,
    /// What of the algorithm is switched off.
    pub without: Option<Enhancements>,
    /// Moves to try per probe.
    pub probes: Option<usize>,
    /// The order of moves.
    pub order: Option<Scheme>,
    /// Which moves a probe tries.
    pub probe: ProbeChoice,
    /// The evaluator, by name.
    pub evaluator: Option<&'a str>,
    /// Added to evaluations.
    pub noise: Noise,
    /// Which moves at the root an algorithm that is not exact searches further; all of them, if exact values for all are wanted.
    pub filter: Option<Filter>,
    /// Size of the table; 0 for none.
    pub table_mebibytes: Option<usize>,
    /// Reuse entries of greater depth: stronger, but no longer exactly the value at the depth. Such a search has one thread.
    pub reuse_deeper: bool,
    /// Exact values for all moves.
    pub all: bool,
    /// Threads to search with; one unless told otherwise.
    pub threads: Option<NonZeroUsize>,
    /// Stops the search when set.
    pub stop: Option<&'a AtomicBool>,
}

/// Depth of a search that only time or nodes limit.
const DEEPEST: u32 = 99;
impl Request<'_> {
    /// An error if the search was stopped.
    pub(crate) fn check_stop(&self) -> Result<(), ReportError> {
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(ReportError::Interrupted);
        }
        Ok(())
    }

    pub(crate) fn settings(&self, about: &About) -> Settings {
        let mut settings = Settings::new(self.algorithm);
        let is_limited = self.time.is_some() || self.nodes.is_some();
        let unlimited_depth = if is_limited { DEEPEST } else { about.depth };
        settings.limits.depth = self.depth.unwrap_or(unlimited_depth);
        settings.limits.nodes = self.nodes;
        settings.limits.time = self.time;
        if is_limited && settings.deepening.is_none() {
            settings.deepening = Some(2);
        }
        if let Some(without) = self.without {
            settings.enhancements = settings.enhancements.without(without);
        }
        if let Some(probes) = self.probes {
            settings.probes = probes;
        }
        if let Some(scheme) = self.order {
            settings.order.scheme = scheme;
        }
        if let Some(filter) = &self.filter {
            settings.filter = filter.clone();
        }
        if self.all {
            settings.filter = Filter::none();
        }
        settings.order.probe = self.probe;
        settings.all_moves = self.all;
        settings.line = true;
        settings
    }
}

/// What can go wrong between text and search.
#[derive(Debug, Error)]
pub enum ReportError {
    /// Text that cannot be read.
    #[error(transparent)]
    Text(#[from] ParseError),
    /// No game of this name.
    #[error("unknown game \"{0}\", expected one of {names}", names = Names(&crate::GAMES))]
    UnknownGame(String),
    /// The game has no evaluator of this name.
    #[error("unknown evaluator \"{name}\" of {game}, expected one of {known}")]
    UnknownEvaluator {
        /// The game.
        game: &'static str,
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// A roll was given where chance does not move.
    #[error("the roll \"{roll}\" cannot be used: at {position} chance does not move")]
    NoRollHere {
        /// The roll.
        roll: String,
        /// The position.
        position: String,
    },
    /// The game is over.
    #[error("the game is over at {0}: there is nothing to search")]
    Over(String),
    /// The game is over, and somebody wants to play.
    #[error("the game is over at {0}: there is nothing to play")]
    NothingToPlay(String),
    /// The game is over, and somebody wants to know how it goes on.
    #[error("the game is over at {0}: there is nothing to roll out")]
    NothingToRollOut(String),
    /// All trials of a rollout would be the same.
    #[error("chance never moves in {0}: one trial would be like the other, search it instead")]
    NothingByChance(&'static str),
    /// The game is over, and somebody wants to know its moves.
    #[error("the game is over at {0}: there are no moves")]
    NoMoves(String),
    /// The algorithm is for games of another kind.
    #[error("{algorithm} cannot search {game}: {reason}")]
    WrongAlgorithm {
        /// The algorithm.
        algorithm: Algorithm,
        /// The game.
        game: &'static str,
        /// Why.
        reason: &'static str,
    },
    /// A net cannot be used.
    #[error("{path} cannot be used: {reason}", path = path.display())]
    Net {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// There is not that much memory.
    #[error("a table of {0} MiB does not fit into memory")]
    NoMemory(usize),
    /// A setting that the search of this game has no use for.
    #[error("{setting} cannot be set for {game}, which is searched by max^n")]
    Meaningless {
        /// The setting.
        setting: &'static str,
        /// The game.
        game: &'static str,
    },
    /// A setting that an algorithm has no use for.
    #[error("{setting} cannot be set for {algorithm}, which {reason}")]
    NoUse {
        /// The setting.
        setting: &'static str,
        /// The algorithm.
        algorithm: Algorithm,
        /// What the algorithm does instead.
        reason: &'static str,
    },
    /// Chance moves where moves were asked for.
    #[error("chance moves at {0}: choose an outcome with --roll")]
    ChanceMoves(String),
    /// The game is for more than two players.
    #[error("{0} is for more than two players: tournaments, self-play and rollouts are for two")]
    NotForTwo(&'static str),
    /// A tournament with nobody to play against.
    #[error("a tournament takes two players at least, found {0}: add another --player")]
    TooFewPlayers(usize),
    /// A result that no pair of games of the tournament can have.
    #[error("found {found}, expected {expected}")]
    NoSuchResult {
        /// The result, as it was written down.
        found: String,
        /// What would be one.
        expected: String,
    },
    /// The system has no thread to play games.
    #[error("cannot start a thread: {0}")]
    NoThread(io::Error),
    /// Nobody could choose anything in a whole game.
    #[error("no decision with two moves came up in a game of {0}")]
    NoChoice(&'static str),
    /// Positions with contact of a game that does not tell them from others.
    #[error("{0} does not tell positions with contact from others; backgammon does")]
    NoContact(&'static str),
    /// The user wants no more.
    #[error("interrupted")]
    Interrupted,
}

struct Names<'a>(&'a [&'a dyn Entry]);

impl Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.0.iter().map(|entry| entry.about().name).collect();
        f.write_str(&names.join(", "))
    }
}

/// Opens a game as it is named on the command line: `pig`, `pig:goal=30`.
///
/// ```
/// use starmax_report::{Request, Root, open_game};
///
/// let game = open_game("tic-tac-toe")?;
/// let root = Root { position: Some("xx.oo...."), roll: None };
/// let report = game.search(root, &Request::default())?;
/// assert_eq!(report.best.as_deref(), Some("c1"));
/// # Ok::<(), starmax_report::ReportError>(())
/// ```
///
/// # Errors
/// When there is no such game or its parameters cannot be read.
pub fn open_game(spec: &str) -> Result<Box<dyn OpenGame>, ReportError> {
    let (name, parameters) = spec.split_once(':').unwrap_or((spec, ""));
    let entry = (crate::GAMES.iter())
        .find(|entry| entry.about().name == name)
        .ok_or_else(|| ReportError::UnknownGame(name.to_owned()))?;
    entry.open(parameters)
}

/// What a game must say to be in the list: its rules, its description and its evaluators.
pub trait Registration: Sync + Sized + 'static {
    /// The rules.
    type Game: Hashable<State: Sync> + Notation + Sync;

    /// The description.
    const ABOUT: About;

    /// Whether chance ever moves.
    const HAS_CHANCE: bool = true;

    /// Whether a search of the usual depth gives every move its exact value: people who want a ranking, and a search that is short.
    const RANKS_ALL: bool = false;

    /// Whether players can still hit or block each other, in games in which that ends before the game does.
    const IS_CONTACT: Option<fn(&State<Self>) -> bool> = None;

    /// The game with its parameters set.
    ///
    /// # Errors
    /// When a parameter is unknown or out of range.
    fn open(parameters: &str) -> Result<Self::Game, ParseError>;

    /// A random position for experiments, at which a player decides. Unless the game knows better: a moment of a game in
    /// which everybody plays at random.
    fn random_position(game: &Self::Game, rng: &mut Xoshiro256PlusPlus) -> State<Self> {
        random_decision(game, rng)
    }

    /// What an ordinary win is worth, if more can be won.
    const ORDINARY_WIN: Option<f64> = None;

    /// The position for a person to look at, who plays `viewer` if that is known; `last` is the last move of the game, if there was one.
    fn board(
        game: &Self::Game,
        state: &State<Self>,
        _last: Option<Move<Self>>,
        _viewer: Option<Player>,
    ) -> String {
        game.draw(state)
    }

    /// What was won at the end of a game, in words that follow `wins`, where there are wins of several kinds.
    fn describe_win(_game: &Self::Game, _state: &State<Self>) -> Option<String> {
        None
    }

    /// What chance did at a state, in words.
    fn tell_outcome(_game: &Self::Game, _state: &State<Self>, outcome: &str) -> String {
        format!("chance brings {outcome}")
    }

    /// Which ways to end are counted in rollouts that are judged by the evaluator of this name, seen by `viewer`.
    fn endings(
        _game: &Self::Game,
        _evaluator: &str,
        _viewer: Player,
    ) -> Box<dyn Endings<Self::Game> + Sync> {
        Box::new(NoEndings)
    }

    /// Runs a task with the evaluator of this name, one of those in the description.
    ///
    /// # Errors
    /// When it cannot judge the game with its parameters, or is in a file that cannot be used.
    fn with_evaluator<T: Task<Self::Game>>(
        game: &Self::Game,
        name: &str,
        task: T,
    ) -> Result<T::Output, ReportError>;
}

/// Something to be done with an evaluator whose type is known only to the registration.
pub trait Task<G: Game> {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<E: Evaluator<G> + Sync>(self, evaluator: &E) -> Self::Output;
}

/// The entry of a registration in the list of games.
pub struct Registered<R>(PhantomData<fn() -> R>);

impl<R> Registered<R> {
    /// The entry.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<R> Default for Registered<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: Registration> Entry for Registered<R> {
    fn about(&self) -> About {
        R::ABOUT
    }

    fn open(&self, parameters: &str) -> Result<Box<dyn OpenGame>, ReportError> {
        Ok(Box::new(Opened::<R> {
            game: R::open(parameters)?,
            spec: spec(R::ABOUT.name, parameters),
        }))
    }
}

/// Plays a game at random and chooses one of its decisions at random.
pub(crate) fn random_decision<G: Game>(game: &G, rng: &mut Xoshiro256PlusPlus) -> G::State {
    let mut decisions = Vec::new();
    let mut state = game.initial();
    while decisions.len() < LONGEST_GAME {
        state = match game.node(&state) {
            Node::Terminal(_) => break,
            Node::Chance => {
                let mut outcomes = Vec::new();
                game.outcomes(&state, &mut outcomes);
                game.resolve(&state, Rolls::new(&mut *rng).roll(&outcomes))
            }
            Node::Decision(_) => {
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                let next = game.play(&state, moves[rng.random_range(0..moves.len())]);
                decisions.push(state);
                next
            }
        };
    }
    let chosen = rng.random_range(0..decisions.len());
    decisions.swap_remove(chosen)
}

/// Random games are not followed further than this.
const LONGEST_GAME: usize = 1000;

pub(crate) fn spec(name: &str, parameters: &str) -> String {
    if parameters.is_empty() {
        name.to_owned()
    } else {
        format!("{name}:{parameters}")
    }
}

/// A game of one value with its parameters set.
pub(crate) struct Opened<R: Registration> {
    pub(crate) game: R::Game,
    pub(crate) spec: String,
}

pub(crate) type State<R> = <<R as Registration>::Game as Game>::State;
pub(crate) type Move<R> = <<R as Registration>::Game as Game>::Move;

impl<R: Registration> Opened<R> {
    pub(crate) fn root(&self, root: Root<'_>) -> Result<State<R>, ReportError> {
        let state = match root.position {
            None | Some("start") => self.game.initial(),
            Some(text) => self.game.parse_state(text)?,
        };
        let Some(roll) = root.roll else {
            return Ok(state);
        };
        if self.game.node(&state) != Node::Chance {
            return Err(ReportError::NoRollHere {
                roll: roll.to_owned(),
                position: self.game.write_state(&state),
            });
        }
        let outcome = self.game.parse_outcome(&state, roll)?;
        Ok(self.game.resolve(&state, outcome))
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
        check_request::<R>(request)?;
        let settings = request.settings(&about);
        let heading = Heading {
            game: self.spec.clone(),
            position: asked.written(
                || self.game.write_position(&self.game.initial()),
                || self.game.write_state(state),
            ),
            roll: asked.roll.map(str::to_owned),
            algorithm: request.algorithm.to_string(),
            evaluator: evaluator_name(&about, request.evaluator)?.to_owned(),
            noise: request.noise,
            without: request.without.map(|without| without.to_string()),
            filter: (!request.algorithm.is_exact()).then(|| settings.filter.to_string()),
        };
        let task = SearchTask {
            game: &self.game,
            state,
            settings,
            request,
        };
        let noise = request.noise;
        let result = self.with_evaluator(request.evaluator, WithNoise { noise, task })??;
        Ok(Report::new(heading, &self.game, state, &result))
    }
}

/// The name of the evaluator that was asked for, or of the usual one. `net:FILE` in the description stands for any file.
pub(crate) fn evaluator_name<'a>(
    about: &About,
    asked: Option<&'a str>,
) -> Result<&'a str, ReportError> {
    let Some(asked) = asked else {
        return Ok(about.evaluators[0].0);
    };
    let is_meant = |name: &str| match name.strip_suffix("FILE") {
        Some(start) => asked
            .strip_prefix(start)
            .is_some_and(|file| !file.is_empty()),
        None => name == asked,
    };
    let names = about.evaluators.iter().map(|&(name, _)| name);
    if names.clone().any(is_meant) {
        return Ok(asked);
    }
    Err(ReportError::UnknownEvaluator {
        game: about.name,
        name: asked.to_owned(),
        known: names.collect::<Vec<_>>().join(", "),
    })
}

impl<R: Registration> OpenGame for Opened<R> {
    fn search(&self, root: Root<'_>, request: &Request<'_>) -> Result<Report, ReportError> {
        let is_usual = request.depth.is_none()
            && request.nodes.is_none()
            && request.time.is_none()
            && request.algorithm.is_exact();
        let request = Request {
            all: request.all || (R::RANKS_ALL && is_usual),
            ..request.clone()
        };
        self.search_state(&self.root(root)?, root, &request)
    }

    fn moves(&self, root: Root<'_>) -> Result<Vec<LegalMove>, ReportError> {
        let state = self.root(root)?;
        let mut moves = Vec::new();
        match self.game.node(&state) {
            Node::Decision(_) => self.game.moves(&state, &mut moves),
            Node::Chance => return Err(ReportError::ChanceMoves(self.game.write_state(&state))),
            Node::Terminal(_) => return Err(ReportError::NoMoves(self.game.write_state(&state))),
        }
        let legal = |mv| LegalMove {
            text: self.game.write_move(&state, mv),
            position: self.game.write_position(&self.game.play(&state, mv)),
        };
        Ok(moves.into_iter().map(legal).collect())
    }

    fn perft(
        &self,
        root: Root<'_>,
        depth: u32,
        stop: &AtomicBool,
    ) -> Result<Vec<Perft>, ReportError> {
        let stop = || stop.load(Ordering::Relaxed);
        perft(&self.game, &self.root(root)?, depth, stop).ok_or(ReportError::Interrupted)
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
