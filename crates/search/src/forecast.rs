//! What else best play leads to, besides a value.

use starmax_core::{Evaluator, Game, Node, Rules};

use crate::judge::{ends, known};
use crate::steps::depth_below;

/// Describes a state in numbers, such as how likely each ending is; `None` where nothing is known. There are always equally many numbers. The
/// state comes with the move that led to it, if it was a move: how a game has ended may not be seen where the next one begins.
pub type Features<'a, G> =
    dyn Fn(&<G as Rules>::State, Option<Last<'_, G>>) -> Option<Vec<f64>> + Sync + 'a;

/// A decision and what was decided there.
pub type Last<'a, G> = (&'a <G as Rules>::State, <G as Rules>::Move);

/// Finds the move of a decision with this many levels left.
type Choose<'a, G> = dyn FnMut(&<G as Rules>::State, i32) -> Option<<G as Rules>::Move> + 'a;

/// The mean of what `features` says of the leaves of a search, where players move as `choose` finds with this many levels left. `None` where a
/// leaf has no features or a move is not found.
pub(crate) fn forecast<G: Game, E: Evaluator<G>>(
    rules: (&G, &E),
    (state, last): (&G::State, Option<Last<'_, G>>),
    depth: i32,
    quiescence: i32,
    features: &Features<'_, G>,
    choose: &mut Choose<'_, G>,
) -> Option<Vec<f64>> {
    let (game, _) = rules;
    let node = game.node(state);
    if known(rules, state, node).is_some() || ends(rules, state, depth, quiescence) {
        return features(state, last);
    }
    let below = depth_below(game, state, depth);
    if let Node::Decision(_) = node {
        let mv = choose(state, depth)?;
        let next = (&game.play(state, mv), Some((state, mv)));
        return forecast(rules, next, below, quiescence, features, choose);
    }
    let mut outcomes = Vec::new();
    game.outcomes(state, &mut outcomes);
    let mut mean = Vec::new();
    for (outcome, p) in outcomes {
        let next = game.resolve(state, outcome);
        let found = forecast(rules, (&next, None), below, quiescence, features, choose)?;
        mean.resize(found.len(), 0.0);
        for (sum, feature) in mean.iter_mut().zip(found) {
            *sum += p * feature;
        }
    }
    Some(mean)
}
