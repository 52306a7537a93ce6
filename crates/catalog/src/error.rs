//! What can go wrong.

use std::fmt::{self, Display};
use std::io;
use std::path::PathBuf;

use starmax_core::ParseError;
use starmax_search::{Algorithm, OptionError};
use thiserror::Error;

use crate::GameEntry;

/// Why an algorithm for games without chance cannot search others.
pub(crate) const CHANCE: &str = "the game has chance; expectimax, star1, star2, star2.5, star2-tt, starmax and static-reply handle it";

/// Why an algorithm for games of one value cannot search others.
pub(crate) const PAYOFFS: &str = "each of several players has a payoff of their own; it is searched by max^n, without --algorithm";

/// What can go wrong between text and search.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReportError {
    /// Text that cannot be read.
    #[error(transparent)]
    Text(#[from] ParseError),
    /// No game of this name.
    #[error("unknown game \"{name}\", expected one of {known}")]
    UnknownGame {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
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
    /// A file of a game that cannot be written or read.
    #[error("{0}")]
    Record(String),
    /// The game is over, so it cannot be searched.
    #[error("the game is over at {0}: there is nothing to search")]
    Over(String),
    /// The game is over, so it cannot be played.
    #[error("the game is over at {0}: there is nothing to play")]
    NothingToPlay(String),
    /// The game is over, so it cannot be rolled out.
    #[error("the game is over at {0}: there is nothing to roll out")]
    NothingToRollOut(String),
    /// All trials of a rollout would be the same.
    #[error("chance never moves in {0}: one trial would be like the other, search it instead")]
    NothingByChance(&'static str),
    /// The game is over, so it has no moves.
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
    /// The game has chance, as it turned out, and the algorithm cannot handle it.
    #[error("{algorithm} cannot search {game}: {CHANCE}")]
    NoChance {
        /// The algorithm.
        algorithm: Algorithm,
        /// The game.
        game: String,
    },
    /// The algorithm is for games of one value.
    #[error("{algorithm} cannot search {game}: {PAYOFFS}")]
    ManyPayoffs {
        /// The algorithm.
        algorithm: Algorithm,
        /// The game.
        game: String,
    },
    /// A net cannot be used.
    #[error("{path} cannot be used: {reason}", path = path.display())]
    Net {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A match is longer than what is known about matches.
    #[error("{game} cannot be judged: {reason}")]
    LongMatch {
        /// The game with its parameters.
        game: String,
        /// Why.
        reason: String,
    },
    /// There is not that much memory.
    #[error("a table of {0} MiB does not fit into memory")]
    NoMemory(usize),
    /// An option that the algorithm or the game has no use for.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// Chance moves where moves were asked for.
    #[error("chance moves at {0}: choose an outcome with --roll")]
    ChanceMoves(String),
    /// The game is for more than two players.
    #[error("{0} is for more than two players: tournaments, self-play and rollouts are for two")]
    NotForTwo(&'static str),
    /// The search of a game for more than two players cannot be drawn.
    #[error("{0} is for more than two players: only searches of games for two can be shown")]
    NotWatched(&'static str),
    /// There are no pictures of the game.
    #[error("there are no pictures of {0}: leave --svg out to see the position as text")]
    NoPicture(&'static str),
    /// A tournament with nobody to play against.
    #[error("a tournament takes two players at least, found {0}: add another --player")]
    TooFewPlayers(usize),
    /// A shard that should stop early.
    #[error(
        "a shard cannot tell when to stop, because that depends on the results of all shards: expected {0}"
    )]
    StopsEarly(&'static str),
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
    /// One of many positions is wrong.
    #[error("position {place}: {error}")]
    Position {
        /// Which, from 0.
        place: usize,
        /// What is wrong with it.
        error: Box<ReportError>,
    },
    /// Positions of the game cannot be written as numbers.
    #[error("positions of {0} are texts: there are no rows of numbers for them")]
    NoRows(&'static str),
    /// Positions of a kind that the game does not tell from others.
    #[error("{game} does not tell positions with {filter} from others{who}", who = WhoFilters(filter))]
    NoFilter {
        /// The game.
        game: &'static str,
        /// The kind.
        filter: String,
    },
    /// The user wants no more.
    #[error("interrupted")]
    Interrupted,
}

/// Games that have a filter.
struct WhoFilters<'a>(&'a str);

impl Display for WhoFilters<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let has_it = |entry: &&&dyn GameEntry| entry.filters().contains(&self.0);
        for entry in crate::GAMES.iter().filter(has_it) {
            write!(f, "; {} does", entry.about().name)?;
        }
        Ok(())
    }
}

/// Match equities do not matter in a game.
pub(crate) fn no_match(game: impl Into<String>) -> ReportError {
    let (option, game, reason) = ("met", game.into(), "is not a match");
    OptionError::Game {
        option,
        game,
        reason,
    }
    .into()
}
