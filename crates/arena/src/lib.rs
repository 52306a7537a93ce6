//! Players, games and tournaments with the same dice for both sides.
//!
//! The protocol is that of Hauk's thesis (section 4.5). Games come in pairs: both have the same dice, and in the second one
//! the contestants change sides. The first roll goes through all outcomes, one after the other, from pair to pair.
//! Everything follows from the seed of the [`Schedule`] and the number of the game, so that it does not matter
//! which thread plays which game, or in which order. [`rollout`] plays games too, to find the value of a state.
//!
//! ```
//! use std::num::NonZeroUsize;
//! use std::ops::ControlFlow;
//! use std::sync::atomic::AtomicBool;
//!
//! use starmax_arena::{Crew, Engine, Schedule, Standing, play_pairs};
//! use starmax_games::{Dice, Pairs};
//! use starmax_search::{Algorithm, Settings};
//!
//! let player = |depth| {
//!     let mut settings = Settings::new(Algorithm::Star2);
//!     settings.limits.depth = depth;
//!     Engine::new(settings, Pairs)
//! };
//! let mut standing = Standing::new(50);
//! let crew = Crew { threads: NonZeroUsize::MIN, stop: &AtomicBool::new(false) };
//! play_pairs(
//!     &Dice::default(),
//!     Schedule { seed: 1 },
//!     0..50,
//!     (|| player(3), || player(1)),
//!     &crew,
//!     |pair, result| {
//!         standing.record(pair, result);
//!         ControlFlow::Continue(())
//!     },
//! )?;
//! let tally = standing.tally();
//! println!("{:.1}% {:.3}", 100.0 * tally.score.rate(), tally.score.wilson(starmax_arena::Z95));
//! assert_eq!(tally.score.games(), 100);
//! # Ok::<(), std::io::Error>(())
//! ```

mod contestant;
mod crew;
mod evidence;
mod game;
mod moments;
mod noise;
pub mod rollout;
mod run;
mod schedule;
mod score;
mod self_play;
mod standing;

pub use contestant::{Contestant, Engine, RandomMover};
pub use crew::Crew;
pub use evidence::Evidence;
pub use game::{LONGEST_GAME, PairResult, play_game, play_pair};
pub use moments::Moments;
pub use noise::Noisy;
pub use run::play_pairs;
pub use schedule::{Fixture, Rolls, Schedule};
pub use score::{Score, Tally, Z95};
pub use self_play::{self_play, self_play_position, self_play_position_where};
pub use standing::Standing;
