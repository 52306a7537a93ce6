//! The match ID of GNU Backgammon: everything about a game but the checkers, 67 bits in base 64.
//!
//! Its manual describes the first 66 bits ("A technical description of the Match ID"). Version 1.07 writes one more, which is set in matches
//! and in sessions for money without the Jacoby rule. Player 1, whom it draws at the bottom as X, is Max.

use starmax_core::{ParseError, Player};

use super::match_state::{Cube, MatchState, Offer};
use super::position_id::{decode, encode};
use super::{BackgammonState, Roll};

const SIGNS: usize = 12;
const BYTES: usize = 9;

/// Some bits of a match ID: the first one, and how many.
#[derive(Clone, Copy)]
struct Field(u32, u32);

const CUBE: Field = Field(0, 4);
const OWNER: Field = Field(4, 2);
const ON_ROLL: Field = Field(6, 1);
const CRAWFORD: Field = Field(7, 1);
const GAME_STATE: Field = Field(8, 3);
const TO_DECIDE: Field = Field(11, 1);
const DOUBLE: Field = Field(12, 1);
const RESIGNATION: Field = Field(13, 2);
const DICE: [Field; 2] = [Field(15, 3), Field(18, 3)];
const LENGTH: Field = Field(21, 15);
/// Player 0's, then player 1's.
const SCORE: [Field; 2] = [Field(36, 15), Field(51, 15)];
const WITHOUT_JACOBY: Field = Field(66, 1);
const UNKNOWN: Field = Field(67, 5);

const NO_OWNER: u16 = 3;
const PLAYING: u16 = 1;

/// A match ID: a number with fields.
struct Fields(u128);

impl Fields {
    fn get(&self, Field(start, bits): Field) -> u16 {
        let mask = (1 << bits) - 1;
        u16::try_from(self.0 >> start & mask).expect("a field has at most 15 bits")
    }

    fn is_set(&self, field: Field) -> bool {
        self.get(field) == 1
    }

    fn player(&self, field: Field) -> Player {
        player(self.get(field))
    }

    fn set(&mut self, Field(start, _): Field, value: u16) {
        self.0 |= u128::from(value) << start;
    }
}

fn player(number: u16) -> Player {
    match number {
        0 => Player::Min,
        _ => Player::Max,
    }
}

fn number(player: Player) -> u16 {
    match player {
        Player::Min => 0,
        Player::Max => 1,
    }
}

/// The match ID of a state in a match.
pub(super) fn write(state: &BackgammonState, around: &MatchState) -> String {
    let mut fields = Fields(0);
    fields.set(CUBE, around.cube.turned.into());
    fields.set(OWNER, around.cube.owner.map_or(NO_OWNER, number));
    fields.set(ON_ROLL, number(state.player));
    fields.set(CRAWFORD, around.is_crawford.into());
    fields.set(GAME_STATE, PLAYING);
    let to_decide = match around.offer {
        None => state.player,
        Some(Offer::Double) => {
            fields.set(DOUBLE, 1);
            state.player.opponent()
        }
        Some(Offer::Resignation { by, points }) => {
            fields.set(RESIGNATION, points.into());
            by.opponent()
        }
    };
    fields.set(TO_DECIDE, number(to_decide));
    for (field, die) in DICE.into_iter().zip(state.roll.map_or([0, 0], Roll::dice)) {
        fields.set(field, die.into());
    }
    fields.set(LENGTH, around.length);
    let [max, min] = around.score;
    for (field, points) in SCORE.into_iter().zip([min, max]) {
        fields.set(field, points);
    }
    fields.set(WITHOUT_JACOBY, (!around.jacoby).into());
    encode(fields.0, SIGNS, BYTES)
}

/// The player on roll, the dice, and what else a match ID says; whether that is possible is not asked yet.
pub(super) fn parse(text: &str) -> Result<(Player, Option<Roll>, MatchState), ParseError> {
    let number = decode(text, SIGNS, BYTES).ok_or_else(|| {
        ParseError::new(
            text,
            "a match ID behind the colon: 12 letters, digits, + or /, such as cAkAAAAAAAAE",
        )
    })?;
    let fields = Fields(number);
    let error = |expected: String| ParseError::new(text, format!("a match ID with {expected}"));
    if fields.get(UNKNOWN) != 0 {
        return Err(error(
            "nothing behind the Jacoby rule, its 67th bit".to_owned(),
        ));
    }
    let game_state = fields.get(GAME_STATE);
    if game_state != PLAYING {
        let found = match game_state {
            0 => "one that has not begun",
            2 => "one that is over",
            3 => "one that was resigned",
            4 => "one that ended with a double",
            _ => "a state that does not exist",
        };
        return Err(error(format!(
            "a game that is being played (game state 1), not {found} ({game_state})"
        )));
    }
    let owner = match fields.get(OWNER) {
        NO_OWNER => None,
        2 => return Err(error("0, 1 or 3 as the cube's owner, not 2".to_owned())),
        owner => Some(player(owner)),
    };
    let on_roll = fields.player(ON_ROLL);
    let length = fields.get(LENGTH);
    let [min, max] = SCORE.map(|field| fields.get(field));
    let turned = u8::try_from(fields.get(CUBE)).expect("a field of 4 bits");
    let around = MatchState {
        cube: Cube {
            turned,
            owner,
            most_turns: turned.max(Cube::USUAL_TURNS),
        },
        length,
        score: [max, min],
        is_crawford: fields.is_set(CRAWFORD),
        jacoby: length == 0 && !fields.is_set(WITHOUT_JACOBY),
        beavers: false,
        offer: parse_offer(&fields, on_roll).map_err(|expected| error(expected.to_owned()))?,
    };
    Ok((on_roll, parse_dice(&fields).map_err(error)?, around))
}

fn parse_offer(fields: &Fields, on_roll: Player) -> Result<Option<Offer>, &'static str> {
    let to_decide = fields.player(TO_DECIDE);
    match (fields.is_set(DOUBLE), fields.get(RESIGNATION)) {
        (false, 0) if to_decide == on_roll => Ok(None),
        (false, 0) => Err("the turn of the player on roll, as nothing waits for an answer"),
        (true, 0) if to_decide == on_roll => {
            Err("a double by the player on roll; beavers that wait for an answer are not read")
        }
        (true, 0) => Ok(Some(Offer::Double)),
        (false, points) => Ok(Some(Offer::Resignation {
            by: to_decide.opponent(),
            points: u8::try_from(points).expect("a field of 2 bits"),
        })),
        (true, _) => Err("a double or a resignation that waits for an answer, not both"),
    }
}

/// The dice; both are 0 before the roll.
fn parse_dice(fields: &Fields) -> Result<Option<Roll>, String> {
    let [one, other] = DICE.map(|field| u8::try_from(fields.get(field)).expect("3 bits"));
    match Roll::checked(one, other) {
        None if (one, other) != (0, 0) => Err(format!(
            "two dice from 1 to 6, or 0 twice before the roll, not {one} and {other}"
        )),
        roll => Ok(roll),
    }
}
