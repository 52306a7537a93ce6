use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_core::{Bounds, Game, Hashable, Node, Notation, ParseError, Player, Rules};

use crate::tree::path;
use crate::{Parameters, mix};

const DEFAULT_CHILDREN: u8 = 8;
const DEFAULT_SEED: u64 = 1;

/// The synthetic tree of Ballard's tables ("The *-Minimax Search Procedure for Trees Containing Chance Nodes",
/// 1982, section V): three levels, each node with the same number of children.
///
/// The root is a decision of `Max`, below it are chance nodes, each with equally likely decisions of `Min`, each with
/// leaves. The arcs below every node carry the values 0, 1, ... in some order, and a leaf is the sum of the three
/// arcs that lead to it. So every such tree has the same value; only the order of the arcs says how soon a
/// search knows it.
///
/// ```
/// use starmax_core::{Bounds, Game};
/// use starmax_games::{ArcOrder, BallardTree};
///
/// let tree = BallardTree::new(4, ArcOrder::Random(1));
/// assert_eq!(tree.leaves(), 64);
/// assert_eq!(tree.utility(), Bounds::new(0.0, 9.0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BallardTree {
    children: u8,
    /// One row of arc values for the root, then for each chance node, then for each decision of `Min`.
    arcs: Vec<u8>,
}

/// The order of the arc values below each node of a [`BallardTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArcOrder {
    /// The best for Star1 and Star2: the arcs of `Max` descend, those of chance and of `Min` ascend.
    Best,
    /// Below every node an order of its own, shuffled with this seed.
    Random(u64),
}

/// A state of a [`BallardTree`]: the child numbers on the way from the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BallardState {
    /// `Max` chooses.
    Root,
    /// Chance chooses.
    Chance(u8),
    /// `Min` chooses.
    Min(u8, u8),
    /// The end.
    Leaf(u8, u8, u8),
}

impl BallardTree {
    /// The tree in which every node has `children` children.
    ///
    /// # Panics
    /// When `children` is 0.
    #[must_use]
    pub fn new(children: u8, order: ArcOrder) -> Self {
        assert!(children > 0, "a node that is no leaf has children");
        let n = usize::from(children);
        let rows = 1 + n + n * n;
        let mut arcs: Vec<u8> = (0..children).cycle().take(rows * n).collect();
        match order {
            ArcOrder::Best => arcs[..n].reverse(),
            ArcOrder::Random(seed) => {
                let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
                for row in arcs.chunks_exact_mut(n) {
                    row.shuffle(&mut random);
                }
            }
        }
        Self { children, arcs }
    }

    /// The tree named on the command line: `n=8,order=random,seed=1` says how many children a node has, in which order
    /// the arcs are (`best` or `random`) and how they are shuffled. What is left out is as in this example.
    ///
    /// # Errors
    /// When a parameter is unknown or outside its range.
    pub fn parse_parameters(text: &str) -> Result<Self, ParseError> {
        let parameters = Parameters::parse(text, &["n", "order", "seed"])?;
        let children = parameters.number("n", DEFAULT_CHILDREN, 1..=u8::MAX)?;
        let random = ArcOrder::Random(parameters.number("seed", DEFAULT_SEED, 0..=u64::MAX)?);
        let orders = [("best", ArcOrder::Best), ("random", random)];
        Ok(Self::new(
            children,
            parameters.choice("order", random, &orders)?,
        ))
    }

    /// How many leaves there are.
    #[must_use]
    pub fn leaves(&self) -> u64 {
        u64::from(self.children).pow(3)
    }

    fn value(&self, i: u8, j: u8, k: u8) -> f64 {
        let [n, i, j, k] = [self.children, i, j, k].map(usize::from);
        let arc = |row: usize, number: usize| f64::from(self.arcs[row * n + number]);
        arc(0, i) + arc(1 + i, j) + arc(1 + n + i * n + j, k)
    }
}

impl BallardState {
    fn child(self, number: u8) -> Self {
        match self {
            Self::Root => Self::Chance(number),
            Self::Chance(i) => Self::Min(i, number),
            Self::Min(i, j) => Self::Leaf(i, j, number),
            Self::Leaf(..) => unreachable!("a leaf has no children"),
        }
    }
}

impl Rules for BallardTree {
    type State = BallardState;
    type Move = u8;
    type Outcome = u8;
    type Player = Player;
    type Payoff = f64;

    #[inline]
    fn initial(&self) -> BallardState {
        BallardState::Root
    }

    #[inline]
    fn node(&self, state: &BallardState) -> Node {
        match *state {
            BallardState::Root => Node::Decision(Player::Max),
            BallardState::Chance(_) => Node::Chance,
            BallardState::Min(..) => Node::Decision(Player::Min),
            BallardState::Leaf(i, j, k) => Node::Terminal(self.value(i, j, k)),
        }
    }

    fn moves(&self, _: &BallardState, out: &mut Vec<u8>) {
        out.extend(0..self.children);
    }

    fn outcomes(&self, _: &BallardState, out: &mut Vec<(u8, f64)>) {
        let probability = 1.0 / f64::from(self.children);
        out.extend((0..self.children).map(|number| (number, probability)));
    }

    #[inline]
    fn play(&self, state: &BallardState, mv: u8) -> BallardState {
        state.child(mv)
    }

    #[inline]
    fn resolve(&self, state: &BallardState, outcome: u8) -> BallardState {
        state.child(outcome)
    }
}

impl Game for BallardTree {
    #[inline]
    fn utility(&self) -> Bounds {
        Bounds::new(0.0, 3.0 * f64::from(self.children - 1))
    }
}

impl Hashable for BallardTree {
    #[inline]
    fn hash(&self, state: &BallardState) -> u64 {
        let [level, i, j, k] = match *state {
            BallardState::Root => [0, 0, 0, 0],
            BallardState::Chance(i) => [1, i, 0, 0],
            BallardState::Min(i, j) => [2, i, j, 0],
            BallardState::Leaf(i, j, k) => [3, i, j, k],
        };
        mix(u64::from(u32::from_le_bytes([level, i, j, k])))
    }
}

impl Notation for BallardTree {
    fn write_state(&self, state: &BallardState) -> String {
        match *state {
            BallardState::Root => path::write::<u8>([]),
            BallardState::Chance(i) => path::write([i]),
            BallardState::Min(i, j) => path::write([i, j]),
            BallardState::Leaf(i, j, k) => path::write([i, j, k]),
        }
    }

    fn parse_state(&self, text: &str) -> Result<BallardState, ParseError> {
        path::follow(text, self.initial(), |state| match state {
            BallardState::Leaf(..) => Vec::new(),
            _ => (0..self.children).map(|n| state.child(n)).collect(),
        })
    }

    fn write_move(&self, _: &BallardState, mv: u8) -> String {
        mv.to_string()
    }

    fn write_outcome(&self, _: &BallardState, outcome: u8) -> String {
        outcome.to_string()
    }
}
