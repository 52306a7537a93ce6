//! What one more stone brings: pairs made and broken, and stones in a row.

use starmax_core::Player;

use super::state::{STONE, index};

/// What a stone brings, summed over the four lines through its square.
#[derive(Clone, Copy)]
pub(super) struct Gain(u16);

impl Gain {
    /// What a stone brings in the middle of a square of five rows, from top to bottom. A row is five cells of two bits each, the
    /// leftmost one lowest.
    #[inline]
    pub(super) fn new(player: Player, rows: [u64; 5]) -> Self {
        let [two_above, one_above, row, one_below, two_below] = rows;
        let across = (row & 0xf) | (row >> 2 & 0xf0);
        let lanes = lanes_above(two_above, one_above) | lanes_below(one_below, two_below);
        let gains = &GAINS[index(player)];
        let gain = |line: u64| gains[(line & 0xff) as usize];
        Self(gain(across) + gain(lanes) + gain(lanes >> LANE) + gain(lanes >> (2 * LANE)))
    }

    /// New pairs of the player who puts the stone.
    #[inline]
    pub(super) fn made(self) -> u16 {
        self.0 & 0xf
    }

    /// Pairs of the opponent with the stone between them: they are pairs no more.
    #[inline]
    pub(super) fn broken(self) -> u16 {
        self.0 >> 4 & 0xf
    }

    /// Whether two stones of the player, this one included, are now in a row.
    #[inline]
    pub(super) fn has_two(self) -> bool {
        self.0 & 0xf00 != 0
    }

    /// Whether three are.
    #[inline]
    pub(super) fn has_three(self) -> bool {
        self.0 & 0xf000 != 0
    }
}

/// The three lines through a square that cross its row lie in one word, a lane each: falling, upright, rising. A lane is
/// four cells: two above the square, from the far one to the near one, and two below, from the near one to the far one.
const LANE: usize = 16;
const LANES: u64 = 0b11 | 0b11 << LANE | 0b11 << (2 * LANE);

/// Every other cell of five: those that lie on a line with a square two rows away.
const EVERY_OTHER: u64 = 0b11_00_11_00_11;
/// The three middle cells of five, once they are moved down by one cell.
const MIDDLE: u64 = 0b11_11_11;

/// Puts cells of the two rows above a square into the lanes. From left to right they are on the falling, the upright and the
/// rising line; a product with three powers of two copies the row three times, so that each lane finds its cell.
#[inline]
fn lanes_above(two_above: u64, one_above: u64) -> u64 {
    let far = (two_above & EVERY_OTHER) * (1 | 1 << (LANE - 4) | 1 << (2 * LANE - 8));
    let near = (one_above >> 2 & MIDDLE) * (1 | 1 << (LANE - 2) | 1 << (2 * LANE - 4));
    (far & LANES) | (near & LANES) << 2
}

/// The same for the two rows below, where the lines come from right to left.
#[inline]
fn lanes_below(one_below: u64, two_below: u64) -> u64 {
    let near = (one_below >> 2 & MIDDLE) * (1 | 1 << (LANE + 2) | 1 << (2 * LANE + 4));
    let far = (two_below & EVERY_OTHER) * (1 | 1 << (LANE + 4) | 1 << (2 * LANE + 8));
    (near & LANES << 4) | (far & LANES << 8) >> 2
}

/// What a stone brings on one line, by player and by the four cells around it, as [`Gain`] sums them up.
static GAINS: [[u16; 256]; 2] = [line_gains(0), line_gains(1)];

const fn line_gains(player: usize) -> [u16; 256] {
    let mut gains = [0; 256];
    let mut line = 0;
    while line < gains.len() {
        gains[line] = line_gain(line, STONE[player] as usize, STONE[1 - player] as usize);
        line += 1;
    }
    gains
}

const fn line_gain(line: usize, mine: usize, yours: usize) -> u16 {
    let [far_left, left, right, far_right] = [line & 3, line >> 2 & 3, line >> 4 & 3, line >> 6];
    let pairs_left = left == mine || (left == 0 && far_left == mine);
    let pairs_right = right == mine || (right == 0 && far_right == mine);
    // The two neighbours were a pair across the empty square.
    let joined = left == mine && right == mine;
    let broken = left == yours && right == yours;
    let has_two = left == mine || right == mine;
    let has_three =
        joined || (left == mine && far_left == mine) || (right == mine && far_right == mine);
    (pairs_left as u16 + pairs_right as u16 - joined as u16)
        | (broken as u16) << 4
        | (has_two as u16) << 8
        | (has_three as u16) << 12
}
