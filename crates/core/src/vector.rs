use std::fmt::Debug;
use std::hash::Hash;

use crate::ParseError;

/// What happens at a state of a game with several players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VectorNode {
    /// The player with this number chooses a move.
    Decision(usize),
    /// Chance chooses an outcome.
    Chance,
    /// The game is over.
    Terminal,
}

/// The rules of a game in which each of several players has a payoff of their own, for max^n.
///
/// The methods mean what those of [`crate::Game`] mean; a single value seen by `Max` is replaced by one payoff per player.
pub trait VectorGame {
    /// A state of play.
    type State: Clone;
    /// What a player chooses.
    type Move: Copy + Eq + Hash + Debug;
    /// What chance chooses.
    type Outcome: Copy + Eq + Debug;

    /// How many players there are; they are numbered from 0.
    fn players(&self) -> usize;

    /// The state in which play starts.
    fn initial(&self) -> Self::State;

    /// What happens at `state`.
    fn node(&self, state: &Self::State) -> VectorNode;

    /// Whose turn it is: who decides, or for whom chance moves. Values are shown as this player sees them.
    fn player(&self, state: &Self::State) -> usize {
        match self.node(state) {
            VectorNode::Decision(player) => player,
            VectorNode::Chance | VectorNode::Terminal => 0,
        }
    }

    /// At a decision: pushes every legal move once, always in the same order; at least one.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// At a chance node: pushes every outcome once with its probability; positive, summing to 1.
    fn outcomes(&self, state: &Self::State, out: &mut Vec<(Self::Outcome, f64)>);

    /// The state after a legal move.
    fn play(&self, state: &Self::State, mv: Self::Move) -> Self::State;

    /// The state after an outcome.
    fn resolve(&self, state: &Self::State, outcome: Self::Outcome) -> Self::State;

    /// One payoff per player: final at a terminal, an estimate anywhere else.
    fn payoffs(&self, state: &Self::State) -> Vec<f64>;
}

/// Text for the states, moves and outcomes of a [`VectorGame`]; as [`crate::Notation`] for a game with one value.
pub trait VectorNotation: VectorGame {
    /// The position as one line of text without spaces.
    fn write_state(&self, state: &Self::State) -> String;

    /// Reads what [`VectorNotation::write_state`] writes.
    ///
    /// # Errors
    /// Names the text that cannot be read and what was expected in its place.
    fn parse_state(&self, text: &str) -> Result<Self::State, ParseError>;

    /// A legal move of `state` as text, unique among the moves of that state.
    fn write_move(&self, state: &Self::State, mv: Self::Move) -> String;

    /// An outcome of `state` as text, unique among the outcomes of that state.
    fn write_outcome(&self, state: &Self::State, outcome: Self::Outcome) -> String;
}
