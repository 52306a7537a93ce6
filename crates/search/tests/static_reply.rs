//! The search that follows only the reply that looks best: where it differs from Expectimax, and where it must not.

use std::fmt::Debug;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Bounds, Evaluator, Game, Hashable, Node, Rules};
use starmax_games::{Backgammon, Dice, Pairs, Pig, PigLead, Pips, TicTacToe, Tree};
use starmax_search::{
    Algorithm, Enhancement, Estimate, Exit, Filter, Observer, Search, SearchResult, Settings, Step,
    Visit,
};
use starmax_testkit::{
    Noise, QUIESCENCE_LIMIT, Restless, SomeSolved, best_move, expectimax, random_walk,
};

const NOISE: Noise = Noise { seed: 7, levels: 9 };

fn search<'a, G: Game, E: Evaluator<G>>(game: &'a G, evaluator: &'a E) -> Search<'a, G, E> {
    Search::new(game, evaluator)
        .algorithm(Algorithm::StaticReply)
        .filter(Filter::none())
}

/// A node of a tree is worth what its first leaf is.
struct FirstLeaf;

impl Evaluator<Tree> for FirstLeaf {
    fn evaluate(&self, tree: &Tree, state: &<Tree as Rules>::State) -> f64 {
        match tree.node(state) {
            Node::Terminal(value) => value,
            _ => self.evaluate(tree, &tree.children(*state)[0]),
        }
    }
}

fn tree(text: &str) -> Tree {
    text.parse().expect("a sound tree")
}

/// The same search once more, as plain as can be, without a filter.
fn plain<G: Game, E: Evaluator<G>>(game: &G, evaluator: &E, state: &G::State, depth: i32) -> f64 {
    let node = game.node(state);
    if let Node::Terminal(value) = node {
        return value;
    }
    if let Some(value) = evaluator.solved(game, state) {
        return value;
    }
    if depth <= 0 && (evaluator.is_quiet(game, state) || depth <= -QUIESCENCE_LIMIT) {
        return evaluator.evaluate(game, state);
    }
    if let Some((_, mv, _)) = best_move(game, &Trusted(evaluator), state, 1) {
        return plain(game, evaluator, &game.play(state, mv), depth - 1);
    }
    let mut outcomes = Vec::new();
    game.outcomes(state, &mut outcomes);
    let mut sum = 0.0;
    for (outcome, p) in outcomes {
        sum += p * plain(game, evaluator, &game.resolve(state, outcome), depth - 1);
    }
    evaluator.range(game).clamp(sum)
}

/// The same values, all of them quiet.
struct Trusted<'a, E>(&'a E);

impl<G: Game, E: Evaluator<G>> Evaluator<G> for Trusted<'_, E> {
    fn evaluate(&self, game: &G, state: &G::State) -> f64 {
        self.0.evaluate(game, state)
    }

    fn range(&self, game: &G) -> Bounds {
        self.0.range(game)
    }

    fn solved(&self, game: &G, state: &G::State) -> Option<f64> {
        self.0.solved(game, state)
    }
}

/// At every state of some random walks: each root move, and the root, have the values of the plain search.
fn agrees_with_plain<G, E>(game: &G, evaluator: &E, depths: &[u32])
where
    G: Hashable,
    G::State: Debug,
    E: Evaluator<G>,
{
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for _ in 0..4 {
        for state in random_walk(game, &mut rng, 30) {
            if let Node::Terminal(_) = game.node(&state) {
                continue;
            }
            for &depth in depths {
                let result = search(game, evaluator).depth(depth).run(&state);
                assert_eq!(result.depth, depth);
                let levels = depth.cast_signed();
                for mv in &result.moves {
                    let expected = plain(game, evaluator, &game.play(&state, mv.mv), levels - 1);
                    assert_eq!(mv.bounds, Bounds::exact(expected), "{depth} {state:?}");
                }
                let expected = match game.node(&state) {
                    Node::Decision(player) => (result.moves.iter())
                        .map(|mv| mv.bounds.lower)
                        .reduce(|one, two| player.sees(player.sees(one).max(player.sees(two))))
                        .expect("a decision has a move"),
                    _ => plain(game, evaluator, &state, levels),
                };
                assert_eq!(result.value, expected, "{depth} {state:?}");
                let first = (result.moves.iter()).find(|mv| mv.bounds.lower == expected);
                assert_eq!(result.best, first.map(|mv| mv.mv));
            }
        }
    }
}

