//! The pseudo-codes as they were printed, errors included, to show that the errors are real and that the
//! tests see them. Never use them for anything else.
//!
//! They need what the papers presuppose: regular trees, in which chance stands between any two decisions and
//! the players take turns. Only finished games are leaves, unless said otherwise.

pub(crate) mod star1;
pub(crate) mod star2;
pub(crate) mod star2_tt;

use starmax_core::{Game, Node, Player};

/// The successors of a decision, in order.
fn successors<G: Game>(game: &G, state: &G::State) -> Vec<G::State> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.into_iter().map(|mv| game.play(state, mv)).collect()
}

/// The successors of a chance node with their probabilities, in order.
fn weighted_successors<G: Game>(game: &G, state: &G::State) -> Vec<(f64, G::State)> {
    let mut outcomes = Vec::new();
    game.outcomes(state, &mut outcomes);
    let resolve = |(outcome, p)| (p, game.resolve(state, outcome));
    outcomes.into_iter().map(resolve).collect()
}

/// Who moves at the root of a regular tree; Max, if it is over.
fn player_to_move<G: Game>(game: &G, state: &G::State) -> Player {
    match game.node(state) {
        Node::Decision(player) => player,
        Node::Terminal(_) => Player::Max,
        Node::Chance => panic!("a search of a regular tree starts at a decision"),
    }
}
