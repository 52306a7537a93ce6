//! Sets of squares for both players at once, and what is found for all squares of a board side by side.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr, Range};

use starmax_core::Player;

use super::DiceState;
use super::state::{CELL_BITS, LARGEST, index};

const WORD_BITS: usize = u64::BITS as usize;
/// The lower bit of every cell: X's set. O's is in the upper bits.
const X_CELLS: u64 = 0x5555_5555_5555_5555;
/// The largest gain of one stone: two pairs on each of four lines.
const LARGEST_GAIN: usize = 8;

/// A set of squares for X and another one for O, in the two bits of each cell.
///
/// A row takes `ROW` bits and ends with at least one cell that belongs to no square, so that rows do not touch; no row lies in two words.
#[derive(Clone, Copy)]
pub(super) struct Squares<const WORDS: usize, const ROW: usize>([u64; WORDS]);

impl<const WORDS: usize, const ROW: usize> Squares<WORDS, ROW> {
    const NONE: Self = Self([0; WORDS]);
    const ROWS_IN_WORD: usize = WORD_BITS / ROW;
    const ROWS: usize = {
        let rows = Self::ROWS_IN_WORD * WORDS;
        if rows < LARGEST as usize {
            rows
        } else {
            LARGEST as usize
        }
    };
    /// Across, falling, down and rising.
    const STEPS: [usize; 4] = [CELL_BITS, ROW + CELL_BITS, ROW, ROW - CELL_BITS];
    /// All squares of boards by their size.
    const BOARDS: [Self; LARGEST as usize + 1] = {
        let mut boards = [Self::NONE; LARGEST as usize + 1];
        let mut size = 1;
        while size < boards.len() {
            let mut row = 0;
            while row < size && row < Self::ROWS {
                let squares = (1 << (size * CELL_BITS)) - 1;
                boards[size].0[row / Self::ROWS_IN_WORD] |=
                    squares << (row % Self::ROWS_IN_WORD * ROW);
                row += 1;
            }
            size += 1;
        }
        boards
    };

    /// Where each player has stones.
    #[inline]
    pub(super) fn stones(state: &DiceState) -> Self {
        let mut squares = Self::NONE;
        for row in 0..Self::ROWS {
            squares.0[row / Self::ROWS_IN_WORD] |=
                state.row(row) << (row % Self::ROWS_IN_WORD * ROW);
        }
        squares
    }

    /// The squares without a stone, for both players alike, where these are the stones.
    #[inline]
    pub(super) fn empty(self, size: u8) -> Self {
        let board = &Self::BOARDS[usize::from(size)];
        Self(from_fn(|word| {
            let stones = self.0[word];
            let taken = (stones | stones >> 1) & X_CELLS;
            board.0[word] & !(taken | taken << 1)
        }))
    }

    /// Whether the player has any square.
    #[inline]
    pub(super) fn any(self, player: Player) -> bool {
        let all = self.0.into_iter().fold(0, BitOr::bitor);
        all >> index(player) & X_CELLS != 0
    }

