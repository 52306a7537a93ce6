//! Every preset of the engine against plain Expectimax, bit for bit.
//!
//! `STARMAX_TREES=1000000 cargo test --release -p starmax-search --test differential -- --nocapture`
//! compares a million trees; `STARMAX_SEED` chooses others. Each preset names what it must do at least once, and the counts of all that it
//! did are printed.
#![expect(
    clippy::print_stdout,
    reason = "a long comparison says what it has compared"
)]

use std::num::NonZeroUsize;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use starmax_core::{Bounds, Constant, Game, Hashable};
use starmax_games::{NodeId, mix};
use starmax_search::{
    Act, Acts, Algorithm, Enhancement, Enhancements, Memory, NoTable, Order, ProbeChoice, Scheme,
    Search, Settings, Table, TableUse,
};
use starmax_testkit::differential::{
    Answers, Trial, compare, compare_paying, seed_of_comparison, trees_to_compare,
};
use starmax_testkit::{Hinted, best_move, trees};

/// How a preset is set up: everything here may change the cost of a search, nothing its result.
#[derive(Clone, Copy)]
struct Setup {
    /// Moves to try per probe, if not as many as usual.
    probes: Option<usize>,
    order: Order,
    enhancements: Enhancements,
    step: u32,
    clips: bool,
    table_entries: usize,
    /// Whether the table remembers decisions, and whether chance nodes.
    remembers: (bool, bool),
    /// Whether some enhancements, others for each tree, are switched off.
    switches: bool,
    trees: Trees,
    threads: usize,
}

/// What is searched.
#[derive(Clone, Copy, PartialEq)]
enum Trees {
    /// Random trees.
    Plain,
    /// The same with hints: promises of moves, and that work varies.
    Hinted,
    /// Trees in which steps pay, and some cost no depth.
    Paying,
}

const PLAIN: Setup = Setup {
    probes: None,
    order: Order {
        scheme: Scheme::None,
        probe: ProbeChoice::AsOrdered,
        seed: 0,
    },
    enhancements: Enhancements::NONE,
    step: 2,
    clips: true,
    table_entries: 0,
    remembers: (true, true),
    switches: false,
    trees: Trees::Plain,
    threads: 1,
};

fn settings(algorithm: Algorithm, trial: &Trial, setup: Setup) -> Settings {
    let mut settings = Settings::new(algorithm);
    settings.limits.depth = trial.depth;
    settings.probes = setup.probes.unwrap_or(settings.probes);
    settings.order = setup.order;
    settings.enhancements = setup.enhancements;
    settings.step = setup.step;
    settings.clips = setup.clips;
    settings.nodes_for_threads = 0;
    if setup.switches {
        let bits = mix(trial.value.to_bits() ^ u64::from(trial.depth));
        settings.enhancements = (Enhancement::ALL.into_iter())
            .filter(|&enhancement| bits >> (enhancement as u32) & 1 != 0)
            .collect();
    }
    settings
}

/// What the searches of a preset did, all in all.
#[derive(Default)]
struct Done {
    acts: Acts,
    /// Searches in which other threads took part.
    shared: u64,
}

fn answer<G, M>(
    game: &G,
    trial: &Trial,
    (algorithm, setup): (Algorithm, Setup),
    memory: M,
    done: &mut Done,
) -> Answers
where
    G: Hashable<State = NodeId, Move = u32> + Sync,
    M: Memory<G> + Copy + Send + Sync,
{
    let settings = settings(algorithm, trial, setup);
    let mut acts = Acts::default();
    let mut run = |window| {
        let search = Search::new(game, &trial.judge)
            .settings(settings.clone())
            .window(window)
            .memory(memory)
            .observe(&mut acts);
        let root = trial.tree.root();
        let threads = NonZeroUsize::new(setup.threads).expect("at least one thread");
        search.run_on(threads, &root)
    };
    let mut bounds = Vec::new();
    for &window in &trial.windows {
        let result = run(window);
        done.shared += u64::from(result.threads > 1);
        bounds.push(result.bounds);
    }
    let result = run(Bounds::EVERYTHING);
    done.shared += u64::from(result.threads > 1);
    assert!(
        result.bounds.is_exact(),
        "a search without limits is finished"
    );
    for enhancement in Enhancement::ALL {
        let is_on = settings.enhancements.contains(enhancement);
        assert!(
            is_on || acts.count(enhancement) == 0,
            "{enhancement} is switched off"
        );
    }
    done.acts += &acts;
    let best = result.best.map(|best| best as usize);
    Answers {
        bounds,
        root: (result.value, best),
    }
}