#[test]
fn values_are_those_of_the_plain_search() {
    agrees_with_plain(&Pig::new(15), &PigLead, &[1, 2, 3, 4, 7]);
    agrees_with_plain(&Pig::new(12), &NOISE, &[1, 4, 5, 6]);
    agrees_with_plain(&TicTacToe, &NOISE, &[1, 2, 3, 5, 9]);
    agrees_with_plain(&Dice::new(4, 3), &NOISE, &[3, 4, 5]);
    agrees_with_plain(&Backgammon::default(), &Pips, &[1, 2, 3]);
}

#[test]
fn the_search_ends_at_solved_states_and_goes_on_at_restless_ones() {
    let (inner, seed) = (NOISE, 5);
    agrees_with_plain(&Dice::new(3, 3), &Restless { inner, seed }, &[1, 2, 3]);
    agrees_with_plain(&Pig::new(9), &Restless { inner, seed }, &[1, 2, 3]);
    agrees_with_plain(&Pig::new(12), &SomeSolved { inner, seed }, &[1, 3, 5, 6]);
}

#[test]
fn only_the_reply_that_looks_best_is_followed() {
    // Min sees 1 and 3, chooses the 1, and Max finds the 9 behind it.
    let tree = tree("max[ch(.5:min[max[1 9] max[3 4]] .5:min[2])]");
    let result = search(&tree, &FirstLeaf).depth(4).run(&tree.root());
    assert_eq!(result.value, 0.5 * 9.0 + 0.5 * 2.0);
    let exact = expectimax(&tree, &FirstLeaf, &tree.root(), 4);
    assert_eq!(exact, 0.5 * 4.0 + 0.5 * 2.0);
}

#[test]
fn a_decision_with_one_reply_leaves_nothing_out() {
    let tree = tree(
        "max[ch(.3:min[ch(.5:4 .5:max[-2])] .7:max[3]) ch(.1:min[max[ch(.6:8 .4:1)]] .9:-1) min[2]]",
    );
    for depth in 0..=6 {
        let state = tree.root();
        let result = search(&tree, &FirstLeaf).depth(depth).run(&state);
        for algorithm in Algorithm::ALL.into_iter().filter(|a| a.handles_chance()) {
            let exact = Search::new(&tree, &FirstLeaf).algorithm(algorithm);
            let exact = exact.depth(depth).run(&state);
            assert_eq!((result.value, result.best), (exact.value, exact.best));
        }
    }
}

#[test]
fn up_to_the_first_reply_nothing_is_left_out() {
    let game = Dice::default();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut later = 0;
    for _ in 0..5 {
        for state in random_walk(&game, &mut rng, 30) {
            let Node::Decision(_) = game.node(&state) else {
                continue;
            };
            for depth in [1, 2, 3, 5] {
                let result = search(&game, &Pairs).depth(depth).run(&state);
                let exact = Search::new(&game, &Pairs).depth(depth).run(&state);
                if depth <= 3 {
                    assert_eq!((result.value, result.best), (exact.value, exact.best));
                }
                later += u32::from(result.value != exact.value);
            }
        }
    }
    assert!(later > 0, "two replies are not searched as by Expectimax");
}

/// Root moves that are worth 5, 4, 3 and 0 at a glance, and something else each behind the next roll.
fn four_moves() -> Tree {
    tree("[-9, 9] max[ch(.5:5 .5:-9) ch(.5:4 .5:2) ch(.5:3 .5:4) ch(.5:0 .5:9)]")
}

fn filtered(tree: &Tree, filter: &str, depth: u32) -> SearchResult<Tree> {
    let filter = filter.parse().expect("a sound filter");
    let search = search(tree, &FirstLeaf).filter(filter);
    search.depth(depth).run(&tree.root())
}

