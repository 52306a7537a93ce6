//! Backgammon once more, as slow and as plain as the rules are told: every order of single dice is tried on a board of signed
//! numbers, and the sequences that play the most are kept.

use std::collections::BTreeSet;

use starmax_core::{Node, Player, Rules};
use starmax_games::{Backgammon, BackgammonState, Roll};

/// Both players' checkers seen by the player to move: own checkers on points 1 to 24 positive, the opponent's negative.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Slow {
    points: [i32; 25],
    bars: [i32; 2],
}

impl Slow {
    /// The checkers as `player` sees them.
    pub(crate) fn new(state: &BackgammonState, player: Player) -> Self {
        let mine = state.checkers(player).counts();
        let his = state.checkers(player.opponent()).counts();
        let points = std::array::from_fn(|point| match point {
            0 => 0,
            _ => i32::from(mine[point]) - i32::from(his[25 - point]),
        });
        Self {
            points,
            bars: [i32::from(mine[25]), i32::from(his[25])],
        }
    }

    pub(crate) fn flipped(&self) -> Self {
        let points = std::array::from_fn(|point| match point {
            0 => 0,
            _ => -self.points[25 - point],
        });
        Self {
            points,
            bars: [self.bars[1], self.bars[0]],
        }
    }

    fn checkers(&self) -> i32 {
        self.bars[0] + self.points.iter().filter(|&&count| count > 0).sum::<i32>()
    }

    /// The board after one die was played from a place, 25 being the bar; if that is legal.
    fn hop(&self, from: usize, die: usize) -> Option<Self> {
        let mut next = self.clone();
        if from == 25 {
            if self.bars[0] == 0 {
                return None;
            }
            next.bars[0] -= 1;
        } else {
            if self.bars[0] > 0 || self.points[from] <= 0 {
                return None;
            }
            next.points[from] -= 1;
        }
        if from <= die {
            let farthest = (1..=24).rev().find(|&point| self.points[point] > 0)?;
            let may_bear_off = farthest <= 6 && (from == die || from == farthest);
            return may_bear_off.then_some(next);
        }
        let to = from - die;
        match next.points[to] {
            -1 => {
                next.points[to] = 1;
                next.bars[1] += 1;
            }
            count if count < 0 => return None,
            _ => next.points[to] += 1,
        }
        Some(next)
    }

    /// Every board after some of these dice in this order, with the number and the sum of the dice played.
    fn play(
        &self,
        rolled: &[usize],
        played: (usize, usize),
        ends: &mut Vec<((usize, usize), Self)>,
    ) {
        ends.push((played, self.clone()));
        let Some((&die, rest)) = rolled.split_first() else {
            return;
        };
        for from in 1..=25 {
            if let Some(next) = self.hop(from, die) {
                next.play(rest, (played.0 + 1, played.1 + die), ends);
            }
        }
    }

    /// The boards that the legal moves lead to, still seen by the player who moved.
    pub(crate) fn results(&self, roll: Roll) -> BTreeSet<Self> {
        let (high, low) = (usize::from(roll.high()), usize::from(roll.low()));
        let mut ends = Vec::new();
        if roll.is_double() {
            self.play(&[high; 4], (0, 0), &mut ends);
        } else {
            for dice in [[high, low], [low, high]] {
                self.play(&dice, (0, 0), &mut ends);
            }
        }
        let most = ends.iter().map(|(played, _)| *played).max();
        ends.retain(|(played, _)| Some(*played) == most);
        ends.into_iter().map(|(_, board)| board).collect()
    }

    pub(crate) fn perft(&self, turns: u32) -> u64 {
        if turns == 0 || self.checkers() == 0 || self.flipped().checkers() == 0 {
            return 1;
        }
        let after = |roll| self.results(roll).into_iter().map(|board| board.flipped());
        Roll::all()
            .flat_map(after)
            .map(|board| board.perft(turns - 1))
            .sum()
    }
}

/// What the legal moves of a state lead to, by the game.
pub(crate) fn results(game: Backgammon, state: &BackgammonState) -> BTreeSet<Slow> {
    let Node::Decision(player) = game.node(state) else {
        panic!("nobody moves at {state:?}");
    };
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let results: BTreeSet<Slow> = (moves.iter())
        .map(|&mv| Slow::new(&game.play(state, mv), player))
        .collect();
    assert_eq!(
        results.len(),
        moves.len(),
        "different moves lead to different positions"
    );
    results
}
