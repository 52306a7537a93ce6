//! Positions, moves and rolls as text.

use starmax_core::{Node, Notation, ParseError, Player, Rules};

use super::state::{CubefulState, Phase};
use super::{CubefulBackgammon, CubefulMove, CubefulRoll, Format, POINTS};
use crate::backgammon::board::View;
use crate::backgammon::match_state::{Crawford, Cube, MatchState, Offer};
use crate::backgammon::{BackgammonState, Roll};

const OPENING: &str = "opening";
const OVER: &str = "over";
const CRAWFORD: &str = "crawford";
/// Behind an XGID: the player on roll could double and did not.
const ROLL: &str = ":roll";
/// Behind an opening roll: Min begins.
const MIN: &str = "-min";

impl CubefulBackgammon {
    /// The position of a board in a match or a game for money.
    ///
    /// # Errors
    /// Says what was expected when it is not a position of this game: another length, a score beyond it, a resignation that waits for an
    /// answer, a cube that can get too large.
    pub fn position(
        &self,
        board: BackgammonState,
        around: &MatchState,
    ) -> Result<CubefulState, String> {
        let format = Format::of(around);
        if format != self.format {
            let own = self.format;
            return Err(format!(
                "a position of backgammon:{own}, not of backgammon:{format}"
            ));
        }
        if around.cube.most_turns > Cube::USUAL_TURNS {
            let most = Cube::USUAL_TURNS;
            return Err(format!(
                "a largest cube of 2 to the power of {most} at most"
            ));
        }
        if let Some(Offer::Resignation { .. }) = around.offer {
            return Err("no resignation that waits for an answer".to_owned());
        }
        let state = CubefulState {
            board,
            cube: around.cube,
            score: around.score.map(u32::from),
            crawford: Crawford::Before,
            phase: Phase::Moving,
        };
        let crawford = if around.is_crawford {
            Crawford::Now
        } else if [Player::Max, Player::Min]
            .into_iter()
            .any(|player| format.away(&state, player) == Some(1))
        {
            Crawford::After
        } else {
            Crawford::Before
        };
        let state = CubefulState { crawford, ..state };
        if let Some(winner) = board.winner() {
            let loser = board.checkers(winner.opponent());
            return Ok(self.finished(&state, winner, POINTS.points_of_win(loser)));
        }
        match (board.roll(), around.offer) {
            (Some(_), _) => Ok(state),
            (None, None) => Ok(self.turn(state)),
            (None, Some(_)) if format.may_double(&state) => Ok(CubefulState {
                phase: Phase::Doubled,
                ..state
            }),
            (None, Some(_)) => {
                Err("no double by a player to whom the cube is already worth the match".to_owned())
            }
        }
    }

    /// What surrounds the board of a position.
    #[must_use]
    pub fn around(&self, state: &CubefulState) -> MatchState {
        let (jacoby, beavers) = match self.format {
            Format::Money { jacoby, beavers } => (jacoby, beavers),
            Format::Match { .. } => (false, false),
        };
        state.around(self.format.length(), jacoby, beavers)
    }

    /// The board as `viewer` sees it, with cube and score; checkers that the last move brought are in brackets.
    #[must_use]
    pub fn draw_for(
        &self,
        viewer: Player,
        state: &CubefulState,
        last: Option<CubefulMove>,
    ) -> String {
        let last = match last {
            Some(CubefulMove::Checkers(mv)) => Some(mv),
            _ => None,
        };
        match state.phase {
            Phase::Opening | Phase::Over => self.write_state(state),
            _ => View::new(&state.board, viewer, last).draw(POINTS, &self.around(state)),
        }
    }

    /// What surrounds a board of which nothing more is said.
    fn usual_around(self) -> MatchState {
        let start = self.initial();
        MatchState {
            offer: None,
            ..self.around(&start)
        }
    }

    /// Reads what is written between games and at the end: a score, perhaps with the Crawford game.
    fn parse_score(self, text: &str, rest: &str, phase: Phase) -> Result<CubefulState, ParseError> {
        let expected = || {
            let (opening, over) = match self.format {
                Format::Match { .. } => ("opening:2-0, opening:2-0:crawford", "over:7-0"),
                Format::Money { .. } => ("opening", "over:4-0"),
            };
            let expected = format!(
                "{opening} or {over}, with a score that can be in backgammon:{}",
                self.format
            );
            ParseError::new(text, expected)
        };
        let (score, crawford) = match rest.split_once(':') {
            Some((score, word)) if word.eq_ignore_ascii_case(CRAWFORD) => (score, true),
            Some(_) => return Err(expected()),
            None => (rest, false),
        };
        let (max, min) = score.split_once('-').ok_or_else(expected)?;
        let number = |text: &str| text.parse::<u16>().map_err(|_| expected());
        let score = [u32::from(number(max)?), u32::from(number(min)?)];
        let state = CubefulState {
            phase,
            ..CubefulState::start(score)
        };
        let length = u32::from(self.format.length());
        let is_possible = match (phase, self.format) {
            (Phase::Over, Format::Match { .. }) => {
                score.iter().filter(|&&points| points == length).count() == 1
                    && score.iter().all(|&points| points <= length)
            }
            (Phase::Over, Format::Money { .. }) => {
                score.iter().filter(|&&points| points > 0).count() == 1
            }
            (_, Format::Match { .. }) => score.iter().all(|&points| points < length),
            (_, Format::Money { .. }) => score == [0, 0],
        };
        let one_away = [Player::Max, Player::Min]
            .into_iter()
            .any(|player| self.format.away(&state, player) == Some(1));
        if !is_possible || crawford && (!one_away || phase == Phase::Over) {
            return Err(expected());
        }
        let crawford = match (phase, one_away) {
            (Phase::Opening, true) if crawford => Crawford::Now,
            (Phase::Opening, true) => Crawford::After,
            _ => Crawford::Before,
        };
        Ok(CubefulState { crawford, ..state })
    }
}

