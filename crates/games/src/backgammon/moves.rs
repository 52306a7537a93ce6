//! The legal moves: whole turns that lead to different positions.

use super::checkers::{BAR, OFF};
use super::{BackgammonState, Checkers, PlaceSet, Roll};

/// A whole turn: up to four hops of one die each, none when nothing can be played.
///
/// Of the ways to reach a position only one is a move, so different moves of a state lead to different positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BackgammonMove {
    hops: [Hop; 4],
}

const _: () = assert!(size_of::<BackgammonMove>() == 8);

/// One checker moved by one die; none when it starts off the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Hop {
    from: u8,
    to: u8,
}

impl Hop {
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "places are small numbers")]
    fn new(from: usize, die: u8) -> Self {
        Self {
            from: from as u8,
            to: landing(from, die) as u8,
        }
    }
}

/// Where a die takes a checker; beyond point 1 it is off.
#[inline]
pub(super) fn landing(from: usize, die: u8) -> usize {
    from.saturating_sub(usize::from(die))
}

impl BackgammonMove {
    #[inline]
    fn new<const COUNT: usize>(hops: [Hop; COUNT]) -> Self {
        let mut mv = Self::default();
        mv.hops[..COUNT].copy_from_slice(&hops);
        mv
    }

    /// The hops in the order of play as (from, to), seen by the player who moves: 25 is the bar, 0 is off.
    #[inline]
    pub fn hops(self) -> impl Iterator<Item = (usize, usize)> + Clone {
        let hops = self.hops.into_iter().take_while(|hop| hop.from != 0);
        hops.map(|hop| (usize::from(hop.from), usize::from(hop.to)))
    }

    /// Whether nothing could be played.
    #[inline]
    #[must_use]
    pub fn is_pass(self) -> bool {
        self == Self::default()
    }
}

const BAR_BIT: PlaceSet = 1 << BAR;
const OFF_BIT: PlaceSet = 1 << OFF;
const POINTS: PlaceSet = BAR_BIT - 2;
const HOME: PlaceSet = 0b111_1110;

/// The opponent's points as this player numbers them.
#[inline]
fn seen_from_the_other_side(set: PlaceSet) -> PlaceSet {
    (set & POINTS).reverse_bits() >> (31 - BAR)
}

/// The places of a set, highest first.
#[inline]
fn descending(mut set: PlaceSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = set.checked_ilog2()?;
        set ^= 1 << place;
        Some(place as usize)
    })
}

/// What decides which hops are legal, seen by the player to move.
struct Board {
    mine: Checkers,
    /// Where the player has exactly one checker.
    lone: PlaceSet,
    /// Points on which the opponent has at most one checker.
    open: PlaceSet,
    /// Points on which the opponent has exactly one.
    blots: PlaceSet,
}

impl Board {
    fn new(state: &BackgammonState) -> Self {
        let [mine, his] = state.mine_and_his();
        let blocks = his.blocks();
        Self {
            mine,
            lone: mine.occupied() & !mine.blocks(),
            open: POINTS & !seen_from_the_other_side(blocks),
            blots: seen_from_the_other_side(his.occupied() & !blocks),
        }
    }

    /// The places from which a checker can be moved by a die, when `own` places are occupied.
    #[inline]
    fn sources(&self, own: PlaceSet, die: u8) -> PlaceSet {
        if own & BAR_BIT != 0 {
            return BAR_BIT & self.open << die;
        }
        if own & !HOME != 0 {
            return own & self.open << die;
        }
        if own >> die == 0 {
            // Every checker is nearer than the die: the one farthest behind is borne off.
            return own.checked_ilog2().map_or(0, |farthest| 1 << farthest);
        }
        own & (self.open | OFF_BIT) << die
    }

    /// The occupied places after a hop.
    #[inline]
    fn after(&self, own: PlaceSet, from: usize, die: u8) -> PlaceSet {
        (own & !(self.lone & 1 << from) | 1 << landing(from, die)) & !OFF_BIT
    }
}

/// Whether a checker can be moved by a die, whatever the rest of the turn, when these are the player's own checkers.
pub(super) fn is_possible_hop(
    state: &BackgammonState,
    mine: Checkers,
    from: usize,
    die: u8,
) -> bool {
    Board::new(state).sources(mine.occupied() & !OFF_BIT, die) >> from & 1 != 0
}

/// Whether a move that uses the whole roll and bears nothing off can be played hop by hop.
pub(super) fn can_play(state: &BackgammonState, roll: Roll, mv: BackgammonMove) -> bool {
    let rolled = [roll.high(), roll.low()].map(usize::from);
    let times = if roll.is_double() { 2 } else { 1 };
    let pips: usize = mv.hops().map(|(from, to)| from - to).sum();
    if mv.hops().count() != 2 * times || pips != times * (rolled[0] + rolled[1]) {
        return false;
    }
    let [mut mine, his] = state.mine_and_his();
    mv.hops().all(|(from, to)| {
        let is_possible = to != OFF
            && rolled.contains(&(from - to))
            && mine.count(from) > 0
            && (from == BAR || mine.count(BAR) == 0)
            && his.count(BAR - to) < 2;
        if is_possible {
            mine = mine.moved(from, to);
        }
        is_possible
    })
}

