//! Nets trained by self-play.
//!
//! [`DiceTraining`] teaches the net of [Dice](starmax_judges::dice::DiceNet) by temporal differences, in the manner of Tesauro's
//! TD-Gammon: the net plays both sides, and at each moment of a game it learns to say what it says later on and what
//! the outcome was at last. Everything follows from the settings, so a run can be repeated, and one that was
//! interrupted goes on from its last checkpoint to the very same net.
//!
//! [`BackgammonTraining`] teaches the net of [backgammon](starmax_judges::backgammon::BackgammonNet), first in the same manner, then
//! by looking one move further ahead than the net does. [`RaceTraining`] teaches the net of its [races](starmax_judges::backgammon::PaceNet).
//!
//! ```
//! use starmax_train::{DiceTraining, DiceSettings, points_against_pairs};
//!
//! let mut training = DiceTraining::new(DiceSettings { games: 2000, ..DiceSettings::default() });
//! while !training.is_done() {
//!     training.play_game();
//! }
//! assert!(points_against_pairs(training.weights(), 200) > 0.0);
//! ```

mod backgammon;
mod checkpoint;
mod learn;
mod races;
mod self_play;
mod strength;
mod training;

pub use backgammon::{
    BackgammonSettings, BackgammonTraining, Fit, Round, fit_envelope, held_out_regret,
};
pub use checkpoint::{Checkpoint, TrainError};
pub use races::{RaceSettings, RaceTraining, Sweep};
pub use strength::points_against_pairs;
pub use training::{DiceSettings, DiceTraining};
