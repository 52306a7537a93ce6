//! The engine on real games: Pig, where a player moves several times in a row, tic-tac-toe and Ballard's trees.

use std::fmt::Debug;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Evaluator, Game, Hashable, Node};
use starmax_games::{ArcOrder, BallardTree, Dice, Pairs, Pig, PigLead, TicTacToe, random_position};
use starmax_search::{Algorithm, Order, ProbeChoice, Search, Settings, Stats, Table};
use starmax_testkit::{Noise, best_move, expectimax, random_walk};

const NOISE: Noise = Noise { seed: 7, levels: 5 };

/// Every algorithm, with and without a table, at every decision and chance node of some random walks.
fn agrees<G, E>(game: &G, evaluator: &E, depths: &[u32], algorithms: &[Algorithm])
where
    G: Hashable,
    G::State: Debug,
    E: Evaluator<G>,
{
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let table = Table::with_entries(1 << 12);
    for _ in 0..6 {
        for state in random_walk(game, &mut rng, 40) {
            if let Node::Terminal(_) = game.node(&state) {
                continue;
            }
            for &depth in depths {
                let levels = depth.cast_signed();
                let expected = match best_move(game, evaluator, &state, levels) {
                    Some((_, mv, value)) => (value, Some(mv)),
                    None => (expectimax(game, evaluator, &state, levels), None),
                };
                for &algorithm in algorithms {
                    let mut settings = Settings::new(algorithm);
                    settings.limits.depth = depth;
                    let search = || Search::new(game, evaluator).settings(settings.clone());
                    for result in [search().run(&state), search().table(&table).run(&state)] {
                        let found = (result.value, result.best);
                        assert_eq!(found, expected, "{algorithm}, depth {depth}, {state:?}");
                    }
                }
            }
        }
    }
}

const WITH_CHANCE: [Algorithm; 6] = [
    Algorithm::Expectimax,
    Algorithm::Star1,
    Algorithm::Star2,
    Algorithm::Star25,
    Algorithm::Star2Tt,
    Algorithm::Starmax,
];

#[test]
fn every_algorithm_agrees_on_pig() {
    agrees(&Pig::new(12), &PigLead, &[1, 2, 5], &WITH_CHANCE);
    agrees(&Pig::new(9), &NOISE, &[3, 4, 6], &WITH_CHANCE);
}

#[test]
fn every_algorithm_agrees_on_tic_tac_toe() {
    agrees(&TicTacToe, &NOISE, &[1, 2, 3, 4], &Algorithm::ALL);
}

#[test]
fn every_algorithm_agrees_on_ballards_trees() {
    agrees(
        &BallardTree::new(6, ArcOrder::Random(3)),
        &NOISE,
        &[1, 2, 3],
        &WITH_CHANCE,
    );
    agrees(
        &BallardTree::new(5, ArcOrder::Best),
        &NOISE,
        &[1, 2, 3],
        &WITH_CHANCE,
    );
}

#[test]
fn pig_to_two_points_is_won_by_five_rolls_of_six() {
    let game = Pig::new(2);
    let result = Search::new(&game, &PigLead).depth(60).run(&game.initial());
    // The player to roll wins with w = 5/6 + 1/6 (1 - w), so w = 6/7, and the value is w - (1 - w).
    assert!((result.value - 5.0 / 7.0).abs() < 1e-9);
}

#[test]
fn a_probe_by_quality_is_better_than_the_first_move_that_comes() {
    let game = Dice::new(7, 4);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut costs = [Stats::default(); 2];
    for _ in 0..20 {
        let state = random_position(&game, &mut rng);
        let results = [ProbeChoice::AsOrdered, ProbeChoice::ByQuality].map(|probe| {
            Search::new(&game, &Pairs)
                .algorithm(Algorithm::Star2)
                .depth(5)
                .order(Order {
                    probe,
                    ..Order::as_given()
                })
                .run(&state)
        });
        assert_eq!(results[0].value, results[1].value);
        assert_eq!(results[0].best, results[1].best);
        for (cost, result) in costs.iter_mut().zip(&results) {
            *cost += result.stats;
        }
    }
    let [first, good] = costs.map(|cost| cost.probe_efficiency().unwrap());
    assert!(good > 1.5 * first, "{first} and {good}");
}
