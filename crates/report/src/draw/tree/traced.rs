use starmax_core::{Bounds, Game, Node, Notation, Rules};
use starmax_games::{NodeId, Tree};
use starmax_search::{Options, Visited};

use super::drawing::{Call, Drawing, Drawn, Fate, in_probe};
use super::watch::Recording;
use super::words::{interval, kind, number, proven};
use crate::json::VisitLine;
use crate::{Named, TreeReport};

/// A solved tree with every visit of every node, to be shown.
pub struct TracedTree<'t> {
    pub(super) tree: &'t Tree,
    /// All nodes, each before its children, by their numbers.
    pub(super) nodes: Vec<Traced>,
    /// How it was searched.
    options: Options,
    report: TreeReport,
    visits: Vec<Visited<Tree>>,
    /// How many more visits there were, after those that are shown.
    pub(super) forgotten: usize,
    /// For each visit, whether a probe led to it.
    in_probe: Vec<bool>,
}

/// A node and what became of it.
pub(super) struct Traced {
    pub(super) id: NodeId,
    /// Levels between the root and the node.
    pub(super) level: usize,
    pub(super) fate: Fate,
    /// Its visits as places in the trace.
    visits: Vec<usize>,
    /// The places of its visits among all visits of leaves, counted from 1; none unless it is a leaf.
    pub(super) turns: Vec<usize>,
}

impl<'t> TracedTree<'t> {
    /// A tree that was watched while it was solved with these options.
    #[must_use]
    pub fn new(tree: &'t Tree, options: Options, report: TreeReport, recording: Recording) -> Self {
        let mut traced = Self {
            tree,
            nodes: nodes(tree, &recording.fates),
            options,
            report,
            forgotten: recording.trace.forgotten,
            in_probe: in_probe(&recording.trace.visits),
            visits: recording.trace.visits,
        };
        traced.follow_visits();
        traced
    }

    fn follow_visits(&mut self) {
        let mut leaves = 0;
        for (place, visit) in self.visits.iter().enumerate() {
            let node = &mut self.nodes[visit.state.index()];
            node.visits.push(place);
            if visit.exit.is_leaf() {
                leaves += 1;
                node.turns.push(leaves);
            }
        }
    }

    /// The same tree after some of its visits, in order, as if the others had not been made yet.
    #[must_use]
    pub fn after(mut self, visits: usize) -> Self {
        self.visits.truncate(visits);
        self.in_probe.truncate(visits);
        for node in &mut self.nodes {
            node.visits.clear();
            node.turns.clear();
            node.fate = Fate::Cut;
        }
        for (visit, &in_probe) in self.visits.iter().zip(&self.in_probe) {
            let fate = &mut self.nodes[visit.state.index()].fate;
            if !in_probe {
                *fate = Fate::Searched;
            } else if *fate == Fate::Cut {
                *fate = Fate::Probed;
            }
        }
        self.follow_visits();
        self
    }

    /// What solving the tree brought.
    #[must_use]
    pub const fn report(&self) -> &TreeReport {
        &self.report
    }

    /// The visits of a node, in order.
    pub(super) fn calls(&self, node: &Traced) -> impl Iterator<Item = Call> {
        let uses_windows = self.uses_windows();
        (node.visits.iter())
            .map(move |&place| Call::new(&self.visits[place], self.in_probe[place], uses_windows))
    }

    /// The tree for Graphviz, as [`Drawing::dot`] writes it.
    #[must_use]
    pub fn dot(&self) -> String {
        self.drawing().dot()
    }

    /// The tree as a picture, as [`Drawing::svg`] draws it.
    #[must_use]
    pub fn svg(&self) -> String {
        self.drawing().svg()
    }

    fn drawing(&self) -> Drawing {
        let tree = self.tree;
        let drawn = |node: &Traced| Drawn {
            parent: tree.parent(node.id).map(NodeId::index),
            children: (tree.children(node.id).iter())
                .map(|child| child.index())
                .collect(),
            level: node.level,
            shape: tree.node(&node.id).into(),
            names: tree.name(node.id).map(str::to_owned).into_iter().collect(),
            story: self.story(node),
            probability: tree.probability(node.id),
            fate: node.fate,
            calls: self.calls(node).collect(),
            turns: node.turns.clone(),
            is_best: self.is_best(node.id),
        };
        Drawing {
            headline: self.headline(),
            extent: self.extent(),
            range: tree.utility(),
            nodes: self.nodes.iter().map(drawn).collect(),
        }
    }