#[test]
fn a_filter_drops_the_moves_that_look_worse_at_the_root() {
    let tree = four_moves();
    for (filter, depth, best, dropped) in [
        ("none", 3, Some(3), [false, false, false, false]),
        ("2:9", 3, Some(2), [false, false, false, true]),
        ("9:2", 3, Some(2), [false, false, false, true]),
        ("9:1.5", 3, Some(1), [false, false, true, true]),
        ("1:2", 3, Some(1), [false, false, true, true]),
        ("0:9", 3, Some(0), [false, true, true, true]),
        ("9:0", 3, Some(0), [false, true, true, true]),
        ("0:0", 1, Some(0), [false, false, false, false]),
        // The second step sees the values of depth 3: -2, 3, 3.5, 4.5.
        ("none,0:0", 5, Some(3), [true, true, true, false]),
        ("2:9,1:9", 5, Some(2), [true, false, false, true]),
        ("2:9,none", 5, Some(2), [false, false, false, true]),
    ] {
        let result = filtered(&tree, filter, depth);
        assert_eq!(result.best, best, "{filter}");
        let found: Vec<_> = result
            .moves
            .iter()
            .map(|mv| mv.estimate.is_some())
            .collect();
        assert_eq!(found, dropped, "{filter}");
        for mv in &result.moves {
            let whole = Bounds::new(-9.0, 9.0);
            assert_eq!(mv.bounds == whole, mv.estimate.is_some(), "{filter}");
        }
        assert!(result.bounds.is_exact());
    }
}

#[test]
fn a_dropped_move_keeps_the_value_and_the_depth_at_which_it_was_dropped() {
    let moves = filtered(&four_moves(), "2:9,1:9", 5).moves;
    let dropped = |depth, value| Some(Estimate { depth, value });
    assert_eq!(moves[3].estimate, dropped(1, 0.0));
    assert_eq!(moves[0].estimate, dropped(3, -2.0));
}

#[test]
fn a_filter_looks_from_the_side_of_the_player_who_moves() {
    let tree = tree("[-9, 9] min[ch(.5:-5 .5:9) ch(.5:-4 .5:-2) ch(.5:0 .5:-9)]");
    assert_eq!(filtered(&tree, "1:9", 3).best, Some(1));
    assert_eq!(filtered(&tree, "none", 3).best, Some(2));
}

#[test]
fn all_moves_have_values_on_request() {
    let tree = four_moves();
    let mut settings = Settings::new(Algorithm::StaticReply);
    settings.limits.depth = 3;
    settings.filter = "0:0".parse().expect("a sound filter");
    settings.filter = Filter::none();
    let search = Search::new(&tree, &FirstLeaf).settings(settings);
    let values = search.run(&tree.root()).moves;
    let values: Vec<_> = values.iter().map(|mv| mv.bounds.lower).collect();
    assert_eq!(values, [-2.0, 3.0, 3.5, 4.5]);
}

/// Counts the visits, and checks that they are nested.
#[derive(Default)]
struct Counter {
    open: usize,
    roots: u64,
    entered: u64,
}

impl<G: Game> Observer<G> for Counter {
    fn enter(&mut self, visit: &Visit<'_, G>) {
        assert_eq!(visit.ply, self.open);
        assert_eq!(visit.step.is_none(), self.open == 0);
        self.open += 1;
        self.entered += 1;
        self.roots += u64::from(visit.step.is_none());
    }

    fn leave(&mut self, bounds: Bounds, exit: Exit) {
        self.open -= 1;
        assert!(bounds.is_exact() && exit != Exit::Stopped);
    }
}

#[test]
fn every_successor_that_is_judged_is_a_node_and_a_leaf() {
    let tree = tree("max[ch(.5:min[max[1 9] max[3 4]] .5:min[2]) 0]");
    let mut settings = Settings::new(Algorithm::StaticReply);
    settings.limits.depth = 4;
    settings.enhancements = settings.enhancements.without(Enhancement::Deepening.into());
    let mut counter = Counter::default();
    let search = Search::new(&tree, &FirstLeaf).settings(settings);
    let stats = search.observe(&mut counter).run(&tree.root()).stats;
    // The chance node and the leaf; two decisions; two judged replies, the lonely 2; the 1 and the 9.
    assert_eq!((stats.nodes, stats.leaves), (2 + 2 + 3 + 2, 1 + 3 + 2));
    assert_eq!((counter.entered, counter.roots), (stats.nodes + 1, 1));

    let game = Dice::default();
    let mut counter = Counter::default();
    let watched = search_dice(&game, 5).observe(&mut counter);
    let stats = watched.run(&game.resolve(&game.initial(), 2)).stats;
    assert_eq!(counter.roots, 3, "depths 1, 3 and 5");
    assert_eq!(counter.entered, stats.nodes + counter.roots);
}

