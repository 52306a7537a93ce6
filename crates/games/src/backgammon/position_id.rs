//! The position ID of GNU Backgammon.
//!
//! It is a number in base 64, least significant byte first. It has, for each player, the player on roll last, and for
//! each of the points 1 to 24 and the bar, seen by that player, as many ones as there are checkers, and a zero.

use starmax_core::ParseError;

use super::BackgammonState;
use super::checkers::{BAR, CHECKERS};
use super::notation::PlayersPlaces;

const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

const POSITION_SIGNS: usize = 14;
const POSITION_BYTES: usize = 10;

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
            "a position ID (14 letters, digits, + or /, such as 4HPwATDgc/ABMA), a GNUBGID, an XGID, an OGID or start",
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

/// A number as text, its lowest byte first.
pub(super) fn encode(number: u128, signs: usize, bytes: usize) -> String {
    let number = u128::from_be_bytes(number.to_le_bytes()) >> (128 - 8 * bytes);
    let padded = number << (6 * signs - 8 * bytes);
    let sign = |place: usize| char::from(SIGNS[(padded >> (6 * place)) as usize & 63]);
    (0..signs).rev().map(sign).collect()
}

/// Reads what [`encode`] writes.
pub(super) fn decode(text: &str, signs: usize, bytes: usize) -> Option<u128> {
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
