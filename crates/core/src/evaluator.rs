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

    /// Whether [`Evaluator::evaluate_all`] is clearly faster than one state after the other.
    #[inline]
    fn gains_from_batches(&self) -> bool {
        false
    }

    /// Pushes the static value of each state with noise in it, of which `noise` gives another number each time for the state with that
    /// place. Noise for one state is asked for without a break. An evaluator that makes its value of several estimates overrides this and
    /// adds noise to each of them.
    fn evaluate_all_with_noise(
        &self,
        game: &G,
        states: &[G::State],
        noise: &mut dyn FnMut(usize) -> f64,
        out: &mut Vec<f64>,
    ) {
        let first = out.len();
        self.evaluate_all(game, states, out);
        for (place, value) in out[first..].iter_mut().enumerate() {
            *value = self.range(game).clamp(*value + noise(place));
        }
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
        out.extend(outcomes.iter().map(|&(outcome, _)| {
            let next = game.resolve(state, outcome);
            match game.node(&next) {
                Node::Terminal(_) => self.range(game),
                _ => self.bounds(game, &next, depth),
            }
        }));
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
}

/// An evaluator may be shared: a reference judges as its owner does.
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
    fn gains_from_batches(&self) -> bool {
        (**self).gains_from_batches()
    }

    fn evaluate_all_with_noise(
        &self,
        game: &G,
        states: &[G::State],
        noise: &mut dyn FnMut(usize) -> f64,
        out: &mut Vec<f64>,
    ) {
        (**self).evaluate_all_with_noise(game, states, noise, out);
    }

    #[inline]
    fn range(&self, game: &G) -> Bounds {
        (**self).range(game)
    }

    #[inline]
    fn bounds(&self, game: &G, state: &G::State, depth: u32) -> Bounds {
        (**self).bounds(game, state, depth)
    }

    fn outcome_bounds(
        &self,
        game: &G,
        state: &G::State,
        outcomes: &[(G::Outcome, f64)],
        depth: u32,
        out: &mut Vec<Bounds>,
    ) {
        (**self).outcome_bounds(game, state, outcomes, depth, out);
    }

    #[inline]
    fn solved(&self, game: &G, state: &G::State) -> Option<f64> {
        (**self).solved(game, state)
    }

    #[inline]
    fn is_quiet(&self, game: &G, state: &G::State) -> bool {
        (**self).is_quiet(game, state)
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
