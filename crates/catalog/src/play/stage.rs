use starmax_core::{Bounds, Game, Node, Notation, Player, Rules};
use starmax_report::{Assessment, Report};

use super::{assessed, known_assessment};
use crate::opened::{Move, Opened, State};
use crate::{About, Registration, ReportError, Request, RootText};

pub(crate) type StateOf<S> = <<S as Stage>::Game as Rules>::State;
pub(crate) type MoveOf<S> = <<S as Stage>::Game as Rules>::Move;

/// How a game in progress is shown, searched and judged, whether it has one value or a payoff per player: all that its rules and their
/// notation do not say.
pub(crate) trait Stage {
    type Game: Notation;

    fn game(&self) -> &Self::Game;

    fn about(&self) -> About;

    /// One payoff per player at the end of a game.
    fn payoffs(&self, state: &StateOf<Self>, end: <Self::Game as Rules>::Payoff) -> Vec<f64>;

    /// The position for a person to look at, who is the player `viewer` if that is known; `last` is the last move, if there was one.
    fn board(
        &self,
        state: &StateOf<Self>,
        _last: Option<MoveOf<Self>>,
        _viewer: Option<usize>,
    ) -> String {
        self.game().draw(state)
    }

    /// What chance did, in words.
    fn tell_outcome(&self, state: &StateOf<Self>, outcome: &str) -> String;

    /// Every final value, seen by the first player; `None` where each player has a payoff of their own.
    fn utility(&self) -> Option<Bounds> {
        None
    }

    /// What an ordinary win is worth, if more can be won.
    fn ordinary_win(&self) -> Option<f64> {
        None
    }

    /// What was won at the end of a game, where there are wins of several kinds.
    fn describe_win(&self, _state: &StateOf<Self>) -> Option<String> {
        None
    }

    fn search_now(
        &self,
        state: &StateOf<Self>,
        request: &Request<'_>,
    ) -> Result<Report, ReportError>;

    /// What a move is worth beside the best one.
    fn assess(
        &self,
        state: &StateOf<Self>,
        mv: MoveOf<Self>,
        request: &Request<'_>,
    ) -> Result<Assessment, ReportError>;
}

impl<R: Registration> Stage for Opened<R> {
    type Game = R::Game;

    fn game(&self) -> &R::Game {
        &self.game
    }

    fn about(&self) -> About {
        R::ABOUT
    }

    fn payoffs(&self, _: &State<R>, value: f64) -> Vec<f64> {
        vec![value, -value]
    }

    fn board(&self, state: &State<R>, last: Option<Move<R>>, viewer: Option<usize>) -> String {
        let viewer = viewer.map(|number| [Player::Max, Player::Min][number]);
        R::board(&self.game, state, last, viewer)
    }

    fn tell_outcome(&self, state: &State<R>, outcome: &str) -> String {
        R::tell_outcome(&self.game, state, outcome)
    }

    fn utility(&self) -> Option<Bounds> {
        Some(self.game.utility())
    }

    fn ordinary_win(&self) -> Option<f64> {
        R::WINS.first().map(|win| win.points)
    }

    fn describe_win(&self, state: &State<R>) -> Option<String> {
        R::win(&self.game, state).map(|win| win.words.to_owned())
    }

    fn search_now(&self, state: &State<R>, request: &Request<'_>) -> Result<Report, ReportError> {
        self.search_state(state, RootText::default(), request)
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
        if let Some(known) = known_assessment(&report, &text, request)? {
            return Ok(known);
        }
        let depth_below = report
            .depth
            .checked_sub(1)
            .ok_or(ReportError::Interrupted)?;
        let below = request.with(|options| {
            options.depth = Some(depth_below);
            options.nodes = None;
            options.time = None;
        });
        let next = self.game.play(state, mv);
        let value = match self.game.node(&next) {
            Node::Terminal(value) => value,
            // No search goes to depth 0.
            _ if depth_below == 0 => {
                let request = below.with(|options| {
                    options.depth = Some(1);
                    options.top = Some(usize::MAX);
                });
                return self.assess(state, mv, &request);
            }
            _ => self.game.player(&next).sees(self.value_of(&next, &below)?),
        };
        assessed(&report, self.game.player(state).sees(value))
    }
}

impl<R: Registration> Opened<R> {
    fn value_of(&self, state: &State<R>, request: &Request<'_>) -> Result<f64, ReportError> {
        let report = self.search_now(state, request)?;
        request.check_stop()?;
        report.value.ok_or(ReportError::Interrupted)
    }
}