    /// The report as JSON on one line, with the options that were set and every visit in order.
    ///
    /// # Panics
    /// Never: every part of it can be written as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        let visits = (self.visits.iter().zip(&self.in_probe)).map(|(visit, &by_probe)| VisitLine {
            node: self.tree.write_state(&visit.state),
            name: self.tree.name(visit.state),
            purpose: if by_probe { "probe" } else { "search" },
            window: self.uses_windows().then(|| ends(visit.window)),
            bounds: ends(visit.bounds),
            exit: visit.exit.name(),
        });
        self.report.line(
            &Named::new(&self.options),
            Some(visits.collect()),
            self.forgotten,
        )
    }

    fn uses_windows(&self) -> bool {
        self.report.algorithm.has_windows()
    }

    /// The leaves in the order in which they were visited.
    pub(super) fn leaf_visits(&self) -> impl Iterator<Item = &Visited<Tree>> {
        self.visits.iter().filter(|visit| visit.exit.is_leaf())
    }

    /// Kind and position of a node, and its name if it has one.
    pub(super) fn name(&self, id: NodeId) -> String {
        let position = self.tree.write_state(&id);
        let name = self.tree.name(id).map(|name| format!(" \"{name}\""));
        let name = name.unwrap_or_default();
        format!("{} {position}{name}", kind(self.tree.node(&id)))
    }

    /// Whether this node is reached by the best move.
    fn is_best(&self, id: NodeId) -> bool {
        let best = self.report.best;
        best.is_some_and(|best| self.tree.children(self.tree.root())[best] == id)
    }

    /// One line: the algorithm and what it found.
    #[must_use]
    pub fn headline(&self) -> String {
        let TreeReport { algorithm, .. } = self.report;
        let options: String = (self.options.heading().into_iter())
            .map(|(name, value)| match (name, self.options.window) {
                ("window", Some(window)) => format!(", window {}", interval(window)),
                _ => format!(", {name} {value}"),
            })
            .collect();
        let value = match self.report.value {
            Some(value) => number(value),
            None => proven(self.report.bounds, self.tree.utility()),
        };
        let best = self.report.best.map(|best| format!(", best move {best}"));
        let stopped = (self.report.interrupted)
            .map(|unfinished| format!(", stopped in depth {}", unfinished.depth));
        let [best, stopped] = [best, stopped].map(Option::unwrap_or_default);
        format!("{algorithm}{options}: value {value}{best}{stopped}")
    }

    /// How much of the tree was visited.
    pub(super) fn extent(&self) -> String {
        let seen = || self.nodes.iter().filter(|node| node.fate != Fate::Cut);
        let is_leaf = |node: &&Traced| matches!(self.tree.node(&node.id), Node::Terminal(_));
        format!(
            "visited {} of {} nodes, {} of {} leaves",
            seen().count(),
            self.tree.len(),
            seen().filter(is_leaf).count(),
            self.tree.leaves(),
        )
    }
}

/// The ends of an interval.
fn ends(bounds: Bounds) -> [f64; 2] {
    [bounds.lower, bounds.upper]
}

/// All nodes, each before its children: in the order of their numbers.
fn nodes(tree: &Tree, fates: &[Fate]) -> Vec<Traced> {
    let mut nodes: Vec<Traced> = Vec::with_capacity(tree.len());
    let mut waiting = vec![tree.root()];
    while let Some(id) = waiting.pop() {
        debug_assert_eq!(
            id.index(),
            nodes.len(),
            "nodes are numbered as they are written"
        );
        let parent = tree.parent(id);
        nodes.push(Traced {
            id,
            level: parent.map_or(0, |parent| nodes[parent.index()].level + 1),
            fate: fates[id.index()],
            visits: Vec::new(),
            turns: Vec::new(),
        });
        waiting.extend(tree.children(id).iter().rev());
    }
    nodes
}
