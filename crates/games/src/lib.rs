//! The rules of the games that Starmax knows. Rules only: nothing here searches, prints or reads files.
//!
//! [`Tree`] is any tree written out leaf by leaf; [`BallardTree`] is the synthetic tree of Ballard's tables;
//! [`TicTacToe`] has no chance at all; in [`Pig`] a player moves several times in a row; in [`Dice`] a die picks the row
//! or the column of every stone; [`Backgammon`] is the whole game but for the cube; [`Trio`] has three players and a payoff for each.

mod backgammon;
mod ballard;
mod dice;
mod mix;
mod parameters;
mod pig;
mod tic_tac_toe;
mod tree;
mod trio;

pub use backgammon::{
    Backgammon, BackgammonMove, BackgammonState, Checkers, Crawford, Cube, FibsBoard, MatchState,
    Offer, Pips, PlaceSet, Roll, Scoring,
};
pub use ballard::{ArcOrder, BallardState, BallardTree};
pub use dice::{Dice, DiceMove, DiceState, Pairs, PairsTanh, Square, random_position};
pub use mix::mix;
pub use parameters::Parameters;
pub use pig::{Pig, PigLead, PigMove, PigState};
pub use tic_tac_toe::{TicTacToe, TicTacToeState};
pub use tree::{NodeId, Shape, Tree, TreeError};
pub use trio::{Trio, TrioState};
