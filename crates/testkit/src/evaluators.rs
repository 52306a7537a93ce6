use starmax_core::{Bounds, Evaluator, Hashable, Node};
use starmax_games::mix;

/// Judges states at random, but always alike: the value follows from the state's hash and the seed.
///
/// There are only a few values, evenly spread over the game's utility and its ends among them, so ties happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noise {
    /// Another seed, other values.
    pub seed: u64,
    /// How many different values there are, at least 2.
    pub levels: u32,
}

impl<G: Hashable> Evaluator<G> for Noise {
    fn evaluate(&self, game: &G, state: &G::State) -> f64 {
        let level = scatter(game, state, self.seed, Purpose::Value) % u64::from(self.levels);
        let share = level as f64 / f64::from(self.levels - 1);
        let utility = game.utility();
        utility.clamp(utility.lower + share * (utility.upper - utility.lower))
    }
}

/// Keeps the evaluators of this module independent of each other, even with equal seeds.
#[derive(Clone, Copy)]
enum Purpose {
    Value,
    Restless,
    Solved,
}

fn scatter<G: Hashable>(game: &G, state: &G::State, seed: u64, purpose: Purpose) -> u64 {
    mix(game.hash(state) ^ mix(seed ^ mix(purpose as u64)))
}

fn is_one_of_three<G: Hashable>(game: &G, state: &G::State, seed: u64, purpose: Purpose) -> bool {
    scatter(game, state, seed, purpose).is_multiple_of(3)
}

/// The same values as [`Noise`], with bounds that depend on the state, true and tighter than the utility.
///
/// They are found by visiting everything that can be reached in the depth: slow, and only for tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundedNoise {
    /// Where the values come from.
    pub noise: Noise,
}

impl<G: Hashable> Evaluator<G> for BoundedNoise {
    fn evaluate(&self, game: &G, state: &G::State) -> f64 {
        self.noise.evaluate(game, state)
    }

    /// The hull of all values that a search of at most this depth can find below. At a chance node the ends are
    /// added up as a search adds up values, so that they hold to the last bit.
    fn bounds(&self, game: &G, state: &G::State, depth: u32) -> Bounds {
        let node = game.node(state);
        if let Node::Terminal(value) = node {
            return Bounds::exact(value);
        }
        let here = Bounds::exact(self.evaluate(game, state));
        if depth == 0 {
            return here;
        }
        if node == Node::Chance {
            let mut outcomes = Vec::new();
            game.outcomes(state, &mut outcomes);
            let mut sum = Bounds::exact(0.0);
            for (outcome, probability) in outcomes {
                let bounds = self.bounds(game, &game.resolve(state, outcome), depth - 1);
                sum.lower += probability * bounds.lower;
                sum.upper += probability * bounds.upper;
            }
            return here.hull(game.utility().narrowed_by(sum));
        }
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        moves.into_iter().fold(here, |hull, mv| {
            hull.hull(self.bounds(game, &game.play(state, mv), depth - 1))
        })
    }
}

/// Finds a third of all states not quiet, by their hash, for tests of quiescence. Everything else is as `inner` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restless<E> {
    /// Judges the states.
    pub inner: E,
    /// Another seed, other states.
    pub seed: u64,
}

impl<G: Hashable, E: Evaluator<G>> Evaluator<G> for Restless<E> {
    fn evaluate(&self, game: &G, state: &G::State) -> f64 {
        self.inner.evaluate(game, state)
    }

    fn range(&self, game: &G) -> Bounds {
        self.inner.range(game)
    }

    fn bounds(&self, game: &G, state: &G::State, depth: u32) -> Bounds {
        self.inner.bounds(game, state, depth)
    }

    fn solved(&self, game: &G, state: &G::State) -> Option<f64> {
        self.inner.solved(game, state)
    }

    fn is_quiet(&self, game: &G, state: &G::State) -> bool {
        !is_one_of_three(game, state, self.seed, Purpose::Restless)
    }
}

/// Claims to know the value of a third of all states, by their hash, for tests of endgame tables. The value is the one
/// that `inner` gives by evaluation, so that the bounds of `inner` stay true; everything else is as `inner` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SomeSolved<E> {
    /// Judges the states.
    pub inner: E,
    /// Another seed, other states.
    pub seed: u64,
}

impl<G: Hashable, E: Evaluator<G>> Evaluator<G> for SomeSolved<E> {
    fn evaluate(&self, game: &G, state: &G::State) -> f64 {
        self.inner.evaluate(game, state)
    }

    fn range(&self, game: &G) -> Bounds {
        self.inner.range(game)
    }

    fn bounds(&self, game: &G, state: &G::State, depth: u32) -> Bounds {
        self.inner.bounds(game, state, depth)
    }

    fn solved(&self, game: &G, state: &G::State) -> Option<f64> {
        if is_one_of_three(game, state, self.seed, Purpose::Solved) {
            Some(self.evaluate(game, state))
        } else {
            self.inner.solved(game, state)
        }
    }

    fn is_quiet(&self, game: &G, state: &G::State) -> bool {
        self.inner.is_quiet(game, state)
    }
}
