//! The differential test: a search is right if it agrees with the reference on random trees, random depths and random windows.

use std::fmt;

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Bounds, Evaluator, Hashable, InBulk};
use starmax_games::{NodeId, Tree};

use crate::{
    BoundedNoise, Forecast, Noise, Paying, Restless, SomeSolved, TreeParameters, best_move,
    expectimax, random_tree,
};

/// A tree, how it is judged and how deep it is searched, with the right answer.
pub struct Trial {
    /// The tree, searched from its root.
    pub tree: Tree,
    /// Judges inner nodes where the depth ends before the tree does.
    pub judge: Judge,
    /// Levels to search; at least 1.
    pub depth: u32,
    /// Windows to search with, one after the other, with one table if the search has one.
    pub windows: Vec<Bounds>,
    /// The value of the root.
    pub value: f64,
    /// The number of the best move, if the root is a decision.
    pub best: Option<usize>,
    /// Which steps pay and cost no depth, if some do.
    pub pay_seed: Option<u64>,
}

impl Trial {
    /// A random trial.
    ///
    /// # Panics
    /// Never: random trees are low.
    pub fn random(rng: &mut impl Rng) -> Self {
        Self::with_pay(rng, None)
    }

    /// A random trial of a tree in which steps pay and some cost no depth.
    pub fn random_paying(rng: &mut impl Rng) -> Self {
        let seed = rng.random();
        Self::with_pay(rng, Some(seed))
    }

    fn with_pay(rng: &mut impl Rng, pay_seed: Option<u64>) -> Self {
        let parameters = if rng.random_ratio(1, 8) {
            TreeParameters::TALL
        } else {
            TreeParameters::default()
        };
        let tree = random_tree(rng, &parameters);
        // A root that is solved has a value, but what its moves are worth is another question.
        let judge = loop {
            let judge = Judge::random(rng);
            if judge.solved(&tree, &tree.root()).is_none() {
                break judge;
            }
        };
        let height = u32::try_from(tree.height()).expect("random trees are low");
        let depth = if rng.random_bool(0.5) {
            height
        } else {
            rng.random_range(1..=height)
        };
        let levels = depth.cast_signed();
        let (value, best, range) = match pay_seed {
            None => answer(&tree, &judge, tree.root(), levels),
            Some(seed) => answer(&Paying { tree: &tree, seed }, &judge, tree.root(), levels),
        };
        let windows = (0..4).map(|_| window(rng, range, value)).collect();
        Self {
            tree,
            judge,
            depth,
            windows,
            value,
            best,
            pay_seed,
        }
    }

    /// The tree with what its steps pay.
    #[must_use]
    pub fn paying(&self) -> Option<Paying<'_>> {
        let seed = self.pay_seed?;
        let tree = &self.tree;
        Some(Paying { tree, seed })
    }
}

/// The value of the root, the number of its best move, and the range of values.
fn answer<G: Hashable<State = NodeId>>(
    game: &G,
    judge: &Judge,
    root: NodeId,
    levels: i32,
) -> (f64, Option<usize>, Bounds) {
    let value = expectimax(game, judge, &root, levels);
    let best = best_move(game, judge, &root, levels);
    (value, best.map(|(number, _, _)| number), game.utility())
}

/// A window near the value, far from it, narrow, wide or empty.
fn window(rng: &mut impl Rng, range: Bounds, value: f64) -> Bounds {
    let mut end = || match rng.random_range(0..4) {
        0 => rng.random_range(range.lower - 1.0..=range.upper + 1.0),
        1 => f64::from(rng.random_range(-4..=4)),
        2 => value + rng.random_range(-0.5..0.5),
        _ => [
            value,
            value.next_up(),
            value.next_down(),
            range.lower,
            range.upper,
        ][rng.random_range(0..5)],
    };
    let (one, two) = (end(), end());
    Bounds::new(one.min(two), one.max(two))
}

/// One of the noisy evaluators, with or without a gain from batches.
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    mood: Mood,
    gains_from_batches: bool,
}

#[derive(Clone, Copy, Debug)]
enum Mood {
    /// Plain noise.
    Plain(Noise),
    /// With bounds that depend on the state and hold to the last bit.
    Bounded(BoundedNoise),
    /// With bounds that hold but for rounding.
    Forecast(Forecast),
    /// Some states are not quiet.
    Restless(Restless<Noise>),
    /// Some states are solved.
    Solved(SomeSolved<BoundedNoise>),
}

impl Judge {
    fn random(rng: &mut impl Rng) -> Self {
        let noise = Noise {
            seed: rng.random(),
            levels: rng.random_range(2..10),
        };
        let seed = rng.random();
        let mood = match rng.random_range(0..5) {
            0 => Mood::Plain(noise),
            1 => Mood::Bounded(BoundedNoise { noise }),
            2 => Mood::Forecast(Forecast { noise }),
            3 => Mood::Restless(Restless { inner: noise, seed }),
            _ => Mood::Solved(SomeSolved {
                inner: BoundedNoise { noise },
                seed,
            }),
        };
        Self {
            mood,
            gains_from_batches: rng.random(),
        }
    }

    fn inner<G: Hashable>(&self) -> &dyn Evaluator<G> {
        match &self.mood {
            Mood::Plain(judge) => judge,
            Mood::Bounded(judge) => judge,
            Mood::Forecast(judge) => judge,
            Mood::Restless(judge) => judge,
            Mood::Solved(judge) => judge,
        }
    }
}

#[warn(clippy::missing_trait_methods)]
impl<G: Hashable> Evaluator<G> for Judge {
    fn evaluate(&self, game: &G, state: &G::State) -> f64 {
        self.inner().evaluate(game, state)
    }

