//! A game in progress, without its types.

use rand::{Rng, RngExt};
use starmax_core::{Game, Node, Notation, Player};

use crate::registry::{Opened, Registration};
use crate::{Report, ReportError, Request, Root};

/// Who acts next in a game in progress.
#[derive(Clone, Debug, PartialEq)]
pub enum Turn {
    /// The player with this number, from 0.
    Player(usize),
    /// Chance.
    Chance,
    /// Nobody: the game is over, with one payoff per player.
    Over(Vec<f64>),
}

/// A game in progress: whose turn it is, what can be done, and how to take it back.
pub trait Match {
    /// The names of the players.
    fn players(&self) -> Vec<String>;

    /// The position for a person to look at.
    fn board(&self) -> String;

    /// The position as one line of text.
    fn position(&self) -> String;

    /// Who acts next.
    fn turn(&self) -> Turn;

    /// The legal moves.
    fn moves(&self) -> Vec<String>;

    /// Plays a move.
    ///
    /// # Errors
    /// When there is no such move; the legal ones are listed.
    fn play(&mut self, text: &str) -> Result<(), ReportError>;

    /// Lets chance choose, and says what it chose.
    fn roll(&mut self, rng: &mut dyn Rng) -> String;

    /// Goes back to the last earlier decision of a player for whom `is_theirs` holds. Says whether there was one.
    fn undo(&mut self, is_theirs: &dyn Fn(usize) -> bool) -> bool;

    /// Searches the position.
    ///
    /// # Errors
    /// When the request makes no sense.
    fn search(&self, request: &Request<'_>) -> Result<Report, ReportError>;
}

/// Chooses one of several outcomes by their probabilities.
pub(crate) fn draw<T: Copy>(rng: &mut dyn Rng, outcomes: &[(T, f64)]) -> T {
    let mut left = rng.random::<f64>();
    for &(outcome, p) in outcomes {
        left -= p;
        if left < 0.0 {
            return outcome;
        }
    }
    outcomes[outcomes.len() - 1].0
}

/// The states of a game from its start to now.
pub(crate) struct History<S>(Vec<S>);

impl<S> History<S> {
    pub(crate) fn new(start: S) -> Self {
        Self(vec![start])
    }

    pub(crate) fn now(&self) -> &S {
        self.0.last().expect("the start is never taken back")
    }

    pub(crate) fn push(&mut self, state: S) {
        self.0.push(state);
    }

    /// Goes back to the last earlier state that is wanted. Says whether there was one.
    pub(crate) fn undo(&mut self, is_wanted: impl Fn(&S) -> bool) -> bool {
        let last = self.0[..self.0.len() - 1].iter().rposition(is_wanted);
        if let Some(last) = last {
            self.0.truncate(last + 1);
        }
        last.is_some()
    }
}

type State<R> = <<R as Registration>::Game as Game>::State;

/// A game of one value in progress.
pub(crate) struct StateMatch<'a, R: Registration> {
    opened: &'a Opened<R>,
    history: History<State<R>>,
}

impl<'a, R: Registration> StateMatch<'a, R> {
    pub(crate) fn new(opened: &'a Opened<R>, state: State<R>) -> Self {
        Self {
            opened,
            history: History::new(state),
        }
    }

    fn state(&self) -> &State<R> {
        self.history.now()
    }

    fn game(&self) -> &'a R::Game {
        &self.opened.game
    }
}

impl<R: Registration> Match for StateMatch<'_, R> {
    fn players(&self) -> Vec<String> {
        vec!["Max".to_owned(), "Min".to_owned()]
    }

    fn board(&self) -> String {
        self.game().draw(self.state())
    }

    fn position(&self) -> String {
        self.game().write_state(self.state())
    }

    fn turn(&self) -> Turn {
        turn(self.game(), self.state())
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if let Turn::Player(_) = self.turn() {
            self.game().moves(self.state(), &mut moves);
        }
        let write = |&mv: &_| self.game().write_move(self.state(), mv);
        moves.iter().map(write).collect()
    }

    fn play(&mut self, text: &str) -> Result<(), ReportError> {
        let mv = self.game().parse_move(self.state(), text)?;
        let next = self.game().play(self.state(), mv);
        self.history.push(next);
        Ok(())
    }

    fn roll(&mut self, rng: &mut dyn Rng) -> String {
        let mut outcomes = Vec::new();
        self.game().outcomes(self.state(), &mut outcomes);
        let outcome = draw(rng, &outcomes);
        let text = self.game().write_outcome(self.state(), outcome);
        let next = self.game().resolve(self.state(), outcome);
        self.history.push(next);
        text
    }

    fn undo(&mut self, is_theirs: &dyn Fn(usize) -> bool) -> bool {
        let game = self.game();
        self.history
            .undo(|state| matches!(turn(game, state), Turn::Player(player) if is_theirs(player)))
    }

    fn search(&self, request: &Request<'_>) -> Result<Report, ReportError> {
        self.opened
            .search_state(self.state(), Root::default(), request)
    }
}

fn turn<G: Game>(game: &G, state: &G::State) -> Turn {
    match game.node(state) {
        Node::Decision(Player::Max) => Turn::Player(0),
        Node::Decision(Player::Min) => Turn::Player(1),
        Node::Chance => Turn::Chance,
        Node::Terminal(value) => Turn::Over(vec![value, -value]),
    }
}
