//! Values of positions from games played to the end, with little left to luck.
//!
//! A rollout plays many games, the *trials*, from a state, every player choosing moves by a search of small depth, and takes the mean of
//! their results. It is the value of the state when it is played so, whatever the evaluator thinks of it; the evaluator matters only for the
//! moves, and for what is said below. Two ideas make the mean precise with few trials:
//!
//! - **Luck is taken out.** What an outcome is worth to the evaluator, less the mean over all outcomes, is luck. Its expectation is 0, so
//!   the sum of all lucks of a trial can be subtracted from its result without moving the mean. What is left varies much less: with an
//!   evaluator that is right, not at all.
//! - **Dice are stratified** ([`StratifiedDice`]): within 36 trials every roll of two dice comes exactly once as the first one, once as the
//!   second one, and so on, within 36² every pair of first and second one.
//!
//! Moves that are compared with each other have the same dice, so that their difference is more precise than their values. A
//! [`RolloutStanding`] keeps the means, the standard errors and those of all differences, and says when a move needs no more trials.
//! Everything follows from the seed of the dice and the number of the trial: results do not depend on threads.
//!
//! ```
//! use std::num::NonZeroUsize;
//! use std::ops::ControlFlow;
//! use std::sync::atomic::AtomicBool;
//!
//! use starmax_arena::Crew;
//! use starmax_arena::rollout::{NoEndings, Play, RolloutStanding, StopRules, StratifiedDice, Trials, play_rounds};
//! use starmax_core::{Notation, Player};
//! use starmax_games::{Dice, Pairs};
//!
//! let game = Dice::default();
//! let trials = Trials {
//!     game: &game,
//!     evaluator: &Pairs,
//!     viewer: Player::Max,
//!     endings: &NoEndings,
//!     play: Play::default(),
//!     dice: StratifiedDice::new(1, 5),
//! };
//! let starts = [game.parse_state("5/5/2x2/5/5:o")?, game.parse_state("x4/5/5/5/5:o")?];
//! let mut standing = RolloutStanding::new(2, StopRules { trials: 100, ..StopRules::default() });
//! let crew = Crew { threads: NonZeroUsize::MIN, stop: &AtomicBool::new(false) };
//! play_rounds(&trials, &starts, &mut standing, &crew, &mut |_, _| ControlFlow::Continue(()), &mut |_| {})?;
//! let better = standing.difference(0, 1);
//! println!("the middle is better than a corner by {:.3} ± {:.3}", better.mean(), better.standard_error().unwrap());
//! assert_eq!(standing.ranking(), [0, 1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dice;
mod endings;
mod run;
mod standing;
mod trial;

pub use dice::{StratifiedDice, Throws, equal_shares};
pub use endings::{Endings, NoEndings, WonOrLost};
pub use run::play_rounds;
pub use standing::{Candidate, Job, RolloutStanding, Status, StopRules};
pub use trial::{LONGEST_TRIAL, Play, Trial, Trials};
