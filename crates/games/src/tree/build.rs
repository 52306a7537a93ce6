use std::collections::BTreeMap;

use starmax_core::{Bounds, Node, Player};

use super::{NodeId, Record, Shape, Tree, TreeError};

/// How far the probabilities of a chance node may be from 1 in sum: enough for thirds written with ten digits.
const TOLERANCE: f64 = 1e-9;

/// Builds a tree node by node, in the order in which it is written. Whatever is wrong with a tree is found here,
/// be it read from text, from JSON or from a [`Shape`].
#[derive(Default)]
pub(super) struct Builder {
    records: Vec<Record>,
    children: Vec<NodeId>,
    /// The root, then the children so far of the outermost open node, and so on to the innermost.
    waiting: Vec<NodeId>,
    /// The nodes that still get children, from the root inwards.
    open: Vec<Open>,
    height: usize,
    names: BTreeMap<NodeId, String>,
}

struct Open {
    node: NodeId,
    /// Where its children begin in `waiting`.
    first: usize,
}

impl Builder {
    /// Adds a leaf to the innermost open node; below a chance node, with the probability of that outcome.
    pub(super) fn leaf(&mut self, value: f64, probability: Option<f64>) -> Result<(), TreeError> {
        if !value.is_finite() {
            let place = self.next_place();
            return Err(TreeError::NotFinite { place, value });
        }
        self.add(Node::Terminal(one_zero(value)), probability)?;
        Ok(())
    }

    /// Adds a node that is no leaf. Whatever is added until [`Builder::close`] lies below it.
    pub(super) fn open(&mut self, node: Node, probability: Option<f64>) -> Result<(), TreeError> {
        let node = self.add(node, probability)?;
        let first = self.waiting.len();
        self.open.push(Open { node, first });
        Ok(())
    }

    /// Names the innermost open node.
    pub(super) fn name(&mut self, name: String) {
        let &Open { node, .. } = self.open.last().expect("what is named was opened");
        self.names.insert(node, name);
    }

    /// Finishes the innermost open node.
    pub(super) fn close(&mut self) -> Result<(), TreeError> {
        let &Open { node, first } = self.open.last().expect("what is closed was opened");
        let children = &self.waiting[first..];
        if children.is_empty() {
            let place = self.place();
            return Err(TreeError::Childless { place });
        }
        if self.records[node.index()].node == Node::Chance {
            let probability = |child: &NodeId| self.records[child.index()].probability;
            let sum: f64 = children.iter().filter_map(probability).sum();
            if (sum - 1.0).abs() > TOLERANCE {
                let place = self.place();
                return Err(TreeError::ProbabilitySum { place, sum });
            }
        }
        let start = self.children.len();
        self.children.extend(self.waiting.drain(first..));
        self.records[node.index()].children = start..self.children.len();
        self.open.pop();
        Ok(())
    }

    /// Adds a whole shape.
    pub(super) fn shape(
        &mut self,
        shape: &Shape,
        probability: Option<f64>,
    ) -> Result<(), TreeError> {
        match shape {
            Shape::Leaf(value) => self.leaf(*value, probability),
            Shape::Max(children) => self.decision(Player::Max, children, probability),
            Shape::Min(children) => self.decision(Player::Min, children, probability),
            Shape::Chance(children) => {
                self.open(Node::Chance, probability)?;
                for (probability, child) in children {
                    self.shape(child, Some(*probability))?;
                }
                self.close()
            }
        }
    }

    fn decision(
        &mut self,
        player: Player,
        children: &[Shape],
        probability: Option<f64>,
    ) -> Result<(), TreeError> {
        self.open(Node::Decision(player), probability)?;
        for child in children {
            self.shape(child, None)?;
        }
        self.close()
    }

    /// The finished tree. Unless stated, its bounds are the extremes of its leaves.
    pub(super) fn finish(self, stated: Option<Bounds>) -> Result<Tree, TreeError> {
        debug_assert!(self.open.is_empty(), "every node is closed");
        let mut tree = Tree {
            records: self.records,
            children: self.children,
            bounds: Bounds::EVERYTHING,
            height: self.height,
            names: self.names,
        };
        tree.bounds = match stated {
            None => tree.extremes(),
            Some(bounds) => fitting(bounds, &tree)?,
        };
        Ok(tree)
    }

    fn add(&mut self, node: Node, probability: Option<f64>) -> Result<NodeId, TreeError> {
        let level = self.open.len();
        if level > Tree::MAX_HEIGHT {
            let place = self.place_down_to(8);
            return Err(TreeError::TooDeep { place });
        }
        if let Some(probability) = probability
            && !(probability > 0.0 && probability <= 1.0)
        {
            let place = self.next_place();
            return Err(TreeError::Probability { place, probability });
        }
        let number = u32::try_from(self.records.len()).map_err(|_| TreeError::TooLarge)?;
        let id = NodeId(number);
        self.records.push(Record {
            node,
            parent: self.open.last().map(|open| open.node),
            probability,
            children: 0..0,
        });
        self.waiting.push(id);
        self.height = self.height.max(level);
        Ok(id)
    }

    /// The place of the innermost open node.
    pub(super) fn place(&self) -> String {
        self.place_down_to(self.open.len())
    }

    /// The place of the node that would be added next.
    pub(super) fn next_place(&self) -> String {
        match self.open.last() {
            None => "root".to_owned(),
            Some(parent) => format!("{}.{}", self.place(), self.waiting.len() - parent.first),
        }
    }

    /// The place of the innermost of the first `levels` open nodes.
    fn place_down_to(&self, levels: usize) -> String {
        // An open node waits just before its own children.
        let numbers = self.open[..levels]
            .windows(2)
            .map(|pair| pair[1].first - 1 - pair[0].first);
        numbers.fold("root".to_owned(), |place, number| {
            format!("{place}.{number}")
        })
    }
}

/// The stated bounds, if they are bounds and hold every leaf.
fn fitting(stated: Bounds, tree: &Tree) -> Result<Bounds, TreeError> {
    let Bounds { lower, upper } = stated;
    if !(lower.is_finite() && upper.is_finite() && lower <= upper) {
        return Err(TreeError::Bounds { bounds: stated });
    }
    let bounds = Bounds::new(one_zero(lower), one_zero(upper));
    match tree.values().find(|(_, value)| !bounds.contains(*value)) {
        None => Ok(bounds),
        Some((leaf, value)) => Err(TreeError::OutsideBounds {
            place: tree.place(leaf),
            value,
            bounds,
        }),
    }
}

/// Reads -0 as 0: the two are equal, so a search may return either, and results are compared bit by bit.
fn one_zero(value: f64) -> f64 {
    value + 0.0
}
