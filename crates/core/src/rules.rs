use std::fmt::Debug;
use std::hash::Hash;

use crate::Player;

/// What happens at a state. One question, one answer: no state is two kinds at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node<P = Player, V = f64> {
    /// This player chooses a move.
    Decision(P),
    /// Chance chooses an outcome.
    Chance,
    /// The game is over with this payoff; in a game of one value that is the value, seen by `Max`.
    Terminal(V),
}

/// The rules of a game, as a value: a 5x5 board and a 7x7 board are two `Rules` of one type.
///
/// A player may move several times in a row, and chance may strike at any time: [`Rules::node`] says
/// what happens at each state, and nothing is assumed about the order.
/// A game without chance uses [`std::convert::Infallible`] for its outcomes.
///
/// What is played for is said by a second trait: [`Game`](crate::Game) where one or two players share one value,
/// [`ManyPlayers`](crate::ManyPlayers) where each of several players has a payoff of their own.
///
/// The crate's front page shows a whole game; `starmax_testkit::check` tests that the contract is kept, and
/// `starmax_testkit::check_rules` does so for a game without a notation.
pub trait Rules {
    /// A state of play. States are copied, never undone, so keep them small.
    type State: Clone;
    /// What a player chooses.
    type Move: Copy + Eq + Hash + Debug;
    /// What chance chooses.
    type Outcome: Copy + Eq + Debug;
    /// Who plays: [`Player`] in a game of one value, a number from 0 in a game of many players.
    type Player: Copy + Eq + Debug + Default + Into<usize>;
    /// What a state at which the game is over says of its end: the value in a game of one value, nothing where players have payoffs of their
    /// own, which [`ManyPlayers::payoffs`](crate::ManyPlayers::payoffs) tells at every state.
    type Payoff: Copy + PartialEq + Debug;

    /// The state in which play starts.
    fn initial(&self) -> Self::State;

    /// What happens at `state`.
    fn node(&self, state: &Self::State) -> Node<Self::Player, Self::Payoff>;

    /// Whose turn it is: who decides, or for whom chance moves. Values are shown as this player sees them.
    ///
    /// Games in which players throw dice of their own say who throws them; else chance moves for the first player, `Max`, and so do games
    /// that are over.
    fn player(&self, state: &Self::State) -> Self::Player {
        match self.node(state) {
            Node::Decision(player) => player,
            Node::Chance | Node::Terminal(_) => Self::Player::default(),
        }
    }

    /// At a decision: pushes every legal move once, always in the same order; at least one. `out` comes empty.
    ///
    /// The order is part of the rules: of equally good moves the first one is the best move.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// At a chance node: pushes every outcome once with its probability, always in the same order; the
    /// probabilities are positive and sum to 1. `out` comes empty.
    fn outcomes(&self, state: &Self::State, out: &mut Vec<(Self::Outcome, f64)>);

    /// The state after a legal move.
    fn play(&self, state: &Self::State, mv: Self::Move) -> Self::State;

    /// The state after an outcome.
    fn resolve(&self, state: &Self::State, outcome: Self::Outcome) -> Self::State;
}
