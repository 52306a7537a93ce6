//! Max^n: agreement with the textbook function, bit for bit, and what limits do.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Hashable, ManyPlayers, Node, Rules};
use starmax_games::{NodeId, Tree, Trio, mix};
use starmax_search::MaxN;
use starmax_testkit::{TreeParameters, random_tree, random_walk};
use starmax_textbook::maxn;

const PLAYERS: usize = 3;

/// A tree in which anybody may decide, and everybody gets some of a few different payoffs everywhere.
struct Shared<'a>(&'a Tree);

impl Shared<'_> {
    /// A number below `limit`.
    fn draw(&self, state: NodeId, salt: u64, limit: u16) -> u16 {
        let [low, high, ..] = mix(self.0.hash(&state) ^ mix(salt)).to_le_bytes();
        u16::from_le_bytes([low, high]) % limit
    }
}

impl Rules for Shared<'_> {
    type State = NodeId;
    type Move = u32;
    type Outcome = u32;
    type Player = usize;
    type Payoff = ();

    fn initial(&self) -> NodeId {
        self.0.initial()
    }

    fn node(&self, state: &NodeId) -> Node<usize, ()> {
        match self.0.node(state) {
            Node::Decision(_) => Node::Decision(self.draw(*state, 0, 3).into()),
            Node::Chance => Node::Chance,
            Node::Terminal(_) => Node::Terminal(()),
        }
    }

    fn moves(&self, state: &NodeId, out: &mut Vec<u32>) {
        self.0.moves(state, out);
    }

    fn outcomes(&self, state: &NodeId, out: &mut Vec<(u32, f64)>) {
        self.0.outcomes(state, out);
    }

    fn play(&self, state: &NodeId, mv: u32) -> NodeId {
        self.0.play(state, mv)
    }

    fn resolve(&self, state: &NodeId, outcome: u32) -> NodeId {
        self.0.resolve(state, outcome)
    }
}

impl ManyPlayers for Shared<'_> {
    fn players(&self) -> usize {
        PLAYERS
    }

    fn payoffs(&self, state: &NodeId) -> Vec<f64> {
        let payoff = |player| f64::from(self.draw(*state, player, 5)) / 3.0;
        (1..=PLAYERS as u64).map(payoff).collect()
    }
}

fn bits(payoffs: &[f64]) -> Vec<u64> {
    payoffs.iter().map(|payoff| payoff.to_bits()).collect()
}

/// At every depth: the same payoffs and best move at the root, and the same payoffs after each move.
fn assert_agreement<G: ManyPlayers>(game: &G, state: &G::State, deepest: u32) {
    for (depth, levels) in (1..=deepest).zip(1..) {
        let found = MaxN::new(game).depth(depth).run(state);
        let expected = maxn(game, state, levels);
        assert_eq!(bits(&found.payoffs), bits(&expected.payoffs));
        assert_eq!(found.best, expected.best);
        assert_eq!((found.depth, found.interrupted), (depth, None));
        for root_move in &found.moves {
            let after = maxn(game, &game.play(state, root_move.mv), levels - 1);
            assert_eq!(bits(&root_move.payoffs), bits(&after.payoffs));
        }
        let mut moves = Vec::new();
        if let Node::Decision(_) = game.node(state) {
            game.moves(state, &mut moves);
        }
        let found: Vec<_> = found.moves.iter().map(|root_move| root_move.mv).collect();
        assert_eq!(found, moves, "in the game's own order");
    }
}

#[test]
fn random_trees_agree_with_the_textbook() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1986);
    for _ in 0..1000 {
        let tree = random_tree(&mut rng, &TreeParameters::default());
        assert_agreement(&Shared(&tree), &tree.root(), 5);
    }
}

#[test]
fn trio_agrees_with_the_textbook() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for pile in [1, 4, 12] {
        let game = Trio::new(pile);
        for state in random_walk(&game, &mut rng, usize::MAX) {
            assert_agreement(&game, &state, 6);
        }
    }
}

#[test]
fn nodes_are_counted_except_the_root() {
    let game = Trio::default();
    let chance = game.initial();
    let decision = game.resolve(&chance, 2);
    let stats = |state, depth| MaxN::new(&game).depth(depth).run(state).stats;
    assert_eq!((stats(&chance, 1).nodes, stats(&chance, 1).leaves), (3, 3));
    // The first iteration has 2 nodes, the second one 2 and below each of them 3.
    assert_eq!(
        (stats(&decision, 2).nodes, stats(&decision, 2).leaves),
        (10, 8)
    );
}

#[test]
fn a_limit_cuts_an_iteration_but_never_the_first() {
    let game = Trio::new(60);
    let state = game.resolve(&game.initial(), 3);
    let cut = MaxN::new(&game).depth(60).nodes(5000).run(&state);
    assert!(cut.stats.nodes <= 5000, "{}", cut.stats.nodes);
    assert!(cut.depth > 1);
    assert_eq!(cut.interrupted, Some(cut.depth + 1));
    let whole = MaxN::new(&game).depth(cut.depth).run(&state);
    assert_eq!((cut.payoffs, cut.best), (whole.payoffs, whole.best));
    assert_eq!(cut.moves, whole.moves);

    let first = MaxN::new(&game).depth(60).nodes(1).run(&state);
    assert_eq!((first.depth, first.moves.len()), (1, 3));
    assert_eq!(first.interrupted, None, "a limit between two iterations");

    let search = MaxN::new(&game).depth(60).time(Duration::ZERO);
    assert_eq!(search.run(&state).depth, 1);
}

#[test]
fn a_search_that_is_told_to_stop_says_so() {
    let game = Trio::new(60);
    let flag = AtomicBool::new(true);
    let search = |depth| MaxN::new(&game).depth(depth).stop_when(&flag);
    let stopped = search(60).run(&game.initial());
    assert_eq!((stopped.depth, stopped.interrupted), (1, Some(2)));
    let finished = search(1).run(&game.initial());
    assert_eq!((finished.depth, finished.interrupted), (1, None));
}
