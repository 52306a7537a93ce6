//! The position ID and the match ID of GNU Backgammon.
//!
//! Both are numbers in base 64, least significant byte first. A position ID has, for each player, the player on roll last, and for
//! each of the points 1 to 24 and the bar, seen by that player, as many ones as there are checkers, and a zero.

use starmax_core::{ParseError, Player};

use super::checkers::{BAR, CHECKERS};
use super::notation::{PlayersPlaces, assemble};
use super::{BackgammonState, Roll};

const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

const POSITION_SIGNS: usize = 14;
const POSITION_BYTES: usize = 10;
const MATCH_SIGNS: usize = 12;
const MATCH_BYTES: usize = 9;

/// What a GNUBGID starts with; it may be missing.
pub(super) const GNUBGID: &str = "GNUBGID=";

// Where the fields of a match ID start, in bits.
const OWNER: u32 = 4;
const ON_ROLL: u32 = 6;
const GAME_STATE: u32 = 8;
const TO_DECIDE: u32 = 11;
const DICE: [u32; 2] = [15, 18];

/// The GNUBGID of a state, in which Max is player 1, the one at the bottom, in a game for money that has begun, with the cube in the middle.
pub(super) fn write_with_match(state: &BackgammonState) -> String {
    const CUBE_IN_THE_MIDDLE: u128 = 3 << OWNER;
    const BEGUN: u128 = 1 << GAME_STATE;
    let player: u128 = match state.player {
        Player::Max => 1,
        Player::Min => 0,
    };
    let [one, other] = state.roll.map_or([0, 0], Roll::dice).map(u128::from);
    let number = CUBE_IN_THE_MIDDLE
        | BEGUN
        | player << ON_ROLL
        | player << TO_DECIDE
        | one << DICE[0]
        | other << DICE[1];
    let match_id = encode(number, MATCH_SIGNS, MATCH_BYTES);
    format!("{GNUBGID}{}:{match_id}", write(state))
}

/// The position ID of a state, without its roll and without who is Max.
pub(super) fn write(state: &BackgammonState) -> String {
    let mut number: u128 = 0;
    let mut end = 0;
    let [mine, his] = state.mine_and_his();
    for checkers in [his, mine] {
        for &count in &checkers.counts()[1..=BAR] {
            number |= ((1 << count) - 1) << end;
            end += count + 1;
        }
    }
    encode(number, POSITION_SIGNS, POSITION_BYTES)
}

/// Reads a position ID. The player on roll comes first in the answer.
pub(super) fn parse(text: &str) -> Result<PlayersPlaces, ParseError> {
    let mut number = decode(text, POSITION_SIGNS, POSITION_BYTES).ok_or_else(|| {
        ParseError::new(
            text,
            "a position ID (14 letters, digits, + or /, such as 4HPwATDgc/ABMA), a GNUBGID, an XGID or start",
        )
    })?;
    let opponent = take_places(&mut number);
    let on_roll = take_places(&mut number);
    match (on_roll, opponent, number) {
        (Some(on_roll), Some(opponent), 0) => Ok([on_roll, opponent]),
        (Some(_), Some(_), _) => Err(ParseError::new(
            text,
            "a position ID: this one goes on behind the checkers of both players",
        )),
        _ => Err(ParseError::new(text, "at most 15 checkers of each player")),
    }
}

/// Reads a GNUBGID: a position ID, a colon and a match ID, of which only the dice matter.
pub(super) fn parse_with_match(text: &str) -> Result<BackgammonState, ParseError> {
    let (position, match_id) = text.split_once(':').unwrap_or((text, ""));
    let places = parse(position)?;
    let roll = match_roll(match_id)?;
    assemble(text, places, Player::Max, roll)
}

/// The dice of a match ID; both are 0 before the roll.
fn match_roll(text: &str) -> Result<Option<Roll>, ParseError> {
    let number = decode(text, MATCH_SIGNS, MATCH_BYTES).ok_or_else(|| {
        ParseError::new(
            text,
            "a match ID behind the colon: 12 letters, digits, + or /, such as cAkAAAAAAAAA",
        )
    })?;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "fields are smaller than a byte"
    )]
    let field = |start: u32, bits: u32| (number >> start) as u8 & ((1 << bits) - 1);
    let (owner, game_state) = (field(OWNER, 2), field(GAME_STATE, 3));
    if owner == 2 || game_state > 4 {
        return Err(ParseError::new(
            text,
            "a match ID of GNU Backgammon: this one has a cube or a game in a state that does not exist",
        ));
    }
    match (field(DICE[0], 3), field(DICE[1], 3)) {
        (0, 0) => Ok(None),
        (one, other) => match Roll::checked(one, other) {
            Some(roll) => Ok(Some(roll)),
            None => Err(ParseError::new(
                text,
                format!("a match ID with dice from 1 to 6, not {one} and {other}"),
            )),
        },
    }
}

/// Takes 25 runs of ones from the lower end, if they are at most 15 ones.
fn take_places(number: &mut u128) -> Option<[u8; 26]> {
    let mut places = [0; 26];
    for place in &mut places[1..=BAR] {
        let count = number.trailing_ones();
        *number >>= count + 1;
        *place = u8::try_from(count).ok()?;
    }
    (places.iter().sum::<u8>() <= CHECKERS).then_some(places)
}

fn encode(number: u128, signs: usize, bytes: usize) -> String {
    let number = u128::from_be_bytes(number.to_le_bytes()) >> (128 - 8 * bytes);
    let padded = number << (6 * signs - 8 * bytes);
    let sign = |place: usize| char::from(SIGNS[(padded >> (6 * place)) as usize & 63]);
    (0..signs).rev().map(sign).collect()
}

fn decode(text: &str, signs: usize, bytes: usize) -> Option<u128> {
    if text.len() != signs {
        return None;
    }
    let mut number: u128 = 0;
    for sign in text.bytes() {
        let digit = SIGNS.iter().position(|&known| known == sign)?;
        number = number << 6 | digit as u128;
    }
    let unused = 6 * signs - 8 * bytes;
    let is_padded = number & ((1 << unused) - 1) == 0;
    is_padded.then(|| u128::from_le_bytes((number >> unused << (128 - 8 * bytes)).to_be_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dice_are_read_from_a_match_id() {
        assert_eq!(match_roll("cAkAAAAAAAAA"), Ok(None));
        // The example of the manual of GNU Backgammon: player 1 has rolled 52.
        assert_eq!(match_roll("QYkqASAAIAAA"), Ok(Some(Roll::new(5, 2))));
    }
}
