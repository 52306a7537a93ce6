//! The exact value of every position in which both players have few checkers left.

use starmax_games::Roll;

use super::index::{Home, index, positions};
use super::turns::{Turns, roll_number};

/// Checkers that each player may have left.
pub(in crate::backgammon) const FEW: usize = 6;
/// Positions of each player.
pub(super) const SIDE: usize = positions(FEW);

/// Values in points, seen by the player on roll. Nobody can win a gammon: both have borne off nine checkers or more.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TwoSided {
    turns: Turns,
    /// Before the roll; a line of `SIDE` for each position of the player on roll.
    values: Vec<f64>,
}

/// Calls `fill` with all positions in which both players have checkers left, the player on roll first, and with those that a turn
/// can lead to before.
///
/// A turn leads to a smaller number of the player who has moved. Hence positions are filled by the larger number, and
/// those in which it is to roll come first: the others lead to them.
pub(super) fn for_each_pair(mut fill: impl FnMut(usize, usize)) {
    for larger in 1..SIDE {
        for smaller in 1..larger {
            fill(larger, smaller);
        }
        for smaller in 1..=larger {
            fill(smaller, larger);
        }
    }
}

impl TwoSided {
    pub(super) fn build() -> Self {
        let mut table = Self {
            turns: Turns::new(FEW),
            values: vec![0.0; SIDE * SIDE],
        };
        for position in 1..SIDE {
            table.values[position] = 1.0;
            table.values[position * SIDE] = -1.0;
        }
        for_each_pair(|mine, his| table.fill(mine, his));
        table
    }

    /// Sums up in the order of the rolls, as every search does: a search that went on would find the same value.
    fn fill(&mut self, mine: usize, his: usize) {
        let terms = (0..)
            .zip(Roll::all())
            .map(|(number, roll)| roll.probability() * self.best(mine, his, number));
        // Rounding may carry a sure win past 1.
        self.values[mine * SIDE + his] = terms.sum::<f64>().clamp(-1.0, 1.0);
    }

    #[inline]
    fn best(&self, mine: usize, his: usize, roll_number: usize) -> f64 {
        let his_values = &self.values[his * SIDE..(his + 1) * SIDE];
        let ends = self.turns.ends(mine, roll_number).iter();
        ends.map(|&end| -his_values[usize::from(end)])
            .fold(-1.0, f64::max)
    }

    /// The value for the player to move, before the roll or with it.
    #[inline]
    pub(super) fn value(&self, mine: Home, his: Home, roll: Option<Roll>) -> f64 {
        let (mine, his) = (index(mine), index(his));
        match roll {
            None => self.values[mine * SIDE + his],
            Some(roll) => self.best(mine, his, roll_number(roll)),
        }
    }

    pub(super) fn turns(&self) -> &Turns {
        &self.turns
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.values.iter().flat_map(|value| value.to_le_bytes()));
    }

    pub(super) fn read(bytes: &mut &[u8]) -> Option<Self> {
        let (values, _) = bytes.split_off(..8 * SIDE * SIDE)?.as_chunks();
        Some(Self {
            turns: Turns::new(FEW),
            values: values
                .iter()
                .map(|&bytes| f64::from_le_bytes(bytes))
                .collect(),
        })
    }
}
