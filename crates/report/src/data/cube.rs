//! What to do with the doubling cube.

use serde::Serialize;

/// A cube decision of backgammon. Values are equities seen by the player on roll, who is the one to double: 1 is a single win with the present cube.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CubeReport {
    /// The game: `backgammon:match=7`, or `backgammon:money`.
    pub game: String,
    /// The position as an XGID.
    pub position: String,
    /// The player on roll.
    pub player: &'static str,
    /// Levels that were searched below the cube action; 0 for a position that was judged as it is. In a rollout, those that players searched before
    /// they moved.
    pub depth: u32,
    /// Rolls without a double.
    pub no_double: f64,
    /// Whether the player on roll may double, and has a use for it.
    pub can_double: bool,
    /// Doubles, and the opponent takes; nothing where the player cannot double, unless chances were given.
    pub double_take: Option<f64>,
    /// Doubles, and the opponent takes and turns the cube once more, where beavers are allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub double_beaver: Option<f64>,
    /// Doubles, and the opponent gives up: 1.
    pub double_pass: f64,
    /// What both should do, in the words of players.
    pub decision: String,
    /// `emg` in a match: equities as if the game were for money; `points` for money, as if the cube were 1.
    pub unit: &'static str,
    /// The chances of the player on roll without the cube: to win, to win a gammon or more, to win a backgammon, to lose a gammon or more, to lose a backgammon.
    pub chances: [f64; 5],
    /// The share of next exchanges, a roll of each player, after which the opponent passes a double or has lost already; nothing where the player cannot double.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub market_losers: Option<f64>,
    /// The chances to win the match that belong to the three equities.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_winning_chances: Option<MatchWinningChances>,
    /// What stands behind the decision, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<CubeExplanation>,
    /// How sure it is, if it was rolled out.
    #[serde(flatten)]
    pub estimate: Option<CubeEstimate>,
}

/// How sure a cube decision is that was rolled out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CubeEstimate {
    /// How players searched, if that was not exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<&'static str>,
    /// Chance events after which trials ended.
    pub truncate: Option<u64>,
    /// Whether luck was taken out.
    pub without_luck: bool,
    /// The seed of the dice.
    pub seed: u64,
    /// Trials of all actions together.
    pub trials: u64,
    /// Whether all of them are played.
    pub finished: bool,
    /// The standard errors of the equities.
    pub errors: CubeErrors,
    /// By how much it is better to double than not; below 0 it is worse. Nothing where the player cannot double.
    pub double_by: Option<EquityMargin>,
    /// By how much it is better for the opponent to play on than to pass; below 0 it is worse. Nothing where the player cannot double.
    pub take_by: Option<EquityMargin>,
}

/// Standard errors of the equities of a cube decision; nothing after a single trial.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CubeErrors {
    /// Of not doubling.
    pub no_double: Option<f64>,
    /// Of a double that is taken.
    pub double_take: Option<f64>,
    /// Of a double that is beavered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub double_beaver: Option<f64>,
    /// Of a double that is passed: that is no estimate.
    pub double_pass: f64,
}

/// A difference of equities.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EquityMargin {
    /// The difference.
    pub equity: f64,
    /// Its standard error; nothing after a single trial.
    pub standard_error: Option<f64>,
}

/// Chances to win the match after each action.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MatchWinningChances {
    /// Without a double.
    pub no_double: f64,
    /// After a double that is taken.
    pub double_take: Option<f64>,
    /// After a double that is passed.
    pub double_pass: f64,
}

/// What stands behind a cube decision: the model of Rick Janowski, with the chances of the report.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CubeExplanation {
    /// How live the cube is taken to be: 0 is dead, 1 is fully live.
    pub efficiency: f64,
    /// What a gammon of the player and of the opponent is worth beyond a win, with the cube as it is, when half of what lies between a loss and a win is 1.
    pub gammon_values: [f64; 2],
    /// The least chance to win with which the opponent takes: with a dead cube, with a fully live one, and between them.
    pub take_point: [f64; 3],
    /// The chance to win from which on the player cashes: the same three.
    pub cash_point: [f64; 3],
    /// The mean size of a win and of a loss, in points without the cube.
    pub mean_win_and_loss: [f64; 2],
}
