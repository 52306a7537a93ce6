//! Positions as rows of numbers, for arrays of many of them.

use starmax_core::{ParseError, Player};

use super::checkers::BAR;
use super::notation::assemble;
use super::{Backgammon, BackgammonState};

impl Backgammon {
    /// The length of a row.
    pub const ROW: usize = 26;

    /// A position before the roll as a row, in the order of an XGID and seen by the player on roll: the opponent's bar, points 1 to 24, and the
    /// own bar; the player's checkers count above 0, the opponent's below.
    ///
    /// ```
    /// use starmax_core::Rules;
    /// use starmax_games::Backgammon;
    ///
    /// let game = Backgammon::default();
    /// let row = Backgammon::row(&game.initial());
    /// assert_eq!((row[6], row[24], row[1]), (5, 2, -2));
    /// assert_eq!(Backgammon::state_of_row(&row)?, game.initial());
    /// # Ok::<(), starmax_core::ParseError>(())
    /// ```
    #[must_use]
    pub fn row(state: &BackgammonState) -> [i8; Self::ROW] {
        let [mine, his] = state.mine_and_his();
        std::array::from_fn(|place| {
            // A player's own place 0 is off the board, and no part of the row.
            let mine = if place == 0 { 0 } else { mine.count(place) };
            let his = if place == BAR {
                0
            } else {
                his.count(BAR - place)
            };
            i8::try_from(mine).unwrap_or(i8::MAX) - i8::try_from(his).unwrap_or(i8::MAX)
        })
    }

    /// The position of a row, with Max on roll.
    ///
    /// # Errors
    /// When it has not 26 numbers, or they are no position.
    pub fn state_of_row(row: &[i8]) -> Result<BackgammonState, ParseError> {
        let written = || {
            let numbers: Vec<_> = row.iter().map(ToString::to_string).collect();
            numbers.join(" ")
        };
        let whole: &[i8; Self::ROW] = row.try_into().map_err(|_| {
            ParseError::new(
                written(),
                "26 numbers: the opponent's bar, points 1 to 24, the own bar",
            )
        })?;
        let mut places = [[0; Self::ROW]; 2];
        for (place, &count) in whole.iter().enumerate() {
            if count > 0 {
                places[0][place] = count.unsigned_abs();
            } else {
                places[1][BAR - place] = count.unsigned_abs();
            }
        }
        if places[0][0] > 0 || places[1][0] > 0 {
            return Err(ParseError::new(
                written(),
                "the opponent's bar, which comes first, not above 0, and the own bar, which comes last, not below",
            ));
        }
        assemble("", places, Player::Max, None).map_err(|error| error.about(written()))
    }
}
