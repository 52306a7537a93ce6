use starmax_core::{Bounds, Rules};
use starmax_games::{Backgammon, BackgammonMove, BackgammonState, Checkers, Scoring};

use super::NetError;

/// Between which values a net may judge a position with contact, told at a glance.
///
/// Each end is a sum over pairs of neighbouring places, one number for what the two of them hold, and there are other numbers for
/// each kind of position. A search can bound what it has not looked at by that. An envelope is made for one net, so wide that
/// hardly any value lies outside; one that does is brought to the nearer end ([`BackgammonNet`](super::BackgammonNet)), so that no value ever is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// Both ends in one number each, the upper one in the upper half, so that one addition does for both.
    numbers: Vec<i64>,
}

/// Pairs of places of one player: 0 and 1, 2 and 3, up to 24 and 25.
const PAIRS: usize = 13;
/// What a pair may hold: four bits for each of its places.
const HOLDINGS: usize = 256;
/// Kinds of positions for each player: no checker, one or two, or more are still in the home of the opponent or on the bar.
const KINDS: usize = 3;
const FIRST_POINT_OF_OPPONENTS_HOME: usize = 19;
const NUMBERS_OF_KIND: usize = 2 * PAIRS * HOLDINGS;
/// What stands for a point.
const ONE: f32 = 4096.0;
/// The game whose values these are.
const POINTS: Backgammon = Backgammon::new(Scoring::Points);
const HALF: u32 = i64::BITS / 2;

/// What one of the players adds to the sums.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Side {
    checkers: Checkers,
    kind: usize,
}

impl Side {
    #[inline]
    fn new(checkers: Checkers) -> Self {
        let kind = match checkers.count_from(FIRST_POINT_OF_OPPONENTS_HOME) {
            0 => 0,
            1 | 2 => 1,
            _ => 2,
        };
        Self { checkers, kind }
    }
}

impl Envelope {
    /// How many kinds of positions there are.
    pub const KINDS: usize = KINDS * KINDS;
    /// How many numbers each end has.
    pub const NUMBERS: usize = Self::KINDS * NUMBERS_OF_KIND;
    /// How many numbers are added up for a position.
    pub const ADDED: usize = 2 * PAIRS;
    /// The largest number there can be, in points: with it added, nothing is known.
    pub const LARGEST: f32 = 6.0;

    const BYTES: usize = Self::NUMBERS * 2 * size_of::<i16>();

    /// The envelope with these numbers for its lower and its upper end, in points; they are rounded away from the middle.
    ///
    /// # Panics
    /// If there are not [`Envelope::NUMBERS`] of each.
    #[must_use]
    pub fn new(lower: &[f32], upper: &[f32]) -> Self {
        assert_eq!([lower.len(), upper.len()], [Self::NUMBERS; 2]);
        let within = |number: f32| number.clamp(-Self::LARGEST, Self::LARGEST) * ONE;
        #[expect(clippy::cast_possible_truncation, reason = "small numbers")]
        let packed =
            |(&lower, &upper)| pack([within(lower).floor() as i16, within(upper).ceil() as i16]);
        Self {
            numbers: lower.iter().zip(upper).map(packed).collect(),
        }
    }

    /// The kind of a position and what its pairs hold, those of the player on roll first.
    #[must_use]
    pub fn glance(state: &BackgammonState) -> (usize, [u8; Self::ADDED]) {
        let [mine, his] = sides(state);
        let holdings = [mine, his].map(|side| side.checkers.bytes());
        let kind = mine.kind * KINDS + his.kind;
        (
            kind,
            std::array::from_fn(|pair| holdings.as_flattened()[pair]),
        )
    }

    /// The place of the number, among all of them, for what a pair holds in a kind of position.
    #[inline]
    #[must_use]
    pub fn place(kind: usize, pair: usize, holding: u8) -> usize {
        kind * NUMBERS_OF_KIND + pair * HOLDINGS + usize::from(holding)
    }

    /// Where the static value of a position with contact may lie, seen by Max; inside what is possible at all.
    #[inline]
    #[must_use]
    pub fn of(&self, state: &BackgammonState) -> Bounds {
        let [mine, his] = sides(state);
        let sum = self.of_roller(mine, his.kind) + self.of_opponent(his, mine.kind);
        seen_by_max(state, sum)
    }

    /// What the player on roll adds, against an opponent of that kind.
    #[inline]
    fn of_roller(&self, side: Side, kind_of_opponent: usize) -> i64 {
        self.sum(side, side.kind * KINDS + kind_of_opponent, 0)
    }

    /// What the opponent of a player on roll of that kind adds.
    #[inline]
    fn of_opponent(&self, side: Side, kind_of_roller: usize) -> i64 {
        self.sum(side, kind_of_roller * KINDS + side.kind, PAIRS)
    }

    /// What pairs add, with the first one at this place among those of both players.
    #[inline]
    fn sum(&self, side: Side, kind: usize, first_pair: usize) -> i64 {
        let first = Self::place(kind, first_pair, 0);
        let (numbers, _) = self.numbers[first..].as_chunks::<HOLDINGS>();
        let numbers: &[[i64; HOLDINGS]; PAIRS] = numbers[..PAIRS].try_into().expect("as many");
        let [low, high] = side.checkers.words();
        let mut sum = 0;
        for (pair, numbers) in numbers.iter().enumerate() {
            let holdings = if pair < 8 {
                low >> (8 * pair)
            } else {
                high >> (8 * (pair - 8))
            };
            sum += numbers[(holdings & 255) as usize];
        }
        sum
    }

