use starmax_core::Player;
use starmax_games::DiceState;

use super::runs::Runs;
use super::{SIZE, SQUARES, index};

/// What the net sees of a state, from the side of the player to move.
///
/// When it is O's turn, rows and columns are swapped along with the colours: O's die picks a column as X's picks a row, so the
/// mirrored board is the very same game with X to move, and one net does for both. A roll is not seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetInputs {
    /// One bit for every stone of the player to move, row by row from the lowest bit.
    pub own: u32,
    /// The same for the opponent's stones.
    pub opponent: u32,
    /// How many runs of exactly two and of exactly three stones there are, in rows, columns and diagonals: own twos, own threes, the
    /// opponent's twos and threes.
    pub runs: [u32; 4],
}

impl NetInputs {
    /// What the net sees of a state of Dice 5x5.
    #[must_use]
    pub fn new(state: &DiceState) -> Self {
        let board = state.small_board();
        let (own, opponent) = (index(state.player()), index(state.player().opponent()));
        let runs = Runs::new(board);
        let mut inputs = Self {
            own: 0,
            opponent: 0,
            runs: [
                runs.two[own],
                runs.three[own],
                runs.two[opponent],
                runs.three[opponent],
            ],
        };
        for square in 0..SQUARES {
            let cell = square / SIZE * DiceState::SMALL_ROW + square % SIZE;
            let stone = board >> (cell * DiceState::CELL_BITS);
            let bit = 1 << seen(square, state.player());
            if stone >> own & 1 == 1 {
                inputs.own |= bit;
            }
            if stone >> opponent & 1 == 1 {
                inputs.opponent |= bit;
            }
        }
        inputs
    }
}

/// Where a square is from the side of a player.
pub(super) fn seen(square: usize, player: Player) -> usize {
    match player {
        Player::Max => square,
        Player::Min => square % SIZE * SIZE + square / SIZE,
    }
}
