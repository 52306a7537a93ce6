//! What is remembered of a search of a tree while it goes on.

use starmax_core::Bounds;
use starmax_games::Tree;
use starmax_search::{Exit, Observer, Purpose, Trace, Visit};

use super::drawing::Fate;

/// Watches a search of a tree: what became of every node, and of the visits as many as can be shown.
pub struct Recording {
    pub(super) trace: Trace<Tree>,
    /// By the numbers of the nodes.
    pub(super) fates: Vec<Fate>,
    /// For each node that is being visited, whether a probe led to it.
    in_probe: Vec<bool>,
}

impl Recording {
    /// Visits that are remembered of any tree, and of each node on average.
    const VISITS: usize = 10_000;
    const VISITS_PER_NODE: usize = 8;

    /// Nothing yet.
    #[must_use]
    pub fn new(tree: &Tree) -> Self {
        let limit = Self::VISITS + Self::VISITS_PER_NODE * tree.len();
        Self {
            trace: Trace::with_limit(limit),
            fates: vec![Fate::Cut; tree.len()],
            in_probe: Vec::new(),
        }
    }
}

impl Observer<Tree> for Recording {
    fn enter(&mut self, visit: &Visit<'_, Tree>) {
        let in_probe =
            visit.purpose == Purpose::Probe || self.in_probe.last().copied().unwrap_or(false);
        self.in_probe.push(in_probe);
        let fate = &mut self.fates[visit.state.index()];
        if !in_probe {
            *fate = Fate::Searched;
        } else if *fate == Fate::Cut {
            *fate = Fate::Probed;
        }
        self.trace.enter(visit);
    }

    fn leave(&mut self, bounds: Bounds, exit: Exit) {
        self.in_probe.pop();
        self.trace.leave(bounds, exit);
    }
}
