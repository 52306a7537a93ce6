use std::fmt;
use std::time::Duration;

use starmax_core::{Bounds, Failure, Game};

/// What a search found. Every value is seen by `Max`.
///
/// "Value" and "proven" mean Expectimax's value, except after [`Algorithm::StaticReply`](crate::Algorithm::StaticReply), which speaks of
/// the lines that it followed.
#[must_use]
#[non_exhaustive]
pub struct SearchResult<G: Game> {
    /// The value of the root, searched to [`SearchResult::depth`]; the middle of the bounds where it is not known.
    pub value: f64,
    /// What is proven about that value: exact unless it lies outside the window asked about, or not even one
    /// iteration was finished.
    pub bounds: Bounds,
    /// The best move; of equally good ones the first in the game's own order. `None` unless the root is a decision and
    /// a move reaches the window.
    pub best: Option<G::Move>,
    /// The depth of the last finished iteration; 0 where not even one was finished.
    pub depth: u32,
    /// Every root move in the game's own order, with what was proven about it.
    pub moves: Vec<RootMove<G::Move>>,
    /// One example of good play: best moves, with the likeliest outcome (the middle one, on ties) in between.
    pub line: Vec<Step<G>>,
    /// What [`Search::forecast`](crate::Search::forecast) asked for, if the value is exact and the way there was found at a small part of the cost of
    /// the search.
    pub forecast: Option<Vec<f64>>,
    /// The same for each of the moves.
    pub forecasts: Vec<Option<Vec<f64>>>,
    /// What the search cost.
    pub stats: Stats,
    /// How long the search took.
    pub elapsed: Duration,
    /// How many threads searched.
    pub threads: usize,
    /// The iteration that a limit cut short or a stop flag kept from beginning, if any. With the depth of the last finished one
    /// only the line was cut.
    pub interrupted: Option<Interrupted>,
    /// Why the rules have failed, if they have ([`Game::failure`]). Then nothing else here can be used.
    pub failure: Option<Failure>,
}

/// A move at the root and what was proven about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Bounds of its value; exact for as many of the best moves as [`Settings::ranked`](crate::Settings::ranked) says.
    pub bounds: Bounds,
    /// What a move whose bounds are not exact seems to be worth.
    pub estimate: Option<Estimate>,
}

impl<M> RootMove<M> {
    /// The value, if it is known, else what it seems to be.
    #[must_use]
    pub fn likely_value(&self) -> f64 {
        (self.estimate).map_or(self.bounds.middle(), |estimate| estimate.value)
    }
}

/// What a move at the root seems to be worth that was not searched to the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The depth to which it was searched; 1 is a look at the state that it leads to.
    pub depth: u32,
    /// Its value at that depth, or the nearest one that is inside the bounds proven at a greater depth.
    pub value: f64,
}

/// What an unfinished iteration had proven.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interrupted {
    /// The depth of the iteration.
    pub depth: u32,
    /// Bounds of the root's value at that depth.
    pub bounds: Bounds,
}

/// One step of a line of play; a line through a dice game shows its dice.
pub enum Step<G: Game> {
    /// A player moved.
    Move(G::Move),
    /// Chance chose an outcome that has this probability.
    Outcome(G::Outcome, f64),
}

impl<G: Game> Clone for Step<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Step<G> {}

impl<G: Game> fmt::Debug for Step<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(mv) => write!(f, "Move({mv:?})"),
            Self::Outcome(outcome, p) => write!(f, "Outcome({outcome:?}, {p})"),
        }
    }
}

impl<G: Game> PartialEq for Step<G> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Move(one), Self::Move(two)) => one == two,
            (Self::Outcome(one, p), Self::Outcome(two, q)) => one == two && p == q,
            _ => false,
        }
    }
}

/// What a search cost, counted as in the published tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// Nodes visited except the root: decisions, chance nodes and leaves; a node visited twice counts twice.
    pub nodes: u64,
    /// Terminals and static evaluations among the nodes.
    pub leaves: u64,
    /// Outcomes of chance nodes that were probed.
    pub probes: u64,
    /// Chance nodes at which outcomes were probed.
    pub probed_nodes: u64,
    /// Chance nodes left early while probing.
    pub probe_cuts: u64,
    /// Chance nodes left early while searching.
    pub search_cuts: u64,
    /// Decisions left early.
    pub move_cuts: u64,
    /// Table look-ups that found the state.
    pub table_hits: u64,
    /// Nodes at which the table made the search needless.
    pub table_cuts: u64,
}

impl Stats {
    /// The share of the probed chance nodes that were left while probing; `None` where nothing was probed.
    #[must_use]
    pub fn probe_efficiency(&self) -> Option<f64> {
        (self.probed_nodes > 0).then(|| self.probe_cuts as f64 / self.probed_nodes as f64)
    }
}

impl std::ops::AddAssign for Stats {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.leaves += other.leaves;
        self.probes += other.probes;
        self.probed_nodes += other.probed_nodes;
        self.probe_cuts += other.probe_cuts;
        self.search_cuts += other.search_cuts;
        self.move_cuts += other.move_cuts;
        self.table_hits += other.table_hits;
        self.table_cuts += other.table_cuts;
    }
}
