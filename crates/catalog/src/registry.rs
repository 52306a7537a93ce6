//! The border between types and data: a game that is known by its name only.

use std::marker::PhantomData;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_arena::rollout::{Endings, NoEndings};
use starmax_arena::{Crew, Rolls};
use starmax_core::{Hashable, Node, Notation, ParseError, Player, Rules};
use starmax_report::{LegalMove, Reading, Report, Theme};
use starmax_search::{Level, Options, Perft};

use crate::error::no_match;
use crate::judge::Judge;
use crate::opened::{Move, Opened, State};
use crate::play::{Match, Step};
use crate::{
    Arena, Measured, Measurement, Positions, ReportError, Request, RollsOut, RootText,
    WatchedSearch,
};

/// A game by name: opens with parameters.
pub trait GameEntry: Sync {
    /// What there is to know about the game.
    fn about(&self) -> About;

    /// The game with its parameters set.
    ///
    /// # Errors
    /// When a parameter is unknown or out of range.
    fn open(&self, parameters: &str) -> Result<Box<dyn OpenGame>, ReportError>;

    /// Kinds of positions that can be asked for, by name.
    fn filters(&self) -> Vec<&'static str> {
        Vec::new()
    }
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
    /// The depth to which it is searched by default.
    pub depth: u32,
    /// At which level the engine plays it by default, if not by a search to that depth.
    pub level: Option<Level>,
}

impl About {
    /// What a player is called.
    ///
    /// # Panics
    /// When there is no such player.
    pub fn name_of(&self, player: impl Into<usize>) -> &'static str {
        self.players[player.into()]
    }
}

/// A game whose parameters are set, without its types.
pub trait OpenGame: Arena + RollsOut + Send + Sync {
    /// Searches a position.
    ///
    /// # Errors
    /// When the position or the request makes no sense.
    fn search(&self, root: RootText<'_>, request: &Request<'_>) -> Result<Report, ReportError>;