impl Notation for CubefulBackgammon {
    fn write_state(&self, state: &CubefulState) -> String {
        let [max, min] = state.score;
        match state.phase {
            Phase::Opening if state.crawford == Crawford::Now => {
                format!("{OPENING}:{max}-{min}:{CRAWFORD}")
            }
            Phase::Opening => format!("{OPENING}:{max}-{min}"),
            Phase::Over => format!("{OVER}:{max}-{min}"),
            phase => {
                let declined = phase == Phase::Rolling && self.format.may_double(state);
                let declined = if declined { ROLL } else { "" };
                POINTS.write_xgid(&state.board, &self.around(state)) + declined
            }
        }
    }

    fn parse_state(&self, text: &str) -> Result<CubefulState, ParseError> {
        let word = text.trim();
        if word.eq_ignore_ascii_case("start") {
            return Ok(self.initial());
        }
        for (name, phase) in [(OPENING, Phase::Opening), (OVER, Phase::Over)] {
            if let Some(rest) = word
                .strip_prefix(name)
                .and_then(|rest| rest.strip_prefix(':'))
            {
                return self.parse_score(word, rest, phase);
            }
        }
        let (position, declined) = match word.strip_suffix(ROLL) {
            Some(position) => (position, true),
            None => (word, false),
        };
        let (board, around) = POINTS.parse_with_match(position)?;
        let around = if position.contains(':') {
            around
        } else {
            self.usual_around()
        };
        let state =
            (self.position(board, &around)).map_err(|expected| ParseError::new(text, expected))?;
        match state.phase {
            _ if !declined => Ok(state),
            Phase::MayDouble => Ok(CubefulState {
                phase: Phase::Rolling,
                ..state
            }),
            _ => Err(ParseError::new(
                text,
                format!("no {ROLL} where the player on roll cannot double"),
            )),
        }
    }

    fn write_move(&self, state: &CubefulState, mv: CubefulMove) -> String {
        match mv {
            CubefulMove::Checkers(mv) => POINTS.write_move(&state.board, mv),
            CubefulMove::Roll => "roll".to_owned(),
            CubefulMove::Double => "double".to_owned(),
            CubefulMove::Take => "take".to_owned(),
            CubefulMove::Beaver => "beaver".to_owned(),
            CubefulMove::Pass => "pass".to_owned(),
        }
    }

    fn parse_move(&self, state: &CubefulState, text: &str) -> Result<CubefulMove, ParseError> {
        if state.phase == Phase::Moving {
            return POINTS
                .parse_move(&state.board, text)
                .map(CubefulMove::Checkers);
        }
        let mut moves = Vec::new();
        if let Node::Decision(_) = self.node(state) {
            self.moves(state, &mut moves);
        }
        let word = match text.trim().to_ascii_lowercase().as_str() {
            "redouble" => "double",
            "accept" => "take",
            "drop" | "decline" => "pass",
            "no double" => "roll",
            _ => text,
        };
        starmax_core::choose_by_text(word, "a cube action", moves, |mv| {
            self.write_move(state, *mv)
        })
    }

    fn object_to_move(&self, state: &CubefulState, text: &str) -> Option<String> {
        let word = text.trim().to_ascii_lowercase();
        let objection = match (word.as_str(), state.phase) {
            ("double" | "redouble", Phase::Moving) => "a double comes before the roll",
            ("double" | "redouble", Phase::Doubled) => {
                "the double that was offered waits for its answer: take or pass"
            }
            ("roll", Phase::Moving) => "the dice are rolled: move checkers",
            ("roll", Phase::Doubled) => "the double comes first: take or pass",
            ("beaver", Phase::Doubled) => "there are no beavers here: take or pass",
            ("take" | "accept" | "drop" | "decline" | "pass" | "beaver", Phase::MayDouble)
            | ("take" | "accept" | "drop" | "decline" | "beaver", Phase::Moving) => {
                "nobody has doubled"
            }
            (_, Phase::Moving) => return POINTS.object_to_move(&state.board, text),
            _ => return None,
        };
        Some(objection.to_owned())
    }

    fn write_outcome(&self, _: &CubefulState, outcome: CubefulRoll) -> String {
        let begins = match outcome.begins {
            Some(Player::Min) => MIN,
            _ => "",
        };
        format!("{}{begins}", outcome.roll)
    }

    fn parse_outcome(&self, state: &CubefulState, text: &str) -> Result<CubefulRoll, ParseError> {
        let is_opening = state.phase == Phase::Opening;
        let (dice, begins) = match text.strip_suffix(MIN) {
            Some(dice) if is_opening => (dice, Some(Player::Min)),
            _ => (text, is_opening.then_some(Player::Max)),
        };
        let roll = Roll::parse(dice)?;
        if is_opening && roll.is_double() {
            return Err(ParseError::new(
                text,
                "an opening roll, which is no double: 31 if X begins, 31-min if O does",
            ));
        }
        Ok(CubefulRoll { roll, begins })
    }

    fn draw(&self, state: &CubefulState) -> String {
        self.draw_for(state.board.player(), state, None)
    }
}
