//! The position format of eXtreme Gammon.
//!
//! `XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10`: 26 places seen by the player at the bottom, the other's bar first and
//! the own bar last, a capital letter for that many own checkers (A is one), a small one for the other's. Then the cube and its owner,
//! whose turn it is (1 the bottom, -1 the top), the dice (00 before the roll, D when that player has doubled), the scores of the bottom and
//! the top, rules (in a match 1 for the Crawford game; for money 1 for the Jacoby rule, plus 2 for beavers), the length of the match (0 for money) and
//! the largest cube. A cube is written as the power of two that it is. The player at the bottom is Max.

use starmax_core::{ParseError, Player};

use super::checkers::{BAR, CHECKERS};
use super::match_state::{Cube, MatchState, Offer};
use super::notation::{assemble, without_prefix};
use super::{BackgammonState, Roll};

/// What an XGID starts with; it may be missing.
pub(super) const PREFIX: &str = "XGID=";
const PLACES: usize = 26;

pub(super) fn write(state: &BackgammonState, around: &MatchState) -> String {
    let max = state.checkers(Player::Max).counts();
    let min = state.checkers(Player::Min).counts();
    let sign = |place: usize| match (place, BAR - place) {
        (0, bar) => letter(b'a', min[bar]),
        (bar, 0) => letter(b'A', max[bar]),
        (own, _) if max[own] > 0 => letter(b'A', max[own]),
        (_, other) => letter(b'a', min[other]),
    };
    let places: String = (0..PLACES).map(sign).collect();
    let dice = match (state.roll, around.offer) {
        (None, Some(Offer::Double)) => "D".to_owned(),
        (None, _) => "00".to_owned(),
        (Some(roll), _) => roll.to_string(),
    };
    let rules = if around.length > 0 {
        u8::from(around.is_crawford)
    } else {
        u8::from(around.jacoby) + 2 * u8::from(around.beavers)
    };
    let Cube {
        turned,
        owner,
        most_turns,
    } = around.cube;
    let (owner, turn) = (owner.map_or(0, side), side(state.player));
    let (length, [score, other_score]) = (around.length, around.score);
    format!(
        "{PREFIX}{places}:{turned}:{owner}:{turn}:{dice}:{score}:{other_score}:{rules}:{length}:{most_turns}"
    )
}

fn side(player: Player) -> i8 {
    match player {
        Player::Max => 1,
        Player::Min => -1,
    }
}

fn letter(one: u8, count: u8) -> char {
    if count == 0 {
        '-'
    } else {
        char::from(one + count - 1)
    }
}

/// Reads an XGID, with or without its prefix.
pub(super) fn parse(text: &str) -> Result<(BackgammonState, MatchState), ParseError> {
    let error = |expected: &str| ParseError::new(text, format!("an XGID {expected}"));
    let fields: Vec<&str> = without_prefix(text, PREFIX).split(':').collect();
    let [
        places,
        cube,
        owner,
        turn,
        dice,
        score,
        other_score,
        rules,
        length,
        largest_cube,
    ] = fields[..]
    else {
        return Err(error("with 10 fields and colons between them"));
    };
    let number = |what: &str, field: &str, most: u16| {
        let number = field.parse().ok().filter(|number| *number <= most);
        number.ok_or_else(|| error(&format!("with {what} from 0 to {most}, not \"{field}\"")))
    };
    let power = |what: &str, field: &str| {
        let power = number(what, field, Cube::MOST_TURNS.into())?;
        Ok(u8::try_from(power).expect("at most 15"))
    };
    let points = |what: &str, field: &str| number(what, field, MatchState::MOST_POINTS);
    let owner = match owner {
        "0" => None,
        _ => Some(parse_side(owner).ok_or_else(|| {
            error(&format!(
                "with -1, 0 or 1 as the cube's owner, not \"{owner}\""
            ))
        })?),
    };
    let player = parse_side(turn).ok_or_else(|| {
        error(&format!(
            "with 1 or -1 as the player to move, not \"{turn}\""
        ))
    })?;
    let (roll, offer) = match dice {
        "00" => (None, None),
        "D" => (None, Some(Offer::Double)),
        "B" | "R" => {
            return Err(error(
                "with dice, 00 or D: beavers and raccoons that wait for an answer are not read",
            ));
        }
        _ => {
            let roll = Roll::parse(dice).map_err(|_| {
                error(&format!(
                    "with two dice from 1 to 6, 00 before the roll or D after a double, not \"{dice}\""
                ))
            })?;
            (Some(roll), None)
        }
    };
    let length = points("the length of the match", length)?;
    let rules = if length > 0 {
        number(
            "1 in the Crawford game, else 0, as the rules of a match,",
            rules,
            1,
        )?
    } else {
        number(
            "1 for the Jacoby rule, plus 2 for beavers, as the rules for money,",
            rules,
            3,
        )?
    };
    let around = MatchState {
        cube: Cube {
            turned: power("the power of two of the cube", cube)?,
            owner,
            most_turns: power("the power of two of the largest cube", largest_cube)?,
        },
        length,
        score: [points("a score", score)?, points("a score", other_score)?],
        is_crawford: length > 0 && rules == 1,
        jacoby: length == 0 && rules & 1 > 0,
        beavers: rules & 2 > 0,
        offer,
    };
    let [max, min] = parse_places(places).map_err(|expected| error(&expected))?;
    let players_places = match player {
        Player::Max => [max, min],
        Player::Min => [min, max],
    };
    let state = assemble(text, players_places, player, roll)?;
    around.check(text, &state)?;
    Ok((state, around))
}

fn parse_side(text: &str) -> Option<Player> {
    [Player::Max, Player::Min]
        .into_iter()
        .find(|&player| text == side(player).to_string())
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
