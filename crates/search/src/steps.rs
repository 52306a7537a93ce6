//! What a step pays, and what it costs.

use starmax_core::{Bounds, Game, Pay};

/// What a move pays; nothing in a game that does not pay.
#[inline]
pub(crate) fn pay_of_move<G: Game>(game: &G, state: &G::State, mv: G::Move) -> Pay {
    if G::PAYS {
        game.pay_of_move(state, mv)
    } else {
        Pay::NOTHING
    }
}

/// What an outcome pays; nothing in a game that does not pay.
#[inline]
pub(crate) fn pay_of_outcome<G: Game>(game: &G, state: &G::State, outcome: G::Outcome) -> Pay {
    if G::PAYS {
        game.pay_of_outcome(state, outcome)
    } else {
        Pay::NOTHING
    }
}

/// The bounds of a step, if these are the bounds of what it leads to. They are kept inside the range, past which only rounding could carry
/// them.
#[inline]
pub(crate) fn worth<G: Game>(pay: Pay, bounds: Bounds, range: Bounds) -> Bounds {
    if G::PAYS {
        range.narrowed_by(pay.and_bounds(bounds))
    } else {
        bounds
    }
}

/// The window of what a step leads to, if this is the window of the step.
#[inline]
pub(crate) fn window_of_rest<G: Game>(pay: Pay, window: Bounds) -> Bounds {
    if G::PAYS {
        pay.window_of_rest(window)
    } else {
        window
    }
}

/// Whether the step from a state costs no depth.
#[inline]
pub(crate) fn is_free<G: Game>(game: &G, state: &G::State) -> bool {
    G::HAS_FREE_STEPS && game.is_free(state)
}

/// The levels that are left after the step from a state at which `depth` are left.
#[inline]
pub(crate) fn depth_below<G: Game>(game: &G, state: &G::State, depth: i32) -> i32 {
    if is_free(game, state) {
        depth
    } else {
        depth - 1
    }
}
