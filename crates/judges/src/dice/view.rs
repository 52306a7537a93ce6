//! The weights as one player sees them, summed up beforehand so that a board is judged fast.

use starmax_core::Player;
use starmax_games::DiceState;

use super::inputs::seen;
use super::lanes::Lanes;
use super::runs::Runs;
use super::{NetWeights, SIZE, index, squash};

const CELL_BITS: usize = DiceState::CELL_BITS;

/// The net for a player to move, for boards as they lie.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// What each possible row of stones adds in each of the five places: its stones, and the runs in it. The first row adds the bias too.
    rows: Box<[[Lanes; 256]; SIZE]>,
    /// What runs of two and three in other directions add, X's first.
    two: [Lanes; 2],
    three: [Lanes; 2],
    output: Lanes,
    output_bias: f32,
}

/// The cells of the first row.
const ROW_CELLS: u64 = (1 << (SIZE * CELL_BITS)) - 1;
/// How many ways there are to fill them, were two stones allowed on a square.
const ROWS: usize = 1 << (SIZE * CELL_BITS);

impl View {
    pub(super) fn new(weights: &NetWeights, player: Player) -> Self {
        let [own_two, own_three, opponent_two, opponent_three] =
            weights.runs.each_ref().map(Lanes::new);
        let (two, three) = match player {
            Player::Max => ([own_two, opponent_two], [own_three, opponent_three]),
            Player::Min => ([opponent_two, own_two], [opponent_three, own_three]),
        };
        let rows = vec![[Lanes::ZERO; 256]; SIZE].try_into();
        let mut view = Self {
            rows: rows.expect("as many as the board has"),
            two,
            three,
            output: Lanes::new(&weights.output),
            output_bias: weights.output_bias,
        };
        for cells in 0..ROWS {
            let Some(number) = row_number(cells) else {
                continue;
            };
            if Runs::has_four_across(cells as u64) {
                // The game is over.
                continue;
            }
            for row in 0..SIZE {
                view.rows[row][usize::from(number)] = view.row_sums(weights, player, row, cells);
            }
        }
        view
    }

    fn row_sums(&self, weights: &NetWeights, player: Player, row: usize, cells: usize) -> Lanes {
        let mut sums = if row == 0 {
            Lanes::new(&weights.bias)
        } else {
            Lanes::ZERO
        };
        let own_stone = 1 << index(player);
        for column in 0..SIZE {
            let square = seen(row * SIZE + column, player);
            match cells >> (column * CELL_BITS) & 0b11 {
                0 => {}
                stone if stone == own_stone => sums = sums.plus(&Lanes::new(&weights.own[square])),
                _ => sums = sums.plus(&Lanes::new(&weights.opponent[square])),
            }
        }
        self.with_runs(&sums, Runs::across(cells as u64))
    }

    /// The value of a small board, seen by the player to move.
    #[inline]
    pub(super) fn value(&self, board: u64) -> f32 {
        squash(self.output_bias + self.hidden(board).dot(&self.output))
    }

    /// The squashed hidden units. A function of its own: inlined, it is compiled to twice as many, narrower instructions.
    #[inline(never)]
    fn hidden(&self, board: u64) -> Lanes {
        let row = |row: usize| {
            let cells = board >> (row * DiceState::SMALL_ROW * CELL_BITS) & ROW_CELLS;
            &self.rows[row][usize::from(ROW_NUMBERS[cells as usize])]
        };
        let stones = row(0).plus(row(1)).plus(row(2)).plus(row(3)).plus(row(4));
        self.with_runs(&stones, Runs::crossing(board)).squashed()
    }

    #[inline]
    fn with_runs(&self, sums: &Lanes, runs: Runs) -> Lanes {
        sums.plus_product(runs.two[0], &self.two[0])
            .plus_product(runs.two[1], &self.two[1])
            .plus_product(runs.three[0], &self.three[0])
            .plus_product(runs.three[1], &self.three[1])
    }
}

/// The number of each row of cells.
static ROW_NUMBERS: [u8; ROWS] = row_numbers();

const fn row_numbers() -> [u8; ROWS] {
    let mut numbers = [0; ROWS];
    let mut cells = 0;
    while cells < numbers.len() {
        if let Some(number) = row_number(cells) {
            numbers[cells] = number;
        }
        cells += 1;
    }
    numbers
}

/// Rows are numbered from 0 to 242, so that few numbers do; `None` if there are two stones on a square.
const fn row_number(cells: usize) -> Option<u8> {
    let mut number = 0;
    let mut column = 0;
    while column < SIZE {
        let cell = match cells >> (column * CELL_BITS) & 0b11 {
            0 => 0,
            0b01 => 1,
            0b10 => 2,
            _ => return None,
        };
        number = 3 * number + cell;
        column += 1;
    }
    Some(number)
}
