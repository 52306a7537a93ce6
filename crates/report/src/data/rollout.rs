//! What rollouts found.

use std::num::NonZeroU64;

use serde::{Deserialize, Serialize};

use super::Chance;

/// A trial that has been played, to be written down and remembered. Everything is seen by the player of the report,
/// [`RolloutReport::player`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedTrial {
    /// The move at the root; none where chance moves.
    #[serde(rename = "move")]
    pub text: Option<String>,
    /// The number of the trial, from 0.
    pub trial: u64,
    /// Its result, luck taken out.
    pub value: f64,
    /// The luck that was taken out.
    pub luck: f64,
    /// How likely each way to end was, luck taken out.
    pub chances: Option<Vec<f64>>,
    /// Whether the game was cut off, because it would not end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
}

impl PlayedTrial {
    /// Where it stands among all trials of its rollout: moves come in the order of their texts.
    #[must_use]
    pub fn place(&self) -> impl Ord + use<'_> {
        (self.trial, self.text.as_deref())
    }
}

/// What a rollout found, as data. Everything is seen by one player, whom `player` names: as in a [`Report`](crate::Report).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RolloutReport {
    /// The game with its parameters.
    pub game: String,
    /// The position that was asked about.
    pub position: String,
    /// The outcome that was given with it; the root is the position after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roll: Option<String>,
    /// The player who sees the values, as the game names them.
    pub player: &'static str,
    /// The evaluator that judged.
    pub evaluator: String,
    /// The file of match equities, if another one than the usual was taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub met: Option<String>,
    /// Levels that players searched before they moved.
    pub depth: u32,
    /// How they searched, if that was not exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<&'static str>,
    /// Chance events after which trials ended.
    pub truncate: Option<u64>,
    /// Whether luck was taken out.
    pub without_luck: bool,
    /// Moves and rolls after which a trial of a game that would not end was cut off.
    #[serde(skip)]
    pub longest: usize,
    /// The seed of the dice.
    pub seed: u64,
    /// What values are, if not those of the game: `points`, or `mwc` for the chance to win a match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<&'static str>,
    /// The value as an equity, as players compare them, where it has a unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equity: Option<f64>,
    /// The value of the best move, or of the position where chance moves; `None` before the first trial.
    pub value: Option<f64>,
    /// Its standard error.
    pub standard_error: Option<f64>,
    /// Its 95% interval.
    pub interval: Option<[f64; 2]>,
    /// The best move.
    pub best: Option<String>,
    /// How sure that is.
    pub margin: Option<Margin>,
    /// What was rolled out, the best first; one without a move where chance moves.
    pub moves: Vec<RolledOut>,
    /// Moves that were not rolled out, with what a search thinks of them.
    pub others: Vec<Other>,
    /// Whether all trials are played.
    pub finished: bool,
    /// What it cost.
    pub stats: RolloutCost,
}

/// By how much the best move is better than the next one, over the trials that both had, with the same dice.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Margin {
    /// The next move.
    pub next: String,
    /// The difference.
    pub value: f64,
    /// Its standard error.
    pub standard_error: Option<f64>,
}

/// A move, or a position before the roll, after a rollout.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RolledOut {
    /// The move.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The position it leads to.
    pub position: String,
    /// The mean of the trials; `None` before the first one.
    pub value: Option<f64>,
    /// The same as an equity, where values have a unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equity: Option<f64>,
    /// Its standard error.
    pub standard_error: Option<f64>,
    /// The 95% interval.
    pub interval: Option<[f64; 2]>,
    /// The standard error if luck had not been taken out.
    pub standard_error_with_luck: Option<f64>,
    /// Trials played.
    pub trials: u64,
    /// Why there were no more trials: `all`, `precise` or `worse`; none if they were cut short.
    pub stopped: Option<&'static str>,
    /// How likely the game ends in which way.
    pub chances: Option<Vec<Chance>>,
    /// Trials that were cut off and judged by the evaluator, because the game would not end; none if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<NonZeroU64>,
    /// What a search thinks of the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched: Option<f64>,
}

/// A move that was not rolled out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Other {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// What a search thinks of it.
    pub searched: f64,
}

/// What a rollout cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RolloutCost {
    /// Trials that count, of all moves.
    pub trials: u64,
    /// Time it took since it was begun or resumed.
    pub seconds: f64,
}