fn search_dice(game: &Dice, depth: u32) -> Search<'_, Dice, Pairs> {
    search(game, &Pairs).depth(depth)
}

#[test]
fn a_limit_of_nodes_leaves_the_last_finished_iteration() {
    let game = Dice::default();
    let state = game.resolve(&game.initial(), 2);
    let depth_3 = search_dice(&game, 3).run(&state);
    let depth_5 = search_dice(&game, 5).run(&state);
    for nodes in (1..depth_5.stats.nodes).step_by(97) {
        let result = search_dice(&game, 5).nodes(nodes).run(&state);
        let interrupted = result.interrupted;
        if result.depth == 3 {
            assert_eq!((result.value, result.best), (depth_3.value, depth_3.best));
            let bounds = interrupted.map(|interrupted| interrupted.bounds);
            assert!(bounds.is_none_or(|bounds| bounds.contains(depth_5.value)));
        } else {
            assert_eq!(result.depth, 1, "the first iteration is always finished");
        }
        assert!(result.stats.nodes < nodes.max(5) + 10);
        assert!(result.bounds.is_exact() && result.best.is_some());
    }
}

#[test]
fn a_single_iteration_that_is_interrupted_leaves_true_bounds_and_a_move() {
    let game = Dice::default();
    let state = game.resolve(&game.initial(), 2);
    let mut settings = Settings::new(Algorithm::StaticReply);
    settings.limits.depth = 5;
    settings.enhancements = settings.enhancements.without(Enhancement::Deepening.into());
    let search = || Search::new(&game, &Pairs).settings(settings.clone());
    let whole = search().run(&state);
    for nodes in (1..whole.stats.nodes).step_by(97) {
        let result = search().nodes(nodes).run(&state);
        assert!(result.bounds.contains(whole.value), "{}", result.bounds);
        assert!(result.interrupted.is_some() && result.best.is_some());
        assert_eq!(result.depth, 0);
    }
}

#[test]
fn time_and_the_stop_flag_are_kept() {
    let game = Pig::new(100);
    let limited = search(&game, &PigLead)
        .depth(99)
        .time(Duration::from_millis(50));
    let result = limited.run(&game.initial());
    assert!(result.interrupted.is_some());
    assert!(result.elapsed < Duration::from_secs(10));

    let stop = AtomicBool::new(true);
    let stopped = search(&game, &PigLead).depth(99).stop_when(&stop);
    let result = stopped.run(&game.initial());
    assert_eq!(result.depth, 1);
    assert!(result.best.is_some() && result.bounds.is_exact());
    let interrupted = result.interrupted.expect("49 iterations were cut");
    assert_eq!(interrupted.depth, 3);
}

#[test]
fn a_thousand_levels_do_not_overflow_the_stack() {
    let game = Pig::new(1000);
    let mut settings = Settings::new(Algorithm::StaticReply);
    settings.limits.depth = 1000;
    settings.enhancements = settings.enhancements.without(Enhancement::Deepening.into());
    let search = Search::new(&game, &PigLead).settings(settings);
    let result = search.nodes(100_000).run(&game.initial());
    assert!(result.interrupted.is_some());
}

#[test]
fn a_line_follows_the_replies_that_look_best() {
    let tree = tree("max[0 ch(.25:9 .75:min[max[5 1] max[6 2]])]");
    let mut settings = Settings::new(Algorithm::StaticReply);
    settings.limits.depth = 4;
    settings.line = true;
    let search = Search::new(&tree, &FirstLeaf).settings(settings);
    let line = search.run(&tree.root()).line;
    let expected = [
        Step::Move(1),
        Step::Outcome(1, 0.75),
        Step::Move(0),
        Step::Move(0),
    ];
    assert_eq!(line, expected);
}

#[test]
fn a_chance_root_has_a_value_and_no_move() {
    let tree = tree("ch(.5:1 .5:max[4 min[7]])");
    let result = search(&tree, &FirstLeaf).depth(3).run(&tree.root());
    assert_eq!((result.value, result.best), (4.0, None));
}
