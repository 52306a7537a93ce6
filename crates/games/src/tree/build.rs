use starmax_core::{Bounds, Node};

use super::{NodeId, Record, Shape, Tree, TreeError};

/// How far the probabilities of a chance node may be from 1 in sum: enough for thirds written with ten digits.
const TOLERANCE: f64 = 1e-9;

/// Builds a tree node by node, in the order in which it is written. Everything that is wrong is found here,
/// whether the tree comes from text, from JSON or from a [`Shape`].
#[derive(Default)]
pub(super) struct Builder {
    records: Vec<Record>,
    children: Vec<NodeId>,
    /// Nodes whose parent is still open: first the root, then the children of the outermost open node, and so on.
    waiting: Vec<NodeId>,
    /// The open nodes, from the root inwards.
    open: Vec<Open>,
    height: usize,
}

/// A node that still gets children.
struct Open {
    node: NodeId,
    /// Where its children begin in `waiting`; the node itself is just before.
    first: usize,
}

impl Builder {
    /// Adds a leaf to the innermost open node. The probability is that of its arc, below a chance node.
    pub(super) fn leaf(&mut self, value: f64, probability: Option<f64>) -> Result<(), TreeError> {
        if !value.is_finite() {
            let place = self.next_place();
            return Err(TreeError::NotFinite { place, value });
        }
        self.add(Node::Terminal(positive_zero(value)), probability)?;
        Ok(())
    }

    /// Adds a node that is no leaf; whatever is added until [`Builder::close`] lies below it.
    pub(super) fn open(&mut self, node: Node, probability: Option<f64>) -> Result<(), TreeError> {
        let node = self.add(node, probability)?;
        let first = self.waiting.len();
        self.open.push(Open { node, first });
        Ok(())
    }

    fn add(&mut self, node: Node, probability: Option<f64>) -> Result<NodeId, TreeError> {
        let level = self.open.len();
        if level > Tree::MAX_HEIGHT {
            let place = self.place_at_level(8);
            return Err(TreeError::TooDeep { place });
        }
        if let Some(probability) = probability
            && !(probability > 0.0 && probability <= 1.0)
        {
            let place = self.next_place();
            return Err(TreeError::Probability { place, probability });
        }
        let id = u32::try_from(self.records.len()).map_err(|_| TreeError::TooLarge)?;
        let id = NodeId(id);
        self.records.push(Record {
            node,
            parent: self.open.last().map(|open| open.node),
            probability,
            children: (0, 0),
        });
        self.waiting.push(id);
        self.height = self.height.max(level);
        Ok(id)
    }

    /// Finishes the innermost open node.
    pub(super) fn close(&mut self) -> Result<(), TreeError> {
        let place = |builder: &Self| builder.place_at_level(builder.open.len() - 1);
        let &Open { node, first } = self.open.last().expect("only open nodes are closed");
        let children = &self.waiting[first..];
        if children.is_empty() {
            return Err(TreeError::Childless { place: place(self) });
        }
        if self.records[node.index()].node == Node::Chance {
            let probability = |child: &NodeId| self.records[child.index()].probability;
            let sum: f64 = children.iter().filter_map(probability).sum();
            if (sum - 1.0).abs() > TOLERANCE {
                let place = place(self);
                return Err(TreeError::ProbabilitySum { place, sum });
            }
        }
        let start = self.children.len();
        self.children.extend(self.waiting.drain(first..));
        self.records[node.index()].children = (start, self.children.len());
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
            Shape::Leaf(value) => return self.leaf(*value, probability),
            Shape::Max(children) => {
                self.open(Node::Decision(Player::Max), probability)?;
                children.iter().try_for_each(|child| self.shape(child, None))?;
            }
            Shape::Min(children) => {
                self.open(Node::Decision(Player::Min), probability)?;
                children.iter().try_for_each(|child| self.shape(child, None))?;
            }
            Shape::Chance(children) => {
                self.open(Node::Chance, probability)?;
                for (probability, child) in children {
                    self.shape(child, Some(*probability))?;
                }
            }
        }
        self.close()
    }

    /// The finished tree. Without stated bounds, they are the extremes of the leaves.
    pub(super) fn finish(self, stated: Option<Bounds>) -> Result<Tree, TreeError> {
        debug_assert!(self.open.is_empty() && self.waiting.len() == 1, "one whole tree");
        let mut tree = Tree {
            records: self.records,
            children: self.children,
            bounds: Bounds::EVERYTHING,
            height: self.height,
        };
        tree.bounds = match stated {
            Some(bounds) => tree.checked(bounds)?,
            None => tree.extremes(),
        };
        Ok(tree)
    }

    /// The place of the node that would be added next.
    pub(super) fn next_place(&self) -> String {
        self.place_at_level(self.open.len())
    }
}
