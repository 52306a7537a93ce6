//! What values mean to players.

/// How the values of a game are shown at a position: in a unit of their own, and as equities, as players compare them.
///
/// Both are straight lines through the values that a search knows, seen by the same player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// What is shown as the value: `points`, or `mwc` for the chance to win a match.
    pub unit: &'static str,
    /// What a value of 0 is shown as, and how much is added for each 1.
    pub value: [f64; 2],
    /// The equity of a value of 0, and how much is added for each 1.
    pub equity: [f64; 2],
}

impl Reading {
    /// The unit of the chance to win a match.
    pub const MATCH_WINNING_CHANCE: &'static str = "mwc";

    /// A value in its unit.
    #[must_use]
    pub fn value(&self, value: f64) -> f64 {
        let [zero, slope] = self.value;
        zero + slope * value
    }

    /// A value as an equity.
    #[must_use]
    pub fn equity(&self, value: f64) -> f64 {
        let [zero, slope] = self.equity;
        zero + slope * value
    }
}
