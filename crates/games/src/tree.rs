mod build;
mod error;
mod json;
pub(crate) mod path;
mod shape;
mod text;

use std::collections::BTreeMap;
use std::ops::Range;

use starmax_core::{Bounds, Game, Hashable, Node, Notation, ParseError, Player, Rules};

use crate::mix;
use build::Builder;
pub use error::TreeError;
pub use shape::Shape;

/// Any tree of decisions and chance, written out leaf by leaf. Every value is seen by `Max`.
///
/// # Compact notation
///
/// A number is a leaf; `max[...]` and `min[...]` hold their children, `ch(...)` holds its outcomes, each written
/// `probability:child`. Children are separated by spaces or commas. Bounds of all values may stand in front;
/// unless stated, they are the extremes of the leaves.
///
/// ```
/// use starmax_core::{Bounds, Game};
/// use starmax_games::Tree;
///
/// let tree: Tree = "[-10, 10] max[ch(.5:min[-7 -10] .5:min[-10])]".parse()?;
/// assert_eq!(tree.utility(), Bounds::new(-10.0, 10.0));
/// assert_eq!((tree.len(), tree.leaves(), tree.height()), (7, 3, 3));
/// assert_eq!(tree.to_string(), "[-10, 10] max[ch(0.5:min[-7 -10] 0.5:min[-10])]");
/// # Ok::<(), starmax_games::TreeError>(())
/// ```
///
/// # JSON
///
/// A number is a leaf; other nodes are `{"max":[...]}`, `{"min":[...]}` and `{"chance":[[p, child], ...]}`. The
/// whole is `{"bounds":[lower, upper],"root":node}`, where the bounds may be left out. A node alone is a whole tree
/// too: its keys cannot be mistaken for the others. A node that is no leaf may have a name, `{"name":"A","max":[...]}`, which is shown
/// beside it; the compact notation leaves names out. Any other key is an error.
///
/// ```
/// use starmax_games::Tree;
///
/// let tree = Tree::from_json(r#"{"bounds":[-10,10],"root":{"max":[{"chance":[[0.25,8],[0.75,-4]]},-2]}}"#)?;
/// assert_eq!(tree.to_string(), "[-10, 10] max[ch(0.25:8 0.75:-4) -2]");
/// # Ok::<(), starmax_games::TreeError>(())
/// ```
///
/// # Positions
///
/// A position is the path of child numbers from the root, counted from 0: `root`, `0`, `0.2.1`. Moves and
/// outcomes are child numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// The nodes in the order in which they are written: each before its children, the root first.
    records: Vec<Record>,
    /// The children of all nodes, those of one node side by side.
    children: Vec<NodeId>,
    bounds: Bounds,
    height: usize,
    /// Of those nodes that have one.
    names: BTreeMap<NodeId, String>,
}

#[derive(Clone, Debug, PartialEq)]
struct Record {
    node: Node,
    parent: Option<NodeId>,
    /// Of the outcome that leads here from a chance node.
    probability: Option<f64>,
    /// Where its children are in `Tree::children`.
    children: Range<usize>,
}