/// Pushes the legal moves of a state with this roll.
///
/// Two different dice: first the moves that play the larger die first, then what only the other order reaches. Doubles: hops
/// in descending order. In both cases the highest places come first.
pub(super) fn push_moves(state: &BackgammonState, roll: Roll, out: &mut Vec<BackgammonMove>) {
    let board = Board::new(state);
    let own = board.mine.occupied() & !OFF_BIT;
    if roll.is_double() {
        Doubles::push_moves(&board, own, roll.high(), out);
    } else {
        push_both_dice(&board, own, roll, out);
        if out.is_empty() {
            push_one_die(&board, own, roll, out);
        }
    }
    if out.is_empty() {
        out.push(BackgammonMove::default());
    }
}

/// Two hops by different dice lead to the same position in three cases: they are the same hops in the other order; one
/// checker goes the whole way and hits nothing where it stops; or no checker is
/// farther away than the smaller die, and the farthest two are borne off.
fn push_both_dice(board: &Board, own: PlaceSet, roll: Roll, out: &mut Vec<BackgammonMove>) {
    let (high, low) = (roll.high(), roll.low());
    let mut whole_ways = WholeWays::new(board, roll);
    let mut high_before_low: [PlaceSet; 26] = [0; 26];
    for first in descending(board.sources(own, high)) {
        for second in descending(board.sources(board.after(own, first, high), low)) {
            high_before_low[second] |= 1 << first;
            if whole_ways.are_new(first, second) {
                out.push(BackgammonMove::new([
                    Hop::new(first, high),
                    Hop::new(second, low),
                ]));
            }
        }
    }
    let all_are_near = own >> low < 2;
    if all_are_near {
        return;
    }
    for first in descending(board.sources(own, low)) {
        let seconds = board.sources(board.after(own, first, low), high) & !high_before_low[first];
        for second in descending(seconds) {
            if whole_ways.are_new(second, first) {
                out.push(BackgammonMove::new([
                    Hop::new(first, low),
                    Hop::new(second, high),
                ]));
            }
        }
    }
}

/// From where one checker has gone by both dice without hitting where it stops.
struct WholeWays<'a> {
    board: &'a Board,
    roll: Roll,
    starts: PlaceSet,
}

impl<'a> WholeWays<'a> {
    fn new(board: &'a Board, roll: Roll) -> Self {
        Self {
            board,
            roll,
            starts: 0,
        }
    }

    /// Whether hops by the larger and by the smaller die, from these places, are not the second way of one checker to the same place.
    #[inline]
    fn are_new(&mut self, high: usize, low: usize) -> bool {
        let start = if landing(high, self.roll.high()) == low {
            high
        } else if landing(low, self.roll.low()) == high {
            low
        } else {
            return true;
        };
        let stop = start.min(high + low - start);
        if self.board.blots >> stop & 1 != 0 {
            return true;
        }
        let is_new = self.starts >> start & 1 == 0;
        self.starts |= 1 << start;
        is_new
    }
}

/// When only one die can be played it is the larger one, if that can be played.
fn push_one_die(board: &Board, own: PlaceSet, roll: Roll, out: &mut Vec<BackgammonMove>) {
    let playable = |&die: &u8| board.sources(own, die) != 0;
    let Some(die) = [roll.high(), roll.low()].into_iter().find(playable) else {
        return;
    };
    let sources = descending(board.sources(own, die));
    out.extend(sources.map(|from| BackgammonMove::new([Hop::new(from, die)])));
}

/// Doubles: up to four hops by the same die, from places that never ascend. Each position is reached in only one such
/// way, and any legal order of hops is also legal when they are sorted so.
struct Doubles<'a> {
    board: &'a Board,
    die: u8,
    longest: usize,
    out: &'a mut Vec<BackgammonMove>,
}

impl<'a> Doubles<'a> {
    fn push_moves(board: &'a Board, own: PlaceSet, die: u8, out: &'a mut Vec<BackgammonMove>) {
        let mut doubles = Self {
            board,
            die,
            longest: 1,
            out,
        };
        doubles.extend(
            BackgammonMove::default(),
            0,
            (board.mine, own),
            PlaceSet::MAX,
        );
    }

    /// Goes on after a move of this many hops, which left these checkers and occupied places, from places in `allowed`.
    fn extend(
        &mut self,
        mut mv: BackgammonMove,
        length: usize,
        (mine, own): (Checkers, PlaceSet),
        allowed: PlaceSet,
    ) {
        let sources = allowed & self.board.sources(own, self.die);
        if sources == 0 {
            self.end(mv, length);
        }
        for from in descending(sources) {
            mv.hops[length] = Hop::new(from, self.die);
            if length + 1 == mv.hops.len() {
                self.end(mv, length + 1);
            } else {
                let to = landing(from, self.die);
                let mine = mine.moved(from, to);
                let vacated = PlaceSet::from(mine.count(from) == 0) << from;
                let own = (own & !vacated | 1 << to) & !OFF_BIT;
                let not_above = (2 << from) - 1;
                self.extend(mv, length + 1, (mine, own), not_above);
            }
        }
    }

    /// As many hops as possible must be played: fewer than the most so far are dropped.
    #[inline]
    fn end(&mut self, mv: BackgammonMove, length: usize) {
        if length > self.longest {
            self.out.clear();
            self.longest = length;
        }
        if length == self.longest {
            self.out.push(mv);
        }
    }
}
