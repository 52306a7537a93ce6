use crate::Rules;

/// A game in which each of several players has a payoff of their own, for max^n.
///
/// Players are numbers from 0. A state at which the game is over is `Node::Terminal(())`: what it brings is in
/// [`ManyPlayers::payoffs`].
pub trait ManyPlayers: Rules<Player = usize, Payoff = ()> {
    /// How many players there are.
    fn players(&self) -> usize;

    /// One payoff per player: final at a terminal, an estimate anywhere else.
    fn payoffs(&self, state: &Self::State) -> Vec<f64>;
}
