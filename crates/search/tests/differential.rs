//! Every variant of the engine against plain Expectimax, bit for bit.
//!
//! `STARMAX_TREES=1000000 cargo test --release -p starmax-search --test differential -- --nocapture`
//! compares a million trees; `STARMAX_SEED` chooses others.
#![expect(
    clippy::print_stdout,
    reason = "a long comparison says what it has compared"
)]

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use starmax_core::{Constant, Game};
use starmax_games::{Tree, mix};
use starmax_search::{
    Algorithm, Enhancement, Expectimax, Memory, NoTable, Order, ProbeChoice, Scheme, Search,
    Settings, Star1, Star1Unclipped, Star2, Star2Ballard, Star2Tt, Starmax, Table, TableUse,
    Variant,
};
use starmax_testkit::differential::{
    Answers, Trial, compare, seed_of_comparison, trees_to_compare,
};
use starmax_testkit::{best_move, trees};

/// How a variant is set up: everything here may change the cost of a search, nothing its result.
#[derive(Clone, Copy)]
struct Setup {
    probes: usize,
    order: Order,
    deepening: Option<u32>,
    table_entries: usize,
    /// Whether the table remembers decisions, and whether chance nodes.
    remembers: (bool, bool),
    /// Whether some enhancements, others for each tree, are switched off.
    switches: bool,
}

const PLAIN: Setup = Setup {
    probes: 1,
    order: Order {
        scheme: Scheme::None,
        table_move: false,
        killers: false,
        history: false,
        probe: ProbeChoice::AsOrdered,
        seed: 0,
    },
    deepening: None,
    table_entries: 0,
    remembers: (true, true),
    switches: false,
};

fn settings(trial: &Trial, setup: Setup) -> Settings {
    let mut settings = Settings::new(Algorithm::Star2);
    settings.limits.depth = trial.depth;
    settings.probes = setup.probes;
    settings.order = setup.order;
    settings.deepening = setup.deepening;
    if setup.switches {
        let bits = mix(trial.value.to_bits() ^ u64::from(trial.depth));
        settings.enhancements = (Enhancement::ALL.into_iter())
            .filter(|&enhancement| bits >> (enhancement as u32) & 1 != 0)
            .collect();
    }
    settings
}

fn answer<V: Variant, M: Memory<Tree> + Copy>(trial: &Trial, setup: Setup, memory: M) -> Answers {
    let root = trial.tree.root();
    let search = || {
        Search::new(&trial.tree, &trial.judge)
            .settings(settings(trial, setup))
            .memory(memory)
    };
    let bounds = (trial.windows.iter())
        .map(|&window| search().window(window).run_as::<V>(&root).bounds)
        .collect();
    let result = search().run_as::<V>(&root);
    assert!(
        result.bounds.is_exact(),
        "a search without limits is finished"
    );
    let best = result.best.map(|best| best as usize);
    Answers {
        bounds,
        root: (result.value, best),
    }
}

fn agrees<V: Variant>(name: &str, setup: Setup) {
    let (seed, trees) = (seed_of_comparison(), trees_to_compare(4_000));
    let tally = compare(seed, trees, |trial| {
        if setup.table_entries == 0 {
            answer::<V, _>(trial, setup, NoTable)
        } else {
            let table = Table::with_entries(setup.table_entries);
            let memory = TableUse {
                decisions: setup.remembers.0,
                chance: setup.remembers.1,
                ..TableUse::everywhere(&table)
            };
            answer::<V, _>(trial, setup, memory)
        }
    });
    println!("{name} (seed {seed}): {tally}");
    assert!(tally.is_clean(), "{name} (seed {seed}): {tally}");
}

macro_rules! agreements {
    ($($name:ident: $variant:ty, $setup:expr;)*) => { $(
        #[test]
        fn $name() {
            agrees::<$variant>(stringify!($name), $setup);
        }
    )* };
}

agreements! {
    expectimax: Expectimax, PLAIN;
    expectimax_with_a_table: Expectimax, Setup { table_entries: 256, ..PLAIN };
    star1: Star1, PLAIN;
    star1_with_a_table: Star1, Setup { table_entries: 256, ..PLAIN };
    star1_that_remembers_decisions: Star1, Setup { table_entries: 256, remembers: (true, false), ..PLAIN };
    star2_that_remembers_chance_nodes: Star2, Setup { table_entries: 256, remembers: (false, true), ..PLAIN };
    star1_without_the_clip: Star1Unclipped, PLAIN;
    star2: Star2, PLAIN;
    star2_with_a_random_order: Star2, Setup { order: Order { scheme: Scheme::Random, ..Order::learning() }, ..PLAIN };
    star2_with_a_static_order: Star2, Setup { order: Order { scheme: Scheme::Static, ..PLAIN.order }, ..PLAIN };
    star2_that_skips_hopeless_probes: Star2Ballard, PLAIN;
    star25_with_two_probes: Star2, Setup { probes: 2, ..PLAIN };
    star25_with_three_probes: Star2, Setup { probes: 3, table_entries: 16, ..PLAIN };
    star2_tt: Star2Tt, Setup { table_entries: 256, deepening: Some(2), order: Order::learning(), ..PLAIN };
    star2_tt_in_a_crowded_table: Star2Tt, Setup { table_entries: 4, deepening: Some(1), order: Order::learning(), ..PLAIN };
    starmax: Starmax, Setup { table_entries: 256, deepening: Some(1), order: Order::learning(), ..PLAIN };
    starmax_with_some_of_its_parts: Starmax, Setup { table_entries: 256, deepening: Some(1), order: Order::learning(), switches: true, ..PLAIN };
    starmax_without_a_table: Starmax, Setup { order: Order::learning(), ..PLAIN };
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    /// Fewer trees, but a failure is shrunk to a small one.
    #[test]
    fn every_algorithm_agrees_on_trees_that_shrink(tree in trees()) {
        let judge = Constant(tree.utility().lower);
        let depth = u32::try_from(tree.height()).expect("a low tree");
        let expected = starmax_testkit::expectimax(&tree, &judge, &tree.root(), depth.cast_signed());
        let table = Table::with_entries(64);
        let best = best_move(&tree, &judge, &tree.root(), depth.cast_signed()).map(|(_, mv, _)| mv);
        let fits = |algorithm: &Algorithm| algorithm.handles_chance() || !tree.has_chance();
        for algorithm in Algorithm::ALL.into_iter().filter(fits) {
            let search = || Search::new(&tree, &judge).algorithm(algorithm).depth(depth);
            for result in [search().run(&tree.root()), search().table(&table).run(&tree.root())] {
                prop_assert_eq!((result.value, result.best), (expected, best));
            }
        }
    }
}
