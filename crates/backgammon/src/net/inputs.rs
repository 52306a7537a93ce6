use starmax_games::BackgammonState;

/// Rows of one player's checkers: 24 points, the bar, and those borne off.
const CHECKER_ROWS: usize = 24 * PER_POINT + PER_BAR + PER_OFF;
const PER_POINT: usize = 6;
const PER_BAR: usize = 4;
const PER_OFF: usize = 15;
/// Where the rows of blots begin.
const BLOTS: usize = 2 * CHECKER_ROWS;
/// A blot is in danger from checkers up to so many pips behind it.
const REACH: usize = 11;
const POINTS: usize = 24;
const OFF: usize = 0;
const BAR: usize = 25;

/// What the net sees: the checkers of both players, the one on roll first, each as its owner sees them.
///
/// Every input is on or off and has a row of weights in the first layer:
///
/// * The checkers of a point have six rows; with n checkers the first n are on. The bar has four, the checkers borne off have 15. So each checker
///   turns on one row (but the seventh on a point and the fifth on the bar none).
/// * A blot has a row for each distance up to eleven pips, on if there is an enemy checker at that distance behind which may
///   hit it. The bar counts as a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetInputs {
    checkers: [Checkers; 2],
    /// The places of each player's checkers, except those borne off; a bit each.
    occupied: [u32; 2],
    /// For each distance the points where a blot is in danger: the own ones, and from bit [`HIS`] on those of the opponent.
    dangers: [u64; REACH],
}

/// How many checkers a player has at each place, seen by that player: 0 is off the board, 1 to 24 are the points, 25 is the bar.
pub type Places = [u8; 26];

/// [`Places`] as numbers of eight places each, the first one lowest.
type Checkers = [u64; 4];

impl NetInputs {
    /// How many inputs there are.
    pub const ROWS: usize = BLOTS + 2 * REACH * POINTS;

    /// No checker anywhere: no row is on.
    pub(super) const NOTHING: Self = Self {
        checkers: [[0; 4]; 2],
        occupied: [0; 2],
        dangers: [0; REACH],
    };

    /// What the player on roll sees.
    #[inline]
    #[must_use]
    pub fn new(state: &BackgammonState) -> Self {
        let me = state.player();
        Self::of(
            &state.checkers(me).counts(),
            &state.checkers(me.opponent()).counts(),
        )
    }

    /// What a player sees who has these checkers and whose opponent has those.
    #[inline]
    #[must_use]
    pub fn of(mine: &Places, his: &Places) -> Self {
        let checkers = [pack(mine), pack(his)];
        let occupied = [occupied(&checkers[0]), occupied(&checkers[1])];
        let blots = [blots(&checkers[0]), blots(&checkers[1])];
        Self {
            checkers,
            occupied,
            dangers: dangers(blots, occupied),
        }
    }

    /// The checkers of the player on roll, and those of the opponent.
    #[must_use]
    pub fn places(&self) -> [Places; 2] {
        self.checkers.map(|checkers| {
            std::array::from_fn(|place| checkers[place / 8].to_le_bytes()[place % 8])
        })
    }

    /// Whether the player on roll, and the opponent, have borne off a checker.
    #[inline]
    #[must_use]
    pub fn have_borne_off(&self) -> [bool; 2] {
        [self.checkers[0][0] & 255 > 0, self.checkers[1][0] & 255 > 0]
    }

