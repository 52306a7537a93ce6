#![expect(
    clippy::inline_always,
    reason = "some must be compiled for the processor of their caller"
)]

use starmax_games::{BackgammonState, Checkers};

/// Rows of one player's checkers: 24 points, the bar, and those borne off.
const CHECKER_ROWS: usize = POINTS * PER_POINT + PER_BAR + PER_OFF;
const PER_POINT: usize = 6;
const PER_BAR: usize = 4;
const PER_OFF: usize = 15;
/// Where the rows of blots begin.
const BLOTS: usize = 2 * CHECKER_ROWS;
/// A blot is in danger from checkers up to this many pips behind it.
const REACH: usize = 11;
/// Where the rows of checkers on the bar begin.
const ENTRIES: usize = BLOTS + 2 * REACH * POINTS;
/// Ways to block the points of a home.
const HOMES: u32 = 1 << 6;
/// Rows of them.
const PER_HOME: usize = HOMES as usize;
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
/// * A player with checkers on the bar has a row for the points of the enemy's home that are blocked, one of 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NetInputs {
    checkers: [Packed; 2],
    switches: Switches,
}

/// How many checkers a player has at each place, seen by that player: 0 is off the board, 1 to 24 are the points, 25 is the bar.
pub type Places = [u8; 26];

/// [`Places`] in numbers of four bits each, the first one lowest.
pub(super) type Packed = [u64; 2];

/// For one to six checkers the places that have at least that many, a bit each.
pub(super) type Levels = [u32; PER_POINT];

impl NetInputs {
    /// How many inputs there are.
    pub const ROWS: usize = ENTRIES + 2 * PER_HOME;

    /// No checker anywhere: no row is on.
    pub(super) const NOTHING: Self = Self {
        checkers: [[0; 2]; 2],
        switches: Switches::NOTHING,
    };

    /// What the player on roll sees.
    #[inline]
    #[must_use]
    pub fn new(state: &BackgammonState) -> Self {
        Self::from_packed(state.mine_and_his().map(Checkers::words))
    }

    /// What a player sees who has these checkers and whose opponent has those.
    #[inline]
    #[must_use]
    pub fn of(mine: &Places, his: &Places) -> Self {
        Self::from_packed([pack(mine), pack(his)])
    }

    #[inline]
    fn from_packed(checkers: [Packed; 2]) -> Self {
        Self::with_levels(checkers, checkers.map(levels))
    }

    /// The inputs, when the levels are known.
    #[inline(always)]
    pub(super) fn with_levels(checkers: [Packed; 2], levels: [Levels; 2]) -> Self {
        Self {
            checkers,
            switches: Switches::new(checkers, levels),
        }
    }

    /// The checkers of the player on roll, and those of the opponent.
    #[must_use]
    pub fn places(&self) -> [Places; 2] {
        (self.checkers).map(|checkers| std::array::from_fn(|place| count(checkers, place)))
    }

    /// Whether the player on roll, and the opponent, have borne off a checker.
    #[inline]
    #[must_use]
    pub fn have_borne_off(&self) -> [bool; 2] {
        self.checkers.map(|checkers| count(checkers, OFF) > 0)
    }

    /// Which rows are on.
    #[inline]
    pub(super) fn switches(&self) -> &Switches {
        &self.switches
    }

    /// Calls with the number of each row that is on.
    #[inline(always)]
    pub fn for_each_row(&self, mut call: impl FnMut(usize)) {
        for side in 0..2 {
            let mut places = self.switches.occupied(side) | 1 << OFF;
            while places != 0 {
                let place = places.trailing_zeros() as usize;
                let (first, most) = rows_of(place);
                let count = usize::from(count(self.checkers[side], place)).min(most);
                for row in 0..count {
                    call(side * CHECKER_ROWS + first + row);
                }
                places &= places - 1;
            }
        }
        for distance in 0..REACH {
            for side in 0..2 {
                let mut blots = self.switches.0[Switches::dangers(side, distance)];
                while blots != 0 {
                    let point = blots.trailing_zeros() as usize;
                    call(danger_row(side, distance, point));
                    blots &= blots - 1;
                }
            }
        }
        for side in 0..2 {
            let entry = self.switches.entry(side);
            if entry != 0 {
                call(entry_row(side, entry.trailing_zeros() as usize));
            }
        }
    }

    /// Whether the players have passed each other.
    #[inline]
    #[must_use]
    pub fn is_race(&self) -> bool {
        let farthest = |side: usize| (self.switches.occupied(side) | 1).ilog2() as usize;
        farthest(0) + farthest(1) < BAR
    }