    /// The squares that are `bits` further than these.
    #[expect(
        clippy::inline_always,
        reason = "shifts by steps that are known are cheap"
    )]
    #[inline(always)]
    fn after(self, bits: usize) -> Self {
        let (words, bits) = (bits / WORD_BITS, bits % WORD_BITS);
        let mut squares = Self::NONE;
        for word in words..WORDS {
            squares.0[word] = self.0[word - words] << bits;
            if word > words {
                squares.0[word] |= self.0[word - words - 1] >> 1 >> (WORD_BITS - 1 - bits);
            }
        }
        squares
    }

    /// The squares that are `bits` before these.
    #[expect(
        clippy::inline_always,
        reason = "shifts by steps that are known are cheap"
    )]
    #[inline(always)]
    fn before(self, bits: usize) -> Self {
        let (words, bits) = (bits / WORD_BITS, bits % WORD_BITS);
        let mut squares = Self::NONE;
        for word in words..WORDS {
            squares.0[word - words] = self.0[word] >> bits;
            if word + 1 < WORDS {
                squares.0[word - words] |= self.0[word + 1] << 1 << (WORD_BITS - 1 - bits);
            }
        }
        squares
    }

    #[inline]
    fn without(self, other: Self) -> Self {
        Self(from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// X's squares as O's, and O's as X's.
    #[inline]
    fn swapped(self) -> Self {
        Self(
            self.0
                .map(|word| (word & X_CELLS) << 1 | word >> 1 & X_CELLS),
        )
    }

    /// The squares in a row, X's and O's.
    #[inline]
    fn row(&self, row: u8) -> u64 {
        let row = usize::from(row);
        let word = self.0[row / Self::ROWS_IN_WORD] >> (row % Self::ROWS_IN_WORD * ROW);
        word << (WORD_BITS - ROW) >> (WORD_BITS - ROW)
    }

    /// The columns with squares in them, as a row.
    #[inline]
    fn columns(&self) -> u64 {
        let all = self.0.into_iter().fold(0, BitOr::bitor);
        (0..Self::ROWS_IN_WORD).fold(0, |columns, row| columns | all >> (row * ROW))
    }

    /// What a stone brings on each of the empty squares.
    #[inline]
    pub(super) fn gains(self, empty: Self) -> Gains<WORDS, ROW> {
        let along = |line: usize| self.gains_along(Self::STEPS[line], empty);
        let [across, falling, down, rising] = [along(0), along(1), along(2), along(3)];
        Gains(merged_8(merged_4(across, falling), merged_4(down, rising)))
    }

    /// The squares where a stone brings a pair, and where it brings two, on one of the four lines through them.
    #[expect(
        clippy::inline_always,
        reason = "shifts by steps that are known are cheap"
    )]
    #[inline(always)]
    fn gains_along(self, step: usize, empty: Self) -> [Self; 2] {
        let (left, right) = (self.after(step), self.before(step));
        let pairs_left = left | (left & empty).after(step);
        let pairs_right = right | (right & empty).before(step);
        // Two neighbours were a pair across the empty square.
        let joined = left & right;
        let one = pairs_left | pairs_right | joined.swapped();
        let two = (pairs_left & pairs_right).without(joined);
        [one & empty, two & empty]
    }

    /// The lines of `line` squares without stones of the opponent that lack fewer than `KINDS` stones.
    #[inline]
    pub(super) fn open_lines<const KINDS: usize>(
        self,
        empty: Self,
        line: u8,
    ) -> OpenLines<WORDS, ROW, KINDS> {
        let along = |direction: usize| self.open_lines_along(Self::STEPS[direction], empty, line);
        along(0).and(&along(1)).and(&along(2)).and(&along(3))
    }

    #[expect(
        clippy::inline_always,
        reason = "shifts by steps that are known are cheap"
    )]
    #[inline(always)]
    fn open_lines_along<const KINDS: usize>(
        self,
        step: usize,
        empty: Self,
        line: u8,
    ) -> OpenLines<WORDS, ROW, KINDS> {
        let open = self | empty;
        let mut ends: [Self; KINDS] = from_fn(|lacking| if lacking == 0 { self } else { open });
        for _ in 1..line {
            for shorter in &mut ends {
                *shorter = shorter.after(step);
            }
            for lacking in (1..KINDS).rev() {
                ends[lacking] = (self & ends[lacking]) | (empty & ends[lacking - 1]);
            }
            ends[0] = self & ends[0];
        }
        let last = ends[KINDS - 1];
        let mut squares = last;
        for _ in 1..line {
            squares = last | squares.before(step);
        }
        OpenLines {
            ends,
            lacking: squares & empty,
        }
    }
}

/// Where one more stone brings a lead of at least one pair, of at least two and so on.
pub(super) struct Gains<const WORDS: usize, const ROW: usize>([Squares<WORDS, ROW>; LARGEST_GAIN]);

impl<const WORDS: usize, const ROW: usize> Gains<WORDS, ROW> {
    /// The largest gain of a player anywhere.
    #[inline]
    pub(super) fn largest(&self, player: Player) -> u32 {
        self.0
            .iter()
            .map(|squares| u32::from(squares.any(player)))
            .sum()
    }

