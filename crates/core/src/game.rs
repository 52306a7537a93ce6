use std::fmt::Debug;
use std::hash::Hash;

use crate::Bounds;

/// The two sides of a value: one wants it large, the other small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// Wants large values. A game for one player has only this one.
    Max,
    /// Wants small values.
    Min,
}

impl Player {
    /// The other player.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
        }
    }

    /// The same value as this player sees it: unchanged for `Max`, negated for `Min`. Its own inverse.
    #[inline]
    #[must_use]
    pub fn sees(self, value: f64) -> f64 {
        match self {
            Self::Max => value,
            Self::Min => -value,
        }
    }
}

/// What happens at a state. One question, one answer: no state is two kinds at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Node {
    /// This player chooses a move.
    Decision(Player),
    /// Chance chooses an outcome.
    Chance,
    /// The game is over with this value, seen by `Max`.
    Terminal(f64),
}

/// The rules of a game for one or two players, as a value: a 5x5 board and a 7x7 board are two `Game`s of one type.
///
/// A player may move several times in a row, and chance may strike at any time: [`Game::node`] says
/// what happens at each state, and nothing is assumed about the order.
/// A game without chance uses [`std::convert::Infallible`] for its outcomes.
///
/// The crate's front page shows a whole game; `starmax_testkit::check` tests that the contract is kept.
pub trait Game {
    /// A state of play. States are copied, never undone, so keep them small.
    type State: Clone;
    /// What a player chooses.
    type Move: Copy + Eq + Hash + Debug;
    /// What chance chooses.
    type Outcome: Copy + Eq + Debug;

    /// Whether states differ so much in their number of moves that a search gains from counting them before it chooses where to begin. It never
    /// changes a result.
    const WORK_VARIES: bool = false;

    /// The state in which play starts.
    fn initial(&self) -> Self::State;

    /// What happens at `state`.
    fn node(&self, state: &Self::State) -> Node;

    /// Whose turn it is: who decides, or for whom chance moves. Values are shown as this player sees them.
    ///
    /// Games in which players throw dice of their own say who throws them; else chance moves for `Max`, and so do games that are over.
    fn player(&self, state: &Self::State) -> Player {
        match self.node(state) {
            Node::Decision(player) => player,
            Node::Chance | Node::Terminal(_) => Player::Max,
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

    /// The tightest interval that holds every terminal value, seen by `Max`.
    fn utility(&self) -> Bounds;

    /// How good a move looks at a glance: the larger, the earlier it is tried. Costs a few instructions or is
    /// left alone; it never changes a result, only how soon it is found.
    ///
    /// 0 is nothing special, more is good, and [`WINNING`] is a move that wins at once.
    #[inline]
    fn promise(&self, _state: &Self::State, _mv: Self::Move) -> i32 {
        0
    }
}

/// What [`Game::promise`] says of a move that wins at once: more than of any other.
pub const WINNING: i32 = i32::MAX;

/// Games whose states can be told apart by 64 bits; only searches with a table ask for it.
///
/// Equal hashes must mean equal states, for practical purposes: whose turn it is, and a roll that is waiting to be
/// played, belong into the hash. A search with a table of a game that has no hash does not compile.
pub trait Hashable: Game {
    /// A well-mixed hash of everything that the future of `state` depends on.
    fn hash(&self, state: &Self::State) -> u64;
}
