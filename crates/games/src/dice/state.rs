//! States of Dice: the stones, what is kept up to date from stone to stone, and what one more stone changes.

use starmax_core::Player;

use super::Square;
use super::gain::Gain;
use crate::mix;

/// The largest board has this many rows and columns.
pub(super) const LARGEST: u8 = 19;

/// A stone takes two bits; an empty square, and everything around the board, is 0.
pub(super) const STONE: [u8; 2] = [0b01, 0b10];
pub(super) const CELL_BITS: usize = DiceState::CELL_BITS;

/// A row starts and ends with empty cells, so that two squares to the left and right of any square can be looked at.
const MARGIN: usize = 2;
const ROW_BYTES: usize = 6;

/// A power of two: rows above the first one wrap around to the bytes behind the last one, which stay empty.
const WRAP: usize = 128;
/// Two bytes can be read from any place before the wrap, which the compiler sees.
const BYTES: usize = WRAP + 2;
const _: () = assert!(ROW_BYTES * 8 / CELL_BITS >= LARGEST as usize + 2 * MARGIN);
const _: () = assert!(ROW_BYTES * (LARGEST as usize + MARGIN) <= WRAP);

/// The stones, whose turn it is, and what comes next.
///
/// Everything lies side by side in one struct, and a stone makes a new one in one go, so that a state is copied only once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiceState {
    cells: [u8; BYTES],
    key: u64,
    pairs: [u16; 2],
    stones: [u16; 2],
    pub(super) player: Player,
    pub(super) phase: Phase,
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The die is thrown.
    Roll,
    /// A stone is put into the row or column with this number, counted from 0.
    Stone(u8),
    /// Nothing: this player has won.
    Won(Player),
    /// Nothing: the board is full.
    Drawn,
}

impl DiceState {
    /// Bits of a cell of [`DiceState::small_board`].
    pub const CELL_BITS: usize = 2;

    /// Cells in a row of [`DiceState::small_board`]: five squares and an empty cell, so that rows do not touch.
    pub const SMALL_ROW: usize = 6;

    pub(super) const INITIAL: Self = Self {
        cells: [0; BYTES],
        key: 0,
        pairs: [0; 2],
        stones: [0; 2],
        player: Player::Max,
        phase: Phase::Roll,
    };

    /// Whose turn it is.
    #[must_use]
    pub fn player(&self) -> Player {
        self.player
    }

    /// The row (for Max) or column (for Min) that was rolled and waits for a stone, counted from 0.
    #[inline]
    #[must_use]
    pub fn roll(&self) -> Option<u8> {
        match self.phase {
            Phase::Stone(roll) => Some(roll),
            _ => None,
        }
    }

    /// Whose stone is on a square.
    #[must_use]
    pub fn stone(&self, square: Square) -> Option<Player> {
        match self.cell(square) {
            0 => None,
            stone if stone == STONE[0] => Some(Player::Max),
            _ => Some(Player::Min),
        }
    }

    /// Whether there is no stone on a square.
    #[inline]
    #[must_use]
    pub fn is_empty(&self, square: Square) -> bool {
        self.cell(square) == 0
    }

    /// How many stones a player has.
    #[inline]
    #[must_use]
    pub fn stones(&self, player: Player) -> u16 {
        self.stones[index(player)]
    }

    /// How many pairs a player has: two own stones side by side, or with one empty square between them, in a row,
    /// column or diagonal.
    #[inline]
    #[must_use]
    pub fn pairs(&self, player: Player) -> u16 {
        self.pairs[index(player)]
    }

    /// The cells of a board of five rows and columns in one word, a row every [`DiceState::SMALL_ROW`] cells, the first one lowest. A
    /// cell is 0 without a stone, 1 with X's and 2 with O's.
    ///
    /// # Panics
    /// Never: every row has two bytes.
    #[inline]
    #[must_use]
    pub fn small_board(&self) -> u64 {
        let row = |row: usize| {
            let start = ROW_BYTES * row;
            let bytes = self.cells[start..start + 2].try_into().expect("two bytes");
            u64::from(u16::from_le_bytes(bytes)) >> (MARGIN * CELL_BITS)
        };
        let shift = Self::SMALL_ROW * CELL_BITS;
        row(0)
            | row(1) << shift
            | row(2) << (2 * shift)
            | row(3) << (3 * shift)
            | row(4) << (4 * shift)
    }

