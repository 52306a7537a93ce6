//! What every game and every search is tested with.
//!
//! [`check`] tests that a game keeps the contract of [`starmax_core::Rules`] ([`check_rules`] if it has no notation), and
//! [`check_playthrough`] that its rules stay what they were. [`expectimax`] is the reference that every search must agree with, on games judged by [`Noise`] and on trees
//! from [`random_tree`] or, with shrinking, from [`trees`]. [`check_bounds`] tests an evaluator. [`flip_bits`] damages files.

mod bounds;
mod check;
pub mod dice;
pub mod differential;
mod evaluators;
mod flips;
mod hinted;
mod paying;
mod playthrough;
mod random_tree;
mod reference;
mod strategies;
mod subject;
mod walk;

pub use bounds::{check_bounds, extremes, successors};
pub use check::{
    check, check_hashable, check_many_players, check_rules, find_defect,
    find_defect_of_many_players,
};
pub use evaluators::{BoundedNoise, Forecast, Noise, Restless, SomeSolved};
pub use flips::{Flip, Flips, flip_bits, quick_folder};
pub use hinted::Hinted;
pub use paying::Paying;
pub use playthrough::{
    check_many_players_playthrough, check_playthrough, many_players_playthrough, playthrough,
};
pub use random_tree::{TreeParameters, random_shape, random_tree};
pub use reference::{QUIESCENCE_LIMIT, best_move, expectimax};
pub use strategies::{shapes, trees};
pub use walk::random_walk;
