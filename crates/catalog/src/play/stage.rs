use starmax_core::{Bounds, Game, Node, Notation, Player, Rules};
use starmax_report::{Assessment, Reading, Report};

use super::{Step, assessed, known_assessment};
use crate::opened::{Move, Opened, State};
use crate::{About, Registration, ReportError, Request, RootText, StepOf, TableManners};

pub(crate) type StateOf<S> = <<S as Stage>::Game as Rules>::State;
pub(crate) type OutcomeOf<S> = <<S as Stage>::Game as Rules>::Outcome;
/// A step of a game.
pub(crate) type PlayedStep<S> = Step<MoveOf<S>, OutcomeOf<S>>;
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

    /// A move in words; `None` where there is nothing to announce.
    fn tell_move(&self, state: &StateOf<Self>, text: &str) -> Option<String> {
        let name = self.about().name_of(self.game().player(state));
        Some(format!("{name} plays {text}"))
    }

    /// What a step brought about, where that is worth a sentence.
    fn tell_change(&self, _before: &StateOf<Self>, _after: &StateOf<Self>) -> Option<String> {
        None
    }

    /// What a person can do besides moves.
    fn table(&self) -> TableManners {
        TableManners::NONE
    }

    /// The state after a player has given up.
    fn resigned(
        &self,
        _state: &StateOf<Self>,
        _player: usize,
        _way: usize,
    ) -> Option<StateOf<Self>> {
        None
    }

    /// What a state is worth to a player, by a search where the game goes on.
    fn worth(
        &self,
        _state: &StateOf<Self>,
        _player: usize,
        _request: &Request<'_>,
    ) -> Result<f64, ReportError> {
        Err(ReportError::Interrupted)
    }

    /// A game as a file.
    fn write_record(
        &self,
        _names: [&str; 2],
        _start: &StateOf<Self>,
        _steps: &[PlayedStep<Self>],
    ) -> Result<String, String> {
        Err("there are no files of this game".to_owned())
    }

    /// The steps of a game that was written to a file.
    fn read_record(&self, _bytes: &[u8]) -> Result<Vec<PlayedStep<Self>>, String> {
        Err("there are no files of this game".to_owned())
    }

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
        let viewer = viewer.map(|number| SIDES[number]);
        R::board(&self.game, state, last, viewer)
    }

    fn tell_outcome(&self, state: &State<R>, outcome: &str) -> String {
        R::tell_outcome(&self.game, state, outcome)
    }

    fn tell_move(&self, state: &State<R>, text: &str) -> Option<String> {
        let name = R::ABOUT.name_of(self.game.player(state));
        R::tell_move(&self.game, state, name, text)
    }

    fn tell_change(&self, before: &State<R>, after: &State<R>) -> Option<String> {
        R::tell_change(&self.game, before, after)
    }

    fn table(&self) -> TableManners {
        R::TABLE
    }

    fn resigned(&self, state: &State<R>, player: usize, way: usize) -> Option<State<R>> {
        R::resigned(&self.game, state, SIDES[player], way)
    }

    fn worth(
        &self,
        state: &State<R>,
        player: usize,
        request: &Request<'_>,
    ) -> Result<f64, ReportError> {
        Ok(SIDES[player].sees(self.value_of(state, request)?))
    }

    fn write_record(
        &self,
        names: [&str; 2],
        start: &State<R>,
        steps: &[StepOf<R>],
    ) -> Result<String, String> {
        R::write_record(&self.game, names, start, steps)
    }

    fn read_record(&self, bytes: &[u8]) -> Result<Vec<StepOf<R>>, String> {
        R::read_record(&self.game, bytes)
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
        let is_over = matches!(self.game.node(&next), Node::Terminal(_));
        // No search goes to depth 0.
        if depth_below == 0 && !is_over {
            let request = below.with(|options| {
                options.depth = Some(1);
                options.top = Some(usize::MAX);
            });
            return self.assess(state, mv, &request);
        }
        let value = self.game.player(state).sees(self.value_of(&next, &below)?);
        assessed(
            &report,
            if is_chance(&report) {
                f64::midpoint(1.0, value)
            } else {
                value
            },
        )
    }
}

impl<R: Registration> Opened<R> {
    /// What a state is worth, by a search where the game goes on; seen by Max.
    fn value_of(&self, state: &State<R>, request: &Request<'_>) -> Result<f64, ReportError> {
        if let Node::Terminal(value) = self.game.node(state) {
            return Ok(value);
        }
        let report = self.search_now(state, request)?;
        request.check_stop()?;
        let value = report.value.ok_or(ReportError::Interrupted)?;
        let value = if is_chance(&report) {
            2.0 * value - 1.0
        } else {
            value
        };
        Ok(self.game.player(state).sees(value))
    }
}

/// Whether the values of a report are chances to win a match and not values of the game.
fn is_chance(report: &Report) -> bool {
    report.unit == Some(Reading::MATCH_WINNING_CHANCE)
}

const SIDES: [Player; 2] = [Player::Max, Player::Min];