fn answer_with<G>(
    game: &G,
    trial: &Trial,
    (algorithm, setup): (Algorithm, Setup),
    done: &mut Done,
) -> Answers
where
    G: Hashable<State = NodeId, Move = u32> + Sync,
{
    if setup.table_entries == 0 {
        return answer(game, trial, (algorithm, setup), NoTable, done);
    }
    let table = Table::with_entries(setup.table_entries);
    let mut memory = TableUse::everywhere(&table);
    memory.remembers.decisions = setup.remembers.0;
    memory.remembers.chance = setup.remembers.1;
    answer(game, trial, (algorithm, setup), memory, done)
}

/// This many trees are enough for each act that a preset must show.
const TREES: usize = 4_000;

fn agrees(name: &str, preset: (Algorithm, Setup), musts: &[&[Act]]) {
    let (_, setup) = preset;
    let (seed, trees) = (seed_of_comparison(), trees_to_compare(TREES));
    let mut done = Done::default();
    let compare = if setup.trees == Trees::Paying {
        compare_paying
    } else {
        compare
    };
    let tally = compare(seed, trees, |trial: &Trial| {
        if let Some(game) = trial.paying() {
            answer_with(&game, trial, preset, &mut done)
        } else if setup.trees == Trees::Hinted {
            answer_with(&Hinted(&trial.tree), trial, preset, &mut done)
        } else {
            answer_with(&trial.tree, trial, preset, &mut done)
        }
    });
    let Done { acts, shared } = done;
    println!("{name} (seed {seed}): {tally}\n  {acts}");
    assert!(tally.is_clean(), "{name} (seed {seed}): {tally}");
    if setup.threads > 1 {
        println!("  {shared} searches by {} threads", setup.threads);
        assert!(shared > 0, "{name}: no search was shared by threads");
    }
    for act in acts.iter() {
        assert!(Act::all().any(|known| known == act), "{act} is not listed");
    }
    for &act in musts.iter().copied().flatten() {
        assert!(
            acts.count(act) > 0 || trees < TREES,
            "{name}: {act} never happened"
        );
    }
}

macro_rules! agreements {
    ($($name:ident: $algorithm:ident, $setup:expr, $musts:expr;)*) => {
        $(
            #[test]
            fn $name() {
                agrees(stringify!($name), (Algorithm::$algorithm, $setup), &$musts);
            }
        )*

        /// What some preset must do.
        fn demanded() -> Vec<Act> {
            let mut demanded = Vec::new();
            $( demanded.extend(<[&[Act]]>::concat(&$musts)); )*
            demanded
        }
    };
}