    /// How many sets of weights the upper layers have.
    pub const SETS: usize = Self::BEHIND * Self::BEHIND + 1;

    /// What is told apart about the checkers that a player has behind.
    const BEHIND: usize = 9;

    /// The set of weights for this position: 81 for how many checkers (four or more are alike) each player has in the other's home
    /// or on the bar, and whether any are on the bar, and the last one for races.
    #[inline]
    #[must_use]
    pub fn set(&self) -> usize {
        if self.is_race() {
            return Self::SETS - 1;
        }
        behind(self.checkers[0]) * Self::BEHIND + behind(self.checkers[1])
    }

    /// The rows and sets that the first nets had.
    pub(super) const FIRST_ROWS: usize = ENTRIES;
    pub(super) const FIRST_SETS: usize = 17;

    /// The set of the first nets that a set was part of.
    pub(super) fn first_set(set: usize) -> usize {
        if set == Self::SETS - 1 {
            return Self::FIRST_SETS - 1;
        }
        let behind = |kind: usize| kind.div_ceil(2).min(3);
        behind(set / Self::BEHIND) * 4 + behind(set % Self::BEHIND)
    }
}

/// Which rows are on, a bit each. Each number is about the places of one player, of which the first one is never on: for each player those that
/// have one checker, two, and so on; how many are borne off; for each player and each distance the points where a blot is in danger; for each player the
/// home to enter, in two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub(super) struct Switches(pub(super) [u32; Switches::GROUPS]);

impl Switches {
    /// Whole registers.
    pub(super) const GROUPS: usize = 2 * (PER_POINT + 1 + REACH + PER_HOME / 32);

    /// The number of bits: places for rows, of which some are empty.
    pub(super) const SLOTS: usize = Self::GROUPS * 32;

    /// All rows are off.
    pub(super) const NOTHING: Self = Self([0; Self::GROUPS]);

    #[inline(always)]
    fn new(checkers: [Packed; 2], levels: [Levels; 2]) -> Self {
        const POINTS_AND_BAR: u32 = (1 << (BAR + 1)) - 2;
        const ONLY_POINTS: u32 = (1 << BAR) - 2;
        let mut switches = Self::NOTHING;
        for (side, levels) in levels.iter().enumerate() {
            for (level, have) in levels.iter().enumerate() {
                let places = if level < PER_BAR {
                    POINTS_AND_BAR
                } else {
                    ONLY_POINTS
                };
                switches.0[Self::level(side, level)] = have & places;
            }
            switches.0[Self::off(side)] = (2 << count(checkers[side], OFF)) - 2;
        }
        for (side, [one, two, ..]) in levels.iter().enumerate() {
            let blots = one & !two & ONLY_POINTS;
            // As the owner of the blots numbers the points: the enemy's bar is 0, and his checkers move up.
            let enemies = switches.occupied(1 - side).reverse_bits() >> (31 - BAR);
            for distance in 0..REACH {
                switches.0[Self::dangers(side, distance)] = blots & enemies << (distance + 1);
            }
            let is_on_bar = one >> BAR & 1;
            let [_, blocked, ..] = levels[1 - side];
            let home = blocked >> 1 & (HOMES - 1);
            let upper = home >> 5;
            let entry = is_on_bar << (home & 31);
            let place = Self::entry_place(side);
            switches.0[place] = entry & upper.wrapping_sub(1);
            switches.0[place + 1] = entry & upper.wrapping_neg();
        }
        switches
    }

    const fn level(side: usize, level: usize) -> usize {
        side * PER_POINT + level
    }

    const fn off(side: usize) -> usize {
        2 * PER_POINT + side
    }

    const fn dangers(side: usize, distance: usize) -> usize {
        2 * (PER_POINT + 1) + side * REACH + distance
    }

    const fn entry_place(side: usize) -> usize {
        2 * (PER_POINT + 1 + REACH) + side * PER_HOME / 32
    }

    /// The home that a player on the bar has to enter, the bit with its number.
    #[inline(always)]
    fn entry(&self, side: usize) -> u64 {
        let place = Self::entry_place(side);
        u64::from(self.0[place]) | u64::from(self.0[place + 1]) << 32
    }

    /// Where a player has checkers, except those borne off.
    #[inline(always)]
    fn occupied(&self, side: usize) -> u32 {
        self.0[Self::level(side, 0)]
    }

