//! Limits, interruption, and what a result says besides the value.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Bounds, Constant, Evaluator, Game, Node, Rules};
use starmax_games::{Pig, PigLead, PigState, TicTacToe, Tree};
use starmax_search::{
    Algorithm, Enhancement, Interrupted, Observer, Order, Reuse, Search, Settings, Step, Table,
    TableUse, Visit,
};
use starmax_testkit::{Noise, Restless, best_move, expectimax, random_walk};

fn pig() -> Pig {
    Pig::new(50)
}

fn settings(depth: u32) -> Settings {
    let mut settings = Settings::new(Algorithm::Star2Tt);
    settings.limits.depth = depth;
    settings.step = 1;
    settings
}

#[test]
fn a_node_limit_stops_the_search_and_the_last_finished_iteration_counts() {
    let game = pig();
    let root = game.parse("max:20-20+9");
    let mut settings = settings(30);
    settings.limits.nodes = Some(20_000);
    let result = Search::new(&game, &PigLead).settings(settings).run(&root);
    assert!(result.stats.nodes < 25_000);
    let finished = expectimax(&game, &PigLead, &root, result.depth.cast_signed());
    assert_eq!(result.value, finished);
    assert!(result.bounds.is_exact());
    let best = best_move(&game, &PigLead, &root, result.depth.cast_signed());
    assert_eq!(result.best, best.map(|(_, mv, _)| mv));
    let interrupted = result.interrupted.expect("30 levels need more nodes");
    assert_eq!(interrupted.depth, result.depth + 1);
    let deeper = expectimax(&game, &PigLead, &root, interrupted.depth.cast_signed());
    assert!(
        interrupted.bounds.contains(deeper),
        "{}: {deeper}",
        interrupted.bounds
    );
}

#[test]
fn interrupted_bounds_are_true_at_every_node_limit() {
    let game = Pig::new(20);
    let root = game.parse("max:3-4+5");
    let exact = expectimax(&game, &PigLead, &root, 9);
    for algorithm in [
        Algorithm::Expectimax,
        Algorithm::Star1,
        Algorithm::Star2,
        Algorithm::Starmax,
    ] {
        let mut settings = Settings::new(algorithm);
        settings.limits.depth = 9;
        settings.enhancements = settings.enhancements.without(Enhancement::Deepening.into());
        for nodes in (1..3_000).step_by(97) {
            settings.limits.nodes = Some(nodes);
            let result = Search::new(&game, &PigLead)
                .settings(settings.clone())
                .run(&root);
            assert!(
                result.bounds.contains(exact),
                "{algorithm}, {nodes} nodes: {}",
                result.bounds
            );
            assert!(result.best.is_some(), "there is always a move to play");
            let is_finished = result.interrupted.is_none();
            assert_eq!(result.depth, if is_finished { 9 } else { 0 });
        }
    }
}

#[test]
fn a_table_stays_true_after_an_interrupted_search() {
    let game = Pig::new(20);
    let root = game.initial();
    let exact = expectimax(&game, &PigLead, &root, 8);
    let table = Table::with_entries(1 << 12);
    for nodes in (50..4_000).step_by(211) {
        let interrupted = Search::new(&game, &PigLead)
            .settings(settings(8))
            .nodes(nodes)
            .table(&table);
        let _ = interrupted.run(&root);
        let result = Search::new(&game, &PigLead)
            .settings(settings(8))
            .table(&table)
            .run(&root);
        assert_eq!(result.value, exact);
    }
}

#[test]
fn equal_limits_give_equal_counts() {
    let game = pig();
    let search = || {
        let table = Table::with_entries(1 << 10);
        let search = Search::new(&game, &PigLead)
            .settings(settings(20))
            .nodes(30_000);
        search.table(&table).run(&game.initial()).stats
    };
    assert_eq!(search(), search());
}

