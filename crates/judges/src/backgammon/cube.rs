//! The doubling cube: what it makes of a position's value, and when to turn it.

mod decision;
mod efficiency;
mod explanation;
mod line;
mod met;
mod money;
mod score;
mod sizes;
mod stakes;

pub use decision::{Action, Answer, CubeValues, NoDouble, Verdict};
pub use efficiency::efficiency;
pub use explanation::{Explanation, Point, Worth};
pub use met::{MatchEquities, MatchEquitiesError};
pub use stakes::{ScoreError, Stakes};

/// A player who expects to lose more than this without the cube loses less by giving up: a game that goes on counts twice.
const DROP_BELOW: f64 = -0.5;

/// Whether to go on when the opponent has doubled, in a position that is worth this much without the cube to the player who is asked.
#[must_use]
pub fn takes_double(value: f64) -> bool {
    value > DROP_BELOW
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_of_the_games_is_enough_to_take() {
        // Who wins a quarter of the games, without gammons, expects to lose half a point.
        assert!(takes_double(-0.499) && !takes_double(-0.5));
    }
}
