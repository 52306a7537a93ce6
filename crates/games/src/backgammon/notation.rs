use starmax_core::{Game, Notation, ParseError, Player};

use super::state::{BAR, CHECKERS, OFF, side};
use super::{Backgammon, BackgammonMove, BackgammonState, Places, Roll};
use super::{board, move_text, position_id, xgid};

/// The checkers of the player on roll, then the opponent's.
pub(super) type PlayersPlaces = [Places; 2];

/// The state with these checkers on the board and the bar; all others have been borne off.
pub(super) fn assemble(
    text: &str,
    mut places: PlayersPlaces,
    player: Player,
    roll: Option<Roll>,
) -> Result<BackgammonState, ParseError> {
    let error = |expected: String| Err(ParseError::new(text, expected));
    for places in &mut places {
        let count: u32 = places[1..].iter().map(|&count| u32::from(count)).sum();
        let Some(off) = u32::from(CHECKERS).checked_sub(count) else {
            return error(format!(
                "at most {CHECKERS} checkers of each player, not {count}"
            ));
        };
        #[expect(clippy::cast_possible_truncation, reason = "at most 15")]
        {
            places[OFF] = off as u8;
        }
    }
    let [mine, his] = places;
    if let Some(point) = (1..BAR).find(|&point| mine[point] > 0 && his[BAR - point] > 0) {
        return error(format!(
            "checkers of only one player on point {point}, counted by the player on roll"
        ));
    }
    let finished = places
        .iter()
        .filter(|places| places[OFF] == CHECKERS)
        .count();
    if finished == 2 {
        return error("checkers on the board: only one player can have finished".to_owned());
    }
    if finished == 1 && roll.is_some() {
        return error("no roll: the game is over".to_owned());
    }
    if side(player) == 1 {
        places.swap(0, 1);
    }
    let mut state = BackgammonState::new(places, player);
    state.roll = roll;
    Ok(state)
}

impl Backgammon {
    /// The position as an XGID, in which Max is the player at the bottom.
    #[must_use]
    pub fn write_xgid(&self, state: &BackgammonState) -> String {
        xgid::write(state)
    }
}

impl Notation for Backgammon {
    fn write_state(&self, state: &BackgammonState) -> String {
        let player = match state.player {
            Player::Max => "",
            Player::Min => "-min",
        };
        let roll = state.roll.map_or(String::new(), |roll| format!("-{roll}"));
        position_id::write(state) + player + &roll
    }

    fn parse_state(&self, text: &str) -> Result<BackgammonState, ParseError> {
        let word = text.trim();
        if word.eq_ignore_ascii_case("start") {
            return Ok(self.initial());
        }
        let word = without_prefix(word, "GNUBGID=");
        match word.matches(':').count() {
            0 if without_prefix(word, xgid::PREFIX) == word => parse_own(word),
            1 => position_id::parse_with_match(word),
            _ => xgid::parse(word),
        }
    }

    /// The position ID, always with the player on roll second.
    fn write_position(&self, state: &BackgammonState) -> String {
        match state.roll {
            None => position_id::write(state),
            Some(_) => self.write_state(state),
        }
    }

    fn write_move(&self, state: &BackgammonState, mv: BackgammonMove) -> String {
        move_text::write(state, mv)
    }

    fn write_outcome(&self, _: &BackgammonState, roll: Roll) -> String {
        roll.to_string()
    }

    fn parse_move(
        &self,
        state: &BackgammonState,
        text: &str,
    ) -> Result<BackgammonMove, ParseError> {
        let mut moves = Vec::new();
        if let starmax_core::Node::Decision(_) = self.node(state) {
            self.moves(state, &mut moves);
        }
        move_text::parse(state, &moves, text)
    }

    fn parse_outcome(&self, _: &BackgammonState, text: &str) -> Result<Roll, ParseError> {
        Roll::parse(text)
    }

    fn draw(&self, state: &BackgammonState) -> String {
        board::draw(*self, state)
    }
}

fn without_prefix<'a>(text: &'a str, prefix: &str) -> &'a str {
    match text.get(..prefix.len()) {
        Some(start) if start.eq_ignore_ascii_case(prefix) => &text[prefix.len()..],
        _ => text,
    }
}

/// Reads what `write_state` writes: a position ID, perhaps `-max` or `-min`, perhaps a dash and a roll.
fn parse_own(text: &str) -> Result<BackgammonState, ParseError> {
    let mut parts = text.split('-').peekable();
    let places = position_id::parse(parts.next().unwrap_or(text))?;
    let named = |name: &str| {
        [Player::Max, Player::Min]
            .into_iter()
            .find(|player| name.eq_ignore_ascii_case(&format!("{player:?}")))
    };
    let player = parts.peek().and_then(|name| named(name));
    if player.is_some() {
        parts.next();
    }
    let roll = parts.next().map(Roll::parse).transpose()?;
    if let Some(rest) = parts.next() {
        return Err(ParseError::new(
            rest,
            "nothing behind the roll in a position such as 4HPwATDgc/ABMA-min-31",
        ));
    }
    assemble(text, places, player.unwrap_or(Player::Max), roll)
}
