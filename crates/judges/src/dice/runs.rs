//! Stones of one player in a row on the board of five rows and columns, counted for both players at once.

use starmax_games::DiceState;

const CELL_BITS: usize = DiceState::CELL_BITS;
const SMALL_ROW: usize = DiceState::SMALL_ROW;

/// The lower bit of every cell: X's stones. O's are in the upper bits.
const X_STONES: u64 = 0x5555_5555_5555_5555;

const ACROSS: usize = CELL_BITS;
const FALLING: usize = (SMALL_ROW + 1) * CELL_BITS;
const DOWN: usize = SMALL_ROW * CELL_BITS;
const RISING: usize = (SMALL_ROW - 1) * CELL_BITS;

/// How many runs of exactly two and of exactly three stones there are, X's first.
///
/// Only for boards on which nobody has four in a row: there, of every run of three, two pairs and one triple of
/// neighbours are found, of every run of two one pair, and of longer ones nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Runs {
    pub(super) two: [u32; 2],
    pub(super) three: [u32; 2],
}

impl Runs {
    /// Those in all directions on a small board.
    pub(super) fn new(board: u64) -> Self {
        let (across, crossing) = (Self::across(board), Self::crossing(board));
        let sum = |a: [u32; 2], b: [u32; 2]| [a[0] + b[0], a[1] + b[1]];
        Self {
            two: sum(across.two, crossing.two),
            three: sum(across.three, crossing.three),
        }
    }

    /// Whether there are four stones in a row within a row.
    pub(super) fn has_four_across(board: u64) -> bool {
        let pairs = board & board >> ACROSS;
        pairs & pairs >> (2 * ACROSS) != 0
    }

    /// Those within rows.
    pub(super) fn across(board: u64) -> Self {
        let pairs = board & board >> ACROSS;
        Self::counted([pairs, 0, 0], [pairs & pairs >> ACROSS, 0, 0])
    }

    /// Those down and along diagonals.
    #[inline]
    pub(super) fn crossing(board: u64) -> Self {
        let directions = [FALLING, DOWN, RISING];
        let pairs = directions.map(|step| board & board >> step);
        let [falling, down, rising] = pairs;
        let triples = [
            falling & falling >> FALLING,
            down & down >> DOWN,
            rising & rising >> RISING,
        ];
        Self::counted(pairs, triples)
    }

    #[inline]
    fn counted(pairs: [u64; 3], triples: [u64; 3]) -> Self {
        let (pairs, three) = (count(pairs), count(triples));
        Self {
            two: [pairs[0] - 2 * three[0], pairs[1] - 2 * three[1]],
            three,
        }
    }
}

/// The number of X's and of O's bits in three words.
///
/// The words are added bit by bit, so that each cell of two bits then holds a player's sum; and the cells are added up side by side.
#[inline]
fn count([a, b, c]: [u64; 3]) -> [u32; 2] {
    let odd = a ^ b;
    let ones = odd ^ c;
    let twos = (a & b) | (odd & c);
    [
        sum_of_cells((ones & X_STONES) | (twos & X_STONES) << 1),
        sum_of_cells((ones >> 1 & X_STONES) | (twos & !X_STONES)),
    ]
}

/// The sum of all cells, each a number from 0 to 3.
#[inline]
fn sum_of_cells(cells: u64) -> u32 {
    const TWO_OF_FOUR_BITS: u64 = 0x3333_3333_3333_3333;
    const FOUR_OF_EIGHT_BITS: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    const ALL_BYTES: u64 = 0x0101_0101_0101_0101;
    let fours = (cells & TWO_OF_FOUR_BITS) + (cells >> 2 & TWO_OF_FOUR_BITS);
    let eights = (fours + (fours >> 4)) & FOUR_OF_EIGHT_BITS;
    (eights.wrapping_mul(ALL_BYTES) >> 56) as u32
}
