//! The legal moves: whole turns that lead to different positions.

use super::state::{self, BAR, BackgammonState, OFF};
use super::{Places, Roll};

/// A whole turn: up to four hops of one die each, none when nothing can be played.
///
/// Of the ways to reach a position only one is a move, so moves of one state are equal when they lead to the same position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BackgammonMove {
    hops: [Hop; 4],
}

/// One checker moved by one die, in a byte; 0 is no hop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Hop(u8);

impl Hop {
    #[inline]
    fn new(from: usize, die: u8) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "a place takes five bits")]
        Self(from as u8 | die << 5)
    }

    #[inline]
    fn from(self) -> usize {
        usize::from(self.0 & 31)
    }

    #[inline]
    fn to(self) -> usize {
        landing(self.from(), self.0 >> 5)
    }
}

/// Where a die takes a checker; beyond point 1 it is off.
#[inline]
fn landing(from: usize, die: u8) -> usize {
    from.saturating_sub(usize::from(die))
}

impl BackgammonMove {
    /// The hops in the order of play as (from, to), seen by the player who moves: 25 is the bar, 0 is off.
    #[inline]
    pub fn hops(self) -> impl Iterator<Item = (usize, usize)> + Clone {
        self.hops
            .into_iter()
            .take_while(|hop| hop.0 != 0)
            .map(|hop| (hop.from(), hop.to()))
    }

    /// Whether nothing could be played.
    #[inline]
    #[must_use]
    pub fn is_pass(self) -> bool {
        self.hops[0].0 == 0
    }
}

/// A set of places, one bit each.
type PlaceSet = u32;

const BAR_BIT: PlaceSet = 1 << BAR;
const OFF_BIT: PlaceSet = 1 << OFF;
const POINTS: PlaceSet = BAR_BIT - 2;
const HOME: PlaceSet = 0b111_1110;

/// The places with at least so many checkers.
#[inline]
fn places_with(places: &Places, least: u8) -> PlaceSet {
    (0..).zip(places).fold(0, |set, (place, &count)| {
        set | u32::from(count >= least) << place
    })
}

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
struct Board<'a> {
    places: &'a Places,
    /// Points on which the opponent has at most one checker.
    open: PlaceSet,
    /// Points on which the opponent has exactly one.
    blots: PlaceSet,
}

impl Board<'_> {
    fn new(state: &BackgammonState) -> Board<'_> {
        let his = state.places(state.player.opponent());
        let occupied = places_with(his, 1);
        let blocked = places_with(his, 2);
        Board {
            places: state.places(state.player),
            open: POINTS & !seen_from_the_other_side(blocked),
            blots: seen_from_the_other_side(occupied & !blocked),
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
        let left = if self.places[from] == 1 {
            own ^ 1 << from
        } else {
            own
        };
        (left | 1 << landing(from, die)) & !OFF_BIT
    }

    /// A number for what a hop changes: equal sums for equal positions.
    #[inline]
    fn change(&self, from: usize, die: u8) -> u64 {
        let to = landing(from, die);
        let moved = state::change(from, to);
        if self.blots >> to & 1 != 0 {
            moved.wrapping_add(state::hit(to))
        } else {
            moved
        }
    }
}

/// Pushes the legal moves of a state with this roll.
///
/// Two different dice: first the moves that play the larger die first, then what only the other order reaches. Doubles: hops
/// in descending order. In both cases the highest places come first.
pub(super) fn push_moves(state: &BackgammonState, roll: Roll, out: &mut Vec<BackgammonMove>) {
    let board = Board::new(state);
    let own = places_with(board.places, 1) & !OFF_BIT;
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

fn push_both_dice(board: &Board<'_>, own: PlaceSet, roll: Roll, out: &mut Vec<BackgammonMove>) {
    let mut seen = Seen::new();
    for (first, second) in [(roll.high(), roll.low()), (roll.low(), roll.high())] {
        for from in descending(board.sources(own, first)) {
            let hop = Hop::new(from, first);
            let change = board.change(from, first);
            let own = board.after(own, from, first);
            for from in descending(board.sources(own, second)) {
                if seen.insert(change.wrapping_add(board.change(from, second))) {
                    let hops = [hop, Hop::new(from, second), Hop(0), Hop(0)];
                    out.push(BackgammonMove { hops });
                }
            }
        }
    }
}

/// When only one die can be played it is the larger one, if that can be played.
fn push_one_die(board: &Board<'_>, own: PlaceSet, roll: Roll, out: &mut Vec<BackgammonMove>) {
    let playable = |&die: &u8| board.sources(own, die) != 0;
    let Some(die) = [roll.high(), roll.low()].into_iter().find(playable) else {
        return;
    };
    out.extend(
        descending(board.sources(own, die)).map(|from| BackgammonMove {
            hops: [Hop::new(from, die), Hop(0), Hop(0), Hop(0)],
        }),
    );
}

/// The changes met so far. Two dice lead to at most 255 positions: 15 places for each die, and two ways for one checker.
struct Seen {
    slots: [u64; Self::SLOTS],
}

impl Seen {
    const SLOTS: usize = 512;

    fn new() -> Self {
        Self {
            slots: [0; Self::SLOTS],
        }
    }

    /// Whether the change is new.
    #[inline]
    fn insert(&mut self, change: u64) -> bool {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the low bits choose a slot"
        )]
        let mut slot = change as usize % Self::SLOTS;
        while self.slots[slot] != 0 {
            if self.slots[slot] == change {
                return false;
            }
            slot = (slot + 1) % Self::SLOTS;
        }
        self.slots[slot] = change;
        true
    }
}

/// Doubles: up to four hops by the same die, from places that never ascend. Each position is reached in only one such
/// way, and any legal order of hops is also legal when they are sorted so.
struct Doubles<'a> {
    board: &'a Board<'a>,
    die: u8,
    places: Places,
    hops: [Hop; 4],
    longest: usize,
    out: &'a mut Vec<BackgammonMove>,
}

impl<'a> Doubles<'a> {
    fn push_moves(board: &'a Board<'a>, own: PlaceSet, die: u8, out: &'a mut Vec<BackgammonMove>) {
        let mut doubles = Self {
            board,
            die,
            places: *board.places,
            hops: [Hop(0); 4],
            longest: 1,
            out,
        };
        doubles.extend(own, PlaceSet::MAX, 0);
    }

    /// Goes on after so many hops, from places in `allowed`.
    fn extend(&mut self, own: PlaceSet, allowed: PlaceSet, length: usize) {
        let sources = allowed & self.board.sources(own, self.die);
        if sources == 0 {
            self.end(length);
        }
        for from in descending(sources) {
            self.hops[length] = Hop::new(from, self.die);
            if length + 1 == self.hops.len() {
                self.end(length + 1);
            } else {
                self.hop_and_extend(own, from, length);
            }
            self.hops[length] = Hop(0);
        }
    }

    fn hop_and_extend(&mut self, own: PlaceSet, from: usize, length: usize) {
        let to = landing(from, self.die);
        self.places[from] -= 1;
        self.places[to] += 1;
        let left = if self.places[from] == 0 {
            own ^ 1 << from
        } else {
            own
        };
        let not_above = (2 << from) - 1;
        self.extend((left | 1 << to) & !OFF_BIT, not_above, length + 1);
        self.places[from] += 1;
        self.places[to] -= 1;
    }

    /// As many hops as possible must be played: fewer than the most so far are dropped.
    fn end(&mut self, length: usize) {
        if length > self.longest {
            self.out.clear();
            self.longest = length;
        }
        if length == self.longest {
            self.out.push(BackgammonMove { hops: self.hops });
        }
    }
}
