/// The two sides of a value: one wants it large, the other small.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// Wants large values. A game for one player has only this one.
    #[default]
    Max,
    /// Wants small values.
    Min,
}

impl Player {
    /// The other player.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
        }
    }

    /// The same value as this player sees it: unchanged for `Max`, negated for `Min`. Its own inverse.
    #[inline]
    #[must_use]
    pub fn sees(self, value: f64) -> f64 {
        match self {
            Self::Max => value,
            Self::Min => -value,
        }
    }
}

/// The number of a player: 0 for `Max`, 1 for `Min`.
impl From<Player> for usize {
    #[inline]
    fn from(player: Player) -> Self {
        match player {
            Player::Max => 0,
            Player::Min => 1,
        }
    }
}