    /// Searches a position with one thread and remembers the visits of the last iteration, to be shown. It finds the same.
    ///
    /// # Errors
    /// When the position or the request makes no sense, or the game is for more than two players.
    fn watch<'g>(
        &'g self,
        root: RootText<'_>,
        request: &Request<'_>,
    ) -> Result<Box<dyn WatchedSearch + 'g>, ReportError>;

    /// Searches a position as an experiment wants it.
    ///
    /// # Errors
    /// When the position or the evaluator makes no sense, there is no memory for the table, or the search was stopped.
    fn measure(
        &self,
        position: &str,
        measurement: &Measurement<'_>,
    ) -> Result<Measured, ReportError>;

    /// What the text of the position says that the game has no place for, in one sentence without a full stop. Every method except
    /// [`OpenGame::draw`] ignores it. `None` if there is nothing, or if the text cannot be read.
    fn unused(&self, root: RootText<'_>) -> Option<String>;

    /// A position for a person to look at, with all that its text says.
    ///
    /// # Errors
    /// When the position cannot be read.
    fn draw(&self, root: RootText<'_>) -> Result<String, ReportError>;

    /// A position as SVG, with all that its text says, and with arrows if a move is given.
    ///
    /// # Errors
    /// When the position or the move cannot be read, or there are no pictures of the game.
    fn picture(
        &self,
        root: RootText<'_>,
        mv: Option<&str>,
        theme: Theme,
    ) -> Result<String, ReportError>;

    /// The legal moves of a position.
    ///
    /// # Errors
    /// When the position cannot be read.
    fn moves(&self, root: RootText<'_>) -> Result<Vec<LegalMove>, ReportError>;

    /// Counts the nodes at each distance from a position.
    ///
    /// # Errors
    /// When the position cannot be read, or `stop` is set meanwhile.
    fn perft(
        &self,
        root: RootText<'_>,
        depth: u32,
        stop: &AtomicBool,
    ) -> Result<Vec<Perft>, ReportError>;

    /// Static values of many positions, each seen by the player whose turn it is there; of a game that is over what it brought.
    ///
    /// # Errors
    /// When a position cannot be read, there is no such evaluator, or the crew was told to stop.
    fn evaluate(
        &self,
        positions: Positions<'_>,
        options: &Options,
        crew: &Crew<'_>,
    ) -> Result<Vec<f64>, ReportError>;

    /// Positions as rows of numbers, where the game has such rows.
    ///
    /// # Errors
    /// When a position cannot be read, or the game has no rows.
    fn rows(&self, positions: &[String]) -> Result<Vec<i8>, ReportError>;

    /// The length of a row; 0 if the game has none.
    fn row_length(&self) -> usize;

    /// Random positions for experiments, without end: the same for the same seed.
    fn positions(&self, seed: u64) -> Box<dyn Iterator<Item = String> + '_>;

    /// A game against the engine from a position.
    ///
    /// # Errors
    /// When the position cannot be read, or the game is over there.
    fn play(&self, root: RootText<'_>) -> Result<Box<dyn Match + '_>, ReportError>;
}

/// Opens a game as it is named on the command line: `pig`, `pig:goal=30`.
///
/// ```
/// use starmax_catalog::{Request, RootText, open_game};
///
/// let game = open_game("tic-tac-toe")?;
/// let root = RootText { position: Some("xx.oo...."), roll: None };
/// let report = game.search(root, &Request::default())?;
/// assert_eq!(report.best.as_deref(), Some("c1"));
/// # Ok::<(), starmax_catalog::ReportError>(())
/// ```
///
/// # Errors
/// When there is no such game or its parameters cannot be read.
pub fn open_game(spec: &str) -> Result<Box<dyn OpenGame>, ReportError> {
    Games::default().open(spec)
}

/// Games that can be opened by name: those of [`GAMES`](crate::GAMES), and others.
#[derive(Clone)]
pub struct Games<'a>(Vec<&'a dyn GameEntry>);

impl Default for Games<'_> {
    fn default() -> Self {
        Self(crate::GAMES.to_vec())
    }
}

impl<'a> Games<'a> {
    /// The usual games and some more. A game with the name of a usual one takes its place.
    #[must_use]
    pub fn with(own: &[&'a dyn GameEntry]) -> Self {
        let mut games = Self::default().0;
        for &entry in own {
            let name = entry.about().name;
            match games.iter_mut().find(|known| known.about().name == name) {
                Some(known) => *known = entry,
                None => games.push(entry),
            }
        }
        Self(games)
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = &'a dyn GameEntry> {
        self.0.iter().copied()
    }

    /// Opens a game as it is named on the command line: `pig`, `pig:goal=30`.
    ///
    /// # Errors
    /// When there is no such game or its parameters cannot be read.
    pub fn open(&self, spec: &str) -> Result<Box<dyn OpenGame>, ReportError> {
        let (name, parameters) = spec.split_once(':').unwrap_or((spec, ""));
        let entry = (self.iter()).find(|entry| entry.about().name == name);
        let entry = entry.ok_or_else(|| {
            let known: Vec<_> = self.iter().map(|entry| entry.about().name).collect();
            ReportError::UnknownGame {
                name: name.to_owned(),
                known: known.join(", "),
            }
        })?;
        entry.open(parameters)
    }
}

/// What a game must say to be in the list: its rules, its description and its evaluators.
pub trait Registration: Sync + Sized + 'static {
    /// The rules.
    type Game: Hashable<State: Send + Sync, Move: Send, Outcome: Send> + Notation + Send + Sync;

    /// Its evaluators: [`AnyJudge`](crate::AnyJudge), unless one of them is worth a search of its own in the binary.
    type Judge: Judge<Self::Game>;

    /// The description.
    const ABOUT: About;

    /// Whether chance ever moves.
    const HAS_CHANCE: bool = true;

    /// How many of the best moves a search gives exact values by default: several where people want a ranking.
    const RANKED: usize = 1;

    /// Kinds of positions that can be asked for, by name: positions with `contact`, for example.
    const FILTERS: &'static [PositionFilter<Self>] = &[];

    /// The kinds of wins where there are several, the ordinary one first.
    const WINS: &'static [Win] = &[];

    /// What an ordinary win is worth, where more can be won.
    const ORDINARY_WIN: Option<f64> = match Self::WINS.first() {
        Some(win) => Some(win.points),
        None => None,
    };

    /// What a person who plays can do besides moves.
    const TABLE: TableManners = TableManners::NONE;

    /// Positions as rows of numbers, if there are arrays of them.
    const ROWS: Option<Rows<Self>> = None;

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

    /// The position for a person to look at, who plays `viewer` if that is known; `last` is the last move of the game, if there was one.
    fn board(
        game: &Self::Game,
        state: &State<Self>,
        _last: Option<Move<Self>>,
        _viewer: Option<Player>,
    ) -> String {
        game.draw(state)
    }

    /// A position for a person to look at, with all that its text says; `state` is the position, after a roll if one was given.
    ///
    /// # Errors
    /// When they do not fit to each other.
    fn draw_text(
        game: &Self::Game,
        _text: &str,
        state: &State<Self>,
    ) -> Result<String, ParseError> {
        Ok(Self::board(game, state, None, None))
    }

    /// A position as SVG, where there are pictures of the game, with all that its text says; `state` is the position, after a roll if one was given,
    /// and `mv` a move to be shown.
    ///
    /// # Errors
    /// When they do not fit to each other.
    fn picture(
        _game: &Self::Game,
        _text: &str,
        _state: &State<Self>,
        _mv: Option<Move<Self>>,
        _theme: Theme,
    ) -> Result<Option<String>, ParseError> {
        Ok(None)
    }

    /// With which of [`Registration::WINS`] a game has ended; `None` before the end, or where there are no kinds of wins.
    fn win(_game: &Self::Game, _state: &State<Self>) -> Option<&'static Win> {
        None
    }

    /// What chance did at a state, in words.
    fn tell_outcome(_game: &Self::Game, _state: &State<Self>, outcome: &str) -> String {
        format!("chance brings {outcome}")
    }

    /// A move in words, made at `state` by the player of this name; `None` where there is nothing to announce.
    fn tell_move(
        _game: &Self::Game,
        _state: &State<Self>,
        name: &str,
        text: &str,
    ) -> Option<String> {
        Some(format!("{name} plays {text}"))
    }

    /// What a step brought about that is worth a sentence of its own, such as the end of one game of a match.
    fn tell_change(
        _game: &Self::Game,
        _before: &State<Self>,
        _after: &State<Self>,
    ) -> Option<String> {
        None
    }

    /// What was won at the end, in words that follow `wins`.
    fn describe_win(game: &Self::Game, state: &State<Self>) -> Option<String> {
        Self::win(game, state).map(|win| win.words.to_owned())
    }

    /// The state after a player has given up in one of the ways of [`Registration::TABLE`].
    fn resigned(
        _game: &Self::Game,
        _state: &State<Self>,
        _player: Player,
        _way: usize,
    ) -> Option<State<Self>> {
        None
    }

    /// A game as a file: from the initial state, step by step. Players' names are Max's and Min's.
    ///
    /// # Errors
    /// Says why it cannot be written.
    fn write_record(
        _game: &Self::Game,
        _names: [&str; 2],
        _start: &State<Self>,
        _steps: &[StepOf<Self>],
    ) -> Result<String, String> {
        Err("there are no files of this game".to_owned())
    }

    /// The steps of a game that was written to a file.
    ///
    /// # Errors
    /// Says what is wrong with it.
    fn read_record(_game: &Self::Game, _bytes: &[u8]) -> Result<Vec<StepOf<Self>>, String> {
        Err("there are no files of this game".to_owned())
    }

    /// Which ways to end are counted in forecasts and rollouts that are judged so, seen by `viewer`.
    fn endings<'a>(
        _game: &Self::Game,
        _judge: &'a Self::Judge,
        _viewer: Player,
    ) -> Box<dyn Endings<Self::Game> + Sync + 'a> {
        Box::new(NoEndings)
    }

    /// How values of searches at a state are shown to the player whose turn it is, if not as they are.
    fn reading(_game: &Self::Game, _judge: &Self::Judge, _state: &State<Self>) -> Option<Reading> {
        None
    }

    /// The evaluator of this name, one of those in the description.
    ///
    /// # Errors
    /// When it cannot judge the game with its parameters, or is in a file that cannot be used.
    fn judge(game: &Self::Game, name: &str) -> Result<Self::Judge, ReportError>;

    /// The same with what scores of a match are worth from a file.
    ///
    /// # Errors
    /// When that does not matter in the game, or the file cannot be used.
    fn judge_with_equities(
        _game: &Self::Game,
        _name: &str,
        _equities: &Path,
    ) -> Result<Self::Judge, ReportError> {
        Err(no_match(Self::ABOUT.name))
    }
}

