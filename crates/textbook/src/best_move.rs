use starmax_core::{Bounds, Game, Node};

/// The first best move of a decision and its value, seen by Max; nothing at any other state.
///
/// `search` is any search of this crate, of a successor and with a window. A move is asked only whether it is
/// better than the best one so far, so equal moves leave the first in place.
///
/// ```
/// use starmax_core::Constant;
/// use starmax_games::Tree;
/// use starmax_textbook::{best_move, star1};
///
/// let tree: Tree = "max[1 ch(.5:0 .5:3) 1.5]".parse()?;
/// let found = best_move(&tree, &tree.root(), |successor, window| {
///     star1(&tree, &Constant(0.0), successor, window, 2)
/// });
/// assert_eq!(found, Some((1, 1.5)));
/// # Ok::<(), starmax_games::TreeError>(())
/// ```
pub fn best_move<G: Game>(
    game: &G,
    state: &G::State,
    mut search: impl FnMut(&G::State, Bounds) -> f64,
) -> Option<(G::Move, f64)> {
    let Node::Decision(player) = game.node(state) else {
        return None;
    };
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mut best: Option<(G::Move, f64)> = None;
    for mv in moves {
        let alpha = best.map_or(f64::NEG_INFINITY, |(_, value)| player.sees(value));
        let window = Bounds::new(alpha, f64::INFINITY).seen_by(player);
        let value = search(&game.play(state, mv), window);
        if best.is_none() || player.sees(value) > alpha {
            best = Some((mv, value));
        }
    }
    best
}
