//! What can be asked about a position of any game: only its rules and their notation matter.

use std::sync::atomic::{AtomicBool, Ordering};

use starmax_core::{Node, Notation, Rules};
use starmax_report::LegalMove;
use starmax_search::{Perft, perft};

use crate::{ReportError, RootText};

/// The state that is meant.
pub(crate) fn read_root<G: Notation>(
    game: &G,
    root: RootText<'_>,
) -> Result<G::State, ReportError> {
    let state = match root.position {
        None | Some("start") => game.initial(),
        Some(text) => game.parse_state(text)?,
    };
    let Some(roll) = root.roll else {
        return Ok(state);
    };
    let Node::Chance = game.node(&state) else {
        return Err(ReportError::NoRollHere {
            roll: roll.to_owned(),
            position: game.write_state(&state),
        });
    };
    let outcome = game.parse_outcome(&state, roll)?;
    Ok(game.resolve(&state, outcome))
}

/// The legal moves; none where no player decides.
pub(crate) fn moves_at<G: Rules>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    if let Node::Decision(_) = game.node(state) {
        game.moves(state, &mut moves);
    }
    moves
}

/// That no player decides at a state is an error.
fn check_decision<G: Notation>(game: &G, state: &G::State) -> Result<(), ReportError> {
    match game.node(state) {
        Node::Decision(_) => Ok(()),
        Node::Chance => Err(ReportError::ChanceMoves(game.write_state(state))),
        Node::Terminal(_) => Err(ReportError::NoMoves(game.write_state(state))),
    }
}

/// The legal move that is written so.
pub(crate) fn read_move<G: Notation>(
    game: &G,
    state: &G::State,
    text: &str,
) -> Result<G::Move, ReportError> {
    check_decision(game, state)?;
    Ok(game.parse_move(state, text)?)
}

/// The legal moves, written. That there are none is an error.
pub(crate) fn legal_moves<G: Notation>(
    game: &G,
    root: RootText<'_>,
) -> Result<Vec<LegalMove>, ReportError> {
    let state = read_root(game, root)?;
    check_decision(game, &state)?;
    let legal = |mv| LegalMove {
        text: game.write_move(&state, mv),
        position: game.write_position(&game.play(&state, mv)),
    };
    Ok(moves_at(game, &state).into_iter().map(legal).collect())
}

/// Counts the nodes at each distance.
pub(crate) fn count_nodes<G: Notation>(
    game: &G,
    root: RootText<'_>,
    depth: u32,
    stop: &AtomicBool,
) -> Result<Vec<Perft>, ReportError> {
    let stop = || stop.load(Ordering::Relaxed);
    perft(game, &read_root(game, root)?, depth, stop).ok_or(ReportError::Interrupted)
}
