//! A game in progress: what players may do, and what follows from it.

use starmax_core::{Notation, Player, Rules};
use starmax_games::{Backgammon, BackgammonMove, BackgammonState, Cube, MatchState, Offer, Roll};

use crate::{Action, GameRecord, GameResult, MatchRecord};

/// A game in progress.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    rules: Backgammon,
    /// Without a roll.
    state: BackgammonState,
    /// A roll that was thrown and not played.
    roll: Option<Roll>,
    around: MatchState,
    /// Who must answer a double or a beaver, and what it was.
    waiting: Option<(Player, Waiting)>,
    has_begun: bool,
    result: Option<GameResult>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waiting {
    Double,
    Beaver,
}

/// The board and what surrounds it when a player decides.
pub(crate) struct Seen {
    pub(crate) before_roll: BackgammonState,
    pub(crate) state: BackgammonState,
    pub(crate) around: MatchState,
    pub(crate) could_double: bool,
}

impl Table {
    pub(crate) fn new(record: &MatchRecord, game: &GameRecord) -> Self {
        let rules = Backgammon::default();
        let for_money = record.length == 0;
        Self {
            rules,
            state: rules.initial(),
            roll: None,
            around: MatchState {
                length: record.length,
                score: game.score_before,
                is_crawford: game.crawford && !for_money,
                jacoby: record.rules.jacoby && for_money,
                beavers: record.rules.beavers && for_money,
                ..MatchState::default()
            },
            waiting: None,
            has_begun: false,
            result: None,
        }
    }

    /// Who won, once the game is over.
    pub(crate) fn result(&self) -> Option<GameResult> {
        self.result
    }

    pub(crate) fn cube(&self) -> Cube {
        self.around.cube
    }

    /// Why it is not this player's time to roll and play, if so.
    pub(crate) fn turn_objection(&self, player: Player) -> Option<String> {
        if self.result.is_some() {
            return Some("nothing more: the game is over".to_owned());
        }
        if self.waiting.is_some() {
            return Some("an answer to the double".to_owned());
        }
        if self.has_begun && self.state.player() != player {
            let other = side(player.opponent());
            return Some(format!("an action of the {other} player, whose turn it is"));
        }
        None
    }

    /// Whether a double or a beaver waits for an answer.
    pub(crate) fn is_waiting(&self) -> bool {
        self.waiting.is_some()
    }

    /// Who has taken a beaver if this player rolls next: not every file says so.
    pub(crate) fn silent_taker(&self, player: Player) -> Option<Player> {
        match self.waiting {
            Some((taker, Waiting::Beaver)) if self.state.player() == player => Some(taker),
            _ => None,
        }
    }

    /// Seen by a player who acts with this roll.
    pub(crate) fn seen(&self, player: Player, roll: Option<Roll>) -> Seen {
        let before_roll = if self.has_begun {
            self.state
        } else {
            start(self.rules, player)
        };
        let state = match roll.or(self.roll) {
            Some(roll) => self.rules.resolve(&before_roll, roll),
            None => before_roll,
        };
        Seen {
            before_roll,
            state,
            around: self.around,
            could_double: self.objection_to_double(player).is_none(),
        }
    }

    /// The move that is written so.
    pub(crate) fn parse_move(
        &self,
        player: Player,
        roll: Roll,
        text: &str,
    ) -> Result<BackgammonMove, String> {
        let state = self.seen(player, Some(roll)).state;
        let parsed = self.rules.parse_move(&state, text);
        parsed.map_err(|error| error.to_string())
    }

    /// Whether nothing can be played with this roll.
    pub(crate) fn must_pass(&self, player: Player, roll: Roll) -> bool {
        let state = self.seen(player, Some(roll)).state;
        self.legal(&state).iter().all(|mv| mv.is_pass())
    }

    fn legal(&self, state: &BackgammonState) -> Vec<BackgammonMove> {
        let mut moves = Vec::new();
        self.rules.moves(state, &mut moves);
        moves
    }

    /// Why a player cannot do this now, if so.
    fn objection(&self, player: Player, action: Action) -> Option<String> {
        if self.result.is_some() {
            return Some("nothing more: the game is over".to_owned());
        }
        match (action, self.waiting) {
            (Action::Resign { points: 1..=3 }, _) => None,
            (Action::Resign { points }, _) => Some(format!(
                "a resignation of 1, 2 or 3 times the cube, not of {points}"
            )),
            (Action::Take | Action::Pass | Action::Beaver, None) => {
                Some("a double before its answer".to_owned())
            }
            (Action::Take | Action::Pass | Action::Beaver, Some((answers, _)))
                if answers != player =>
            {
                Some(format!("an answer by the {} player", side(answers)))
            }
            (Action::Beaver, Some(_)) => self.objection_to_beaver(),
            (Action::Take | Action::Pass, Some(_)) => None,
            (Action::Double, _) => self.objection_to_double(player),
            (Action::Move { .. } | Action::Roll { .. }, _) if self.roll.is_some() => {
                Some("nothing but a resignation after a roll that was not played".to_owned())
            }
            (Action::Move { roll, mv }, _) => self.turn_objection(player).or_else(|| {
                let state = self.seen(player, Some(roll)).state;
                let is_legal = self.legal(&state).contains(&mv);
                (!is_legal).then(|| format!("a move that is legal with {roll}"))
            }),
            (Action::Roll { .. }, _) => self.turn_objection(player),
        }
    }

