//! Matches of backgammon as files: read, played again, written.
//!
//! [`read`] takes the bytes of a `.mat`, `.txt` or `.sgf` file and gives a [`MatchRecord`] with the [`Problem`]s that the file has.
//! [`MatchRecord::replay`] goes through it: for each [`Decision`] the position, the cube and the score, and what was done. [`write_mat`] and
//! [`write_sgf`] write what GNU Backgammon reads.

mod mat;
mod raw;
mod read;
mod record;
mod replay;
mod settle;
mod sgf;
mod table;

pub use mat::write_mat;
pub use read::{Format, MOST_BYTES, ReadError, Reading, read};
pub use record::{
    Action, Entry, GameRecord, GameResult, INFO_NAMES, MatchRecord, MatchRules, Problem,
};
pub use replay::{Decision, Replay};
pub use sgf::write_sgf;
