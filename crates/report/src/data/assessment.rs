use serde::Serialize;

/// A move that was made, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Who moved.
    pub player: usize,
    /// The position before the move.
    pub position: String,
    /// What chance had brought just before.
    pub roll: Option<String>,
    /// The move.
    pub played: String,
    /// Whether it was the only one.
    pub is_forced: bool,
}

/// What a move is worth beside the best one. Values are seen by the player who moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Assessment {
    /// The best move.
    pub best: String,
    /// What the best move is worth.
    pub best_value: f64,
    /// What the move is worth.
    pub value: f64,
    /// The depth to which both were searched.
    pub depth: u32,
}

impl Assessment {
    /// How much worse the move is than the best one; never negative.
    #[must_use]
    pub fn loss(&self) -> f64 {
        (self.best_value - self.value).max(0.0)
    }
}
