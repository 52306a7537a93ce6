//! The position format of `OpenGammon`.
//!
//! `11jjjjjhhhccccc:ooddddd88866666:N0N:31:B:R:0:0:7:0`: the places of White's checkers, then of Black's, one sign for each checker: 0 to 9
//! and a to p are 0 to 25. White moves up from the bar at 0, Black down from the bar at 25; who is missing has been borne off (q says so, too).
//! The cube is its owner (W, B or N), its power of two, and O when it is offered. Then come the dice, who acted last, the state of the game, White's
//! score and Black's, the length of the match (0 for money; C behind it in the Crawford game), the number of the move, and how many checkers
//! each player has. All but the first three fields may be missing. White is Max.
//!
//! Who acted last is not on roll, but for two cases: a player who offers the cube is, and a game that has not begun (state IW or IB, no dice)
//! names who is in its state.

use starmax_core::{ParseError, Player};

use super::checkers::{BAR, CHECKERS};
use super::match_state::{Cube, MatchState, Offer};
use super::notation::{assemble, without_prefix};
use super::{BackgammonState, Roll};

/// What an OGID can start with.
pub(super) const PREFIX: &str = "OGID=";
const PLACES: usize = 26;

/// Whether a text is meant as an OGID: by its prefix, or by its third field, which no other format has.
pub(super) fn is_meant(text: &str) -> bool {
    let fields = without_prefix(text, PREFIX);
    let cube = fields.split(':').nth(2).unwrap_or_default();
    fields != text || parse_cube(cube).is_some()
}

/// Reads an OGID, with or without its prefix.
pub(super) fn parse(text: &str) -> Result<(BackgammonState, MatchState), ParseError> {
    let error = |expected: &str| ParseError::new(text, format!("an OGID {expected}"));
    let fields: Vec<&str> = without_prefix(text, PREFIX).split(':').collect();
    if !(3..=11).contains(&fields.len()) {
        return Err(error("with 3 to 11 fields and colons between them"));
    }
    let field = |number: usize| fields.get(number).copied().unwrap_or_default();
    let (owner, turned, action) = parse_cube(field(2)).ok_or_else(|| {
        error(&format!(
            "with a cube such as N0N, W1N or B2O (owner, power of two, O for an offer), not \"{}\"",
            field(2)
        ))
    })?;
    let roll = match field(3) {
        "" => None,
        dice => Some(Roll::parse(dice).map_err(|_| {
            error(&format!(
                "with two dice from 1 to 6, or nothing before the roll, not \"{dice}\""
            ))
        })?),
    };
    let offer = (action == 'O').then_some(Offer::Double);
    let player = on_roll(field(4), field(5), roll, offer).map_err(|expected| error(&expected))?;
    let number = |what: &str, field: &str, most: u16| match field {
        "" => Ok(0),
        field => (field.parse().ok())
            .filter(|number| *number <= most)
            .ok_or_else(|| error(&format!("with {what} from 0 to {most}, not \"{field}\""))),
    };
    let most = MatchState::MOST_POINTS;
    let score = [
        number("a score", field(6), most)?,
        number("a score", field(7), most)?,
    ];
    let digits = field(8).trim_end_matches(|sign: char| !sign.is_ascii_digit());
    // Behind a G stands how many games are played.
    let (length, rule) = match field(8).split_once('G') {
        Some((length, _)) => (length, "G"),
        None => (digits, &field(8)[digits.len()..]),
    };
    let length = number("the length of the match", length, most)?;
    if !["", "C", "L", "G"].contains(&rule) {
        return Err(error(&format!(
            "with the length of the match and C, L or G behind it, not \"{}\"",
            field(8)
        )));
    }
    number("the number of the move", field(9), u16::MAX)?;
    if !["", "15"].contains(&field(10)) {
        return Err(error(&format!(
            "with {CHECKERS} checkers of each player, not \"{}\"",
            field(10)
        )));
    }
    let around = MatchState {
        cube: Cube {
            turned,
            owner,
            most_turns: turned.max(Cube::USUAL_TURNS),
        },
        length,
        score,
        is_crawford: rule == "C",
        offer,
        ..MatchState::default()
    };
    let max = parse_places(field(0), |place| BAR - place).map_err(|expected| error(&expected))?;
    let min = parse_places(field(1), |place| place).map_err(|expected| error(&expected))?;
    let places = match player {
        Player::Max => [max, min],
        Player::Min => [min, max],
    };
    let state = assemble(text, places, player, roll)?;
    around.check(text, &state)?;
    Ok((state, around))
}

/// Who owns the cube, how often it was turned, and what happens to it.
fn parse_cube(field: &str) -> Option<(Option<Player>, u8, char)> {
    let owner = match field.chars().next()? {
        'N' | '?' => None,
        owner => Some(parse_colour(owner)?),
    };
    let action = field
        .chars()
        .next_back()
        .filter(|sign| "NOT".contains(*sign))?;
    let turned = field.get(1..field.len() - 1)?.parse().ok();
    Some((
        owner,
        turned.filter(|&turned| turned <= Cube::MOST_TURNS)?,
        action,
    ))
}

fn parse_colour(sign: char) -> Option<Player> {
    match sign {
        'W' => Some(Player::Max),
        'B' => Some(Player::Min),
        _ => None,
    }
}

fn on_roll(
    acted: &str,
    state: &str,
    roll: Option<Roll>,
    offer: Option<Offer>,
) -> Result<Player, String> {
    let acted = match acted {
        "W" => Some(Player::Max),
        "B" => Some(Player::Min),
        "" => None,
        other => {
            return Err(format!("with W or B as who acted last, not \"{other}\""));
        }
    };
    if ["G", "M", "P", "RG", "RM"].contains(&state) {
        return Err(format!(
            "of a game that is being played, not with the state {state}"
        ));
    }
    Ok(match (acted, state, roll, offer) {
        (Some(acted), _, _, Some(_)) => acted,
        (_, "IW", None, None) | (None, ..) => Player::Max,
        (_, "IB", None, None) => Player::Min,
        (Some(acted), ..) => acted.opponent(),
    })
}

/// The checkers of a player, who numbers the places so.
fn parse_places(field: &str, own: impl Fn(usize) -> usize) -> Result<[u8; PLACES], String> {
    let mut places = [0; PLACES];
    for sign in field.chars() {
        let place = match sign {
            '0'..='9' | 'a'..='p' => own(sign.to_digit(36).expect("a digit") as usize),
            'q' => continue,
            _ => {
                return Err(format!(
                    "with a digit or a letter from a to p for each checker, not \"{sign}\""
                ));
            }
        };
        if place == 0 {
            return Err("with White's bar at 0 and Black's at p".to_owned());
        }
        if places[place] == CHECKERS {
            return Err(format!("with at most {CHECKERS} checkers of each player"));
        }
        places[place] += 1;
    }
    Ok(places)
}
