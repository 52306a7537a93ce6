//! Starmax with any of its parts switched off, by one thread and by two, against plain Expectimax: the same value, bit for bit, and the same best move.
//!
//! `STARMAX_POSITIONS=20000 cargo test --release -p starmax-report --test switches -- --nocapture` compares at so many positions;
//! `STARMAX_SEED` chooses others.
#![expect(
    clippy::print_stdout,
    reason = "a long comparison says what it has compared"
)]

use std::num::NonZeroUsize;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_catalog::{OpenGame, Request, RootText, open_game};
use starmax_report::Report;
use starmax_search::{Algorithm, Enhancement, Enhancements, Options};
use starmax_testkit::differential::{number_from_environment, seed_of_comparison};

/// Games with an evaluator each, and the depths that end soon enough.
const GAMES: [(&str, &str, &[u32]); 12] = [
    ("pig:goal=20", "lead", &[1, 2, 4, 6]),
    ("tic-tac-toe", "even", &[2, 4, 9]),
    ("dice:3x3,k=3", "tanh", &[3, 5, 7]),
    ("dice:5x5,k=4", "pairs", &[2, 3, 5]),
    ("dice:5x5,k=4", "tanh", &[3, 4, 7]),
    ("dice:5x5,k=4", "net", &[3]),
    ("dice:7x7,k=4", "tanh", &[3, 5, 7]),
    ("dice:11x11,k=4", "pairs", &[3, 5]),
    ("backgammon", "net", &[1, 2, 3]),
    ("backgammon", "pips", &[1, 3]),
    ("backgammon:scoring=win", "net", &[2, 3]),
    ("backgammon:scoring=win", "pips", &[3]),
];

fn search(game: &dyn OpenGame, position: &str, request: &Request<'_>) -> Report {
    let root = RootText {
        position: Some(position),
        roll: None,
    };
    let report = game.search(root, request);
    report.unwrap_or_else(|error| panic!("{position}: {error}"))
}

fn some_enhancements(rng: &mut Xoshiro256PlusPlus) -> Enhancements {
    let share = rng.random_range(0.0..1.0);
    (Enhancement::ALL.into_iter())
        .filter(|_| rng.random_bool(share))
        .collect()
}

#[test]
fn starmax_without_any_of_its_parts_agrees_with_expectimax() {
    let positions = number_from_environment("STARMAX_POSITIONS").unwrap_or(1_200);
    let seed = seed_of_comparison();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut compared, mut of_two_threads) = (0_u64, 0_u64);
    let each = positions.div_ceil(GAMES.len() as u64);
    for (spec, evaluator, depths) in GAMES {
        let game = open_game(spec).unwrap();
        for (position, number) in game.positions(seed).zip(0..each) {
            let depth = depths[rng.random_range(0..depths.len())];
            let plain = Options {
                algorithm: Some(Algorithm::Expectimax),
                depth: Some(depth),
                evaluator: Some(evaluator.to_owned()),
                ..Options::default()
            };
            let without = some_enhancements(&mut rng);
            let threads = NonZeroUsize::new(1 + usize::try_from(number % 2).unwrap());
            let switched = Options {
                algorithm: Some(Algorithm::Starmax),
                without: Some(without),
                threads,
                table_mebibytes: Some(usize::from(rng.random_bool(0.8))),
                ..plain.clone()
            };
            let expected = search(&*game, &position, &plain.into());
            let found = search(&*game, &position, &switched.into());
            let what = format!("{spec} {position} depth {depth} without {without}, {threads:?}");
            let bits = |report: &Report| report.value.map(f64::to_bits);
            assert_eq!(bits(&found), bits(&expected), "{what}");
            assert_eq!(found.best, expected.best, "{what}");
            compared += 1;
            of_two_threads += u64::from(found.stats.threads > 1);
        }
    }
    println!("{compared} positions, {of_two_threads} of them by two threads: no difference");
    assert!(compared >= positions, "{compared}");
    assert!(
        of_two_threads > 0,
        "some searches are long enough for two threads"
    );
}
