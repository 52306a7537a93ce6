//! A state as every search of this crate sees it.

use starmax_core::{Evaluator, Game, Node, Player};

/// How many levels beyond its depth a search follows states that are not quiet.
const QUIESCENCE_LIMIT: i32 = 8;

/// What a search finds at a state.
pub(crate) enum Expanded<S> {
    /// The search ends here, with this value.
    Leaf(f64),
    /// This player chooses among these successors, in the order of the moves.
    Decision(Player, Vec<S>),
    /// Chance chooses among these successors, each with its probability, in the order of the outcomes.
    Chance(Vec<(f64, S)>),
}

/// Looks at a state that is to be searched `depth` levels deep.
pub(crate) fn expand<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    state: &G::State,
    depth: i32,
) -> Expanded<G::State> {
    const {
        assert!(
            !G::PAYS && !G::HAS_FREE_STEPS,
            "the papers know no steps that pay or cost no depth"
        );
    }
    match game.node(state) {
        Node::Terminal(value) => Expanded::Leaf(value),
        _ if let Some(value) = static_value(game, evaluator, state, depth) => Expanded::Leaf(value),
        Node::Decision(player) => {
            let mut moves = Vec::new();
            game.moves(state, &mut moves);
            let successors = moves.into_iter().map(|mv| game.play(state, mv));
            Expanded::Decision(player, successors.collect())
        }
        Node::Chance => {
            let mut outcomes = Vec::new();
            game.outcomes(state, &mut outcomes);
            let successors = outcomes
                .into_iter()
                .map(|(outcome, p)| (p, game.resolve(state, outcome)));
            Expanded::Chance(successors.collect())
        }
    }
}

/// The value of an unfinished state that is not searched further.
fn static_value<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    state: &G::State,
    depth: i32,
) -> Option<f64> {
    let ends_here = depth <= 0 && (depth <= -QUIESCENCE_LIMIT || evaluator.is_quiet(game, state));
    evaluator
        .solved(game, state)
        .or_else(|| ends_here.then(|| evaluator.evaluate(game, state)))
}
