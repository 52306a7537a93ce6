//! The net of backgammon in training.

mod adam;
mod checkpoint;
mod envelope;
mod gradient;
mod regret;
mod revive;
mod sample;
mod self_play;
mod settings;
mod training;

pub use envelope::{Fit, fit_envelope};
pub use regret::held_out_regret;
pub use settings::BackgammonSettings;
pub use training::{BackgammonTraining, Round};
