use std::collections::HashMap;

use starmax_core::{Bounds, Evaluator, Hashable};

use crate::alphabeta::decide;
use crate::node::{Expanded, expand};
use crate::outcomes::Outcomes;
use crate::star1::search_phase;
use crate::star2::probe;
use crate::window::{answer, opened, proven};

/// Star2-TT: Star2 with a transposition table at every decision and chance node, and with successor probing:
/// before anything is searched, the table is asked about each outcome.
///
/// Paper: Veness & Blair 2007, sections III and IV, Figure 4.1.
///
/// Corrected:
/// - E5: a probe that fails low proves nothing, and is not stored as a lower bound.
/// - E6: the figure sets both bounds after an outcome failed low or high. Only the proven side moves, or a
///   later search with another window goes wrong.
/// - E7: successor probing stores the chance node's bounds under the key of the successor. Here they go under
///   its own.
/// - E8: the figure accepts entries of greater depth, and then the value is no longer that of Expectimax.
///   Here the depth must be equal.
/// - E9: a window narrowed by the table is never empty, because an entry that would empty it answers it.
/// - E1 to E4, E11, E13: as in [`star2`](crate::star2()).
///
/// The table may be kept from search to search, with any windows and depths, for the same game and evaluator.
pub fn star2_tt<G: Hashable, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    table: &mut TextbookTable,
    state: &G::State,
    window: Bounds,
    depth: i32,
    probes: usize,
) -> f64 {
    // Transposition cut-offs
    let hash = game.hash(state);
    let known = table.bounds(hash, depth);
    let window = opened(window);
    if let Some(value) = answer(known, window) {
        return value;
    }
    let window = window.narrowed_by(known);

    match expand(game, evaluator, state, depth) {
        Expanded::Leaf(value) => value,
        Expanded::Decision(player, successors) => {
            let value = decide(player, &successors, window, |successor, window| {
                star2_tt(game, evaluator, table, successor, window, depth - 1, probes)
            });
            table.store(hash, depth, proven(value, window));
            value
        }
        Expanded::Chance(successors) => {
            let mut outcomes = Outcomes::new(evaluator.range(game), successors);
            let value = chance(game, evaluator, table, &mut outcomes, window, depth, probes);
            table.store(hash, depth, outcomes.bounds());
            value
        }
    }
}

/// The three phases at a chance node, each starting from what the one before has found out.
fn chance<G: Hashable, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    table: &mut TextbookTable,
    outcomes: &mut Outcomes<G::State>,
    window: Bounds,
    depth: i32,
    probes: usize,
) -> f64 {
    // Successor probing
    for i in 0..outcomes.len() {
        let hash = game.hash(outcomes.state(i));
        outcomes.learn(i, table.bounds(hash, depth - 1));
        if let Some(value) = outcomes.answer(window) {
            return value;
        }
    }

    // Star2 phase
    for i in 0..outcomes.len() {
        if outcomes.known(i).is_exact() {
            continue;
        }
        let hash = game.hash(outcomes.state(i));
        let proven = match expand(game, evaluator, outcomes.state(i), depth - 1) {
            Expanded::Leaf(value) => Bounds::exact(value),
            Expanded::Decision(player, successors) => {
                let window = outcomes.probe_window(i, player, window);
                probe(player, &successors, window, probes, |successor, window| {
                    star2_tt(game, evaluator, table, successor, window, depth - 2, probes)
                })
            }
            Expanded::Chance(_) => Bounds::EVERYTHING,
        };
        table.store(hash, depth - 1, proven);
        outcomes.learn(i, proven);
        if let Some(value) = outcomes.answer(window) {
            return value;
        }
    }

    // Star1 phase
    search_phase(outcomes, window, |successor, window| {
        star2_tt(game, evaluator, table, successor, window, depth - 1, probes)
    })
}

/// The table of [`star2_tt`]: for each state a lower and an upper bound, each with the depth it was proven
/// for (Veness & Blair 2007, section III A).
#[derive(Clone, Debug, Default)]
pub struct TextbookTable {
    entries: HashMap<u64, TextbookEntry>,
}

#[derive(Clone, Copy, Debug, Default)]
struct TextbookEntry {
    lower: Option<Bound>,
    upper: Option<Bound>,
}

#[derive(Clone, Copy, Debug)]
struct Bound {
    value: f64,
    depth: i32,
}

impl TextbookTable {
    /// A table that knows nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What is proven about the value of the state with this hash, when it is searched exactly `depth` levels
    /// deep.
    #[must_use]
    pub fn bounds(&self, hash: u64, depth: i32) -> Bounds {
        let entry = self.entries.get(&hash).copied().unwrap_or_default();
        let value = |bound: Option<Bound>| bound.filter(|b| b.depth == depth).map(|b| b.value);
        Bounds::new(
            value(entry.lower).unwrap_or(f64::NEG_INFINITY),
            value(entry.upper).unwrap_or(f64::INFINITY),
        )
    }

    /// Adds what was proven to what is known for the same depth; a bound for another depth gives way.
    fn store(&mut self, hash: u64, depth: i32, proven: Bounds) {
        let Bounds { lower, upper } = self.bounds(hash, depth).narrowed_by(proven);
        let entry = self.entries.entry(hash).or_default();
        if lower > f64::NEG_INFINITY {
            entry.lower = Some(Bound {
                value: lower,
                depth,
            });
        }
        if upper < f64::INFINITY {
            entry.upper = Some(Bound {
                value: upper,
                depth,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_speaks_for_its_own_depth_only() {
        let mut table = TextbookTable::new();
        table.store(1, 3, Bounds::new(-1.0, 2.0));
        assert_eq!(table.bounds(1, 3), Bounds::new(-1.0, 2.0));
        assert_eq!(table.bounds(1, 2), Bounds::EVERYTHING);
        assert_eq!(table.bounds(2, 3), Bounds::EVERYTHING);
    }

    #[test]
    fn bounds_of_the_same_depth_add_up() {
        let mut table = TextbookTable::new();
        table.store(1, 3, Bounds::new(f64::NEG_INFINITY, 2.0));
        table.store(1, 3, Bounds::new(-1.0, f64::INFINITY));
        table.store(1, 3, Bounds::new(-5.0, 5.0));
        assert_eq!(table.bounds(1, 3), Bounds::new(-1.0, 2.0));
    }

    #[test]
    fn the_two_sides_may_be_of_different_depths() {
        let mut table = TextbookTable::new();
        table.store(1, 3, Bounds::new(-1.0, 2.0));
        table.store(1, 5, Bounds::new(0.0, f64::INFINITY));
        assert_eq!(table.bounds(1, 3), Bounds::new(f64::NEG_INFINITY, 2.0));
        assert_eq!(table.bounds(1, 5), Bounds::new(0.0, f64::INFINITY));
    }
}
