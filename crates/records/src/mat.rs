//! Two columns of numbered moves, the format of Jellyfish.
//!
//! ```text
//! ; [Site "Town"]
//!
//!  7 point match
//!
//!  Game 1
//!  Ann : 0                        Bob : 0
//!   1)                             31: 8/5 6/5
//!   2) 52: 13/8 24/22               Doubles => 2
//!   3)  Takes                      65:
//!                                   Wins 2 points
//! ```
//!
//! Programs differ in widths, in words, and in how they write the bar (25), bearing off (0) and checkers that do the same.

mod items;
mod read;
mod write;

pub(crate) use read::{is_game_heading, length_in, read};
pub use write::write_mat;
