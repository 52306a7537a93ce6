use starmax_core::{Bounds, Game, Node, Notation, ParseError, Player};

use super::{Assessment, Turn};
use crate::opened::{Move, Opened, State};
use crate::{About, Registration, Report, ReportError, Request, Root};

/// What a game in progress asks of its rules, whether it has one value or a payoff per player.
pub(crate) trait Rules {
    type State: Clone;
    type Move: Copy;
    type Outcome: Copy;

    fn about(&self) -> About;

    fn turn(&self, state: &Self::State) -> Turn;

    /// The legal moves; none where no player decides.
    fn moves_at(&self, state: &Self::State) -> Vec<Self::Move>;

    fn outcomes_at(&self, state: &Self::State) -> Vec<(Self::Outcome, f64)>;

    fn after_move(&self, state: &Self::State, mv: Self::Move) -> Self::State;

    fn after_outcome(&self, state: &Self::State, outcome: Self::Outcome) -> Self::State;

    fn write_state(&self, state: &Self::State) -> String;

    fn write_move(&self, state: &Self::State, mv: Self::Move) -> String;

    fn write_outcome(&self, state: &Self::State, outcome: Self::Outcome) -> String;

    /// The legal move that is written so.
    fn read_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, ParseError>;

    /// Why a text is no legal move, if there is more to say than what the legal moves are.
    fn object_to_move(&self, _state: &Self::State, _text: &str) -> Option<String> {
        None
    }

    /// The outcome that is written so.
    fn read_outcome(&self, state: &Self::State, text: &str) -> Result<Self::Outcome, ParseError>;

    /// The position for a person to look at, who is the player `viewer` if that is known; `last` is the last move, if there was one.
    fn board(&self, state: &Self::State, last: Option<Self::Move>, viewer: Option<usize>)
    -> String;

    /// What chance did, in words.
    fn tell_outcome(&self, state: &Self::State, outcome: Self::Outcome) -> String;

    /// Every final value, seen by the first player; `None` where each player has a payoff of their own.
    fn utility(&self) -> Option<Bounds>;

    /// What an ordinary win is worth, if more can be won.
    fn ordinary_win(&self) -> Option<f64> {
        None
    }

    /// What was won at the end of a game, where there are wins of several kinds.
    fn describe_win(&self, _state: &Self::State) -> Option<String> {
        None
    }

    fn search_now(&self, state: &Self::State, request: &Request<'_>)
    -> Result<Report, ReportError>;

    /// What a move is worth beside the best one.
    fn assess(
        &self,
        state: &Self::State,
        mv: Self::Move,
        request: &Request<'_>,
    ) -> Result<Assessment, ReportError>;
}

impl<R: Registration> Rules for Opened<R> {
    type State = State<R>;
    type Move = Move<R>;
    type Outcome = <R::Game as Game>::Outcome;

    fn about(&self) -> About {
        R::ABOUT
    }

    fn turn(&self, state: &State<R>) -> Turn {
        match self.game.node(state) {
            Node::Decision(Player::Max) => Turn::Player(0),
            Node::Decision(Player::Min) => Turn::Player(1),
            Node::Chance => Turn::Chance,
            Node::Terminal(value) => Turn::Over(vec![value, -value]),
        }
    }

    fn moves_at(&self, state: &State<R>) -> Vec<Move<R>> {
        let mut moves = Vec::new();
        if let Node::Decision(_) = self.game.node(state) {
            self.game.moves(state, &mut moves);
        }
        moves
    }

    fn outcomes_at(&self, state: &State<R>) -> Vec<(Self::Outcome, f64)> {
        let mut outcomes = Vec::new();
        self.game.outcomes(state, &mut outcomes);
        outcomes
    }

    fn after_move(&self, state: &State<R>, mv: Move<R>) -> State<R> {
        self.game.play(state, mv)
    }

    fn after_outcome(&self, state: &State<R>, outcome: Self::Outcome) -> State<R> {
        self.game.resolve(state, outcome)
    }

    fn write_state(&self, state: &State<R>) -> String {
        self.game.write_state(state)
    }

    fn write_move(&self, state: &State<R>, mv: Move<R>) -> String {
        self.game.write_move(state, mv)
    }

    fn write_outcome(&self, state: &State<R>, outcome: Self::Outcome) -> String {
        self.game.write_outcome(state, outcome)
    }

    fn read_move(&self, state: &State<R>, text: &str) -> Result<Move<R>, ParseError> {
        self.game.parse_move(state, text)
    }

    fn object_to_move(&self, state: &State<R>, text: &str) -> Option<String> {
        self.game.object_to_move(state, text)
    }

    fn read_outcome(&self, state: &State<R>, text: &str) -> Result<Self::Outcome, ParseError> {
        self.game.parse_outcome(state, text)
    }

    fn board(&self, state: &State<R>, last: Option<Move<R>>, viewer: Option<usize>) -> String {
        let viewer = viewer.map(|number| [Player::Max, Player::Min][number]);
        R::board(&self.game, state, last, viewer)
    }

    fn tell_outcome(&self, state: &State<R>, outcome: Self::Outcome) -> String {
        let outcome = self.game.write_outcome(state, outcome);
        R::tell_outcome(&self.game, state, &outcome)
    }

    fn utility(&self) -> Option<Bounds> {
        Some(self.game.utility())
    }

    fn ordinary_win(&self) -> Option<f64> {
        R::ORDINARY_WIN
    }

    fn describe_win(&self, state: &State<R>) -> Option<String> {
        R::describe_win(&self.game, state)
    }

    fn search_now(&self, state: &State<R>, request: &Request<'_>) -> Result<Report, ReportError> {
        self.search_state(state, Root::default(), request)
    }

    /// Searches for the best move. If that is another one, the move itself is searched too, which is far less work than a search that gives
    /// every move its value.
    fn assess(
        &self,
        state: &State<R>,
        mv: Move<R>,
        request: &Request<'_>,
    ) -> Result<Assessment, ReportError> {
        let report = self.search_now(state, request)?;
        let text = self.game.write_move(state, mv);
        if let Some(known) = Assessment::from_report(&report, &text, request)? {
            return Ok(known);
        }
        let depth_below = report
            .depth
            .checked_sub(1)
            .ok_or(ReportError::Interrupted)?;
        let below = Request {
            depth: Some(depth_below),
            nodes: None,
            time: None,
            ..request.clone()
        };
        let next = self.game.play(state, mv);
        let value = match self.game.node(&next) {
            Node::Terminal(value) => value,
            // No search goes to depth 0.
            _ if depth_below == 0 => {
                let request = Request {
                    depth: Some(1),
                    top: Some(usize::MAX),
                    ..below
                };
                return self.assess(state, mv, &request);
            }
            _ => self.game.player(&next).sees(self.value_of(&next, &below)?),
        };
        Assessment::new(&report, self.game.player(state).sees(value))
    }
}

impl<R: Registration> Opened<R> {
    fn value_of(&self, state: &State<R>, request: &Request<'_>) -> Result<f64, ReportError> {
        let report = self.search_now(state, request)?;
        request.check_stop()?;
        report.value.ok_or(ReportError::Interrupted)
    }
}