/// What a person who plays a game can do besides moves.
#[derive(Clone, Copy, Debug)]
pub struct TableManners {
    /// What files of games are called, such as `.mat`, if there are any.
    pub record: Option<&'static str>,
    /// Ways to give up, the cheapest first: `single`, `gammon`.
    pub resignations: &'static [&'static str],
    /// The words that are moves, for the help; empty if there are none.
    pub help: &'static str,
}

impl TableManners {
    /// Nothing but moves.
    pub const NONE: Self = Self {
        record: None,
        resignations: &[],
        help: "",
    };
}

/// A step of a registered game.
pub type StepOf<R> = Step<Move<R>, <<R as Registration>::Game as Rules>::Outcome>;

/// A kind of win.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Win {
    /// What it is worth.
    pub points: f64,
    /// What it is, in words that follow `wins`: `a gammon: 2 points`.
    pub words: &'static str,
}

/// How positions of a game are written as rows of numbers, and read.
pub struct Rows<R: Registration> {
    /// How many numbers a row has.
    pub length: usize,
    /// Appends the row of a state.
    pub write: fn(&State<R>, &mut Vec<i8>),
    /// Reads a row.
    pub read: fn(&[i8]) -> Result<State<R>, ParseError>,
}

/// Some positions of a game, and what tells them from others.
pub type PositionFilter<R> = (&'static str, fn(&State<R>) -> bool);

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

impl<R: Registration> GameEntry for Registered<R> {
    fn about(&self) -> About {
        R::ABOUT
    }

    fn open(&self, parameters: &str) -> Result<Box<dyn OpenGame>, ReportError> {
        Ok(Box::new(Opened::<R>::new(parameters)?))
    }

    fn filters(&self) -> Vec<&'static str> {
        R::FILTERS.iter().map(|&(name, _)| name).collect()
    }
}

/// Plays a game at random and chooses one of its decisions at random.
pub(crate) fn random_decision<G: Rules>(game: &G, rng: &mut Xoshiro256PlusPlus) -> G::State {
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
