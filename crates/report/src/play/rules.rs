use starmax_core::{Bounds, Game, Node, Notation, Player};

use super::Turn;
use crate::registry::{Move, Opened, State};
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

    /// The position for a person to look at; `last` is the last move, if there was one.
    fn board(&self, state: &Self::State, last: Option<Self::Move>) -> String;

    /// What chance did, in words.
    fn tell_outcome(&self, state: &Self::State, outcome: Self::Outcome) -> String;

    /// Every final value, seen by the first player; `None` where each player has a payoff of their own.
    fn utility(&self) -> Option<Bounds>;

    fn search_now(&self, state: &Self::State, request: &Request<'_>)
    -> Result<Report, ReportError>;
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

    fn board(&self, state: &State<R>, last: Option<Move<R>>) -> String {
        R::board(&self.game, state, last)
    }

    fn tell_outcome(&self, state: &State<R>, outcome: Self::Outcome) -> String {
        let outcome = self.game.write_outcome(state, outcome);
        R::tell_outcome(&self.game, state, &outcome)
    }

    fn utility(&self) -> Option<Bounds> {
        Some(self.game.utility())
    }

    fn search_now(&self, state: &State<R>, request: &Request<'_>) -> Result<Report, ReportError> {
        self.search_state(state, Root::default(), request)
    }
}
