//! Compares a search with plain Expectimax on random trees, in random windows, one search after the other.

use std::env;
use std::fmt;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Bounds, Evaluator, Game};
use starmax_games::Tree;
use starmax_testkit::expectimax;

/// Searches of one tree that share one memory, such as a table.
const SEARCHES_PER_TREE: usize = 6;

/// A search that broke its promise.
#[derive(Debug)]
pub(crate) struct Failure {
    tree: Tree,
    window: Bounds,
    depth: i32,
    value: f64,
    result: f64,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} to depth {} is {:?}, the search with window {} says {:?}",
            self.tree, self.depth, self.value, self.window, self.result
        )
    }
}

/// How many trees to try, and from which seed: `STARMAX_TREES` and `STARMAX_SEED`.
pub(crate) fn trees_and_seed() -> (usize, u64) {
    let number = |name, default| {
        env::var(name).map_or(default, |text| {
            text.parse()
                .unwrap_or_else(|_| panic!("{name} is no number: {text}"))
        })
    };
    let trees = usize::try_from(number("STARMAX_TREES", 3000)).expect("a number of trees");
    (trees, number("STARMAX_SEED", 1983))
}

/// The first search that breaks its promise, among several of each tree.
///
/// `search` gets the tree, a memory that is new for each tree, the window and the depth. `keeps_promise` is asked with the true value, the
/// window and the result.
pub(crate) fn first_failure<E: Evaluator<Tree>, M: Default>(
    evaluator: &E,
    mut grow: impl FnMut(&mut Xoshiro256PlusPlus) -> Tree,
    mut choose_depth: impl FnMut(&mut Xoshiro256PlusPlus, &Tree) -> i32,
    mut search: impl FnMut(&Tree, &mut M, Bounds, i32) -> f64,
    keeps_promise: impl Fn(f64, Bounds, f64) -> bool,
) -> Option<Failure> {
    let (trees, seed) = trees_and_seed();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..trees {
        let tree = grow(&mut rng);
        let mut memory = M::default();
        for _ in 0..SEARCHES_PER_TREE {
            let depth = choose_depth(&mut rng, &tree);
            let value = expectimax(&tree, evaluator, &tree.root(), depth);
            let window = random_window(&mut rng, tree.utility(), value);
            let result = search(&tree, &mut memory, window, depth);
            if !keeps_promise(value, window, result) {
                return Some(Failure {
                    tree,
                    window,
                    depth,
                    value,
                    result,
                });
            }
        }
    }
    None
}

/// What every search promises: inside the window the value to the last bit, outside of it a bound.
pub(crate) fn exactly(value: f64, window: Bounds, result: f64) -> bool {
    let is_inside = window.lower < result && result < window.upper;
    (!is_inside || value.to_bits() == result.to_bits())
        && (result > window.lower || value <= result)
        && (result < window.upper || value >= result)
}

/// A window anywhere, also outside of the range or empty; often one that ends at the value or just beside it.
pub(crate) fn random_window(rng: &mut Xoshiro256PlusPlus, range: Bounds, value: f64) -> Bounds {
    let mut end = || match rng.random_range(0..8) {
        0 => value,
        1 => value.next_up(),
        2 => value.next_down(),
        3 => range.lower,
        4 => range.upper,
        5 => value.round(),
        _ => rng.random_range(range.lower - 1.0..range.upper + 1.0),
    };
    let (one, other) = (end(), end());
    match rng.random_range(0..4) {
        0 => Bounds::EVERYTHING,
        1 => range,
        _ => Bounds::new(one.min(other), one.max(other)),
    }
}
