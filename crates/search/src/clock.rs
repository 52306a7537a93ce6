use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::Limits;

/// How many nodes pass between two looks at the time and the stop flag.
const NODES_BETWEEN_LOOKS: u64 = 1024;

/// Tells how much time has passed since some fixed moment. For hosts without the clock of the standard library.
pub type Now<'a> = dyn Fn() -> Duration + Sync + 'a;

/// When a search has begun.
#[derive(Clone, Copy)]
enum Started<'a> {
    Instant(Instant),
    Given { now: &'a Now<'a>, at: Duration },
}

impl<'a> Started<'a> {
    fn new(now: Option<&'a Now<'a>>) -> Self {
        match now {
            Some(now) => Self::Given { now, at: now() },
            None => Self::Instant(Instant::now()),
        }
    }

    fn elapsed(self) -> Duration {
        match self {
            Self::Instant(instant) => instant.elapsed(),
            Self::Given { now, at } => now().saturating_sub(at),
        }
    }
}

/// Knows when a search must stop. Until it is armed it never says so.
pub(crate) struct Clock<'a> {
    started: Started<'a>,
    limits: Limits,
    stop: Option<&'a AtomicBool>,
    next_look: u64,
    stopped: bool,
    told_to: bool,
}

impl<'a> Clock<'a> {
    pub(crate) fn new(limits: Limits, stop: Option<&'a AtomicBool>) -> Self {
        Self::with(None, limits, stop)
    }

    /// A clock that looks at the time elsewhere, if that is given.
    pub(crate) fn with(
        now: Option<&'a Now<'a>>,
        limits: Limits,
        stop: Option<&'a AtomicBool>,
    ) -> Self {
        Self {
            started: Started::new(now),
            limits,
            stop,
            next_look: u64::MAX,
            stopped: false,
            told_to: false,
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Stops the search.
    pub(crate) fn stop(&mut self) {
        self.stopped = true;
        self.next_look = u64::MAX;
    }

    /// A clock for work after the search: it allows this many nodes in the time that is left, until the flag is set.
    pub(crate) fn allowing(&self, nodes: u64, stop: Option<&'a AtomicBool>) -> Self {
        let limits = Limits {
            nodes: Some(nodes),
            ..self.limits
        };
        Self {
            limits,
            stop,
            next_look: 0,
            stopped: false,
            told_to: false,
            ..*self
        }
    }

    /// The same without a limit of time.
    pub(crate) fn without_time(mut self) -> Self {
        self.limits.time = None;
        self
    }

    /// From now on this many threads share the nodes that are left.
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
