use starmax_core::{Bounds, Evaluator, Player};

use super::state::CHECKERS;
use super::{Backgammon, BackgammonState};

/// Judges [`Backgammon`] by the race: how much less work Max has left than Min, as a share of all work.
///
/// A player's work is the pips to go, and one more for each checker that is not yet borne off. The game is not over, so
/// both have some, and the value is inside (-1, 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pips;

impl Evaluator<Backgammon> for Pips {
    fn evaluate(&self, _: &Backgammon, state: &BackgammonState) -> f64 {
        let work = |player| f64::from(state.pips(player) + u16::from(CHECKERS - state.off(player)));
        let (max, min) = (work(Player::Max), work(Player::Min));
        (min - max) / (min + max)
    }

    #[inline]
    fn bounds(&self, game: &Backgammon, state: &BackgammonState, _: u32) -> Bounds {
        game.possible_values(state)
    }
}
