//! A match as data.

use starmax_core::Player;
use starmax_games::{BackgammonMove, Roll};

use crate::Replay;

/// A match, or a session for money. Max is the first of the two players: the left column of a `.mat` file, White in GNU Backgammon's files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchRecord {
    /// How many points win the match; 0 for money.
    pub length: u16,
    /// The names of Max and Min, in single spaces.
    pub players: [String; 2],
    /// What was agreed on.
    pub rules: MatchRules,
    /// What else the file says, as names and values: first the names of [`INFO_NAMES`] in that order, then others as the file has them.
    pub info: Vec<(String, String)>,
    /// The games, in order.
    pub games: Vec<GameRecord>,
}

/// Names in [`MatchRecord::info`] that every format has a place for. Dates are written `2026.11.18`.
pub const INFO_NAMES: [&str; 8] = [
    "Player 1 Elo",
    "Player 2 Elo",
    "Site",
    "Event",
    "Round",
    "EventDate",
    "Transcriber",
    "Comment",
];

/// What was agreed on. A file that does not say has the usual: the Crawford rule in matches, neither Jacoby rule nor beavers for money.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchRules {
    /// Whether nobody may double in the first game in which a player is one point away. Never in matches of one point and for money.
    pub crawford: bool,
    /// Whether gammons count only after a double; only for money.
    pub jacoby: bool,
    /// Whether the taker of a double may double at once and keep the cube; only for money.
    pub beavers: bool,
}

/// One game of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// Max's points and Min's before the game.
    pub score_before: [u16; 2],
    /// Whether this is the Crawford game.
    pub crawford: bool,
    /// What the players did, in order.
    pub actions: Vec<Entry>,
    /// Who won what, if the game was finished.
    pub result: Option<GameResult>,
}

/// What a player did, and where the file says so.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The line in the file, counted from 1; 0 if there is no file.
    pub line: usize,
    /// Who did it.
    pub player: Player,
    /// What was done.
    pub action: Action,
}

/// Where it stands makes no difference.
impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        (self.player, self.action) == (other.player, other.action)
    }
}

impl Eq for Entry {}

/// What a player can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Rolls and plays.
    Move {
        /// The dice.
        roll: Roll,
        /// What was played with them.
        mv: BackgammonMove,
    },
    /// Rolls; what was played is not known. Nothing but a resignation can follow.
    Roll {
        /// The dice.
        roll: Roll,
    },
    /// Doubles before the roll.
    Double,
    /// Takes what was offered.
    Take,
    /// Drops what was offered and loses the game at the stake before it.
    Pass,
    /// Doubles at once instead of taking and keeps the cube, or answers that with a double in turn (a raccoon).
    Beaver,
    /// Gives the game up.
    Resign {
        /// 1, 2 for a gammon, 3 for a backgammon; the cube multiplies it.
        points: u8,
    },
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Who won.
    pub winner: Player,
    /// How many points, as the file says.
    pub points: u16,
}

/// What is wrong in a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, game {game}{}: {message}", .action.map_or(String::new(), |action| format!(", action {action}")))]
pub struct Problem {
    /// The line in the file.
    pub line: usize,
    /// Which game, counted from 1.
    pub game: usize,
    /// Which action of the game, counted from 1; `None` when it is not about one of them.
    pub action: Option<usize>,
    /// What was found, and what was expected.
    pub message: String,
}

impl MatchRecord {
    /// Plays the match again, decision by decision.
    #[must_use]
    pub fn replay(&self) -> Replay<'_> {
        Replay::new(self)
    }

    /// The value of a name in [`MatchRecord::info`].
    #[must_use]
    pub fn info(&self, name: &str) -> Option<&str> {
        let mut pairs = self.info.iter();
        let (_, value) = pairs.find(|(key, _)| key == name)?;
        Some(value)
    }
}
