//! Every search agrees with plain Expectimax, to the last bit.

mod harness;

use harness::{exactly, first_failure, random_window, trees_and_seed};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Bounds, Evaluator, Game, Hashable};
use starmax_games::{Pig, Shape, Tree};
use starmax_testkit::{
    Noise, Restless, SomeSolved, TreeParameters, random_shape, random_tree, random_walk,
};
use starmax_textbook::{
    TextbookTable, alphabeta, best_move, expectimax, minimax, star1, star2, star2_tt,
};

const NOISE: Noise = Noise { seed: 1, levels: 5 };

/// Judges some states as not quiet and knows the value of others.
const MOODY: Restless<SomeSolved<Noise>> = Restless {
    inner: SomeSolved {
        inner: NOISE,
        seed: 2,
    },
    seed: 3,
};

type Search<G, E> = fn(&G, &E, &mut TextbookTable, &<G as Game>::State, Bounds, i32) -> f64;

fn searches<G: Hashable, E: Evaluator<G>>() -> [(&'static str, Search<G, E>); 9] {
    [
        ("expectimax", |game, evaluator, _, state, _, depth| {
            expectimax(game, evaluator, state, depth)
        }),
        ("star1", |game, evaluator, _, state, window, depth| {
            star1(game, evaluator, state, window, depth)
        }),
        (
            "star2, no probe",
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
            "star2-tt, no probe",
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

fn any_tree(rng: &mut Xoshiro256PlusPlus) -> Tree {
    random_tree(rng, &TreeParameters::default())
}

fn any_depth(rng: &mut Xoshiro256PlusPlus, tree: &Tree) -> i32 {
    rng.random_range(0..=height(tree) + 1)
}

fn full_depth(_: &mut Xoshiro256PlusPlus, tree: &Tree) -> i32 {
    height(tree)
}

fn height(tree: &Tree) -> i32 {
    i32::try_from(tree.height()).expect("a small tree")
}

fn assert_agreement<E: Evaluator<Tree>>(
    evaluator: &E,
    depth: fn(&mut Xoshiro256PlusPlus, &Tree) -> i32,
) {
    let (trees, seed) = trees_and_seed();
    for (name, search) in searches() {
        let failure = first_failure(
            evaluator,
            any_tree,
            depth,
            |tree, table: &mut TextbookTable, window, depth| {
                search(tree, evaluator, table, &tree.root(), window, depth)
            },
            exactly,
        );
        if let Some(failure) = failure {
            panic!("{name}, {trees} trees, seed {seed}: {failure}");
        }
    }
}

#[test]
fn searches_to_the_end_agree_with_expectimax() {
    assert_agreement(&NOISE, full_depth);
}

#[test]
fn searches_to_any_depth_agree_with_expectimax() {
    assert_agreement(&NOISE, any_depth);
}

#[test]
fn searches_with_restless_and_solved_states_agree_with_expectimax() {
    assert_agreement(&MOODY, any_depth);
}

#[test]
fn searches_without_chance_agree_with_expectimax() {
    let (trees, seed) = trees_and_seed();
    let tree_without_chance = |rng: &mut Xoshiro256PlusPlus| {
        let shape = random_shape(rng, &TreeParameters::default());
        Tree::new(&without_chance(shape), None).expect("a sound shape")
    };
    let deterministic: [(&str, Search<Tree, _>); 2] = [
        ("minimax", |game, evaluator, _, state, _, depth| {
            minimax(game, evaluator, state, depth)
        }),
        ("alphabeta", |game, evaluator, _, state, window, depth| {
            alphabeta(game, evaluator, state, window, depth)
        }),
    ];
    for (name, search) in deterministic.into_iter().chain(searches()) {
        let failure = first_failure(
            &MOODY,
            tree_without_chance,
            any_depth,
            |tree, table: &mut TextbookTable, window, depth| {
                search(tree, &MOODY, table, &tree.root(), window, depth)
            },
            exactly,
        );
        if let Some(failure) = failure {
            panic!("{name}, {trees} trees, seed {seed}: {failure}");
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

#[test]
fn best_moves_are_the_first_best_moves_of_expectimax() {
    let (trees, seed) = trees_and_seed();
    for (name, search) in searches() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        for _ in 0..trees {
            let tree = any_tree(&mut rng);
            let depth = any_depth(&mut rng, &tree);
            let mut table = TextbookTable::new();
            let found = best_move(&tree, &tree.root(), |successor, window| {
                search(&tree, &NOISE, &mut table, successor, window, depth - 1)
            });
            let expected = starmax_testkit::best_move(&tree, &NOISE, &tree.root(), depth)
                .map(|(_, mv, value)| (mv, value));
            assert_eq!(
                found, expected,
                "{name}, seed {seed}: {tree} to depth {depth}"
            );
        }
    }
}

/// Erratum E5 among others: nothing false is ever stored, even where it would do no harm.
#[test]
fn whatever_the_table_holds_is_true() {
    let (trees, seed) = trees_and_seed();
    for probes in 0..=2 {
        let failure = first_failure(
            &MOODY,
            any_tree,
            any_depth,
            |tree, table: &mut TextbookTable, window, depth| {
                let root = tree.root();
                let result = star2_tt(tree, &MOODY, table, &root, window, depth, probes);
                assert_table_is_true(tree, table);
                result
            },
            exactly,
        );
        if let Some(failure) = failure {
            panic!("{probes} probes, {trees} trees, seed {seed}: {failure}");
        }
    }
}

fn assert_table_is_true(tree: &Tree, table: &TextbookTable) {
    let mut states = vec![tree.root()];
    while let Some(state) = states.pop() {
        for depth in -8..=height(tree) + 1 {
            let bounds = table.bounds(tree.hash(&state), depth);
            if bounds != Bounds::EVERYTHING {
                let value = expectimax(tree, &MOODY, &state, depth);
                assert!(
                    bounds.contains(value),
                    "{tree}, node {state:?}, depth {depth}: {value} is not in {bounds}"
                );
            }
        }
        states.extend(tree.children(state));
    }
}

/// Unlike a tree, a game reaches the same state in several ways; and in Pig a player moves several times in a row.
#[test]
fn searches_of_pig_agree_with_expectimax() {
    let game = Pig::new(12);
    let (_, seed) = trees_and_seed();
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
                    exactly(value, window, result),
                    "{name}, seed {seed}: {state:?} to depth {depth} is {value}, not {result} in {window}"
                );
            }
        }
    }
}
