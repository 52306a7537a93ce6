//! What the other side has said about the position and the match.

use starmax_core::{ParseError, Player, Rules};
use starmax_games::{Backgammon, BackgammonState, Checkers, Cube, MatchState, Offer, Roll};

use super::command::{MatchSetting, PositionText, Role};
use super::complaint::{Complaint, Kind};
use super::settings::EvalMode;

/// A position in a match. Player 0 is Max in it.
#[derive(Clone, Debug)]
pub(super) struct Context {
    /// The checkers, as if Max were on roll.
    board: BackgammonState,
    roll: Option<Roll>,
    turn: Player,
    around: MatchState,
    crawford: Crawford,
    /// Whether a match, a score or a cube was spoken of.
    is_match_known: bool,
}

/// What is known about the Crawford game.
#[derive(Clone, Copy, Debug)]
enum Crawford {
    /// Whether this is it.
    Said(bool),
    /// It is played in this match, and was played at this score if it has begun.
    Rule(Option<[u16; 2]>),
}

/// What to decide. The player on roll is Max.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) role: Role,
    /// Before the roll.
    pub(super) board: BackgammonState,
    pub(super) roll: Option<Roll>,
    pub(super) around: MatchState,
    pub(super) has_cube: bool,
}

impl Default for Context {
    fn default() -> Self {
        Self {
            board: Backgammon::default().initial(),
            roll: None,
            turn: Player::Max,
            around: MatchState::default(),
            crawford: Crawford::Said(false),
            is_match_known: false,
        }
    }
}

impl Context {
    /// The next game begins: nobody has doubled yet.
    pub(super) fn begin_game(&mut self) {
        *self = Self {
            around: MatchState {
                cube: Cube::default(),
                offer: None,
                ..self.around
            },
            turn: Player::Max,
            ..Self {
                crawford: self.crawford,
                is_match_known: self.is_match_known,
                ..Self::default()
            }
        };
    }

    pub(super) fn set_roll(&mut self, [one, other]: [u8; 2]) {
        self.roll = Some(Roll::new(one, other));
    }

    /// Reads a position; nothing changes if it cannot be.
    pub(super) fn set_position(&mut self, position: &PositionText) -> Result<(), Complaint> {
        let (text, is_whole) = match position {
            PositionText::Start => ("start", false),
            PositionText::GnubgId(text) => (text.as_str(), is_gnubg_id(text)?),
            PositionText::Xgid(text) => (text.as_str(), is_xgid(text)?),
        };
        let refused = |error: ParseError| Complaint::new(Kind::Value, format!("position {error}"));
        let (state, around) = (Backgammon::default().parse_with_match(text)).map_err(refused)?;
        if let Some(Offer::Resignation { .. }) = around.offer {
            let expected = "no resignation that waits for an answer";
            return Err(refused(ParseError::new(text, expected)));
        }
        let places = state.mine_and_his().map(Checkers::counts);
        self.board = BackgammonState::from_places(places).map_err(refused)?;
        self.around.offer = None;
        if is_whole {
            self.roll = state.roll();
            self.turn = state.player();
            self.around = around;
            self.crawford = Crawford::Said(around.is_crawford);
            self.is_match_known = true;
        }
        Ok(())
    }

    pub(super) fn set_match(&mut self, setting: MatchSetting) {
        let around = &mut self.around;
        match setting {
            MatchSetting::Session {
                length,
                jacoby,
                has_crawford_rule,
            } => {
                *around = MatchState {
                    length,
                    jacoby,
                    ..MatchState::default()
                };
                self.crawford = if has_crawford_rule && length > 0 {
                    Crawford::Rule(None)
                } else {
                    Crawford::Said(false)
                };
                self.note_crawford();
            }
            MatchSetting::Length(length) => around.length = length,
            MatchSetting::Score(score) => {
                around.score = score;
                self.note_crawford();
            }
            MatchSetting::Cube(turned) => around.cube.turned = turned,
            MatchSetting::Owner(owner) => around.cube.owner = owner,
            MatchSetting::WholeCube(turned, owner) => {
                around.cube = Cube {
                    turned,
                    owner,
                    ..Cube::default()
                };
            }
            MatchSetting::IsCrawford(is_crawford) => self.crawford = Crawford::Said(is_crawford),
            MatchSetting::Jacoby(jacoby) => around.jacoby = jacoby,
            MatchSetting::Beavers(beavers) => around.beavers = beavers,
            MatchSetting::Turn(turn) => {
                self.turn = turn;
                return;
            }
        }
        self.is_match_known = true;
    }

