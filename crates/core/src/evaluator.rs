use crate::{Bounds, Game, Node};

/// Judges states at which a search ends before the game does. Every value is seen by `Max`.
pub trait Evaluator<G: Game> {
    /// The static value of a state that is not terminal; inside [`Evaluator::range`].
    fn evaluate(&self, game: &G, state: &G::State) -> f64;

    /// Pushes the static value of each state. An evaluator that gains from batches overrides this; the
    /// values must be the same.
    fn evaluate_all(&self, game: &G, states: &[G::State], out: &mut Vec<f64>) {
        out.extend(states.iter().map(|state| self.evaluate(game, state)));
    }

    /// An interval that holds every static and every terminal value: the L and U of the papers.
    #[inline]
    fn range(&self, game: &G) -> Bounds {
        game.utility()
    }

    /// An interval that the value of `state`, which is not terminal, cannot leave when it is searched
    /// `depth` levels further. Inside [`Evaluator::range`]; the tighter it is, the more is cut.
    ///
    /// Rounding may carry an average a little past it. But at a decision with one level left, where nothing is averaged, it holds for
    /// the values just as they are computed. An evaluator that calls some states not quiet must allow for the extra levels they are
    /// searched, and for rounding in them.
    #[inline]
    fn bounds(&self, game: &G, _state: &G::State, _depth: u32) -> Bounds {
        self.range(game)
    }

    /// The value of a state that is known without search, as from an endgame table. Every search stops there, as
    /// at a terminal.
    #[inline]
    fn solved(&self, _game: &G, _state: &G::State) -> Option<f64> {
        None
    }

    /// Whether `evaluate` can be trusted here. A state that is not quiet is searched one level further
    /// although the depth is used up (within the limit set for the search).
    #[inline]
    fn is_quiet(&self, _game: &G, _state: &G::State) -> bool {
        true
    }

    /// What the evaluator does faster for many states at once, if anything. Without it searches are slower, and find the same.
    #[inline]
    fn in_bulk(&self) -> Option<&dyn InBulk<G>> {
        None
    }
}

/// What an evaluator can do for many states at once. It overrides what it does better than one by one.
pub trait InBulk<G: Game>: Evaluator<G> {
    /// Whether [`Evaluator::evaluate_all`] is clearly faster than one state after the other.
    fn gains_from_batches(&self) -> bool {
        false
    }

    /// Pushes the bounds of the state after each of the outcomes of the chance node `state`, as [`Evaluator::bounds`] gives
    /// them for `depth` levels below the outcome, or [`Evaluator::range`] where the outcome ends the game. An evaluator whose bounds of
    /// several outcomes have work in common overrides this.
    fn outcome_bounds(
        &self,
        game: &G,
        state: &G::State,
        outcomes: &[(G::Outcome, f64)],
        depth: u32,
        out: &mut Vec<Bounds>,
    ) {
        outcome_bounds(self, game, state, outcomes, depth, out);
    }

    /// [`Evaluator::bounds`] of a decision with one level left. If the evaluator needs the moves for that it leaves them, all of them in the game's
    /// order, in `moves`, which are empty before; then nobody has to find them again.
    fn decision_bounds(&self, game: &G, state: &G::State, _moves: &mut Vec<G::Move>) -> Bounds {
        self.bounds(game, state, 1)
    }

    /// Pushes the static value of each state with noise added. `noise` takes the place of a state and gives another number each time; all
    /// noise of one state is asked for before that of the next. An evaluator that makes its value from several estimates overrides this
    /// and adds noise to each of them.
    fn evaluate_all_with_noise(
        &self,
        game: &G,
        states: &[G::State],
        noise: &mut dyn FnMut(usize) -> f64,
        out: &mut Vec<f64>,
    ) {
        evaluate_all_with_noise(self, game, states, noise, out);
    }
}

/// The bounds after each outcome, one by one: see [`InBulk::outcome_bounds`].
pub fn outcome_bounds<G: Game, E: Evaluator<G> + ?Sized>(
    evaluator: &E,
    game: &G,
    state: &G::State,
    outcomes: &[(G::Outcome, f64)],
    depth: u32,
    out: &mut Vec<Bounds>,
) {
    out.extend(outcomes.iter().map(|&(outcome, _)| {
        let next = game.resolve(state, outcome);
        match game.node(&next) {
            Node::Terminal(_) => evaluator.range(game),
            _ => evaluator.bounds(game, &next, depth),
        }
    }));
}

/// Static values with noise added to each: see [`InBulk::evaluate_all_with_noise`].
pub fn evaluate_all_with_noise<G: Game, E: Evaluator<G> + ?Sized>(
    evaluator: &E,
    game: &G,
    states: &[G::State],
    noise: &mut dyn FnMut(usize) -> f64,
    out: &mut Vec<f64>,
) {
    let first = out.len();
    evaluator.evaluate_all(game, states, out);
    for (place, value) in out[first..].iter_mut().enumerate() {
        *value = evaluator.range(game).clamp(*value + noise(place));
    }
}

/// An evaluator may be shared: a reference judges as what it refers to.
#[warn(clippy::missing_trait_methods)]
impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for &E {
    #[inline]
    fn evaluate(&self, game: &G, state: &G::State) -> f64 {
        (**self).evaluate(game, state)
    }

    fn evaluate_all(&self, game: &G, states: &[G::State], out: &mut Vec<f64>) {
        (**self).evaluate_all(game, states, out);
    }

    #[inline]
    fn range(&self, game: &G) -> Bounds {
        (**self).range(game)
    }

    #[inline]
    fn bounds(&self, game: &G, state: &G::State, depth: u32) -> Bounds {
        (**self).bounds(game, state, depth)
    }

    #[inline]
    fn solved(&self, game: &G, state: &G::State) -> Option<f64> {
        (**self).solved(game, state)
    }

    #[inline]
    fn is_quiet(&self, game: &G, state: &G::State) -> bool {
        (**self).is_quiet(game, state)
    }

    #[inline]
    fn in_bulk(&self) -> Option<&dyn InBulk<G>> {
        (**self).in_bulk()
    }
}

/// Judges every state alike. Enough where the search reaches the end of the game.
///
/// ```
/// use starmax_core::Constant;
///
/// let unfinished_games_are_even = Constant(0.0);
/// # let _ = unfinished_games_are_even;
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Constant(
    /// The value of every state that is not terminal.
    pub f64,
);

impl<G: Game> Evaluator<G> for Constant {
    #[inline]
    fn evaluate(&self, _game: &G, _state: &G::State) -> f64 {
        self.0
    }

    #[inline]
    fn range(&self, game: &G) -> Bounds {
        game.utility().hull(Bounds::exact(self.0))
    }
}