    /// Calls with the number of each row that is on.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "it must be compiled for the processor of its caller"
    )]
    pub fn for_each_row(&self, mut call: impl FnMut(usize)) {
        self.for_each_change(&Self::NOTHING, |row, _| call(row));
    }

    /// Calls with each row that is not as it was `before`, and whether it is on now.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "it must be compiled for the processor of its caller"
    )]
    pub(super) fn for_each_change(&self, before: &Self, mut call: impl FnMut(usize, bool)) {
        for side in 0..2 {
            for word in 0..4 {
                let (old, new) = (before.checkers[side][word], self.checkers[side][word]);
                let mut changed = old ^ new;
                while changed != 0 {
                    let byte = changed.trailing_zeros() as usize / 8;
                    let (first, most) = rows_of(8 * word + byte);
                    let first = side * CHECKER_ROWS + first;
                    let count = |word: u64| usize::from(word.to_le_bytes()[byte]).min(most);
                    let (mut old, new) = (count(old), count(new));
                    while old < new {
                        call(first + old, true);
                        old += 1;
                    }
                    while old > new {
                        old -= 1;
                        call(first + old, false);
                    }
                    changed &= !(255 << (8 * byte));
                }
            }
        }
        for distance in 0..REACH {
            let now = self.dangers[distance];
            let mut changed = now ^ before.dangers[distance];
            while changed != 0 {
                let bit = changed.trailing_zeros() as usize;
                let side = usize::from(bit >= HIS);
                let point = bit - side * HIS;
                let row = BLOTS + (side * REACH + distance) * POINTS + point - 1;
                call(row, now >> bit & 1 != 0);
                changed &= changed - 1;
            }
        }
    }

    /// Whether the players have passed each other.
    #[inline]
    #[must_use]
    pub fn is_race(&self) -> bool {
        let farthest = |side: usize| (self.occupied[side] | 1).ilog2() as usize;
        farthest(0) + farthest(1) < BAR
    }

    /// How many sets of weights the upper layers have.
    pub const SETS: usize = 17;

    /// The set of weights for this position: 16 for how many checkers (three or more are alike) each player has in the other's home
    /// or on the bar, and the last one for races.
    #[inline]
    #[must_use]
    pub fn set(&self) -> usize {
        if self.is_race() {
            return Self::SETS - 1;
        }
        usize::from(behind(&self.checkers[0]) * 4 + behind(&self.checkers[1]))
    }
}

/// How many checkers, at most three, are in the opponent's home or on the bar.
#[inline]
fn behind(checkers: &Checkers) -> u8 {
    let places = (checkers[2] >> 24) + (checkers[3] << 40);
    let [.., sum] = places.wrapping_mul(ONES).to_le_bytes();
    sum.min(3)
}

/// The first row of a place, and how many it has.
#[inline]
fn rows_of(place: usize) -> (usize, usize) {
    match place {
        OFF => (POINTS * PER_POINT + PER_BAR, PER_OFF),
        BAR => (POINTS * PER_POINT, PER_BAR),
        point => ((point - 1) * PER_POINT, PER_POINT),
    }
}

#[inline]
fn pack(places: &Places) -> Checkers {
    let mut padded = [0; 32];
    padded[..26].copy_from_slice(places);
    let words = padded.as_chunks::<8>().0;
    [words[0], words[1], words[2], words[3]].map(u64::from_le_bytes)
}

/// A 1 in each of eight bytes.
const ONES: u64 = 0x0101_0101_0101_0101;

/// A bit for each byte that is not 0. Bytes are at most 127.
#[inline]
fn bytes_in_use(word: u64) -> u32 {
    let highest_bits = (word + 127 * ONES) >> 7 & ONES;
    // Moves the lowest bit of each byte to its place in the highest byte.
    let [.., bits] = highest_bits
        .wrapping_mul(0x0102_0408_1020_4080)
        .to_le_bytes();
    u32::from(bits)
}

#[inline]
fn places_in_use(checkers: &Checkers) -> u32 {
    bytes_in_use(checkers[0])
        | bytes_in_use(checkers[1]) << 8
        | bytes_in_use(checkers[2]) << 16
        | bytes_in_use(checkers[3]) << 24
}

#[inline]
fn occupied(checkers: &Checkers) -> u32 {
    places_in_use(checkers) & !(1 << OFF)
}

/// The points with a single checker.
#[inline]
fn blots(checkers: &Checkers) -> u32 {
    let [a, b, c, d] = checkers;
    let no_blots = places_in_use(&[a ^ ONES, b ^ ONES, c ^ ONES, d ^ ONES]);
    !no_blots & ((1 << BAR) - 2)
}

/// Where the opponent's points begin in a number that holds those of both players. The own points, moved up by any distance, do
/// not reach them.
const HIS: usize = BAR + REACH;

/// The blots of both players that an enemy checker is 1, 2, ... pips behind.
#[inline]
fn dangers(blots: [u32; 2], occupied: [u32; 2]) -> [u64; REACH] {
    let both = |[mine, his]: [u32; 2]| u64::from(mine) | u64::from(his) << HIS;
    // As the owner of the blots numbers the points: the enemy's bar is 0, and his checkers move up.
    let seen_by_owner = |enemy: u32| enemy.reverse_bits() >> (31 - BAR);
    let enemies = both([seen_by_owner(occupied[1]), seen_by_owner(occupied[0])]);
    std::array::from_fn(|distance| both(blots) & enemies << (distance + 1))
}