    /// The first score at which a player needs one more point is that of the Crawford game.
    fn note_crawford(&mut self) {
        let MatchState { length, score, .. } = self.around;
        if let Crawford::Rule(at @ None) = &mut self.crawford
            && score.contains(&length.saturating_sub(1))
        {
            *at = Some(score);
        }
    }

    fn is_crawford(&self) -> bool {
        match self.crawford {
            Crawford::Said(is_crawford) => is_crawford,
            Crawford::Rule(at) => at == Some(self.around.score),
        }
    }

    /// What a key about the match is now.
    pub(super) fn get(&self, name: &str) -> Option<String> {
        let player = |player: Player| match player {
            Player::Max => "p0",
            Player::Min => "p1",
        };
        let MatchState {
            cube,
            length,
            score: [one, other],
            jacoby,
            beavers,
            ..
        } = self.around;
        Some(match name {
            "variant" => "backgammon".to_owned(),
            "length" => length.to_string(),
            "score" => format!("{one}-{other}"),
            "cube" => cube.value().to_string(),
            "owner" => cube.owner.map_or("center", player).to_owned(),
            "turn" => player(self.turn).to_owned(),
            "crawford" => self.is_crawford().to_string(),
            "jacoby" => jacoby.to_string(),
            "beavers" => beavers.to_string(),
            _ => return None,
        })
    }

    /// What is to be decided here.
    ///
    /// # Errors
    /// When there are no dice to play, or the match cannot be as it was described.
    pub(super) fn question(&self, role: Role, mode: EvalMode) -> Result<Question, Complaint> {
        let offer = self.around.offer;
        if role != Role::Cube && offer.is_some() {
            let detail = "an answer to the double: go cube";
            return Err(Complaint::new(Kind::Missing, detail));
        }
        if role != Role::Cube && self.roll.is_none() {
            return Err(Complaint::new(Kind::Missing, "dice"));
        }
        if self.board.winner().is_some() {
            let detail = "position: the game is over, there is nothing to decide";
            return Err(Complaint::new(Kind::Missing, detail));
        }
        let mut around = MatchState {
            is_crawford: self.is_crawford(),
            ..self.around
        };
        if self.turn == Player::Min {
            around.score.reverse();
            around.cube.owner = around.cube.owner.map(Player::opponent);
        }
        let board = &self.board;
        let text = around.parts().join(", ");
        (around.check(&text, board))
            .map_err(|error| Complaint::new(Kind::Value, format!("match {error}")))?;
        Ok(Question {
            role,
            board: *board,
            roll: self.roll,
            around,
            has_cube: match mode {
                EvalMode::Auto => self.is_match_known,
                EvalMode::Cubeless => false,
                EvalMode::Cubeful => true,
            },
        })
    }
}

/// Whether a match ID stands behind the position ID.
fn is_gnubg_id(text: &str) -> Result<bool, Complaint> {
    const POSITION: usize = 14;
    const MATCH: usize = 12;
    let id = text.strip_prefix("GNUBGID=").unwrap_or(text);
    let is_sign = |sign: char| sign.is_ascii_alphanumeric() || ['+', '/'].contains(&sign);
    let is_id = |text: &str, length| text.len() == length && text.chars().all(is_sign);
    match id.split_once(':') {
        None if is_id(id, POSITION) => Ok(false),
        Some((position, around)) if is_id(position, POSITION) && is_id(around, MATCH) => Ok(true),
        _ => Err(Complaint::value(
            text,
            "a position ID of 14 letters, digits, + or /, perhaps with : and a match ID of 12",
        )),
    }
}

fn is_xgid(text: &str) -> Result<bool, Complaint> {
    const FIELDS: usize = 10;
    if text.split(':').count() == FIELDS && !text.starts_with("GNUBGID=") {
        Ok(true)
    } else {
        Err(Complaint::value(
            text,
            "an XGID of 10 fields with colons between them",
        ))
    }
}
