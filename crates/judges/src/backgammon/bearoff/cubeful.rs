//! The exact value of every position in which both players have few checkers left, played for money with the cube.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use starmax_games::Roll;

use super::cache::{CacheProblem, Kept, read_or_build};
use super::index::{Home, index};
use super::turns::{Turns, roll_number};
use super::two_sided::{SIDE, for_each_pair};

/// Who may double.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Access {
    /// The player on roll, who owns the cube.
    Mine,
    /// Both: the cube is in the middle.
    Both,
    /// The opponent, who owns the cube.
    His,
}

/// What a position is worth with a cube of 1, for each [`Access`].
type Values = [f64; 3];

/// Of the player on roll who has rolled without a double, or is going to.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cubeful {
    /// Before the roll; a line of `SIDE` for each position of the player on roll.
    undoubled: Vec<Values>,
}

/// The same before the decision to double, which is taken at its best.
#[inline]
fn with_best_action([mine, both, his]: Values) -> Values {
    let doubled = f64::min(2.0 * his, 1.0);
    [mine.max(doubled), both.max(doubled), his]
}

/// Seen by the other player.
#[inline]
fn turned([mine, both, his]: Values) -> Values {
    [-his, -both, -mine]
}

/// The best of each, as the cube may call for another move.
fn best(ends: &[u16], value: impl Fn(usize) -> Values) -> Values {
    ends.iter().fold([-1.0; 3], |best, &end| {
        let [mine, both, his] = value(usize::from(end));
        [best[0].max(mine), best[1].max(both), best[2].max(his)]
    })
}

impl Cubeful {
    pub(super) fn build(turns: &Turns) -> Self {
        let mut undoubled = vec![Values::default(); SIDE * SIDE];
        // For the player who has just moved, before the opponent's decision to double.
        let mut moved = undoubled.clone();
        for position in 1..SIDE {
            undoubled[position] = [1.0; 3];
            undoubled[position * SIDE] = [-1.0; 3];
            moved[position * SIDE] = [1.0; 3];
        }
        for_each_pair(|mine, his| {
            let after_moves = &moved[his * SIDE..(his + 1) * SIDE];
            let mut sum = Values::default();
            for (number, roll) in (0..).zip(Roll::all()) {
                let values = best(turns.ends(mine, number), |end| after_moves[end]);
                for (sum, value) in sum.iter_mut().zip(values) {
                    *sum += roll.probability() * value;
                }
            }
            // Rounding may carry a sure win past 1.
            let values = sum.map(|value| value.clamp(-1.0, 1.0));
            undoubled[mine * SIDE + his] = values;
            moved[mine * SIDE + his] = turned(with_best_action(values));
        });
        Self { undoubled }
    }

    /// The value for the player to move, who does not double before the roll or has rolled.
    pub(super) fn value(
        &self,
        turns: &Turns,
        [mine, his]: [Home; 2],
        roll: Option<Roll>,
        access: Access,
    ) -> f64 {
        let (mine, his) = (index(mine), index(his));
        let values = match roll {
            None => self.undoubled[mine * SIDE + his],
            Some(roll) => best(turns.ends(mine, roll_number(roll)), |end| {
                turned(with_best_action(self.undoubled[his * SIDE + end]))
            }),
        };
        values[access as usize]
    }
}

impl Kept for Cubeful {
    const MAGIC: [u8; 8] = *b"cubeful\n";
    const VERSION: u64 = 1;
    const FILE: &'static str = "bearoff-cubeful";

    fn write(&self, out: &mut Vec<u8>) {
        let values = self.undoubled.as_flattened();
        out.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let (values, _) = bytes
            .split_off(..size_of::<Values>() * SIDE * SIDE)?
            .as_chunks::<8>();
        let (values, _) = values.as_chunks::<3>();
        Some(Self {
            undoubled: values
                .iter()
                .map(|values| values.map(f64::from_le_bytes))
                .collect(),
        })
    }
}

/// Read or built by the first one who asks. Clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct WhenAsked {
    folder: Option<PathBuf>,
    table: Arc<OnceLock<(Cubeful, Option<CacheProblem>)>>,
}

impl WhenAsked {
    /// Kept in this folder.
    pub(super) fn kept_in(folder: &Path) -> Self {
        Self {
            folder: Some(folder.to_owned()),
            table: Arc::default(),
        }
    }

    pub(super) fn table(&self, turns: &Turns) -> &Cubeful {
        let build = || Cubeful::build(turns);
        let (table, _) = self.table.get_or_init(|| match &self.folder {
            Some(folder) => read_or_build(folder, build),
            None => (build(), None),
        });
        table
    }

    /// Why the table could not be kept, if it was asked for and could not.
    pub(super) fn problem(&self) -> Option<&CacheProblem> {
        let (_, problem) = self.table.get()?;
        problem.as_ref()
    }
}