    fn objection_to_beaver(&self) -> Option<String> {
        if self.around.length > 0 {
            return Some("no beaver in a match".to_owned());
        }
        // The cube still shows what it showed before a double; a beaver has turned it already.
        let next = match self.waiting {
            Some((_, Waiting::Double)) => self.around.cube.turned + 2,
            _ => self.around.cube.turned + 1,
        };
        (next >= Cube::MOST_TURNS).then(too_large)
    }

    fn objection_to_double(&self, player: Player) -> Option<String> {
        let cube = self.around.cube;
        if self.result.is_some() || self.waiting.is_some() {
            return Some("an answer to the double before".to_owned());
        }
        if !self.has_begun {
            return Some("no double before the first roll".to_owned());
        }
        if self.state.player() != player {
            return Some("no double when it is the other player's turn".to_owned());
        }
        if self.roll.is_some() {
            return Some("no double after the roll".to_owned());
        }
        if self.around.is_crawford {
            return Some("no double in the Crawford game".to_owned());
        }
        if cube.owner == Some(player.opponent()) {
            return Some(format!(
                "no double by the {} player: the cube is on the other side",
                side(player)
            ));
        }
        (cube.turned >= Cube::MOST_TURNS).then(too_large)
    }

    /// Does it and gives what the player saw, or says what was expected instead.
    pub(crate) fn act(&mut self, player: Player, action: Action) -> Result<Seen, String> {
        if let Some(objection) = self.objection(player, action) {
            return Err(objection);
        }
        let roll = match action {
            Action::Move { roll, .. } | Action::Roll { roll } => Some(roll),
            _ => None,
        };
        let seen = self.seen(player, roll);
        match action {
            Action::Move { mv, .. } => {
                self.roll = None;
                self.has_begun = true;
                self.state = self.rules.play(&seen.state, mv);
                self.result = self.won_on_the_board();
            }
            Action::Roll { roll } => {
                self.roll = Some(roll);
                self.has_begun = true;
                self.state = seen.before_roll;
            }
            Action::Double => {
                self.around.offer = Some(Offer::Double);
                self.waiting = Some((player.opponent(), Waiting::Double));
            }
            Action::Take => self.take(),
            Action::Pass => {
                // A beaver is dropped at what the double made of the stake: the cube shows it.
                self.result = Some(GameResult {
                    winner: player.opponent(),
                    points: self.points(1),
                });
                self.around.offer = None;
                self.waiting = None;
            }
            Action::Beaver => {
                self.take();
                self.waiting = Some((player.opponent(), Waiting::Beaver));
            }
            Action::Resign { points } => {
                self.result = Some(GameResult {
                    winner: player.opponent(),
                    points: self.points(points),
                });
            }
        }
        Ok(seen)
    }

    /// Turns the cube. It goes to the opponent of the player on roll, who doubled first; whoever beavers keeps it.
    fn take(&mut self) {
        let owner = self.state.player().opponent();
        let cube = &mut self.around.cube;
        cube.turned += 1;
        cube.owner = Some(owner);
        cube.most_turns = cube.most_turns.max(cube.turned);
        self.around.offer = None;
        self.waiting = None;
    }

    fn won_on_the_board(&self) -> Option<GameResult> {
        let winner = self.state.winner()?;
        let points = self.rules.win_in_points(&self.state)?;
        let counts_single = self.around.jacoby && self.around.cube.turned == 0;
        Some(GameResult {
            winner,
            points: self.points(if counts_single { 1 } else { points }),
        })
    }

    /// So many times the cube.
    fn points(&self, times: u8) -> u16 {
        let points = self.around.cube.value() * u32::from(times);
        u16::try_from(points).unwrap_or(u16::MAX)
    }
}

fn too_large() -> String {
    format!("no cube larger than {}", 1_u32 << Cube::MOST_TURNS)
}

fn start(rules: Backgammon, player: Player) -> BackgammonState {
    match player {
        Player::Max => rules.initial(),
        Player::Min => {
            let text = format!("{}-min", rules.write_position(&rules.initial()));
            rules.parse_state(&text).expect("the start of a game")
        }
    }
}

/// What a player is called in messages: names can be anything.
pub(crate) fn side(player: Player) -> &'static str {
    match player {
        Player::Max => "first",
        Player::Min => "second",
    }
}