    /// How many decisions there are within `depth` levels.
    #[inline]
    #[must_use]
    pub fn decisions(&self, depth: u32) -> u32 {
        match self.roll() {
            Some(_) => depth.div_ceil(2),
            None => depth / 2,
        }
    }

    /// The cells of a row, the leftmost one lowest.
    #[inline]
    pub(super) fn row(&self, row: usize) -> u64 {
        let start = ROW_BYTES * row;
        let bytes = self.cells[start..start + 8].try_into();
        let cells = u64::from_le_bytes(bytes.expect("eight bytes")) >> (MARGIN * CELL_BITS);
        cells & ((1 << (LARGEST as usize * CELL_BITS)) - 1)
    }

    /// A hash of the stones alone.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn cell(&self, square: Square) -> u8 {
        let (byte, shift) = place(square, MARGIN);
        self.cells[byte] >> shift & 0b11
    }

    /// What a stone on an empty square would bring.
    #[inline]
    pub(super) fn gain(&self, player: Player, square: Square) -> Gain {
        let (byte, shift) = place(square, 0);
        // Five cells of a row, two to the left of the square to two to the right; the first one is lowest.
        let window = |rows_down: usize| {
            let start = byte
                .wrapping_add(ROW_BYTES * rows_down)
                .wrapping_sub(ROW_BYTES * MARGIN)
                % WRAP;
            let bytes = [self.cells[start], self.cells[start + 1]];
            u64::from(u16::from_le_bytes(bytes) >> shift & 0x3ff)
        };
        Gain::new(player, [0, 1, 2, 3, 4].map(window))
    }

    /// The same stones, with another player to move or something else to come.
    #[inline]
    pub(super) fn turned(&self, player: Player, phase: Phase) -> Self {
        Self {
            player,
            phase,
            ..*self
        }
    }

    /// The state after `player` has put a stone that brings `gain`; the opponent is next.
    #[inline]
    pub(super) fn with_stone(
        &self,
        player: Player,
        square: Square,
        gain: Gain,
        phase: Phase,
    ) -> Self {
        let (me, you) = (index(player), index(player.opponent()));
        let (byte, shift) = place(square, MARGIN);
        let mut next = *self;
        next.cells[byte] |= STONE[me] << shift;
        next.key ^= KEYS[me][usize::from(square.row)][usize::from(square.column)];
        next.pairs[me] += gain.made();
        next.pairs[you] -= gain.broken();
        next.stones[me] += 1;
        next.player = player.opponent();
        next.phase = phase;
        next
    }

    /// How many stones in a row a player has on the longest line through a square.
    pub(super) fn longest_line(&self, player: Player, square: Square, size: u8) -> u8 {
        let run = |down: i8, right: i8| {
            let mut length = 0;
            let mut next = square.neighbour(down, right, size);
            while let Some(square) = next.filter(|&square| self.stone(square) == Some(player)) {
                length += 1;
                next = square.neighbour(down, right, size);
            }
            length
        };
        let line = |(down, right): (i8, i8)| 1 + run(down, right) + run(-down, -right);
        [(0, 1), (1, 0), (1, 1), (1, -1)]
            .map(line)
            .into_iter()
            .max()
            .unwrap_or(0)
    }
}

/// The place of a player in arrays.
#[inline]
pub(super) fn index(player: Player) -> usize {
    match player {
        Player::Max => 0,
        Player::Min => 1,
    }
}

/// The byte and the bit in it of the cell `offset` cells behind the one that is a margin to the left of a square.
#[inline]
fn place(square: Square, offset: usize) -> (usize, usize) {
    let cell = usize::from(square.column) + offset;
    let byte = ROW_BYTES * usize::from(square.row) + cell / 4;
    (byte, cell % 4 * CELL_BITS)
}

/// One random number per player and square; a board's key is the exclusive or of those of its stones.
static KEYS: [[[u64; LARGEST as usize]; LARGEST as usize]; 2] = keys();

const fn keys() -> [[[u64; LARGEST as usize]; LARGEST as usize]; 2] {
    let size = LARGEST as usize;
    let mut keys = [[[0; LARGEST as usize]; LARGEST as usize]; 2];
    let mut number = 0;
    while number < 2 * size * size {
        keys[number / (size * size)][number / size % size][number % size] = mix(number as u64);
        number += 1;
    }
    keys
}
