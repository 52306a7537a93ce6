use starmax_core::{Bounds, Evaluator, Game, Hashable, InBulk, Node, Pay};
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
    Margin,
}

fn scatter<G: Hashable>(game: &G, state: &G::State, seed: u64, purpose: Purpose) -> u64 {
    mix(game.hash(state) ^ mix(seed ^ mix(purpose as u64)))
}

fn is_one_of_three<G: Hashable>(game: &G, state: &G::State, seed: u64, purpose: Purpose) -> bool {
    scatter(game, state, seed, purpose).is_multiple_of(3)
}

/// The levels left after the step from a state; `None` where a search ends.
fn levels_below<G: Game>(game: &G, state: &G::State, depth: u32) -> Option<u32> {
    let is_free = G::HAS_FREE_STEPS && game.is_free(state);
    let below = depth.checked_sub(1)?;
    Some(if is_free { depth } else { below })
}

/// The bounds of a step that pays this.
fn worth<G: Game>(game: &G, pay: Pay, bounds: Bounds) -> Bounds {
    if G::PAYS {
        game.utility().narrowed_by(pay.and_bounds(bounds))
    } else {
        bounds
    }
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
        let Some(below) = levels_below(game, state, depth) else {
            return here;
        };
        if node == Node::Chance {
            let mut outcomes = Vec::new();
            game.outcomes(state, &mut outcomes);
            let mut sum = Bounds::exact(0.0);
            for (outcome, probability) in outcomes {
                let bounds = self.bounds(game, &game.resolve(state, outcome), below);
                let bounds = worth(game, game.pay_of_outcome(state, outcome), bounds);
                sum.lower += probability * bounds.lower;
                sum.upper += probability * bounds.upper;
            }
            return here.hull(game.utility().narrowed_by(sum));
        }
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        moves.into_iter().fold(here, |hull, mv| {
            let bounds = self.bounds(game, &game.play(state, mv), below);
            hull.hull(worth(game, game.pay_of_move(state, mv), bounds))
        })
    }
}

/// The same values as [`Noise`], with bounds that know the value of a search of exactly this depth, but for rounding: where averages
/// are below, a search that trusts their last bits is wrong.
///
/// Slow as [`BoundedNoise`] is. Some bounds have a margin, so that there is something to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// Where the values come from.
    pub noise: Noise,
}

impl Forecast {
    /// What Expectimax finds, with averages added up from the last outcome to the first.
    fn value<G: Hashable>(&self, game: &G, state: &G::State, depth: u32) -> f64 {
        let node = game.node(state);
        if let Node::Terminal(value) = node {
            return value;
        }
        let Some(below) = levels_below(game, state, depth) else {
            return self.evaluate(game, state);
        };
        let worth = |pay, value| worth(game, pay, Bounds::exact(value)).lower;
        let Node::Decision(player) = node else {
            let mut outcomes = Vec::new();
            game.outcomes(state, &mut outcomes);
            let mean = outcomes.iter().rev().map(|&(outcome, probability)| {
                let value = self.value(game, &game.resolve(state, outcome), below);
                probability * worth(game.pay_of_outcome(state, outcome), value)
            });
            return game.utility().clamp(mean.sum());
        };
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let values = moves.into_iter().map(|mv| {
            let value = self.value(game, &game.play(state, mv), below);
            player.sees(worth(game.pay_of_move(state, mv), value))
        });
        player.sees(values.fold(f64::NEG_INFINITY, f64::max))
    }
}

impl<G: Hashable> Evaluator<G> for Forecast {
    fn evaluate(&self, game: &G, state: &G::State) -> f64 {
        self.noise.evaluate(game, state)
    }

    fn bounds(&self, game: &G, state: &G::State, depth: u32) -> Bounds {
        const MARGINS: [f64; 4] = [0.0, 0.0, 0.5, 5.0];
        let value = self.value(game, state, depth);
        let [below, above, ..] =
            scatter(game, state, self.noise.seed, Purpose::Margin).to_le_bytes();
        let margin = |byte: u8| MARGINS[usize::from(byte % 4)];
        let bounds = Bounds::new(value - margin(below), value + margin(above));
        game.utility().narrowed_by(bounds)
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

#[warn(clippy::missing_trait_methods)]
impl<G: Hashable, E: Evaluator<G>> Evaluator<G> for Restless<E> {
    fn evaluate(&self, game: &G, state: &G::State) -> f64 {
        self.inner.evaluate(game, state)
    }

    fn evaluate_all(&self, game: &G, states: &[G::State], out: &mut Vec<f64>) {
        self.inner.evaluate_all(game, states, out);
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

    fn in_bulk(&self) -> Option<&dyn InBulk<G>> {
        None
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

#[warn(clippy::missing_trait_methods)]
impl<G: Hashable, E: Evaluator<G>> Evaluator<G> for SomeSolved<E> {
    fn evaluate(&self, game: &G, state: &G::State) -> f64 {
        self.inner.evaluate(game, state)
    }

    fn evaluate_all(&self, game: &G, states: &[G::State], out: &mut Vec<f64>) {
        self.inner.evaluate_all(game, states, out);
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

    fn in_bulk(&self) -> Option<&dyn InBulk<G>> {
        None
    }
}
