//! Several threads find what one finds.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Constant, Evaluator, Hashable, Rules};
use starmax_games::{Dice, Pairs, PairsTanh, Pig, random_position};
use starmax_search::{Algorithm, Search, Table};

fn threads(count: usize) -> NonZeroUsize {
    count.try_into().expect("at least one")
}

fn assert_all_agree<G, E>(game: &G, evaluator: &E, depth: u32, states: &[G::State])
where
    G: Hashable + Sync,
    G::State: Sync,
    E: Evaluator<G> + Sync,
{
    for state in states {
        let plain = Search::new(game, evaluator)
            .algorithm(Algorithm::Expectimax)
            .depth(depth)
            .run(state);
        for algorithm in [Algorithm::Star2Tt, Algorithm::Starmax] {
            for count in [2, 3] {
                // A small table loses entries, which must not matter either.
                let table = Table::with_entries(10_000);
                let search = Search::new(game, evaluator)
                    .algorithm(algorithm)
                    .depth(depth);
                let result = search.table(&table).run_on(threads(count), state);
                assert_eq!(result.value.to_bits(), plain.value.to_bits(), "{algorithm}");
                assert_eq!(result.best, plain.best, "{algorithm}");
                assert!(result.bounds.is_exact());
            }
        }
    }
}

fn dice_positions(game: Dice, count: usize) -> Vec<<Dice as Rules>::State> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    (0..count)
        .map(|_| random_position(&game, &mut rng))
        .collect()
}

#[test]
fn dice_has_the_same_value_and_the_same_best_move() {
    let game = Dice::default();
    let states = dice_positions(game, 30);
    assert_all_agree(&game, &Pairs, 7, &states);
    assert_all_agree(&game, &PairsTanh::default(), 7, &states);
}

#[test]
fn pig_has_the_same_value_and_the_same_best_move() {
    let game = Pig::new(25);
    assert_all_agree(&game, &Constant(0.0), 12, &[game.initial()]);
}

#[test]
fn work_is_shared_and_hardly_any_is_done_twice() {
    let game = Dice::new(7, 4);
    for state in dice_positions(game, 4) {
        let run = |count| {
            let table = Table::with_mebibytes(16);
            let search = Search::new(&game, &Pairs).depth(7).table(&table);
            search.run_on(threads(count), &state).stats.nodes
        };
        let (one, two) = (run(1), run(2));
        assert!(two < one + one / 3, "{one} {two}");
    }
}

#[test]
fn a_search_that_is_stopped_says_so_and_stops_all_threads() {
    let game = Dice::new(9, 4);
    let state = &dice_positions(game, 1)[0];
    let (table, stop) = (Table::with_mebibytes(1), AtomicBool::new(true));
    let search = Search::new(&game, &Pairs).depth(99).table(&table);
    let stopped = search.stop_when(&stop).run_on(threads(2), state);
    assert_eq!(stopped.depth, 1);

    let search = Search::new(&game, &Pairs).depth(99).table(&table);
    let limited = search.nodes(100_000).run_on(threads(2), state);
    assert!(limited.interrupted.is_some());
    assert!(limited.stats.nodes < 200_000, "{}", limited.stats.nodes);
}

#[test]
fn threads_that_are_not_called_take_no_nodes_from_a_limit() {
    let game = Dice::new(9, 4);
    let state = &dice_positions(game, 1)[0];
    let run = |count| {
        let table = Table::with_mebibytes(1);
        let search = Search::new(&game, &Pairs).depth(99).table(&table);
        search.nodes(900).run_on(threads(count), state).stats
    };
    assert_eq!(run(16), run(1));
}
