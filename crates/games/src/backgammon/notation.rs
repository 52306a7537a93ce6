use starmax_core::{Node, Notation, ParseError, Player, Rules};

use super::board::View;
use super::checkers::{BAR, CHECKERS, OFF};
use super::{Backgammon, BackgammonMove, BackgammonState, Checkers, MatchState, Roll};
use super::{match_id, move_text, objection, ogid, position_id, xgid};

/// What a GNUBGID starts with; it may be missing.
const GNUBGID: &str = "GNUBGID=";

/// The checkers of the player on roll, then the opponent's.
pub(super) type PlayersPlaces = [[u8; 26]; 2];

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
    let [mine, his] = places.map(Checkers::new);
    Ok(BackgammonState::new(player, mine, his, roll))
}

impl BackgammonState {
    /// The state in which Max is on roll with some checkers and Min has others, each at the places that their player sees; those borne off
    /// follow from the rest.
    ///
    /// ```
    /// use starmax_core::Rules;
    /// use starmax_games::{Backgammon, BackgammonState};
    ///
    /// let start = Backgammon::default().initial();
    /// let places = start.mine_and_his().map(|checkers| checkers.counts());
    /// assert_eq!(BackgammonState::from_places(places)?, start);
    /// # Ok::<(), starmax_core::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// When backgammon has no such position.
    pub fn from_places(places: [[u8; 26]; 2]) -> Result<Self, ParseError> {
        assemble(&format!("{places:?}"), places, Player::Max, None)
    }
}

impl Backgammon {
    /// Reads a position as [`Notation::parse_state`] does, with everything that its text says about the match; the usual things where it
    /// says nothing.
    ///
    /// # Errors
    /// When it cannot be read, or when backgammon has no such position, cube or score.
    pub fn parse_with_match(
        &self,
        text: &str,
    ) -> Result<(BackgammonState, MatchState), ParseError> {
        let word = text.trim();
        if word.eq_ignore_ascii_case("start") {
            return Ok((self.initial(), MatchState::default()));
        }
        if ogid::is_meant(word) {
            return ogid::parse(word);
        }
        let word = without_prefix(word, GNUBGID);
        if word.matches(':').count() > 1 || without_prefix(word, xgid::PREFIX) != word {
            return xgid::parse(word);
        }
        let Some((position, match_id)) = word.split_once(':') else {
            return Ok((parse_own(word)?, MatchState::default()));
        };
        let places = position_id::parse(position)?;
        let (player, roll, around) = match_id::parse(match_id)?;
        let state = assemble(word, places, player, roll)?;
        around.check(word, &state)?;
        Ok((state, around))
    }

    /// The position as an XGID, in which Max is the player at the bottom.
    #[must_use]
    pub fn write_xgid(&self, state: &BackgammonState, around: &MatchState) -> String {
        xgid::write(state, around)
    }

    /// The position as a GNUBGID, in which Max is player 1 of GNU Backgammon.
    ///
    /// ```
    /// use starmax_core::Notation;
    /// use starmax_games::{Backgammon, MatchState};
    ///
    /// let game = Backgammon::default();
    /// let state = game.parse_state("4HPwATDgc/ABMA-31")?;
    /// let gnubgid = game.write_gnubgid(&state, &MatchState::default());
    /// assert_eq!(gnubgid, "GNUBGID=4HPwATDgc/ABMA:cIkFAAAAAAAE");
    /// # Ok::<(), starmax_core::ParseError>(())
    /// ```
    #[must_use]
    pub fn write_gnubgid(&self, state: &BackgammonState, around: &MatchState) -> String {
        let (position, match_id) = (position_id::write(state), match_id::write(state, around));
        format!("{GNUBGID}{position}:{match_id}")
    }

