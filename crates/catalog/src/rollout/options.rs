//! How a position is rolled out.

use starmax_search::Algorithm;

use crate::judge::WantedJudge;

/// How a position is rolled out.
#[derive(Clone, Debug, PartialEq)]
pub struct RolloutOptions {
    /// Trials of every move.
    pub trials: u64,
    /// The dice follow from it; they are the same for all moves.
    pub seed: u64,
    /// Levels that players search before they move.
    pub depth: u32,
    /// How they do that, without a table.
    pub algorithm: Algorithm,
    /// The evaluator, by name; `None` is the usual one.
    pub evaluator: Option<String>,
    /// A file of match equities, for games that are matches.
    pub met: Option<String>,
    /// Trials end after this many chance events.
    pub truncate: Option<u64>,
    /// Whether luck stays in the results.
    pub with_luck: bool,
    /// At most this many moves are rolled out: those that look best to a search.
    pub moves: usize,
    /// Only those that such a search finds no worse than the best one by more than this.
    pub filter: Option<f64>,
    /// These moves in any case.
    pub also: Vec<String>,
    /// Only these lines of play, each of moves that follow each other, whatever the options of moves are; none of them if it is empty.
    pub lines: Vec<Vec<String>>,
    /// No more trials of a move whose standard error is not above this.
    pub stop_at: Option<f64>,
    /// No more trials of a move that is this many standard errors of the difference worse than the best one.
    pub stop_below: f64,
}

impl Default for RolloutOptions {
    fn default() -> Self {
        Self {
            trials: 1296,
            seed: 1,
            depth: 1,
            algorithm: Algorithm::Star2,
            evaluator: None,
            met: None,
            truncate: None,
            with_luck: false,
            moves: 5,
            filter: None,
            also: Vec::new(),
            lines: Vec::new(),
            stop_at: None,
            stop_below: 4.0,
        }
    }
}

impl RolloutOptions {
    /// The algorithm, if it matters which one it is.
    pub(super) fn inexact(&self) -> Option<&'static str> {
        (!self.algorithm.is_exact()).then(|| self.algorithm.name())
    }

    /// Who chooses moves, and says what luck is.
    pub(super) fn wanted_judge(&self) -> WantedJudge<'_> {
        WantedJudge {
            evaluator: self.evaluator.as_deref(),
            met: self.met.as_deref(),
        }
    }
}
