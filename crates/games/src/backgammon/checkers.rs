//! The checkers of one player, packed: moving them is arithmetic, and no memory is touched.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "parts of packed numbers are taken on purpose"
)]

/// Checkers of each player.
pub(super) const CHECKERS: u8 = 15;
/// Where a player's checkers go in the end.
pub(super) const OFF: usize = 0;
/// Where a player's hit checkers wait.
pub(super) const BAR: usize = 25;
/// Places of each player.
const PLACES: usize = 26;

/// A set of places, the bit with its number for each.
pub type PlaceSet = u32;

/// How many checkers a player has at each place, seen by that player: 0 is off the board, 1 to 24 are the points (1 is
/// the last one before a checker is borne off), 25 is the bar. They always sum to 15.
///
/// ```
/// use starmax_core::{Player, Rules};
/// use starmax_games::Backgammon;
///
/// let max = Backgammon::default().initial().checkers(Player::Max);
/// assert_eq!((max.count(6), max.count(24)), (5, 2));
/// assert_eq!(max.occupied(), 1 << 6 | 1 << 8 | 1 << 13 | 1 << 24);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Checkers {
    /// Four bits for each place.
    packed: u128,
}

const BITS: usize = 4;
/// The lowest bit of each place.
const LOWEST: u128 = u128::MAX / 15;

/// The lowest bit of each point of the board.
const BOARD: u128 = LOWEST & ((1 << (BITS * BAR)) - 1) & !1;

/// One checker at each place. A table, because wide shifts are slow.
static ONE: [u128; PLACES] = {
    let mut ones = [0; PLACES];
    let mut place = 0;
    while place < PLACES {
        ones[place] = 1 << (BITS * place);
        place += 1;
    }
    ones
};

impl Checkers {
    /// The counts from place 0 to 25.
    pub(super) fn new(counts: [u8; PLACES]) -> Self {
        let packed = (0..)
            .zip(counts)
            .map(|(place, count)| ONE[place] * u128::from(count))
            .sum();
        Self { packed }
    }

    /// The number of checkers at a place.
    #[inline]
    #[must_use]
    pub fn count(self, place: usize) -> u8 {
        (self.packed >> (BITS * place)) as u8 & 15
    }

    /// The number of checkers at every place.
    #[must_use]
    pub fn counts(self) -> [u8; PLACES] {
        std::array::from_fn(|place| self.count(place))
    }

    /// Where there is at least one checker.
    #[inline]
    #[must_use]
    pub fn occupied(self) -> PlaceSet {
        gather(self.places_with_any())
    }

    /// Where there are at least two checkers: points that the opponent cannot enter.
    #[inline]
    #[must_use]
    pub fn blocks(self) -> PlaceSet {
        gather(self.places_with_several())
    }

    /// The number of checkers at a place and beyond it, up to the bar.
    ///
    /// ```
    /// use starmax_core::{Player, Rules};
    /// use starmax_games::Backgammon;
    ///
    /// let max = Backgammon::default().initial().checkers(Player::Max);
    /// assert_eq!([0, 6, 7, 24, 25].map(|place| max.count_from(place)), [15, 15, 10, 2, 0]);
    /// ```
    #[inline]
    #[must_use]
    pub fn count_from(self, place: usize) -> u8 {
        tally(self.packed & !(ONE[place] - 1)) as u8
    }

    /// How many points of the board have at least two checkers.
    #[inline]
    pub(super) fn points_made(self) -> i32 {
        tally(self.places_with_several() & BOARD)
    }

    /// How many points of the board, from this one on, have one checker.
    #[inline]
    pub(super) fn blots_from(self, point: usize) -> i32 {
        let lone = self.places_with_any() & !self.places_with_several();
        tally(lone & BOARD & !(ONE[point] - 1))
    }

    /// The place of the checker with the longest way to go.
    #[inline]
    pub(super) fn farthest(self) -> usize {
        (self.packed | 1).ilog2() as usize / BITS
    }

    /// The lowest bit of each place that has at least one checker.
    #[inline]
    fn places_with_any(self) -> u128 {
        let pairs = self.packed | self.packed >> 1;
        (pairs | pairs >> 2) & LOWEST
    }

    /// The lowest bit of each place that has at least two checkers.
    #[inline]
    fn places_with_several(self) -> u128 {
        (self.packed >> 1 | self.packed >> 2 | self.packed >> 3) & LOWEST
    }

    #[inline]
    fn is_lone(self, place: usize) -> bool {
        let one = ONE[place];
        // The four bits of a place, without a wide shift or product.
        self.packed & ((one << BITS) - one) == one
    }

    /// How many pips the checkers still have to go.
    #[must_use]
    pub fn pips(self) -> u16 {
        (0..)
            .zip(self.counts())
            .map(|(place, count)| place * u16::from(count))
            .sum()
    }

    /// One checker elsewhere.
    #[inline]
    pub(super) fn moved(self, from: usize, to: usize) -> Self {
        Self {
            packed: self.packed - ONE[from] + ONE[to],
        }
    }

    /// These checkers after an enemy checker has landed on a place of its owner: a lone one goes to the bar.
    #[inline]
    pub(super) fn landed_on(self, enemy_place: usize) -> Self {
        // Off the board is the bar seen from the other side: a checker that is taken from there comes back at once.
        let place = BAR - enemy_place;
        if self.is_lone(place) {
            self.moved(place, BAR)
        } else {
            self
        }
    }

    /// The number of checkers at every place, four bits each, two places in a byte: 0 and 1, 2 and 3, up to 24 and 25.
    #[inline]
    #[must_use]
    pub fn bytes(self) -> [u8; PLACES / 2] {
        let bytes = self.packed.to_le_bytes();
        std::array::from_fn(|pair| bytes[pair])
    }

    /// The number of checkers at every place, four bits each: places 0 to 15, the first one lowest, and places 16 to 25.
    #[inline]
    #[must_use]
    pub fn words(self) -> [u64; 2] {
        [self.packed as u64, (self.packed >> 64) as u64]
    }
}

/// The sum over all places, which is 15 at most.
#[inline]
fn tally(packed: u128) -> i32 {
    /// As a factor it adds up the fours of bits in the highest one.
    const ALL: u64 = LOWEST as u64;
    let both_halves = packed as u64 + (packed >> 64) as u64;
    (both_halves.wrapping_mul(ALL) >> (u64::BITS as usize - BITS)) as i32
}

/// The lowest bits of all places side by side.
#[inline]
fn gather(bits: u128) -> PlaceSet {
    let half = |bits: u64| {
        let twos = (bits | bits >> 3) & 0x0303_0303_0303_0303;
        let fours = (twos | twos >> 6) & 0x000f_000f_000f_000f;
        let eights = (fours | fours >> 12) & 0x0000_00ff_0000_00ff;
        (eights | eights >> 24) as PlaceSet & 0xffff
    };
    half(bits as u64) | half((bits >> 64) as u64) << 16
}