#[test]
fn a_flag_that_is_set_already_still_lets_the_first_iteration_finish() {
    let game = pig();
    let stop = AtomicBool::new(true);
    let search = Search::new(&game, &PigLead)
        .settings(settings(30))
        .stop_when(&stop);
    let result = search.run(&game.initial());
    assert_eq!(result.depth, 1);
    assert!(result.best.is_some() && result.bounds.is_exact());
    let interrupted = result.interrupted.expect("29 iterations were cut");
    assert_eq!(interrupted.depth, 2);
    assert_eq!(interrupted.bounds, PigLead.range(&game));
}

#[test]
fn a_flag_that_nothing_is_left_for_cuts_nothing() {
    let game = pig();
    let stop = AtomicBool::new(true);
    for depth in [1, 2] {
        let mut settings = settings(depth);
        settings.step = 2;
        let search = Search::new(&game, &PigLead).settings(settings);
        let result = search.stop_when(&stop).run(&game.initial());
        assert_eq!(result.interrupted.is_none(), result.bounds.is_exact());
    }
}

/// Sets a flag when it has judged this many states.
struct Stopping<'a> {
    judged: AtomicUsize,
    last: usize,
    flag: &'a AtomicBool,
}

impl Evaluator<Pig> for Stopping<'_> {
    fn range(&self, game: &Pig) -> Bounds {
        PigLead.range(game)
    }

    fn evaluate(&self, game: &Pig, state: &PigState) -> f64 {
        if self.judged.fetch_add(1, Ordering::Relaxed) == self.last {
            self.flag.store(true, Ordering::Relaxed);
        }
        PigLead.evaluate(game, state)
    }
}

#[test]
fn a_line_that_a_flag_cuts_is_an_interruption_and_the_search_counts() {
    let game = pig();
    let root = game.parse("max:20-20+9");
    let run = |line, last| {
        let stop = AtomicBool::new(false);
        let evaluator = Stopping {
            judged: AtomicUsize::new(0),
            last,
            flag: &stop,
        };
        let mut settings = Settings::new(Algorithm::Star2);
        settings.limits.depth = 12;
        settings.line = line;
        let search = Search::new(&game, &evaluator).settings(settings);
        let result = search.stop_when(&stop).run(&root);
        (result, evaluator.judged.into_inner())
    };
    let (whole, judged) = run(false, usize::MAX);
    let (with_line, more_judged) = run(true, usize::MAX);
    assert_eq!(with_line.interrupted, None);
    let (cut, judged_until_cut) = run(true, judged);
    let interrupted = Interrupted {
        depth: 12,
        bounds: whole.bounds,
    };
    assert_eq!(cut.interrupted, Some(interrupted));
    assert_eq!((cut.bounds, cut.best), (whole.bounds, whole.best));
    assert!(cut.line.len() < with_line.line.len());
    assert!(judged_until_cut < more_judged);
}

#[test]
fn time_is_kept() {
    let game = Pig::new(100);
    let search = Search::new(&game, &PigLead)
        .settings(settings(99))
        .time(Duration::from_millis(50));
    let result = search.run(&game.initial());
    assert!(result.interrupted.is_some());
    assert!(result.elapsed < Duration::from_secs(10));
}

#[test]
fn all_moves_have_exact_values_on_request() {
    let game = TicTacToe;
    let mut settings = Settings::new(Algorithm::Starmax);
    settings.limits.depth = 9;
    settings.ranked = usize::MAX;
    let result = Search::new(&game, &Constant(0.0))
        .settings(settings)
        .run(&game.initial());
    assert!(
        result
            .moves
            .iter()
            .all(|mv| mv.bounds.is_exact() && mv.bounds.lower == 0.0)
    );
    assert_eq!(
        result.best,
        Some(result.moves[0].mv),
        "of equal moves the first"
    );
}

#[test]
fn of_equal_moves_the_first_wins_in_any_order_of_search() {
    let tree: Tree = "max[1 ch(.5:1 .5:3) ch(.25:0 .25:4 .5:2) 2 0]"
        .parse()
        .expect("a sound tree");
    for seed in 0..50 {
        let order = Order {
            scheme: starmax_search::Scheme::Random,
            seed,
            ..Order::default()
        };
        let search = Search::new(&tree, &Constant(1.0)).depth(2).order(order);
        assert_eq!(search.run(&tree.root()).best, Some(1));
    }
}