    /// The largest gain of a player on the line of each roll.
    #[inline]
    pub(super) fn by_roll(&self, player: Player, rolls: Range<u8>) -> ByRoll {
        on_lines(&self.0, player, rolls)
    }
}

/// The lines that a player may still make.
pub(super) struct OpenLines<const WORDS: usize, const ROW: usize, const KINDS: usize> {
    /// Where lines end that lack no stone, at most one stone and so on.
    ends: [Squares<WORDS, ROW>; KINDS],
    /// The empty squares of all these lines.
    lacking: Squares<WORDS, ROW>,
}

impl<const WORDS: usize, const ROW: usize, const KINDS: usize> OpenLines<WORDS, ROW, KINDS> {
    /// Whether there is one that lacks at most this many stones.
    #[inline]
    pub(super) fn any(&self, player: Player, lacking: usize) -> bool {
        self.ends[lacking].any(player)
    }

    /// Whether there is one with an empty square on the line of each roll: 1 or 0.
    #[inline]
    pub(super) fn by_roll(&self, player: Player, rolls: Range<u8>) -> ByRoll {
        on_lines(&[self.lacking], player, rolls)
    }

    #[inline]
    fn and(&self, other: &Self) -> Self {
        Self {
            ends: from_fn(|lacking| self.ends[lacking] | other.ends[lacking]),
            lacking: self.lacking | other.lacking,
        }
    }
}

/// A number for every roll.
pub(super) type ByRoll = [u8; LARGEST as usize];

/// In how many of the sets a player has squares on the line that each roll picks: X's a row, O's a column.
#[inline]
fn on_lines<const WORDS: usize, const ROW: usize, const SETS: usize>(
    sets: &[Squares<WORDS, ROW>; SETS],
    player: Player,
    rolls: Range<u8>,
) -> ByRoll {
    let mut numbers = [0; LARGEST as usize];
    match player {
        Player::Max => {
            for roll in rolls {
                let is_there = |set: &Squares<_, _>| set.row(roll) & X_CELLS != 0;
                numbers[usize::from(roll)] = sets.iter().map(|set| u8::from(is_there(set))).sum();
            }
        }
        Player::Min => {
            let sets = sets.each_ref().map(Squares::columns);
            for roll in rolls {
                let cell = 0b10 << (usize::from(roll) * CELL_BITS);
                numbers[usize::from(roll)] = sets.iter().map(|set| u8::from(set & cell != 0)).sum();
            }
        }
    }
    numbers
}

/// Two lists of sets, each set inside the one before, as one such list: a square is in as many sets as before.
#[inline]
fn merged_4<const WORDS: usize, const ROW: usize>(
    one: [Squares<WORDS, ROW>; 2],
    two: [Squares<WORDS, ROW>; 2],
) -> [Squares<WORDS, ROW>; 4] {
    let (both, any) = (one[0] & two[0], one[1] | two[1]);
    [one[0] | two[0], both | any, both & any, one[1] & two[1]]
}

/// The same for longer lists (Batcher's odd-even merge).
#[inline]
fn merged_8<const WORDS: usize, const ROW: usize>(
    one: [Squares<WORDS, ROW>; 4],
    two: [Squares<WORDS, ROW>; 4],
) -> [Squares<WORDS, ROW>; LARGEST_GAIN] {
    let odd = merged_4([one[0], one[2]], [two[0], two[2]]);
    let even = merged_4([one[1], one[3]], [two[1], two[3]]);
    [
        odd[0],
        odd[1] | even[0],
        odd[1] & even[0],
        odd[2] | even[1],
        odd[2] & even[1],
        odd[3] | even[2],
        odd[3] & even[2],
        even[3],
    ]
}

impl<const WORDS: usize, const ROW: usize> BitAnd for Squares<WORDS, ROW> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(from_fn(|word| self.0[word] & other.0[word]))
    }
}

impl<const WORDS: usize, const ROW: usize> BitOr for Squares<WORDS, ROW> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(from_fn(|word| self.0[word] | other.0[word]))
    }
}
