//! Rules that fail, and clocks that are given.

use std::cell::Cell;
use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Bounds, Failure, Game, Hashable, Node, Player, Rules};
use starmax_games::{NodeId, Pig, PigLead, Tree};
use starmax_search::{Algorithm, Search, Table};
use starmax_testkit::differential::{Trial, seed_of_comparison, trees_to_compare};

/// A tree whose rules fail after a number of questions and answer nonsense from then on.
struct Failing<'a> {
    tree: &'a Tree,
    left: Cell<u32>,
}

#[derive(Debug)]
struct Broken;

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("broken")
    }
}

impl Error for Broken {}

impl Failing<'_> {
    fn fails(&self) -> bool {
        self.left.set(self.left.get().saturating_sub(1));
        self.left.get() == 0
    }
}

impl Rules for Failing<'_> {
    type State = NodeId;
    type Move = u32;
    type Outcome = u32;
    type Player = Player;
    type Payoff = f64;

    fn initial(&self) -> NodeId {
        self.tree.initial()
    }

    fn node(&self, state: &NodeId) -> Node {
        if self.fails() {
            return Node::Terminal(self.utility().upper);
        }
        self.tree.node(state)
    }

    fn moves(&self, state: &NodeId, out: &mut Vec<u32>) {
        if !self.fails() {
            self.tree.moves(state, out);
        }
    }

    fn outcomes(&self, state: &NodeId, out: &mut Vec<(u32, f64)>) {
        if !self.fails() {
            self.tree.outcomes(state, out);
        }
    }

    fn play(&self, state: &NodeId, mv: u32) -> NodeId {
        if self.fails() {
            return *state;
        }
        self.tree.play(state, mv)
    }

    fn resolve(&self, state: &NodeId, outcome: u32) -> NodeId {
        if self.fails() {
            return *state;
        }
        self.tree.resolve(state, outcome)
    }
}

impl Game for Failing<'_> {
    const CAN_FAIL: bool = true;

    fn utility(&self) -> Bounds {
        self.tree.utility()
    }

    fn failure(&self) -> Option<Failure> {
        (self.left.get() == 0).then(|| Arc::new(Broken) as Failure)
    }
}

impl Hashable for Failing<'_> {
    fn hash(&self, state: &NodeId) -> u64 {
        self.tree.hash(state)
    }
}

#[test]
fn a_failure_is_handed_on_and_leaves_nothing_false_behind() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed_of_comparison());
    let (mut failed, mut finished) = (0, 0);
    for _ in 0..trees_to_compare(4_000) {
        let trial = Trial::random(&mut rng);
        let (tree, root) = (&trial.tree, trial.tree.root());
        for algorithm in [
            Algorithm::Expectimax,
            Algorithm::Star1,
            Algorithm::Star2Tt,
            Algorithm::Starmax,
            Algorithm::StaticReply,
        ] {
            let table = Table::with_entries(256);
            let questions = rng.random_range(1..100);
            let game = Failing {
                tree,
                left: Cell::new(questions),
            };
            let search = Search::new(&game, &trial.judge).algorithm(algorithm);
            let result = search.depth(trial.depth).table(&table).run(&root);
            match result.failure {
                Some(failure) => {
                    assert_eq!(failure.to_string(), "broken");
                    failed += 1;
                }
                None if algorithm.is_exact() => {
                    assert_eq!(result.value, trial.value, "{tree}");
                    finished += 1;
                }
                None => {}
            }
            if algorithm.is_exact() {
                let search = Search::new(tree, &trial.judge).algorithm(algorithm);
                let result = search.depth(trial.depth).table(&table).run(&root);
                assert_eq!(result.value, trial.value, "{algorithm}: {tree}");
            }
        }
    }
    assert!(failed > 0 && finished > 0, "{failed}, {finished}");
}

#[test]
fn a_clock_that_is_given_is_the_only_one_that_counts() {
    let game = Pig::new(50);
    let looks = AtomicU64::new(0);
    let now = || Duration::from_secs(100 + looks.fetch_add(1, Ordering::Relaxed));
    let search = || Search::new(&game, &PigLead).depth(60);
    let result = search()
        .time(Duration::from_secs(3))
        .clock(&now)
        .run(&game.initial());
    assert!(result.depth < 60);
    assert!(result.elapsed >= Duration::from_secs(3));
    let stopped = || Duration::ZERO;
    let result = search()
        .depth(8)
        .time(Duration::from_nanos(1))
        .clock(&stopped);
    let result = result.run(&game.initial());
    assert_eq!((result.depth, result.elapsed), (8, Duration::ZERO));
}
