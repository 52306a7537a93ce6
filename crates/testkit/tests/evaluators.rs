//! What the evaluators promise, seen on random trees and games.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Evaluator, Game, Node, Rules};
use starmax_games::{Pig, PigState, Tree};
use starmax_testkit::differential::Trial;
use starmax_testkit::{
    BoundedNoise, Forecast, Noise, QUIESCENCE_LIMIT, Restless, SomeSolved, TreeParameters,
    expectimax, random_tree, random_walk,
};

fn noise() -> Noise {
    Noise { seed: 1, levels: 5 }
}

fn pig_states() -> Vec<PigState> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let walks = (0..100).flat_map(|_| random_walk(&Pig::default(), &mut rng, usize::MAX));
    let game = Pig::default();
    walks
        .filter(|state| !matches!(game.node(state), Node::Terminal(_)))
        .collect()
}

fn share_of_pig_states(is_counted: impl Fn(&PigState) -> bool) -> f64 {
    let states = pig_states();
    states.iter().filter(|state| is_counted(state)).count() as f64 / states.len() as f64
}

#[test]
fn noise_has_few_values_and_the_ends_of_the_utility_are_among_them() {
    for level in [-1.0, -0.5, 0.0, 0.5, 1.0] {
        let share = share_of_pig_states(|state| noise().evaluate(&Pig::default(), state) == level);
        assert!((0.15..0.25).contains(&share), "{level}: {share}");
    }
}

#[test]
fn another_seed_is_other_noise() {
    let other = Noise { seed: 2, levels: 5 };
    let game = Pig::default();
    let same =
        share_of_pig_states(|state| noise().evaluate(&game, state) == other.evaluate(&game, state));
    assert!((0.15..0.25).contains(&same), "{same}");
}

#[test]
fn a_third_of_the_states_is_restless_and_another_third_is_solved() {
    let game = Pig::default();
    let evaluator = Restless {
        inner: SomeSolved {
            inner: noise(),
            seed: 1,
        },
        seed: 1,
    };
    let restless = share_of_pig_states(|state| !evaluator.is_quiet(&game, state));
    let solved = share_of_pig_states(|state| evaluator.solved(&game, state).is_some());
    let both = share_of_pig_states(|state| {
        evaluator.solved(&game, state).is_some() && !evaluator.is_quiet(&game, state)
    });
    assert!((0.28..0.38).contains(&restless), "{restless}");
    assert!((0.28..0.38).contains(&solved), "{solved}");
    assert!((0.08..0.14).contains(&both), "{both}");
}

#[test]
fn bounded_noise_holds_to_the_last_bit_and_is_tighter_than_the_utility() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let parameters = TreeParameters::default();
    let bounded = BoundedNoise { noise: noise() };
    let evaluator = Restless {
        inner: SomeSolved {
            inner: bounded,
            seed: 1,
        },
        seed: 1,
    };
    let mut tighter = 0;
    for _ in 0..5000 {
        let tree = random_tree(&mut rng, &parameters);
        for depth in 0..=4_i32 {
            let bounds = bounded.bounds(&tree, &tree.initial(), depth.unsigned_abs());
            for searched in 0..=depth {
                let value = expectimax(&tree, &noise(), &tree.initial(), searched);
                assert!(
                    bounds.contains(value),
                    "{value} is not in {bounds}: {tree:?}"
                );
            }
            let further = (depth + QUIESCENCE_LIMIT).unsigned_abs();
            let wider = evaluator.bounds(&tree, &tree.initial(), further);
            let value = expectimax(&tree, &evaluator, &tree.initial(), depth);
            assert!(wider.contains(value), "{value} is not in {wider}: {tree:?}");
            tighter += u32::from(bounds != tree.utility());
        }
    }
    assert!(tighter > 10_000, "{tighter}");
}

#[test]
fn a_forecast_holds_but_for_rounding() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let forecast = Forecast { noise: noise() };
    let (mut nearly, mut wider) = (0, 0);
    for _ in 0..5000 {
        let tree = random_tree(&mut rng, &TreeParameters::default());
        let root = tree.initial();
        for depth in 0..=4_i32 {
            let value = expectimax(&tree, &forecast, &root, depth);
            let bounds = forecast.bounds(&tree, &root, depth.unsigned_abs());
            let past = (value - bounds.clamp(value)).abs();
            assert!(past < 1e-13, "{value} is not in {bounds}: {tree}");
            nearly += u32::from(past > 0.0);
            wider += u32::from(!bounds.is_exact());
            if depth <= 1 && tree.node(&root) != Node::Chance {
                assert_eq!(past, 0.0, "nothing was averaged: {tree}");
            }
        }
    }
    assert!(nearly > 50, "{nearly}");
    assert!(wider > 5_000, "{wider}");
}

/// A search takes the values of a batch for those of its states.
#[test]
fn a_judge_gives_the_same_values_in_a_batch() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let mut gaining = 0;
    for _ in 0..1000 {
        let Trial { tree, judge, .. } = Trial::random(&mut rng);
        let states: Vec<_> = tree.children(tree.root()).to_vec();
        let one_by_one: Vec<_> = (states.iter())
            .map(|state| judge.evaluate(&tree, state))
            .collect();
        let mut together = vec![7.0];
        judge.evaluate_all(&tree, &states, &mut together);
        assert_eq!(together[1..], one_by_one);
        gaining += u32::from(Evaluator::<Tree>::in_bulk(&judge).is_some());
    }
    assert!((400..600).contains(&gaining), "{gaining}");
}

#[test]
fn restless_and_solved_states_change_what_a_search_finds() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let restless = Restless {
        inner: noise(),
        seed: 1,
    };
    let solved = SomeSolved {
        inner: noise(),
        seed: 1,
    };
    let (mut by_restless, mut by_solved) = (0, 0);
    for _ in 0..1000 {
        let tree = random_tree(&mut rng, &TreeParameters::default());
        let plain = expectimax(&tree, &noise(), &tree.initial(), 2);
        by_restless += u32::from(plain != expectimax(&tree, &restless, &tree.initial(), 2));
        by_solved += u32::from(plain != expectimax(&tree, &solved, &tree.initial(), 2));
    }
    assert!(by_restless > 100, "{by_restless}");
    assert!(by_solved > 100, "{by_solved}");
}
