use starmax_core::{Bounds, Evaluator, Game, Player};

use crate::alphabeta::decide;
use crate::node::{Expanded, expand};
use crate::outcomes::Outcomes;
use crate::star1::search_phase;
use crate::window::{opened, proven};

/// Star2: Star1 that first probes one move after each outcome, for a cheap bound. With 2 or more `probes` it
/// is Star2.5; with none it is Star1, except that outcomes which are leaves are still looked at first.
///
/// Papers: Ballard 1982, section IV; Hauk, Buro & Schaeffer 2004, section 2.4, Figures 7 and 8, section 2.5
/// for the probabilities and section 2.6 for Star2.5. The move probed is the first of the game's own order.
///
/// Corrected:
/// - E1: a high cut in the search phase of Figure 7 counts the rest with L. The rest has its probed values.
/// - E2: equations (2) and (3) use probed values on both sides. A probe bounds one side; the other side needs
///   U (or L).
/// - E3: section 2.5 adds up probed values without their probabilities.
/// - E4: section 2.4 has it the wrong way round which cuts probing allows. Min's probes are upper bounds and
///   cut at alpha, Max's are lower bounds and cut at beta.
/// - E5: the probe of Figure 7 has a window with AX above L; failing low, it would prove nothing. That side
///   stays open.
/// - E9, E11: as in [`star1`](crate::star1()).
/// - E13: the probe of Figure 8 calls alpha-beta for what is a chance node. It must call Star2.
///
/// The figure is for games in which the same player moves after every outcome. Here each outcome is probed by
/// the player who moves there, a leaf is evaluated, and chance after chance is not probed.
pub fn star2<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    state: &G::State,
    window: Bounds,
    depth: i32,
    probes: usize,
) -> f64 {
    let window = opened(window);
    let search =
        |successor: &G::State, window| star2(game, evaluator, successor, window, depth - 1, probes);
    match expand(game, evaluator, state, depth) {
        Expanded::Leaf(value) => value,
        Expanded::Decision(player, successors) => decide(player, &successors, window, search),
        Expanded::Chance(successors) => {
            let mut outcomes = Outcomes::new(evaluator.range(game), successors);
            for i in 0..outcomes.len() {
                if let Some(value) = outcomes.answer(window) {
                    return value;
                }
                let proven = match expand(game, evaluator, outcomes.state(i), depth - 1) {
                    Expanded::Leaf(value) => Bounds::exact(value),
                    Expanded::Decision(player, successors) => {
                        let window = outcomes.probe_window(i, player, window);
                        probe(player, &successors, window, probes, |successor, window| {
                            star2(game, evaluator, successor, window, depth - 2, probes)
                        })
                    }
                    Expanded::Chance(_) => Bounds::EVERYTHING,
                };
                outcomes.learn(i, proven);
            }
            search_phase(&mut outcomes, window, search)
        }
    }
}

/// What the first `probes` moves of a decision prove about its value: one side, unless there are no more
/// moves.
pub(crate) fn probe<S>(
    player: Player,
    successors: &[S],
    window: Bounds,
    probes: usize,
    search: impl FnMut(&S, Bounds) -> f64,
) -> Bounds {
    let tried = &successors[..probes.min(successors.len())];
    let proven = proven(decide(player, tried, window, search), window);
    if tried.len() == successors.len() {
        proven
    } else {
        Bounds::new(proven.seen_by(player).lower, f64::INFINITY).seen_by(player)
    }
}