#[test]
fn a_line_shows_moves_and_outcomes_in_turn() {
    let tree: Tree = "max[0 ch(.25:9 .75:min[5 2])]"
        .parse()
        .expect("a sound tree");
    let mut settings = Settings::new(Algorithm::Star2);
    settings.limits.depth = 3;
    settings.line = true;
    let result = Search::new(&tree, &Constant(1.0))
        .settings(settings)
        .run(&tree.root());
    assert_eq!(
        result.line,
        [Step::Move(1), Step::Outcome(1, 0.75), Step::Move(1)]
    );
}

#[test]
fn a_chance_root_has_a_value_and_no_move() {
    let tree: Tree = "ch(.5:1 .5:4)".parse().expect("a sound tree");
    let result = Search::new(&tree, &Constant(1.0))
        .depth(1)
        .run(&tree.root());
    assert_eq!((result.value, result.best), (2.5, None));
}

#[test]
fn states_that_are_not_quiet_are_searched_further() {
    let game = Pig::new(15);
    let noise = Noise { seed: 3, levels: 6 };
    let restless = Restless {
        inner: noise,
        seed: 4,
    };
    let mut differs = 0;
    for depth in 1..=4 {
        let value = Search::new(&game, &restless)
            .depth(depth)
            .run(&game.initial())
            .value;
        assert_eq!(
            value,
            expectimax(&game, &restless, &game.initial(), depth.cast_signed())
        );
        let quiet = Search::new(&game, &noise)
            .depth(depth)
            .run(&game.initial())
            .value;
        differs += u32::from(value != quiet);
    }
    assert!(
        differs > 0,
        "quiescence must matter for the test to mean anything"
    );
}

#[test]
fn a_thousand_levels_do_not_overflow_the_stack() {
    let game = Pig::new(1000);
    for algorithm in [
        Algorithm::Expectimax,
        Algorithm::Star1,
        Algorithm::Star2,
        Algorithm::Starmax,
    ] {
        let mut settings = Settings::new(algorithm);
        settings.limits.depth = 1000;
        settings.enhancements = settings.enhancements.without(Enhancement::Deepening.into());
        let mut deepest = Deepest(0);
        let search = Search::new(&game, &PigLead)
            .settings(settings)
            .nodes(100_000);
        let result = search.observe(&mut deepest).run(&game.initial());
        assert!(deepest.0 > 900, "{algorithm}: only {} levels", deepest.0);
        assert!(result.interrupted.is_some());
    }
}

struct Deepest(usize);

impl<G: Game> Observer<G> for Deepest {
    fn enter(&mut self, visit: &Visit<'_, G>) {
        self.0 = self.0.max(visit.ply);
    }
}

#[test]
fn deeper_entries_may_be_reused_and_leave_sound_bounds() {
    let game = Pig::new(12);
    let table = Table::with_entries(1 << 10);
    let mut memory = TableUse::everywhere(&table);
    memory.remembers.reuse = Reuse::DeeperToo;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for round in 0..300 {
        for state in random_walk(&game, &mut rng, 30) {
            if let Node::Terminal(_) = game.node(&state) {
                continue;
            }
            let depth = 1 + round % 6;
            let search = || Search::new(&game, &PigLead).depth(depth).memory(memory);
            let result = search().run(&state);
            assert!(result.bounds.is_exact(), "depth {depth}: {}", result.bounds);
            let window = Bounds::new(-0.1, 0.2);
            let bounds = search().window(window).run(&state).bounds;
            assert!(
                bounds.lower <= bounds.upper && bounds.decides(window),
                "{bounds}"
            );
        }
    }
}

trait Parse: starmax_core::Notation {
    fn parse(&self, text: &str) -> Self::State {
        self.parse_state(text).expect("a position of the test")
    }
}
impl<G: starmax_core::Notation> Parse for G {}
