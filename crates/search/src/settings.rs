use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use starmax_core::Bounds;
use thiserror::Error;

use crate::{Enhancement, Enhancements, Filter, Order, Reuse, Scheme};

/// The algorithms of the family, by the names the papers gave them, and one that is not exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// Everything is visited; without chance.
    Minimax,
    /// Windows; without chance.
    AlphaBeta,
    /// Everything is visited; chance nodes are averages.
    Expectimax,
    /// Windows through chance nodes.
    Star1,
    /// Windows and one probe per outcome.
    Star2,
    /// Windows and several probes per outcome.
    Star25,
    /// Star2 with the table at chance nodes and successor probing.
    Star2Tt,
    /// Everything that measures well.
    #[default]
    Starmax,
    /// Only the reply that looks best is followed, as in backgammon programs: quick, but not exact.
    ///
    /// At the root all moves are searched, then those that pass [`Settings::filter`] two levels deeper, and so on. Below, the successors
    /// of a decision are judged statically, all at once, and only the best of them is searched further; a
    /// chance node is the mean of all its outcomes. So values are those of the lines that were followed, not Expectimax's,
    /// although they are written as exact [`Bounds`]. At depth 1 there is no difference.
    ///
    /// Every successor that is judged counts as a node and as a leaf; the one that is followed does not count again. A move
    /// without an alternative is followed unjudged. Table, order of moves, probes, window and [`Settings::ranked`] have no effect
    /// on it; [`Filter::none`] gives every move its value.
    StaticReply,
}

impl Algorithm {
    /// The exact ones, from the plainest to the strongest: all of them find the value and the best move of Expectimax.
    pub const ALL: [Self; 8] = [
        Self::Minimax,
        Self::AlphaBeta,
        Self::Expectimax,
        Self::Star1,
        Self::Star2,
        Self::Star25,
        Self::Star2Tt,
        Self::Starmax,
    ];

    /// Those whose values are not Expectimax's.
    pub const INEXACT: [Self; 1] = [Self::StaticReply];

    /// The names of all, exact or not, with commas in between.
    #[must_use]
    pub fn names() -> String {
        let all = Self::ALL.into_iter().chain(Self::INEXACT);
        all.map(Self::name).collect::<Vec<_>>().join(", ")
    }

    /// The name on the command line and in results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alphabeta",
            Self::Expectimax => "expectimax",
            Self::Star1 => "star1",
            Self::Star2 => "star2",
            Self::Star25 => "star2.5",
            Self::Star2Tt => "star2-tt",
            Self::Starmax => "starmax",
            Self::StaticReply => "static-reply",
        }
    }

    /// Whether it finds the value and the best move of Expectimax.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        !matches!(self, Self::StaticReply)
    }

    /// Whether nodes outside their window are cut, or everything is visited.
    #[must_use]
    pub const fn has_windows(self) -> bool {
        !matches!(self, Self::Minimax | Self::Expectimax)
    }

    /// The moves that it tries by default when it probes an outcome.
    #[must_use]
    pub const fn probes(self) -> usize {
        match self {
            Self::Star2 | Self::Star2Tt | Self::Starmax => 1,
            Self::Star25 => 2,
            _ => 0,
        }
    }

    /// Whether it probes outcomes before it searches them.
    #[must_use]
    pub const fn is_probing(self) -> bool {
        self.probes() > 0
    }

    /// Whether trees with chance nodes are in its reach.
    #[must_use]
    pub const fn handles_chance(self) -> bool {
        !matches!(self, Self::Minimax | Self::AlphaBeta)
    }

    /// Whether a table of the algorithm holds chance nodes too (Veness and Blair 2007), not only decisions.
    #[must_use]
    pub const fn remembers_chance(self) -> bool {
        matches!(self, Self::Expectimax | Self::Star2Tt | Self::Starmax)
    }

    /// Whether the algorithm is made for a table.
    #[must_use]
    pub const fn wants_table(self) -> bool {
        matches!(self, Self::Star2Tt | Self::Starmax)
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = SettingsError;

    fn from_str(text: &str) -> Result<Self, SettingsError> {
        (Self::ALL.into_iter().chain(Self::INEXACT))
            .find(|algorithm| algorithm.name() == text)
            .ok_or_else(|| SettingsError::UnknownAlgorithm(text.to_owned()))
    }
}

