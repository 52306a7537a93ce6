//! Game trees as GNU Backgammon saves them: FF\[4\] with GM\[6\], one tree per game.
//!
//! White is its player 0, the left column of the `.mat` file that it exports, and Max here. `W[31hefe]` is a roll with where checkers go from and to: `a` to `x`
//! are the points as White counts them, `y` is the bar and `z` is off.

mod read;
mod tree;
mod write;

pub(crate) use read::read;
pub use write::write_sgf;

use starmax_core::Player;

const BAR: usize = 25;

/// The property of a player's actions.
fn colour(player: Player) -> char {
    match player {
        Player::Max => 'W',
        Player::Min => 'B',
    }
}

/// The letter of a place as this player counts.
fn letter(player: Player, place: usize) -> char {
    let point = match (place, player) {
        (0, _) => return 'z',
        (BAR, _) => return 'y',
        (point, Player::Max) => point,
        (point, Player::Min) => BAR - point,
    };
    let offset = u8::try_from(point - 1).expect("24 points");
    char::from(b'a' + offset)
}

/// The place of a letter as this player counts.
fn place(player: Player, letter: u8) -> Option<usize> {
    match (letter, player) {
        (b'z', _) => Some(0),
        (b'y', _) => Some(BAR),
        (b'a'..=b'x', Player::Max) => Some(usize::from(letter - b'a') + 1),
        (b'a'..=b'x', Player::Min) => Some(24 - usize::from(letter - b'a')),
        _ => None,
    }
}

/// The name in [`MatchRecord::info`](crate::MatchRecord::info) of a property.
const INFO: [(&str, &str); 8] = [
    ("WR", "Player 1 Elo"),
    ("BR", "Player 2 Elo"),
    ("DT", "EventDate"),
    ("EV", "Event"),
    ("RO", "Round"),
    ("PC", "Site"),
    ("AN", "Transcriber"),
    ("GC", "Comment"),
];

/// Names and values that the format has no property for, in turn.
const OTHER_INFO: &str = "IN";

/// Dates have dots in a record and dashes in a file.
fn with_signs(date: &str, from: char, to: char) -> String {
    let is_date = date.len() == 10
        && date.char_indices().all(|(place, sign)| match place {
            4 | 7 => sign == from,
            _ => sign.is_ascii_digit(),
        });
    if is_date {
        date.replace(from, &to.to_string())
    } else {
        date.to_owned()
    }
}
