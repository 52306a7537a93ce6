//! A tree that knows which of its leaves were seen.

use std::cell::RefCell;
use std::collections::BTreeSet;

use starmax_core::{Bounds, Game, Node, Player, Rules};
use starmax_games::{NodeId, Tree};

pub(crate) struct Watched {
    tree: Tree,
    seen: RefCell<BTreeSet<NodeId>>,
}

impl Watched {
    pub(crate) fn new(tree: &str) -> Self {
        Self {
            tree: tree.parse().expect("a tree"),
            seen: RefCell::default(),
        }
    }

    /// The tree of Hauk, Buro & Schaeffer 2004, Figures 2, 5, 10 and 11: a chance node with six min nodes of
    /// two leaves.
    pub(crate) fn figure_5(leaves: [[i32; 2]; 6]) -> Self {
        let sixth = 1.0 / 6.0;
        let outcomes = leaves.map(|[first, second]| format!("{sixth}:min[{first} {second}]"));
        Self::new(&format!("[-10, 10] ch({})", outcomes.join(" ")))
    }

    /// The result of a search, and how many different leaves it saw.
    pub(crate) fn watch(&self, search: impl FnOnce(&Self, &NodeId) -> f64) -> (f64, usize) {
        self.seen.take();
        let result = search(self, &self.tree.root());
        (result, self.seen.take().len())
    }
}

impl Rules for Watched {
    type State = NodeId;
    type Move = u32;
    type Outcome = u32;
    type Player = Player;
    type Payoff = f64;

    fn initial(&self) -> NodeId {
        self.tree.initial()
    }

    fn node(&self, state: &NodeId) -> Node {
        let node = self.tree.node(state);
        if let Node::Terminal(_) = node {
            self.seen.borrow_mut().insert(*state);
        }
        node
    }

    fn moves(&self, state: &NodeId, out: &mut Vec<u32>) {
        self.tree.moves(state, out);
    }

    fn outcomes(&self, state: &NodeId, out: &mut Vec<(u32, f64)>) {
        self.tree.outcomes(state, out);
    }

    fn play(&self, state: &NodeId, mv: u32) -> NodeId {
        self.tree.play(state, mv)
    }

    fn resolve(&self, state: &NodeId, outcome: u32) -> NodeId {
        self.tree.resolve(state, outcome)
    }
}

impl Game for Watched {
    fn utility(&self) -> Bounds {
        self.tree.utility()
    }
}
