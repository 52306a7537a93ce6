use starmax_core::{Bounds, Evaluator, Game, Node, Notation};

/// Checks that the bounds of an evaluator hold for every way to play on from these states, at each depth up to `depths`, and stay inside
/// its range. Terminal states are passed over.
///
/// # Panics
/// When a value lies outside.
pub fn check_bounds<G: Game + Notation, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    states: &[G::State],
    depths: u32,
) {
    let range = evaluator.range(game);
    for state in states {
        if let Node::Terminal(_) = game.node(state) {
            continue;
        }
        for depth in 0..=depths {
            let bounds = evaluator.bounds(game, state, depth);
            let found = extremes(game, evaluator, state, depth);
            assert!(
                bounds.lower <= found.lower && found.upper <= bounds.upper,
                "{} at depth {depth}: {found} is outside {bounds}",
                game.write_state(state)
            );
            assert!(range.lower <= bounds.lower && bounds.upper <= range.upper);
        }
    }
}

/// The least and the largest value at which any play can end within `depth` levels.
///
/// # Panics
/// When a state that is not terminal has no successor.
pub fn extremes<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    state: &G::State,
    depth: u32,
) -> Bounds {
    match game.node(state) {
        Node::Terminal(value) => Bounds::exact(value),
        _ if depth == 0 => Bounds::exact(evaluator.evaluate(game, state)),
        _ => successors(game, state)
            .iter()
            .map(|next| extremes(game, evaluator, next, depth - 1))
            .reduce(Bounds::hull)
            .expect("a state that is not terminal has a successor"),
    }
}

/// The states after every move or outcome.
pub fn successors<G: Game>(game: &G, state: &G::State) -> Vec<G::State> {
    match game.node(state) {
        Node::Decision(_) => {
            let mut moves = Vec::new();
            game.moves(state, &mut moves);
            moves.into_iter().map(|mv| game.play(state, mv)).collect()
        }
        Node::Chance => {
            let mut outcomes = Vec::new();
            game.outcomes(state, &mut outcomes);
            outcomes
                .into_iter()
                .map(|(roll, _)| game.resolve(state, roll))
                .collect()
        }
        Node::Terminal(_) => Vec::new(),
    }
}
