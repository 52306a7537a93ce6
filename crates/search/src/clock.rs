use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::Limits;

/// How many nodes pass between two looks at the time and the stop flag.
const NODES_BETWEEN_LOOKS: u64 = 1024;

/// Knows when a search must stop. Until it is armed it never says so.
pub(crate) struct Clock<'a> {
    started: Instant,
    limits: Limits,
    stop: Option<&'a AtomicBool>,
    next_look: u64,
    stopped: bool,
    told_to: bool,
}

impl<'a> Clock<'a> {
    pub(crate) fn new(limits: Limits, stop: Option<&'a AtomicBool>) -> Self {
        Self {
            started: Instant::now(),
            limits,
            stop,
            next_look: u64::MAX,
            stopped: false,
            told_to: false,
        }
    }

    pub(crate) fn started(&self) -> Instant {
        self.started
    }

    /// A clock that allows this many nodes, until the flag is set.
    pub(crate) fn allowing(nodes: u64, stop: Option<&'a AtomicBool>) -> Self {
        let limits = Limits {
            depth: 0,
            nodes: Some(nodes),
            time: None,
        };
        Self {
            next_look: 0,
            ..Self::new(limits, stop)
        }
    }

    /// From now on so many threads share the nodes that are left.
    pub(crate) fn share(&mut self, nodes: u64, threads: usize) {
        let limit = &mut self.limits.nodes;
        *limit = limit.map(|all| nodes + all.saturating_sub(nodes).div_ceil(threads as u64));
    }

    /// From now on the limits hold.
    pub(crate) fn arm(&mut self, nodes: u64) {
        if self.limits.nodes.is_some() || self.limits.time.is_some() || self.stop.is_some() {
            self.next_look = nodes;
        }
    }

    /// Whether the search must stop, `nodes` having been visited.
    #[inline]
    pub(crate) fn is_over(&mut self, nodes: u64) -> bool {
        if nodes >= self.next_look {
            self.look(nodes);
        }
        self.stopped
    }

    #[inline]
    pub(crate) fn has_stopped(&self) -> bool {
        self.stopped
    }

    /// Whether the search must stop because of the flag, not only because of a limit.
    pub(crate) fn was_told_to_stop(&self) -> bool {
        self.told_to
    }

    #[cold]
    fn look(&mut self, nodes: u64) {
        let out_of_nodes = self.limits.nodes.is_some_and(|limit| nodes >= limit);
        let out_of_time = (self.limits.time).is_some_and(|limit| self.started.elapsed() >= limit);
        self.told_to |= self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        self.stopped |= out_of_nodes || out_of_time || self.told_to;
        let next = nodes + NODES_BETWEEN_LOOKS;
        self.next_look = self.limits.nodes.map_or(next, |limit| next.min(limit));
        if self.stopped {
            self.next_look = u64::MAX;
        }
    }
}