    /// A row is on if it is in most of the others; when opinions are divided it is as it was.
    #[inline(always)]
    pub(super) fn between(&self, others: [&Self; 4]) -> Self {
        let mut between = Self::NOTHING;
        for group in 0..Self::GROUPS {
            let [a, b, c, d] = others.map(|other| other.0[group]);
            let three = a & b & (c | d) | c & d & (a | b);
            let two = a & b | c & d | (a | b) & (c | d);
            between.0[group] = three | two & self.0[group];
        }
        between
    }

    /// Calls with the slot of each row that is on here and off there.
    #[inline]
    pub(super) fn for_each_not_in(&self, other: &Self, mut call: impl FnMut(usize)) {
        for (group, (here, there)) in self.0.iter().zip(&other.0).enumerate() {
            let mut bits = here & !there;
            while bits != 0 {
                call(32 * group + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
        }
    }

    /// The slot of every row.
    pub(super) fn slots() -> [usize; NetInputs::ROWS] {
        let slot = |group: usize, bit: usize| 32 * group + bit;
        let mut slots = [0; NetInputs::ROWS];
        for side in 0..2 {
            for place in OFF..=BAR {
                let (first, most) = rows_of(place);
                for row in 0..most {
                    slots[side * CHECKER_ROWS + first + row] = match place {
                        OFF => slot(Self::off(side), row + 1),
                        _ => slot(Self::level(side, row), place),
                    };
                }
            }
            for distance in 0..REACH {
                for point in 1..=POINTS {
                    slots[danger_row(side, distance, point)] =
                        slot(Self::dangers(side, distance), point);
                }
            }
            for home in 0..PER_HOME {
                slots[entry_row(side, home)] = slot(Self::entry_place(side), home);
            }
        }
        slots
    }
}

#[inline]
fn danger_row(side: usize, distance: usize, point: usize) -> usize {
    BLOTS + (side * REACH + distance) * POINTS + point - 1
}

#[inline]
fn entry_row(side: usize, home: usize) -> usize {
    ENTRIES + side * PER_HOME + home
}

/// 0 if no checkers are in the opponent's home or on the bar. Else an odd number if none are on the bar, an even one if some are: the larger, the
/// more there are, up to four.
#[inline]
fn behind([_, upper]: Packed) -> usize {
    // The upper number begins with place 16.
    const FIRST: usize = 19 - 16;
    const PLACES: usize = BAR + 1 - 19;
    let counts = upper >> (4 * FIRST) & ((1 << (4 * PLACES)) - 1);
    let (even, odd) = (counts & 0x0f0f_0f0f, counts >> 4 & 0x0f0f_0f0f);
    let [.., sum, _, _, _, _] = (even + odd).wrapping_mul(0x0101_0101).to_le_bytes();
    let is_on_bar = counts >> (4 * (PLACES - 1)) != 0;
    usize::from(2 * sum.min(4) + u8::from(is_on_bar)).saturating_sub(1)
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
fn pack(places: &Places) -> Packed {
    let mut packed = [0; 2];
    for (place, &count) in places.iter().enumerate() {
        packed[place / 16] |= u64::from(count) << (4 * (place % 16));
    }
    packed
}

#[inline]
fn count(checkers: Packed, place: usize) -> u8 {
    (checkers[place / 16] >> (4 * (place % 16)) & 15) as u8
}

/// The levels of a player's checkers.
#[inline]
fn levels(checkers: Packed) -> Levels {
    let [low, high] = checkers.map(planes);
    let [ones, twos, fours, eights] = std::array::from_fn(|plane| {
        let part = |planes: u64| (planes >> (16 * plane) & 0xffff) as u32;
        part(low) | part(high) << 16
    });
    let four_or_more = fours | eights;
    [
        ones | twos | four_or_more,
        twos | four_or_more,
        ones & twos | four_or_more,
        four_or_more,
        fours & (ones | twos) | eights,
        fours & twos | eights,
    ]
}

/// The bits of 16 numbers of four bits: the lowest ones of all, then the next ones, and so on.
#[inline]
fn planes(numbers: u64) -> u64 {
    /// Exchanges bits with those that are this many places above them.
    fn exchange(bits: u64, which: u64, distance: u32) -> u64 {
        let different = (bits ^ bits >> distance) & which;
        bits ^ different ^ different << distance
    }
    let bits = exchange(numbers, 0x0a0a_0a0a_0a0a_0a0a, 3);
    let bits = exchange(bits, 0x00cc_00cc_00cc_00cc, 6);
    let bits = exchange(bits, 0x0000_f0f0_0000_f0f0, 12);
    exchange(bits, 0x0000_0000_ff00_ff00, 24)
}
