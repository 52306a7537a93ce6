//! The published search algorithms for games of chance, once each, short and plain: to be read beside the
//! papers, and to be trusted as oracles by everything that is faster.
//!
//! | function | at a decision | at a chance node | paper |
//! |---|---|---|---|
//! | [`minimax`] | all moves | - | Hauk 2004, Figure 2.2 |
//! | [`alphabeta`] | until the value leaves the window | - | Hauk 2004, Figures 2.4 and A.1 |
//! | [`expectimax`] | all moves | all outcomes | Hauk, Buro & Schaeffer 2004, Figure 1 |
//! | [`star1`] | as alphabeta | until the mean leaves the window | the same, Figure 4 |
//! | [`star2`] | as alphabeta | as star1, after a probe of each outcome | the same, Figures 7 and 8 |
//! | [`star2_tt`] | as alphabeta, with a table | as star2, with the table asked first | Veness & Blair 2007, Figure 4.1 |
//! | [`maxn`] | all moves, one payoff per player | all outcomes | Sebastiani 2023 |
//!
//! Each adds to the one above only what its paper adds: `alphabeta.rs` has the loop over moves, `star1.rs`
//! the loop over outcomes, `star2.rs` the probe, `star2_tt.rs` the table. The pseudo-codes of the papers
//! contain errors; each function says which it corrects, by the numbers E1 to E13 of the project's list of
//! errata.
//!
//! The papers:
//!
//! - Ballard 1982 (extended in 1983): A search procedure for perfect information games of chance
//! - Hauk 2004: Search in trees with chance nodes (thesis)
//! - Hauk, Buro & Schaeffer 2004: Rediscovering \*-Minimax search
//! - Veness & Blair 2007: Effective use of transposition tables in stochastic game tree search
//! - Sebastiani 2023: Adversarial search (slides)
//!
//! # What they promise
//!
//! Every value is seen by Max. With v the value that [`expectimax`] computes for the same state and depth,
//! and [alpha, beta] the `window` (its `lower` and `upper` ends), a search returns r such that
//!
//! - alpha < r < beta implies v = r, to the last bit;
//! - r <= alpha implies v <= r;
//! - r >= beta implies v >= r.
//!
//! Any window with alpha <= beta will do, also [`Bounds::EVERYTHING`](starmax_core::Bounds::EVERYTHING).
//! (Zeros of either sign count as the same number.)
//!
//! `depth` counts levels; a decision is one and a chance event is one. A search ends at a terminal, at a
//! state that the evaluator has solved, and where the depth is used up and the evaluator finds the state
//! quiet (at most 8 levels later).
//!
//! ```
//! use starmax_core::{Bounds, Constant};
//! use starmax_games::Tree;
//! use starmax_textbook::{expectimax, star2};
//!
//! let tree: Tree = "max[ch(.5:min[-7 -10] .5:min[-10]) ch(.5:min[3 4] .5:-2)]".parse()?;
//! let value = expectimax(&tree, &Constant(0.0), &tree.root(), 3);
//! assert_eq!(value, 0.5);
//! assert_eq!(star2(&tree, &Constant(0.0), &tree.root(), Bounds::EVERYTHING, 3, 1), value);
//! # Ok::<(), starmax_games::TreeError>(())
//! ```

mod alphabeta;
mod best_move;
mod expectimax;
mod maxn;
mod minimax;
mod node;
mod outcomes;
mod star1;
mod star2;
mod star2_tt;
mod window;

pub use alphabeta::alphabeta;
pub use best_move::best_move;
pub use expectimax::expectimax;
pub use maxn::{MaxNValue, maxn};
pub use minimax::minimax;
pub use star1::star1;
pub use star2::star2;
pub use star2_tt::{TextbookTable, star2_tt};
