//! The position format of eXtreme Gammon.
//!
//! `XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10`: 26 places seen by the player at the bottom, the other's bar first and
//! the own bar last, a capital letter for that many own checkers (A is one), a small one for the other's. Then the cube and its owner,
//! whose turn it is (1 the bottom, -1 the top), the dice (00 before the roll), both scores, a rule, the length of the match and
//! the largest cube. The player at the bottom is Max.

use starmax_core::{ParseError, Player};

use super::notation::assemble;
use super::state::{BAR, CHECKERS};
use super::{BackgammonState, Roll};

pub(super) const PREFIX: &str = "XGID=";
const PLACES: usize = 26;
const FIELDS: usize = 10;

pub(super) fn write(state: &BackgammonState) -> String {
    let max = state.places(Player::Max);
    let min = state.places(Player::Min);
    let sign = |place: usize| match (place, BAR - place) {
        (0, bar) => letter(b'a', min[bar]),
        (bar, 0) => letter(b'A', max[bar]),
        (own, _) if max[own] > 0 => letter(b'A', max[own]),
        (_, other) => letter(b'a', min[other]),
    };
    let places: String = (0..PLACES).map(sign).collect();
    let turn = match state.player {
        Player::Max => "1",
        Player::Min => "-1",
    };
    let dice = state.roll.map_or("00".to_owned(), |roll| roll.to_string());
    format!("{PREFIX}{places}:0:0:{turn}:{dice}:0:0:0:0:10")
}

fn letter(one: u8, count: u8) -> char {
    if count == 0 {
        '-'
    } else {
        char::from(one + count - 1)
    }
}

/// Reads an XGID, with or without its first five characters.
pub(super) fn parse(text: &str) -> Result<BackgammonState, ParseError> {
    let error = |expected: &str| ParseError::new(text, format!("an XGID {expected}"));
    let start = text
        .get(..PREFIX.len())
        .filter(|start| start.eq_ignore_ascii_case(PREFIX));
    let fields: Vec<&str> = text[start.map_or(0, str::len)..].split(':').collect();
    let [places, _, owner, turn, dice, ..] = fields[..] else {
        return Err(error("with 10 fields and colons between them"));
    };
    if fields.len() != FIELDS {
        return Err(error("with 10 fields and colons between them"));
    }
    for number in [1, 5, 6, 7, 8, 9].map(|field| fields[field]) {
        if number.parse::<u32>().is_err() {
            return Err(error(&format!(
                "with a whole number in the place of \"{number}\""
            )));
        }
    }
    if !["-1", "0", "1"].contains(&owner) {
        return Err(error(&format!(
            "with -1, 0 or 1 as the cube's owner, not \"{owner}\""
        )));
    }
    let player = match turn {
        "1" => Player::Max,
        "-1" => Player::Min,
        _ => {
            return Err(error(&format!(
                "with 1 or -1 as the player to move, not \"{turn}\""
            )));
        }
    };
    let roll = match dice {
        "00" => None,
        _ => Some(Roll::parse(dice).map_err(|_| {
            error(&format!(
                "with two dice from 1 to 6, or 00 before the roll, not \"{dice}\""
            ))
        })?),
    };
    let [max, min] = parse_places(places).map_err(|expected| error(&expected))?;
    let players_places = match player {
        Player::Max => [max, min],
        Player::Min => [min, max],
    };
    assemble(text, players_places, player, roll)
}

/// Max's checkers and Min's, or what was expected.
fn parse_places(text: &str) -> Result<[[u8; PLACES]; 2], String> {
    if text.len() != PLACES {
        return Err(format!(
            "with {PLACES} places, not {}",
            text.chars().count()
        ));
    }
    let mut places = [[0; PLACES]; 2];
    for (place, sign) in text.bytes().enumerate() {
        let (side, one, own) = match sign {
            b'-' => continue,
            b'A'..=b'Z' => (0, b'A', place),
            b'a'..=b'z' => (1, b'a', BAR - place),
            _ => return Err("with a letter or - at each place".to_owned()),
        };
        let count = sign - one + 1;
        if own == 0 {
            return Err(
                "with the bar of the top player first and that of the bottom player last"
                    .to_owned(),
            );
        }
        if count > CHECKERS {
            return Err(format!(
                "with at most {CHECKERS} checkers (the letter o) at a place"
            ));
        }
        places[side][own] = count;
    }
    Ok(places)
}
