use starmax_core::{Bounds, Game, Hashable, Node, Pay, Player, Rules};
use starmax_games::{NodeId, Tree, mix};

/// A tree in which some steps pay, some discount what follows, and some cost no depth; which ones follows from the seed.
#[derive(Clone, Copy, Debug)]
pub struct Paying<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// Another seed, other payments.
    pub seed: u64,
}

/// No step pays more.
const MOST: f64 = 2.0;

impl Paying<'_> {
    fn bits(&self, state: NodeId, salt: u64) -> u64 {
        mix(self.tree.hash(&state) ^ mix(self.seed ^ salt))
    }

    /// What the step that leads to a state pays. Some amounts add up exactly, others do not.
    fn pay(&self, next: NodeId) -> Pay {
        const REWARDS: [f64; 8] = [0.0, 0.0, 1.0, -1.0, 0.1, -0.3, MOST, -0.7];
        const DISCOUNTS: [f64; 4] = [1.0, 1.0, 0.9, 0.5];
        let [one, two, ..] = self.bits(next, 1).to_le_bytes();
        Pay {
            reward: REWARDS[usize::from(one % 8)],
            discount: DISCOUNTS[usize::from(two % 4)],
        }
    }
}

impl Rules for Paying<'_> {
    type State = NodeId;
    type Move = u32;
    type Outcome = u32;
    type Player = Player;
    type Payoff = f64;

    fn initial(&self) -> NodeId {
        self.tree.initial()
    }

    fn node(&self, state: &NodeId) -> Node {
        self.tree.node(state)
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

impl Game for Paying<'_> {
    const PAYS: bool = true;
    const HAS_FREE_STEPS: bool = true;

    fn utility(&self) -> Bounds {
        let Bounds { lower, upper } = self.tree.utility();
        let most = MOST * self.tree.height() as f64;
        // A discount brings values nearer to 0.
        Bounds::new(lower.min(0.0) - most, upper.max(0.0) + most)
    }

    fn pay_of_move(&self, state: &NodeId, mv: u32) -> Pay {
        self.pay(self.play(state, mv))
    }

    fn pay_of_outcome(&self, state: &NodeId, outcome: u32) -> Pay {
        self.pay(self.resolve(state, outcome))
    }

    fn is_free(&self, state: &NodeId) -> bool {
        self.bits(*state, 2).is_multiple_of(4)
    }
}

impl Hashable for Paying<'_> {
    fn hash(&self, state: &NodeId) -> u64 {
        self.tree.hash(state)
    }
}