    /// The board as `viewer` sees it, whose home is at the bottom right; checkers that the last move brought are in brackets.
    ///
    /// ```
    /// use starmax_core::{Notation, Player, Rules};
    /// use starmax_games::Backgammon;
    ///
    /// let game = Backgammon::default();
    /// let state = game.parse_state("4HPwATDgc/ABMA-31")?;
    /// let mv = game.parse_move(&state, "24/20")?;
    /// let board = game.draw_for(Player::Max, &game.play(&state, mv), Some(mv));
    /// assert!(board.contains(" | X           O    |   | O [X]          X |   |"), "{board}");
    /// # Ok::<(), starmax_core::ParseError>(())
    /// ```
    #[must_use]
    pub fn draw_for(
        &self,
        viewer: Player,
        state: &BackgammonState,
        last: Option<BackgammonMove>,
    ) -> String {
        View::new(state, viewer, last).draw(*self, &MatchState::default())
    }

    /// The board seen by the player on roll, with what surrounds it, from the text of a position and perhaps a roll that is not in it.
    ///
    /// # Errors
    /// When the position cannot be read, or the roll does not fit to what surrounds it.
    pub fn draw_text(&self, text: &str, state: &BackgammonState) -> Result<String, ParseError> {
        let around = self.match_around(text, state)?;
        Ok(View::new(state, state.player, None).draw(*self, &around))
    }

    /// What the text of a position says about the match; `state` is the position, after a roll if one was given that is not in the text.
    ///
    /// # Errors
    /// When the position cannot be read, or the roll does not fit to what surrounds it.
    ///
    /// ```
    /// use starmax_core::Rules;
    /// use starmax_games::{Backgammon, Roll};
    ///
    /// let game = Backgammon::default();
    /// let double = "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10";
    /// assert!(game.match_around(double, &game.initial())?.offer.is_some());
    /// assert!(game.match_around(double, &game.resolve(&game.initial(), Roll::new(3, 1))).is_err());
    /// # Ok::<(), starmax_core::ParseError>(())
    /// ```
    pub fn match_around(
        &self,
        text: &str,
        state: &BackgammonState,
    ) -> Result<MatchState, ParseError> {
        let (_, around) = self.parse_with_match(text)?;
        around.check(text, state)?;
        Ok(around)
    }

    fn legal_moves(self, state: &BackgammonState) -> Vec<BackgammonMove> {
        let mut moves = Vec::new();
        if let Node::Decision(_) = self.node(state) {
            self.moves(state, &mut moves);
        }
        moves
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
        Ok(self.parse_with_match(text)?.0)
    }

    /// The cube, the score, and a double or a resignation that waits for an answer.
    fn unused(&self, text: &str) -> Option<String> {
        let (_, around) = self.parse_with_match(text).ok()?;
        unused(&around)
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
        move_text::parse(state, &self.legal_moves(state), text)
    }

    fn object_to_move(&self, state: &BackgammonState, text: &str) -> Option<String> {
        objection::objection(state, &self.legal_moves(state), text)
    }

    fn parse_outcome(&self, _: &BackgammonState, text: &str) -> Result<Roll, ParseError> {
        Roll::parse(text)
    }

    /// The board seen by the player on roll.
    fn draw(&self, state: &BackgammonState) -> String {
        self.draw_for(state.player, state, None)
    }
}

/// Says that single games without the cube have no place for what surrounds a position, if it is not what they are played with anyway.
pub(super) fn unused(around: &MatchState) -> Option<String> {
    let parts = around.parts();
    let (last, others) = parts.split_last()?;
    let (listed, are) = if others.is_empty() {
        (last.clone(), "is")
    } else {
        (format!("{} and {last}", others.join(", ")), "are")
    };
    Some(format!(
        "{listed} {are} not used: values are of single games without the cube"
    ))
}

/// The text behind a prefix, if it has it, in capital or small letters.
pub(super) fn without_prefix<'a>(text: &'a str, prefix: &str) -> &'a str {
    match text.get(..prefix.len()) {
        Some(start) if start.eq_ignore_ascii_case(prefix) => &text[prefix.len()..],
        _ => text,
    }
}

/// Reads what `write_state` writes: a position ID, perhaps `-max` or `-min`, perhaps a dash and a roll.
fn parse_own(text: &str) -> Result<BackgammonState, ParseError> {
    let mut parts = text.split('-').peekable();
    let id = parts.next().filter(|id| !id.is_empty());
    let places = position_id::parse(id.unwrap_or(text))?;
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