const ENDS: &[Act] = &[Act::Quiescence, Act::Solved];
const WINDOWS: &[Act] = &[
    Act::KnownCut,
    Act::MoveCut,
    Act::RootCut,
    Act::SearchCut,
    Act::FullPass,
];
const CLIP: &[Act] = &[Act::Clip];
const PROBES: &[Act] = &[Act::Probe, Act::ProbeCut];
const DECISIONS: &[Act] = &[Act::DecisionHit, Act::DecisionTableCut];
const CHANCE: &[Act] = &[Act::ChanceHit, Act::ChanceTableCut];
const SCHEME: &[Act] = &[Act::Scheme];
const LEARNED: &[Act] = &[
    Act::Enhanced(Enhancement::Killers),
    Act::Enhanced(Enhancement::History),
];
const TABLE_AND_ITERATIONS: &[Act] = &[
    Act::Enhanced(Enhancement::Deepening),
    Act::Enhanced(Enhancement::SuccessorProbing),
    Act::Enhanced(Enhancement::TableMove),
    Act::OutcomesTableCut,
];
const THRIFT: &[Act] = &[Act::Enhanced(Enhancement::ThriftyProbes)];
const STARMAX: &[Act] = &[
    Act::Enhanced(Enhancement::StateBounds),
    Act::Enhanced(Enhancement::OutcomeOrder),
    Act::Enhanced(Enhancement::FairShares),
    Act::Enhanced(Enhancement::Targets),
    Act::Enhanced(Enhancement::Batches),
];
const ANSWERS: &[Act] = &[
    Act::Enhanced(Enhancement::Answers),
    Act::Enhanced(Enhancement::Glances),
];
const STEPS: &[Act] = &[Act::Pay, Act::FreeStep];
const WORK: &[Act] = &[Act::Enhanced(Enhancement::WorkOrder)];
/// What one of several threads does depends on what the others have done before.
const ANYTHING: &[Act] = &[];

const PAID: Setup = Setup {
    trees: Trees::Paying,
    ..PLAIN
};
const TABLE: Setup = Setup {
    table_entries: 256,
    ..PLAIN
};
const LEARNING: Setup = Setup {
    enhancements: Enhancements::of(Algorithm::Star2Tt),
    step: 1,
    order: QUICK,
    ..TABLE
};
const EVERYTHING: Setup = Setup {
    enhancements: Enhancements::ALL,
    ..LEARNING
};
const QUICK: Order = Order {
    scheme: Scheme::Quick,
    ..PLAIN.order
};
const KILLERS_AND_HISTORY: Enhancements = Enhancements::NONE
    .and(Enhancement::Killers)
    .and(Enhancement::History);
const DEEPENING: Enhancements = Enhancements::NONE.and(Enhancement::Deepening);
const THRIFTY: Enhancements = Enhancements::NONE.and(Enhancement::ThriftyProbes);

