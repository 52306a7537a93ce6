use starmax_core::{Evaluator, Game, Node, Player};

/// How many levels beyond its depth a search follows states that are not quiet.
pub const QUIESCENCE_LIMIT: i32 = 8;

/// The value of `state` searched `depth` levels deep, seen by `Max`: what every search must find.
///
/// It visits everything, keeps nothing, and shares no code with any other search.
pub fn expectimax<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    state: &G::State,
    depth: i32,
) -> f64 {
    if let Node::Terminal(value) = game.node(state) {
        return value;
    }
    if let Some(value) = evaluator.solved(game, state) {
        return value;
    }
    let is_free = G::HAS_FREE_STEPS && game.is_free(state);
    if depth <= 0 && (evaluator.is_quiet(game, state) || depth <= -QUIESCENCE_LIMIT) {
        return evaluator.evaluate(game, state);
    }
    if let Some((_, _, value)) = best_move(game, evaluator, state, depth) {
        return value;
    }
    let mut outcomes = Vec::new();
    game.outcomes(state, &mut outcomes);
    let (range, below) = (evaluator.range(game), depth - i32::from(!is_free));
    let mut sum = 0.0;
    for (outcome, probability) in outcomes {
        let next = game.resolve(state, outcome);
        let mut value = expectimax(game, evaluator, &next, below);
        if G::PAYS {
            value = range.clamp(game.pay_of_outcome(state, outcome).and(value));
        }
        sum += probability * value;
    }
    range.clamp(sum)
}

/// The best move of a decision searched `depth` levels deep, the first one of equals: its number in the game's order, the move,
/// and its value seen by `Max`.
///
/// `None` where nobody moves. What the evaluator says of `state` itself, solved or quiet, does not matter here.
pub fn best_move<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    state: &G::State,
    depth: i32,
) -> Option<(usize, G::Move, f64)> {
    let Node::Decision(player) = game.node(state) else {
        return None;
    };
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let is_free = G::HAS_FREE_STEPS && game.is_free(state);
    let below = depth - i32::from(!is_free);
    let mut best: Option<(usize, G::Move, f64)> = None;
    for (number, mv) in moves.into_iter().enumerate() {
        let mut value = expectimax(game, evaluator, &game.play(state, mv), below);
        if G::PAYS {
            value = (evaluator.range(game)).clamp(game.pay_of_move(state, mv).and(value));
        }
        let is_better = match (best, player) {
            (None, _) => true,
            (Some((_, _, best_value)), Player::Max) => value > best_value,
            (Some((_, _, best_value)), Player::Min) => value < best_value,
        };
        if is_better {
            best = Some((number, mv, value));
        }
    }
    best
}