/// Settings that make no sense.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum SettingsError {
    /// No algorithm has this name.
    #[error("unknown algorithm \"{0}\", expected one of {names}", names = Algorithm::names())]
    UnknownAlgorithm(String),
    /// No scheme of move ordering has this name.
    #[error("unknown move order \"{0}\", expected one of {names}", names = Scheme::ALL.map(Scheme::name).join(", "))]
    UnknownScheme(String),
    /// No enhancement has this name.
    #[error("unknown enhancement \"{0}\", expected some of {names}", names = Enhancement::ALL.map(Enhancement::name).join(", "))]
    UnknownEnhancement(String),
    /// A step of a filter that cannot be read.
    #[error(
        "found \"{0}\", expected none, or MOVES:MARGIN such as 8:0.16, several with a comma between them"
    )]
    BadFilter(String),
}

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Levels below the root; a decision is one level, a chance event is one.
    pub depth: u32,
    /// Nodes to visit at most (a few more may be, until the search notices).
    pub nodes: Option<u64>,
    /// Time to spend at most.
    pub time: Option<Duration>,
}

/// What a table is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remembers {
    /// Whether decisions are remembered.
    pub decisions: bool,
    /// Whether chance nodes are remembered.
    pub chance: bool,
    /// Which depths may be reused.
    pub reuse: Reuse,
}

/// How to search: everything but the game, the evaluator, the table and the observer.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Settings {
    /// Which member of the family.
    pub algorithm: Algorithm,
    /// When to stop.
    pub limits: Limits,
    /// What is switched on. Only algorithms with windows can use it: all but Minimax and Expectimax.
    pub enhancements: Enhancements,
    /// Moves tried when an outcome is probed (Ballard's probing factor); 0 for no probes.
    pub probes: usize,
    /// Successor probing only where at least this many levels are left.
    pub successor_probing_depth: u32,
    /// What a table is used for, if there is one.
    pub remembers: Remembers,
    /// The order in which moves are tried.
    pub order: Order,
    /// Iterative deepening: levels from one iteration to the next.
    pub step: u32,
    /// Whether windows are narrowed to what a value can be at all (the AX and BX of the papers).
    pub clips: bool,
    /// How many levels beyond the depth a state that is not quiet may be searched.
    pub quiescence: u32,
    /// What matters of the root's value. A value outside is only bounded.
    pub window: Bounds,
    /// How many of the best root moves get exact values, at least 1. Of the others it is only proven that they are not among them.
    pub ranked: usize,
    /// Which moves at the root an algorithm that is not exact searches further, after each iteration.
    pub filter: Filter,
    /// Whether to work out a line of play.
    pub line: bool,
    /// Other threads, if there are any, join an iteration that is expected to have at least this many nodes. It never changes a result.
    pub nodes_for_threads: u64,
}

impl Settings {
    /// The usual settings of an algorithm.
    ///
    /// Those that want a table deepen step by step and learn the order of moves; the others search at once, moves
    /// in the order the game itself suggests. Those that are not exact deepen step by step, with the filter in between.
    #[must_use]
    pub fn new(algorithm: Algorithm) -> Self {
        Self {
            algorithm,
            limits: Limits {
                depth: 3,
                nodes: None,
                time: None,
            },
            enhancements: Enhancements::of(algorithm),
            probes: algorithm.probes(),
            successor_probing_depth: 2,
            remembers: Remembers {
                decisions: true,
                chance: algorithm.remembers_chance(),
                reuse: Reuse::EqualDepth,
            },
            order: Order::default(),
            step: 2,
            clips: true,
            quiescence: 8,
            window: Bounds::EVERYTHING,
            ranked: 1,
            filter: Filter::default(),
            line: false,
            nodes_for_threads: 1_000,
        }
    }
}

impl Settings {
    /// Levels from one iteration to the next, if there are iterations.
    pub(crate) fn steps(&self) -> Option<u32> {
        (self.enhancements.contains(Enhancement::Deepening)).then_some(self.step)
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self::new(Algorithm::default())
    }
}