agreements! {
    expectimax: Expectimax, PLAIN, [ENDS];
    expectimax_with_a_table: Expectimax, TABLE, [ENDS, DECISIONS, CHANCE];
    star1: Star1, PLAIN, [ENDS, WINDOWS, CLIP];
    star1_with_a_table: Star1, TABLE, [ENDS, WINDOWS, CLIP, DECISIONS, CHANCE];
    star1_that_remembers_decisions: Star1, Setup { remembers: (true, false), ..TABLE }, [ENDS, WINDOWS, CLIP, DECISIONS];
    star2_that_remembers_chance_nodes: Star2, Setup { remembers: (false, true), ..TABLE }, [ENDS, WINDOWS, CLIP, PROBES, CHANCE];
    star1_without_the_clip: Star1, Setup { clips: false, ..PLAIN }, [ENDS, WINDOWS];
    star2: Star2, PLAIN, [ENDS, WINDOWS, CLIP, PROBES];
    star2_with_a_random_order: Star2, Setup { order: Order { scheme: Scheme::Random, ..QUICK }, enhancements: KILLERS_AND_HISTORY, ..PLAIN }, [ENDS, WINDOWS, CLIP, PROBES, SCHEME];
    star2_with_a_static_order: Star2, Setup { order: Order { scheme: Scheme::Static, ..PLAIN.order }, ..PLAIN }, [ENDS, WINDOWS, CLIP, PROBES, SCHEME];
    star2_that_probes_by_quality: Star2, Setup { order: Order { probe: ProbeChoice::ByQuality, ..PLAIN.order }, trees: Trees::Hinted, ..PLAIN }, [ENDS, WINDOWS, CLIP, PROBES, &[Act::Quality]];
    star2_that_skips_hopeless_probes: Star2, Setup { enhancements: THRIFTY, ..PLAIN }, [ENDS, WINDOWS, CLIP, PROBES, THRIFT];
    star25_with_two_probes: Star25, PLAIN, [ENDS, WINDOWS, CLIP, PROBES];
    star25_with_three_probes: Star25, Setup { probes: Some(3), table_entries: 16, ..PLAIN }, [ENDS, CLIP, PROBES, DECISIONS, CHANCE];
    star2_tt: Star2Tt, Setup { step: 2, ..LEARNING }, [ENDS, WINDOWS, CLIP, PROBES, DECISIONS, CHANCE, LEARNED, TABLE_AND_ITERATIONS];
    star2_tt_in_a_crowded_table: Star2Tt, Setup { table_entries: 4, ..LEARNING }, [ENDS, WINDOWS, CLIP, PROBES, DECISIONS, CHANCE, LEARNED, TABLE_AND_ITERATIONS];
    star2_tt_on_two_threads: Star2Tt, Setup { step: 2, threads: 2, ..LEARNING }, [ANYTHING];
    starmax: Starmax, EVERYTHING, [ENDS, WINDOWS, CLIP, PROBES, DECISIONS, CHANCE, LEARNED, TABLE_AND_ITERATIONS, THRIFT, STARMAX, ANSWERS];
    starmax_with_hints: Starmax, Setup { trees: Trees::Hinted, ..EVERYTHING }, [ENDS, WINDOWS, CLIP, PROBES, DECISIONS, CHANCE, SCHEME, LEARNED, TABLE_AND_ITERATIONS, THRIFT, STARMAX, ANSWERS, WORK];
    starmax_with_some_of_its_parts: Starmax, Setup { switches: true, trees: Trees::Hinted, ..EVERYTHING }, [ENDS, CLIP, PROBES, DECISIONS, CHANCE, SCHEME, LEARNED, THRIFT, STARMAX, ANSWERS, WORK];
    starmax_without_a_table: Starmax, Setup { table_entries: 0, enhancements: Enhancements::ALL.without(DEEPENING), ..EVERYTHING }, [ENDS, WINDOWS, CLIP, PROBES, LEARNED, THRIFT, STARMAX, ANSWERS];
    expectimax_that_is_paid: Expectimax, PAID, [ENDS, STEPS];
    star1_that_is_paid: Star1, PAID, [ENDS, WINDOWS, CLIP, STEPS];
    star1_that_is_paid_without_the_clip: Star1, Setup { clips: false, ..PAID }, [ENDS, WINDOWS, STEPS];
    star2_that_is_paid: Star2, PAID, [ENDS, WINDOWS, CLIP, PROBES, STEPS];
    star25_that_is_paid: Star25, PAID, [ENDS, WINDOWS, CLIP, PROBES, STEPS];
    star2_tt_that_is_paid: Star2Tt, Setup { trees: Trees::Paying, ..LEARNING }, [ENDS, WINDOWS, CLIP, PROBES, DECISIONS, CHANCE, LEARNED, TABLE_AND_ITERATIONS, STEPS];
    starmax_that_is_paid: Starmax, Setup { trees: Trees::Paying, ..EVERYTHING }, [ENDS, WINDOWS, CLIP, PROBES, DECISIONS, CHANCE, LEARNED, TABLE_AND_ITERATIONS, THRIFT, STARMAX, STEPS];
    starmax_that_is_paid_with_some_of_its_parts: Starmax, Setup { trees: Trees::Paying, switches: true, ..EVERYTHING }, [ENDS, CLIP, PROBES, DECISIONS, CHANCE, LEARNED, THRIFT, STARMAX, STEPS];
    starmax_on_three_threads: Starmax, Setup { trees: Trees::Hinted, threads: 3, ..EVERYTHING }, [ANYTHING];
}

/// Nothing that the engine does goes untested. What is put off because of other threads is tested where one can
/// pretend that they exist (`search.rs`).
#[test]
fn every_act_is_demanded_of_some_variant() {
    let put_off = [Act::RootMovePutOff, Act::MovePutOff, Act::OutcomePutOff];
    let demanded = demanded();
    for act in Act::all().filter(|act| !put_off.contains(act)) {
        assert!(demanded.contains(&act), "no variant must show {act}");
    }
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
