use starmax_games::{BackgammonState, Places};

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
    places: [Places; 2],
    /// For each player and each distance the points where a blot is in danger.
    dangers: [[u32; REACH]; 2],
}

impl NetInputs {
    /// How many inputs there are.
    pub const ROWS: usize = BLOTS + 2 * REACH * POINTS;

    /// No checker anywhere: no row is on.
    pub(super) const NOTHING: Self = Self {
        places: [[0; 26]; 2],
        dangers: [[0; REACH]; 2],
    };

    /// What the player on roll sees.
    #[inline]
    #[must_use]
    pub fn new(state: &BackgammonState) -> Self {
        let me = state.player();
        Self::of(state.places(me), state.places(me.opponent()))
    }

    /// What a player sees who has these checkers and whose opponent has those.
    #[inline]
    #[must_use]
    pub fn of(mine: &Places, his: &Places) -> Self {
        let [(my_any, my_blots), (his_any, his_blots)] = [mine, his].map(occupied_and_blots);
        Self {
            places: [*mine, *his],
            dangers: [dangers(my_blots, his_any), dangers(his_blots, my_any)],
        }
    }

    /// The checkers of the player on roll, and those of the opponent.
    #[inline]
    #[must_use]
    pub fn places(&self) -> &[Places; 2] {
        &self.places
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
            for place in 0..26 {
                let (old, new) = (before.places[side][place], self.places[side][place]);
                if old != new {
                    let (first, most) = rows_of(place);
                    let first = side * CHECKER_ROWS + first;
                    let old = usize::from(old).min(most);
                    let new = usize::from(new).min(most);
                    for row in old..new {
                        call(first + row, true);
                    }
                    for row in new..old {
                        call(first + row, false);
                    }
                }
            }
            for distance in 0..REACH {
                let now = self.dangers[side][distance];
                let mut changed = now ^ before.dangers[side][distance];
                let first = BLOTS + (side * REACH + distance) * POINTS;
                while changed != 0 {
                    let point = changed.trailing_zeros() as usize;
                    call(first + point - 1, now >> point & 1 != 0);
                    changed &= changed - 1;
                }
            }
        }
    }

    /// Whether the players have passed each other.
    #[inline]
    #[must_use]
    pub fn is_race(&self) -> bool {
        let farthest = |places: &Places| places.iter().rposition(|&count| count > 0);
        let [mine, his] = self.places.each_ref().map(farthest);
        mine.unwrap_or(OFF) + his.unwrap_or(OFF) < BAR
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
        let behind = |places: &Places| places[19..].iter().sum::<u8>().min(3);
        let [mine, his] = self.places.each_ref().map(behind);
        usize::from(mine * 4 + his)
    }
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

/// The places of a player's checkers except those borne off, and the points with a single one; a bit each.
#[inline]
fn occupied_and_blots(places: &Places) -> (u32, u32) {
    let mut any = 0;
    let mut single = 0;
    for (place, &count) in places.iter().enumerate() {
        any |= u32::from(count > 0) << place;
        single |= u32::from(count == 1) << place;
    }
    (any & !(1 << OFF), single & ((1 << BAR) - 2))
}

/// The blots of a player that an enemy checker is 1, 2, ... pips behind.
#[inline]
fn dangers(blots: u32, enemy: u32) -> [u32; REACH] {
    // As the owner of the blots numbers the points: the enemy's bar is 0, and his checkers move up.
    let enemy = enemy.reverse_bits() >> (31 - BAR);
    std::array::from_fn(|distance| blots & enemy << (distance + 1))
}
