//! What is remembered of a search of a tree while it goes on.

use std::sync::atomic::{AtomicU64, Ordering};

use starmax_core::Bounds;
use starmax_games::Tree;
use starmax_search::{Exit, Observer, Purpose, Trace, Visit};

use super::traced::Fate;

/// Lets others see how many nodes were visited so far.
pub(super) struct Counted<'a, O> {
    pub(super) count: &'a AtomicU64,
    pub(super) observer: O,
}

impl<O: Observer<Tree>> Observer<Tree> for Counted<'_, O> {
    fn enter(&mut self, visit: &Visit<'_, Tree>) {
        self.count.fetch_add(1, Ordering::Relaxed);
        self.observer.enter(visit);
    }

    fn leave(&mut self, bounds: Bounds, exit: Exit) {
        self.observer.leave(bounds, exit);
    }
}

/// What became of every node, and of the visits as many as can be shown.
pub(super) struct Recording {
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

    pub(super) fn new(tree: &Tree) -> Self {
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
