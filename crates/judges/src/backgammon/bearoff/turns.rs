//! How a roll can be played when the players have passed each other.

use starmax_games::Roll;

use super::index::{Home, home_at, index, positions};

/// The 21 rolls; each has a number, its place in [`Roll::all`].
pub(in crate::backgammon) const ROLLS: usize = 21;

/// The number of a roll.
#[inline]
pub(in crate::backgammon) fn roll_number(roll: Roll) -> usize {
    let (high, low) = (usize::from(roll.high()), usize::from(roll.low()));
    high * (high - 1) / 2 + low - 1
}

/// Points of a home.
const HOME: usize = 6;

/// Calls `end` with every position that a turn can lead to, when the players have passed each other; with some of them more than once. Checkers are
/// counted from point 1 on, and no one is farther away.
///
/// A die can be played as long as a checker is left, so there is nothing to say about dice that cannot be played.
pub fn for_each_end<const POINTS: usize>(
    side: [u8; POINTS],
    roll: Roll,
    end: &mut impl FnMut([u8; POINTS]),
) {
    let (high, low) = (roll.high(), roll.low());
    if roll.is_double() {
        play(side, &[high; 4], POINTS, end);
    } else {
        play(side, &[high, low], POINTS, end);
        play(side, &[low, high], POINTS, end);
    }
}

/// Plays the dice in this order, the first one with a checker that is not behind `highest`. Equal dice are
/// played from places that never ascend: every other order leads to the same position.
fn play<const POINTS: usize>(
    side: [u8; POINTS],
    dice: &[u8],
    highest: usize,
    end: &mut impl FnMut([u8; POINTS]),
) {
    let farthest = side.iter().rposition(|&count| count > 0);
    let (Some((&first, others)), Some(farthest)) = (dice.split_first(), farthest) else {
        return end(side);
    };
    let pips = usize::from(first);
    let nearest = if farthest < HOME {
        // When every checker is nearer than the die, the one farthest behind is borne off.
        farthest.min(pips - 1)
    } else {
        pips
    };
    for from in nearest..=farthest.min(highest) {
        if side[from] == 0 {
            continue;
        }
        let mut next = side;
        next[from] -= 1;
        if let Some(to) = from.checked_sub(pips) {
            next[to] += 1;
        }
        let is_repeated = others.first() == Some(&first);
        let highest = if is_repeated { from } else { POINTS };
        play(next, others, highest, end);
    }
}

/// The ends of all turns of the positions with at most this many checkers, as numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Turns {
    /// Where the ends of each position and roll begin in `ends`, and where the last ones end.
    starts: Vec<usize>,
    ends: Vec<u16>,
}

impl Turns {
    pub(super) fn new(checkers: usize) -> Self {
        let mut turns = Self {
            starts: vec![0],
            ends: Vec::new(),
        };
        let mut ends = Vec::new();
        for home in (0..positions(checkers)).map(home_at) {
            for roll in Roll::all() {
                for_each_end(home, roll, &mut |home| ends.push(number(home)));
                ends.sort_unstable();
                ends.dedup();
                turns.ends.append(&mut ends);
                turns.starts.push(turns.ends.len());
            }
        }
        turns
    }

    /// Where a position can lead to with a roll.
    #[inline]
    pub(super) fn ends(&self, position: usize, roll_number: usize) -> &[u16] {
        let turn = position * ROLLS + roll_number;
        &self.ends[self.starts[turn]..self.starts[turn + 1]]
    }
}

fn number(home: Home) -> u16 {
    u16::try_from(index(home)).expect("54,264 positions have numbers of 16 bits")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rolls_are_numbered_in_their_order() {
        assert!(Roll::all().map(roll_number).eq(0..ROLLS));
    }

    #[test]
    fn every_turn_leads_to_a_smaller_number() {
        for position in (1..positions(15)).step_by(7) {
            for roll in Roll::all() {
                for_each_end(home_at(position), roll, &mut |end| {
                    assert!(index(end) < position);
                });
            }
        }
    }

    #[test]
    fn what_is_over_stays_over() {
        let turns = Turns::new(0);
        assert!((0..ROLLS).all(|roll| turns.ends(0, roll) == [0]));
    }
}
