//! Every search agrees with plain Expectimax, to the last bit.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Bounds, Evaluator, Game, Hashable, Node, Rules};
use starmax_games::{NodeId, Pig, Shape, Tree};
use starmax_testkit::differential::{
    Answers, Judge, Trial, compare, fail_soft, seed_of_comparison, trees_to_compare,
};
use starmax_testkit::{
    Noise, Restless, SomeSolved, TreeParameters, random_shape, random_tree, random_walk,
};
use starmax_textbook::{
    TextbookTable, alphabeta, best_move, expectimax, minimax, star1, star2, star2_tt,
};

/// A search of the textbook: game, evaluator, table, state, window and depth.
type Search<G, E> = fn(&G, &E, &mut TextbookTable, &<G as Rules>::State, Bounds, i32) -> f64;

fn searches<G: Hashable, E: Evaluator<G>>() -> [(&'static str, Search<G, E>); 9] {
    [
        ("expectimax", |game, evaluator, _, state, _, depth| {
            expectimax(game, evaluator, state, depth)
        }),
        ("star1", |game, evaluator, _, state, window, depth| {
            star1(game, evaluator, state, window, depth)
        }),
        (
            "star2, 0 probes",
            |game, evaluator, _, state, window, depth| {
                star2(game, evaluator, state, window, depth, 0)
            },
        ),
        ("star2", |game, evaluator, _, state, window, depth| {
            star2(game, evaluator, state, window, depth, 1)
        }),
        (
            "star2.5, 2 probes",
            |game, evaluator, _, state, window, depth| {
                star2(game, evaluator, state, window, depth, 2)
            },
        ),
        (
            "star2.5, 3 probes",
            |game, evaluator, _, state, window, depth| {
                star2(game, evaluator, state, window, depth, 3)
            },
        ),
        (
            "star2-tt, 0 probes",
            |game, evaluator, table, state, window, depth| {
                star2_tt(game, evaluator, table, state, window, depth, 0)
            },
        ),
        (
            "star2-tt",
            |game, evaluator, table, state, window, depth| {
                star2_tt(game, evaluator, table, state, window, depth, 1)
            },
        ),
        (
            "star2-tt, 2 probes",
            |game, evaluator, table, state, window, depth| {
                star2_tt(game, evaluator, table, state, window, depth, 2)
            },
        ),
    ]
}

/// Random windows first, then the best move; one table for all.
fn answers(trial: &Trial, search: Search<Tree, Judge>) -> Answers {
    let Trial { tree, judge, .. } = trial;
    let root = tree.root();
    let depth = trial.depth.cast_signed();
    let mut table = TextbookTable::new();
    let bounds = trial.windows.iter().map(|&window| {
        let result = search(tree, judge, &mut table, &root, window, depth);
        if window.is_exact() && result == window.lower {
            // In an empty window all three promises meet.
            Bounds::exact(result)
        } else {
            fail_soft(window, result)
        }
    });
    let bounds = bounds.collect();
    let best = best_move(tree, &root, |successor, window| {
        search(tree, judge, &mut table, successor, window, depth - 1)
    });
    let root = if let Some((mv, value)) = best {
        (value, Some(mv as usize))
    } else {
        let value = search(tree, judge, &mut table, &root, Bounds::EVERYTHING, depth);
        (value, None)
    };
    Answers { bounds, root }
}

#[test]
fn values_windows_and_best_moves_are_those_of_expectimax() {
    let seed = seed_of_comparison();
    for (name, search) in searches() {
        let tally = compare(seed, trees_to_compare(3000), |trial| answers(trial, search));
        assert!(tally.is_clean(), "{name}, seed {seed}: {tally}");
    }
}

/// Judges some states as not quiet and knows the value of others.
const MOODY: Restless<SomeSolved<Noise>> = Restless {
    inner: SomeSolved {
        inner: Noise { seed: 1, levels: 5 },
        seed: 2,
    },
    seed: 3,
};

/// What every search promises: inside the window the value to the last bit, outside of it a bound.
fn keeps_promise(value: f64, window: Bounds, result: f64) -> bool {
    let is_inside = window.lower < result && result < window.upper;
    (!is_inside || value.to_bits() == result.to_bits())
        && (result > window.lower || value <= result)
        && (result < window.upper || value >= result)
}

fn random_window(rng: &mut Xoshiro256PlusPlus, range: Bounds, value: f64) -> Bounds {
    let mut end = || match rng.random_range(0..4) {
        0 => value,
        1 => f64::NEG_INFINITY,
        2 => f64::INFINITY,
        _ => rng.random_range(range.lower - 1.0..=range.upper + 1.0),
    };
    let (one, two) = (end(), end());
    Bounds::new(one.min(two), one.max(two))
}

fn height(tree: &Tree) -> i32 {
    i32::try_from(tree.height()).expect("a small tree")
}

/// Erratum E8: the depth changes from search to search. And nothing false is ever stored, even where it would
/// do no harm (erratum E5).
#[test]
fn one_table_serves_all_depths_and_holds_only_what_is_true() {
    let seed = seed_of_comparison();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..trees_to_compare(3000) {
        let tree = random_tree(&mut rng, &TreeParameters::default());
        let root = tree.root();
        let mut table = TextbookTable::new();
        for _ in 0..6 {
            let depth = rng.random_range(0..=height(&tree) + 1);
            let value = starmax_testkit::expectimax(&tree, &MOODY, &root, depth);
            let window = random_window(&mut rng, tree.utility(), value);
            let probes = rng.random_range(0..=2);
            let result = star2_tt(&tree, &MOODY, &mut table, &root, window, depth, probes);
            assert!(
                keeps_promise(value, window, result),
                "seed {seed}: {tree} to depth {depth} is {value}, not {result} in {window}"
            );
            assert_table_is_true(&tree, root, &table);
        }
    }
}

fn assert_table_is_true(tree: &Tree, state: NodeId, table: &TextbookTable) {
    for depth in -8..=height(tree) + 1 {
        let bounds = table.bounds(tree.hash(&state), depth);
        if bounds != Bounds::EVERYTHING {
            let value = starmax_testkit::expectimax(tree, &MOODY, &state, depth);
            assert!(
                bounds.contains(value),
                "{tree}, {state:?} to depth {depth}: {value} is not in {bounds}"
            );
        }
    }
    for successor in tree.children(state) {
        assert_table_is_true(tree, *successor, table);
    }
}

#[test]
fn minimax_and_alphabeta_are_expectimax_without_chance() {
    let seed = seed_of_comparison();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..trees_to_compare(3000) {
        let shape = without_chance(random_shape(&mut rng, &TreeParameters::default()));
        let tree = Tree::new(&shape, None).expect("a sound shape");
        let root = tree.root();
        let depth = rng.random_range(0..=height(&tree) + 1);
        let value = starmax_testkit::expectimax(&tree, &MOODY, &root, depth);
        let window = random_window(&mut rng, tree.utility(), value);
        let by_minimax = minimax(&tree, &MOODY, &root, depth);
        let by_alphabeta = alphabeta(&tree, &MOODY, &root, window, depth);
        assert_eq!(by_minimax, value, "seed {seed}: {tree} to depth {depth}");
        assert!(
            keeps_promise(value, window, by_alphabeta),
            "seed {seed}: {tree} to depth {depth} is {value}, not {by_alphabeta} in {window}"
        );
        if let Node::Decision(_) = tree.node(&root) {
            let best = best_move(&tree, &root, |successor, window| {
                alphabeta(&tree, &MOODY, successor, window, depth - 1)
            });
            let right = starmax_testkit::best_move(&tree, &MOODY, &root, depth);
            assert_eq!(best, right.map(|(_, mv, value)| (mv, value)));
        }
    }
}

/// The same shape with a decision of Min in place of each chance node.
fn without_chance(shape: Shape) -> Shape {
    let all = |children: Vec<Shape>| children.into_iter().map(without_chance).collect();
    match shape {
        Shape::Leaf(value) => Shape::Leaf(value),
        Shape::Max(children) => Shape::Max(all(children)),
        Shape::Min(children) => Shape::Min(all(children)),
        Shape::Chance(outcomes) => {
            Shape::Min(all(outcomes.into_iter().map(|(_, child)| child).collect()))
        }
    }
}

/// Unlike a tree, a game reaches the same state in several ways; and in Pig a player moves several times in a
/// row.
#[test]
fn searches_of_pig_agree_with_expectimax() {
    let game = Pig::new(12);
    let seed = seed_of_comparison();
    for (name, search) in searches() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut table = TextbookTable::new();
        for _ in 0..10 {
            for state in random_walk(&game, &mut rng, 30) {
                let depth = rng.random_range(0..=5);
                let value = starmax_testkit::expectimax(&game, &MOODY, &state, depth);
                let window = random_window(&mut rng, game.utility(), value);
                let result = search(&game, &MOODY, &mut table, &state, window, depth);
                assert!(
                    keeps_promise(value, window, result),
                    "{name}, seed {seed}: {state:?} to depth {depth} is {value}, not {result} in {window}"
                );
            }
        }
    }
}