/// A node of one [`Tree`]. Nodes are numbered from 0 in the order in which the tree is written, the root first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The number of the node, smaller than [`Tree::len`].
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Tree {
    /// A path from the root to a leaf has at most this many steps. Hence a walk over a tree may be recursive.
    pub const MAX_HEIGHT: usize = 1000;

    /// The tree of this shape. Without bounds: the extremes of its leaves.
    ///
    /// # Errors
    /// When the shape is no tree (see [`TreeError`]) or has a leaf outside the bounds.
    pub fn new(shape: &Shape, bounds: Option<Bounds>) -> Result<Self, TreeError> {
        let mut builder = Builder::default();
        builder.shape(shape, None)?;
        builder.finish(bounds)
    }

    /// The tree in nested form.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape_below(self.root())
    }

    fn shape_below(&self, node: NodeId) -> Shape {
        let children = || {
            self.children(node)
                .iter()
                .map(|&child| self.shape_below(child))
        };
        match self.record(node).node {
            Node::Terminal(value) => Shape::Leaf(value),
            Node::Decision(Player::Max) => Shape::Max(children().collect()),
            Node::Decision(Player::Min) => Shape::Min(children().collect()),
            Node::Chance => Shape::Chance(self.probabilities(node).zip(children()).collect()),
        }
    }

    /// The node at which play starts.
    #[inline]
    #[must_use]
    pub const fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// The name of a node, if it has one.
    #[must_use]
    pub fn name(&self, node: NodeId) -> Option<&str> {
        self.names.get(&node).map(String::as_str)
    }

    /// How many nodes there are, leaves included; at least one.
    #[expect(clippy::len_without_is_empty, reason = "every tree has a root")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// How many leaves there are.
    #[must_use]
    pub fn leaves(&self) -> usize {
        self.values().count()
    }

    /// How many levels there are below the root: 0 when the root is a leaf.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// Whether there is a chance node anywhere.
    #[must_use]
    pub fn has_chance(&self) -> bool {
        self.records
            .iter()
            .any(|record| record.node == Node::Chance)
    }

    /// The children of a node, in order; none at a leaf.
    #[inline]
    #[must_use]
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.children[self.record(node).children.clone()]
    }

    /// The node of which this is a child; none at the root.
    #[inline]
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.record(node).parent
    }

    /// How likely chance comes here from the parent; none when the parent is no chance node.
    #[inline]
    #[must_use]
    pub fn probability(&self, node: NodeId) -> Option<f64> {
        self.record(node).probability
    }

    #[inline]
    fn record(&self, node: NodeId) -> &Record {
        &self.records[node.index()]
    }

    fn probabilities(&self, chance: NodeId) -> impl Iterator<Item = f64> {
        let children = self.children(chance).iter();
        children.filter_map(|&child| self.probability(child))
    }

    /// The leaves and their values, in order.
    fn values(&self) -> impl Iterator<Item = (NodeId, f64)> {
        let numbered = (0..).map(NodeId).zip(&self.records);
        numbered.filter_map(|(node, record)| match record.node {
            Node::Terminal(value) => Some((node, value)),
            Node::Decision(_) | Node::Chance => None,
        })
    }

    /// The smallest interval that holds every leaf.
    fn extremes(&self) -> Bounds {
        let nothing = Bounds::new(f64::INFINITY, f64::NEG_INFINITY);
        self.values().fold(nothing, |bounds, (_, value)| {
            bounds.hull(Bounds::exact(value))
        })
    }

    /// The child numbers on the way from the root.
    fn path(&self, mut node: NodeId) -> Vec<usize> {
        let mut path = Vec::new();
        while let Some(parent) = self.parent(node) {
            let number = self.children(parent).binary_search(&node);
            path.push(number.expect("a child is among its parent's children, which ascend"));
            node = parent;
        }
        path.reverse();
        path
    }

    /// Where a node is, as errors say it.
    fn place(&self, node: NodeId) -> String {
        let path = self.path(node);
        path.iter().fold("root".to_owned(), |place, number| {
            format!("{place}.{number}")
        })
    }
}

impl Rules for Tree {
    type State = NodeId;
    type Move = u32;
    type Outcome = u32;
    type Player = Player;
    type Payoff = f64;

    #[inline]
    fn initial(&self) -> NodeId {
        self.root()
    }

    #[inline]
    fn node(&self, state: &NodeId) -> Node {
        self.record(*state).node
    }

    fn moves(&self, state: &NodeId, out: &mut Vec<u32>) {
        let children = self.children(*state);
        out.extend((0..).zip(children).map(|(number, _)| number));
    }

    fn outcomes(&self, state: &NodeId, out: &mut Vec<(u32, f64)>) {
        out.extend((0..).zip(self.probabilities(*state)));
    }

    #[inline]
    fn play(&self, state: &NodeId, mv: u32) -> NodeId {
        self.children(*state)[mv as usize]
    }

    #[inline]
    fn resolve(&self, state: &NodeId, outcome: u32) -> NodeId {
        self.children(*state)[outcome as usize]
    }
}

impl Game for Tree {
    #[inline]
    fn utility(&self) -> Bounds {
        self.bounds
    }
}

impl Hashable for Tree {
    #[inline]
    fn hash(&self, state: &NodeId) -> u64 {
        mix(u64::from(state.0))
    }
}

impl Notation for Tree {
    fn write_state(&self, state: &NodeId) -> String {
        path::write(self.path(*state))
    }

    fn parse_state(&self, text: &str) -> Result<NodeId, ParseError> {
        path::follow(text, self.root(), |node| self.children(node).to_vec())
    }

    fn write_move(&self, _: &NodeId, mv: u32) -> String {
        mv.to_string()
    }

    fn write_outcome(&self, _: &NodeId, outcome: u32) -> String {
        outcome.to_string()
    }
}