    /// Batches are judged from the last state to the first.
    fn evaluate_all(&self, game: &G, states: &[G::State], out: &mut Vec<f64>) {
        let first = out.len();
        out.extend((states.iter().rev()).map(|state| self.evaluate(game, state)));
        out[first..].reverse();
    }

    fn range(&self, game: &G) -> Bounds {
        self.inner().range(game)
    }

    fn bounds(&self, game: &G, state: &G::State, depth: u32) -> Bounds {
        self.inner().bounds(game, state, depth)
    }

    fn solved(&self, game: &G, state: &G::State) -> Option<f64> {
        self.inner().solved(game, state)
    }

    fn is_quiet(&self, game: &G, state: &G::State) -> bool {
        self.inner().is_quiet(game, state)
    }

    fn in_bulk(&self) -> Option<&dyn InBulk<G>> {
        self.gains_from_batches.then_some(self)
    }
}

impl<G: Hashable> InBulk<G> for Judge {
    fn gains_from_batches(&self) -> bool {
        true
    }
}

/// What a search says to a [`Trial`].
pub struct Answers {
    /// For each window, the bounds it proved.
    pub bounds: Vec<Bounds>,
    /// The value of the root and the number of the best move, searched without a window.
    pub root: (f64, Option<usize>),
}

/// What a fail-soft search with this window proves by returning `value`.
#[must_use]
pub fn fail_soft(window: Bounds, value: f64) -> Bounds {
    Bounds {
        lower: if value <= window.lower {
            f64::NEG_INFINITY
        } else {
            value
        },
        upper: if value >= window.upper {
            f64::INFINITY
        } else {
            value
        },
    }
}

/// How often a search was wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Trees searched.
    pub trees: usize,
    /// Searches made.
    pub searches: usize,
    /// Bounds that do not hold the value, and root values that differ in any bit.
    pub wrong_values: usize,
    /// Bounds that do not decide their window.
    pub undecided_windows: usize,
    /// Best moves that are not the first best.
    pub wrong_moves: usize,
    /// The first thing that was wrong.
    pub first: Option<String>,
}

impl Tally {
    /// Whether everything was right.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.first.is_none()
    }

    /// Compares the answers to a trial with the right ones.
    pub fn count(&mut self, trial: &Trial, answers: &Answers) {
        self.trees += 1;
        self.searches += answers.bounds.len() + 1;
        for (&window, &bounds) in trial.windows.iter().zip(&answers.bounds) {
            if !bounds.contains(trial.value) {
                self.wrong_values += 1;
                self.note(trial, || format!("window {window} gave {bounds}"));
            } else if !bounds.decides(window) {
                self.undecided_windows += 1;
                self.note(trial, || {
                    format!("window {window} gave {bounds}, undecided")
                });
            }
        }
        let (value, best) = answers.root;
        if value != trial.value {
            self.wrong_values += 1;
            self.note(trial, || format!("the root gave {value}"));
        }
        if best != trial.best {
            self.wrong_moves += 1;
            self.note(trial, || format!("best move {best:?}"));
        }
    }

    fn note(&mut self, trial: &Trial, what: impl FnOnce() -> String) {
        if self.first.is_none() {
            let Trial {
                tree,
                judge,
                depth,
                value,
                best,
                pay_seed,
                ..
            } = trial;
            let what = what();
            self.first = Some(format!(
                "{what}\n  tree {tree}\n  depth {depth}, judged by {judge:?}\n  value {value}, best move {best:?}, payments {pay_seed:?}"
            ));
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} trees, {} searches: {} wrong values, {} undecided windows, {} wrong moves",
            self.trees, self.searches, self.wrong_values, self.undecided_windows, self.wrong_moves
        )?;
        match &self.first {
            Some(first) => write!(f, "\nfirst: {first}"),
            None => Ok(()),
        }
    }
}

/// Compares a search with the reference on `trees` random trees.
pub fn compare(seed: u64, trees: usize, search: impl FnMut(&Trial) -> Answers) -> Tally {
    compare_trials(seed, trees, Trial::random, search)
}

/// The same with trees in which steps pay and some cost no depth.
pub fn compare_paying(seed: u64, trees: usize, search: impl FnMut(&Trial) -> Answers) -> Tally {
    compare_trials(seed, trees, Trial::random_paying, search)
}

fn compare_trials(
    seed: u64,
    trees: usize,
    mut random: impl FnMut(&mut Xoshiro256PlusPlus) -> Trial,
    mut search: impl FnMut(&Trial) -> Answers,
) -> Tally {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut tally = Tally::default();
    for _ in 0..trees {
        let trial = random(&mut rng);
        tally.count(&trial, &search(&trial));
    }
    tally
}

/// How many trees a test run compares: `STARMAX_TREES` if it is set, else `default`.
///
/// # Panics
/// When the variable is not a number.
#[must_use]
pub fn trees_to_compare(default: usize) -> usize {
    number_from_environment("STARMAX_TREES").map_or(default, |number| {
        usize::try_from(number).expect("STARMAX_TREES fits the machine")
    })
}

/// The seed of a test run: `STARMAX_SEED` if it is set, else 1.
///
/// # Panics
/// When the variable is not a number.
#[must_use]
pub fn seed_of_comparison() -> u64 {
    number_from_environment("STARMAX_SEED").unwrap_or(1)
}

/// A number that a variable of the environment asks for, if it is set.
///
/// # Panics
/// When the variable is not a number.
#[must_use]
pub fn number_from_environment(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name} is \"{text}\", expected a number")),
    )
}
