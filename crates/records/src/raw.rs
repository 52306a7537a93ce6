//! A match as a file has it, before anybody has played it again.

use starmax_core::Player;
use starmax_games::Roll;

use crate::MatchRules;

#[derive(Debug, Default)]
pub(crate) struct RawMatch {
    pub(crate) length: u16,
    pub(crate) players: [String; 2],
    pub(crate) rules: MatchRules,
    pub(crate) info: Vec<(String, String)>,
    pub(crate) games: Vec<RawGame>,
}

#[derive(Debug, Default)]
pub(crate) struct RawGame {
    pub(crate) line: usize,
    pub(crate) score_before: [u16; 2],
    /// `None` where the format does not say.
    pub(crate) crawford: Option<bool>,
    pub(crate) actions: Vec<RawEntry>,
    pub(crate) result: Option<RawResult>,
}

#[derive(Debug)]
pub(crate) struct RawEntry {
    pub(crate) line: usize,
    pub(crate) player: Player,
    pub(crate) action: RawAction,
}

#[derive(Debug)]
pub(crate) enum RawAction {
    /// A roll, and the move as text that the rules of backgammon read; empty when nothing is written.
    Move {
        roll: Roll,
        text: String,
    },
    /// A roll; the file says that it does not know the move.
    Roll {
        roll: Roll,
    },
    /// A double or, right after one, a beaver; perhaps with what the cube shows then.
    Double {
        to: Option<u32>,
    },
    Take,
    Pass,
    /// With 1, 2 or 3 if the file says.
    Resign {
        points: Option<u8>,
    },
    /// What cannot be read, in words.
    Unreadable(String),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct RawResult {
    pub(crate) line: usize,
    pub(crate) winner: Player,
    pub(crate) points: u16,
}
