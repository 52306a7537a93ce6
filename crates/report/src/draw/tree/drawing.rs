//! What is drawn of a searched tree, whatever the tree is of.

use starmax_core::{Bounds, Game, Node, Player};
use starmax_search::{Exit, Purpose, Visited};

use super::words::number;

/// A searched tree, ready to be drawn.
pub struct Drawing {
    pub(super) headline: String,
    pub(super) extent: String,
    /// What values can be.
    pub(super) range: Bounds,
    /// Each before its children, by their numbers.
    pub(super) nodes: Vec<Drawn>,
}

/// A node of a drawing.
pub(super) struct Drawn {
    pub(super) parent: Option<usize>,
    /// In order.
    pub(super) children: Vec<usize>,
    /// Levels between the root and the node.
    pub(super) level: usize,
    pub(super) shape: Shape,
    /// Lines above the node, before its visits.
    pub(super) names: Vec<String>,
    /// The node and all its visits in words.
    pub(super) story: String,
    /// How likely chance comes here from the parent.
    pub(super) probability: Option<f64>,
    pub(super) fate: Fate,
    pub(super) calls: Vec<Call>,
    /// The places of its visits among all visits of leaves, counted from 1; none unless it is a leaf.
    pub(super) turns: Vec<usize>,
    /// Whether the best move leads here.
    pub(super) is_best: bool,
}

/// What a node looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Max,
    Min,
    Chance,
    /// A box with a text in it.
    Leaf(String),
}

impl From<Node> for Shape {
    fn from(node: Node) -> Self {
        match node {
            Node::Decision(Player::Max) => Self::Max,
            Node::Decision(Player::Min) => Self::Min,
            Node::Chance => Self::Chance,
            Node::Terminal(value) => Self::Leaf(number(value)),
        }
    }
}

impl Shape {
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Max => "max",
            Self::Min => "min",
            Self::Chance => "chance",
            Self::Leaf(_) => "leaf",
        }
    }

    pub(super) const fn is_leaf(&self) -> bool {
        matches!(self, Self::Leaf(_))
    }
}

/// What a search did with a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// Visited, and not only by probes.
    Searched,
    /// Visited by probes only.
    Probed,
    /// Never visited.
    Cut,
}

/// One visit of a node.
#[derive(Clone, Copy)]
pub(super) struct Call {
    pub(super) by_probe: bool,
    /// `None` where the algorithm does not use windows.
    pub(super) window: Option<Bounds>,
    /// What was proven.
    pub(super) bounds: Bounds,
    pub(super) exit: Exit,
}

impl Call {
    pub(super) fn new<G: Game>(visit: &Visited<G>, by_probe: bool, uses_windows: bool) -> Self {
        Self {
            by_probe,
            window: uses_windows.then_some(visit.window),
            bounds: visit.bounds,
            exit: visit.exit,
        }
    }
}

/// For each visit, whether a probe led to it.
pub(crate) fn in_probe<G: Game>(visits: &[Visited<G>]) -> Vec<bool> {
    let mut in_probe = Vec::with_capacity(visits.len());
    for visit in visits {
        let is_below = visit.parent.is_some_and(|parent| in_probe[parent]);
        in_probe.push(visit.purpose == Purpose::Probe || is_below);
    }
    in_probe
}