    /// Where the value of a decision with contact may lie that is searched `depth` levels further, seen by Max; inside what is possible at all.
    pub(super) fn bounds_of_decision(
        &self,
        state: &BackgammonState,
        depth: u32,
        moves: &mut Vec<BackgammonMove>,
    ) -> Bounds {
        let possible = POINTS.possible_values(state);
        match depth {
            1 => self.bounds_of_best(state, moves),
            _ => possible,
        }
    }

    /// The bounds of the best successor of a decision, inside what is possible.
    fn bounds_of_best(&self, state: &BackgammonState, moves: &mut Vec<BackgammonMove>) -> Bounds {
        let player = state.player();
        let possible = POINTS.possible_values(state).seen_by(player);
        moves.clear();
        POINTS.moves(state, moves);
        // The ends seen by the opponent, who is on roll then: the lowest are the best.
        let mut lowest = [i32::MAX; 2];
        let (mut leaves_contact, mut bears_off) = (false, false);
        // Most moves leave the opponent as he is, and the kind of position.
        let mut his = Side::new(state.checkers(player.opponent()));
        let mut kind = Side::new(state.checkers(player)).kind;
        let mut of_his = self.of_roller(his, kind);
        for &mv in &*moves {
            let after = POINTS.play(state, mv);
            bears_off |= after.off(player) > 0;
            if !after.is_contact() {
                leaves_contact = true;
                continue;
            }
            let mine = Side::new(after.checkers(player));
            let hit = after.checkers(player.opponent());
            if hit != his.checkers || mine.kind != kind {
                his = Side::new(hit);
                kind = mine.kind;
                of_his = self.of_roller(his, kind);
            }
            let ends = unpack(of_his + self.of_opponent(mine, his.kind));
            lowest = [lowest[0].min(ends[0]), lowest[1].min(ends[1].max(ends[0]))];
        }
        let [upper, lower] = lowest.map(|end| -in_points(end));
        // With a checker off, one point is the most that can be lost, whatever the envelope says.
        let at_least = if bears_off { -1.0 } else { possible.lower };
        Bounds {
            lower: possible.clamp(lower),
            upper: if leaves_contact {
                possible.upper
            } else {
                possible.clamp(upper).max(at_least)
            },
        }
        .seen_by(player)
    }

    /// The numbers as bytes, the lower end of each before the upper one, lowest byte first.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        (self.numbers.iter())
            .flat_map(|&number| unpack(number))
            .flat_map(|end| i16::try_from(end).expect("a small number").to_le_bytes())
            .collect()
    }

    /// Whether no number is larger than [`Envelope::LARGEST`].
    pub(super) fn check(&self) -> Result<(), NetError> {
        let ends = self.numbers.iter().flat_map(|&number| unpack(number));
        let in_points = |end| in_points(end).abs();
        match (ends.map(in_points)).find(|&points| points > f64::from(Self::LARGEST)) {
            None => Ok(()),
            Some(points) => Err(NetError::Weights {
                layer: "the envelope".to_owned(),
                found: format!("a number of {points} points"),
                expected: "6 points at most",
            }),
        }
    }

    /// The envelope that has these bytes, if they are as many as it needs.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (numbers, rest) = bytes.as_chunks::<4>();
        let fits = bytes.len() == Self::BYTES && rest.is_empty();
        let numbers = numbers
            .iter()
            .map(|&[a, b, c, d]| pack([i16::from_le_bytes([a, b]), i16::from_le_bytes([c, d])]));
        fits.then(|| Self {
            numbers: numbers.collect(),
        })
    }
}

/// The player on roll and the opponent.
#[inline]
fn sides(state: &BackgammonState) -> [Side; 2] {
    let player = state.player();
    [player, player.opponent()].map(|player| Side::new(state.checkers(player)))
}

/// Both ends in one number.
fn pack([lower, upper]: [i16; 2]) -> i64 {
    (i64::from(upper) << HALF) + i64::from(lower)
}

/// Both ends of a sum.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "half of the number")]
fn unpack(sum: i64) -> [i32; 2] {
    let lower = sum as i32;
    [lower, ((sum - i64::from(lower)) >> HALF) as i32]
}

#[inline]
fn in_points(end: i32) -> f64 {
    f64::from(end) / f64::from(ONE)
}

/// Both ends of a sum in points, seen by Max and inside what is possible.
#[inline]
fn seen_by_max(state: &BackgammonState, sum: i64) -> Bounds {
    let [lower, upper] = unpack(sum).map(in_points);
    let upper = upper.max(lower);
    let ends = Bounds { lower, upper }.seen_by(state.player());
    let possible = POINTS.possible_values(state);
    Bounds::new(possible.clamp(ends.lower), possible.clamp(ends.upper))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_do_not_mix() {
        for ends in [[-3, 5], [-24_576, 24_576], [7, 7], [-1, -1], [0, -2]] {
            let [lower, upper] = ends;
            assert_eq!(unpack(pack(ends)), [i32::from(lower), i32::from(upper)]);
            let many = (0..26).map(|_| pack(ends)).sum();
            assert_eq!(unpack(many), [26 * i32::from(lower), 26 * i32::from(upper)]);
        }
    }
}
