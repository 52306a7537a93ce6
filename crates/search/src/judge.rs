//! What is known of a state without searching it, and where every search ends.

use starmax_core::{Bounds, Evaluator, Game, Node};

use crate::Exit;
use crate::steps::{pay_of_move, worth};

/// The value of a state at which every search ends: it is terminal or solved, or the depth is used up and the state quiet.
#[inline]
pub(crate) fn leaf<G: Game, E: Evaluator<G>>(
    (game, evaluator): (&G, &E),
    state: &G::State,
    node: Node,
    depth: i32,
    quiescence: i32,
) -> Option<(f64, Exit)> {
    if let Some(known) = known((game, evaluator), state, node) {
        return Some(known);
    }
    ends((game, evaluator), state, depth, quiescence).then(|| {
        let value = evaluator.evaluate(game, state);
        debug_assert!(
            evaluator.range(game).contains(value),
            "the evaluator gave {value}, outside its range {}",
            evaluator.range(game)
        );
        (value, Exit::Evaluated)
    })
}

/// The value of a state that is terminal or solved.
#[inline]
pub(crate) fn known<G: Game, E: Evaluator<G>>(
    (game, evaluator): (&G, &E),
    state: &G::State,
    node: Node,
) -> Option<(f64, Exit)> {
    if let Node::Terminal(value) = node {
        return Some((value, Exit::Terminal));
    }
    let solved = evaluator.solved(game, state)?;
    Some((solved, Exit::Evaluated))
}

/// Whether the depth is used up at a state whose static value can be trusted, or must be.
#[inline]
pub(crate) fn ends<G: Game, E: Evaluator<G>>(
    (game, evaluator): (&G, &E),
    state: &G::State,
    depth: i32,
    quiescence: i32,
) -> bool {
    depth <= 0 && (depth <= -quiescence || evaluator.is_quiet(game, state))
}

/// Pushes what moves that lead to these states are worth at a glance.
pub(crate) fn successor_values<G: Game, E: Evaluator<G>>(
    (game, evaluator): (&G, &E),
    state: &G::State,
    moves: &[G::Move],
    successors: &[G::State],
    out: &mut Vec<f64>,
) {
    static_values((game, evaluator), successors, out);
    add_pay((game, evaluator), state, moves, out);
}

/// Turns the values that moves lead to into what the moves are worth.
pub(crate) fn add_pay<G: Game, E: Evaluator<G>>(
    (game, evaluator): (&G, &E),
    state: &G::State,
    moves: &[G::Move],
    values: &mut [f64],
) {
    if G::PAYS {
        let range = evaluator.range(game);
        for (&mv, value) in moves.iter().zip(values) {
            let pay = pay_of_move(game, state, mv);
            *value = worth::<G>(pay, Bounds::exact(*value), range).lower;
        }
    }
}

/// Pushes the static values of states, judged in one batch; those that are terminal or solved have their own.
pub(crate) fn static_values<G: Game, E: Evaluator<G>>(
    (game, evaluator): (&G, &E),
    states: &[G::State],
    out: &mut Vec<f64>,
) {
    let known = |state| known((game, evaluator), state, game.node(state));
    if states.iter().all(|state| known(state).is_none()) {
        return evaluator.evaluate_all(game, states, out);
    }
    let open = states.iter().filter(|state| known(state).is_none());
    let open: Vec<_> = open.cloned().collect();
    let mut judged = Vec::with_capacity(open.len());
    evaluator.evaluate_all(game, &open, &mut judged);
    let mut judged = judged.into_iter();
    out.extend(states.iter().map(|state| match known(state) {
        Some((value, _)) => value,
        None => judged.next().expect("one value per state"),
    }));
}
