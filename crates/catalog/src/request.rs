//! What is asked of a search, before the types of the game are known.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use starmax_search::{
    Algorithm, Enhancement, Enhancements, Filter, ProbeChoice, Reuse, Scheme, Settings,
};

use crate::{About, Noise, ReportError};

/// A position and what chance brought, as typed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Root<'a> {
    /// The position; `None` or `start` is where the game starts.
    pub position: Option<&'a str>,
    /// The outcome at the position.
    pub roll: Option<&'a str>,
}

impl Root<'_> {
    /// The position before the roll, if there is one, else what `after` writes. `start` writes where the game starts.
    pub(crate) fn written(
        &self,
        start: impl FnOnce() -> String,
        after: impl FnOnce() -> String,
    ) -> String {
        match (self.roll, self.position) {
            (Some(_), None | Some("start")) => start(),
            (Some(_), Some(position)) => position.to_owned(),
            (None, _) => after(),
        }
    }
}

/// How to search. What is `None` is left to the game or to the algorithm.
#[derive(Clone, Default)]
pub struct Request<'a> {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Levels to search.
    pub depth: Option<u32>,
    /// Nodes to visit at most.
    pub nodes: Option<u64>,
    /// Time to spend at most.
    pub time: Option<Duration>,
    /// What of the algorithm is switched off.
    pub without: Option<Enhancements>,
    /// Moves to try per probe.
    pub probes: Option<usize>,
    /// The order of moves.
    pub order: Option<Scheme>,
    /// Which moves a probe tries.
    pub probe: ProbeChoice,
    /// The evaluator, by name.
    pub evaluator: Option<&'a str>,
    /// Added to evaluations.
    pub noise: Noise,
    /// Which moves at the root an algorithm that is not exact searches further; all of them, if exact values for all are wanted.
    pub filter: Option<Filter>,
    /// Size of the table; 0 for none.
    pub table_mebibytes: Option<usize>,
    /// Reuse entries of greater depth: stronger, but no longer exactly the value at the depth. Such a search has one thread.
    pub reuse_deeper: bool,
    /// How many of the best moves get exact values; `usize::MAX` for all of them.
    pub top: Option<usize>,
    /// Whether to find out how likely each way to end is, where the evaluator tells.
    pub chances: bool,
    /// Threads to search with; one unless told otherwise.
    pub threads: Option<NonZeroUsize>,
    /// Stops the search when set.
    pub stop: Option<&'a AtomicBool>,
    /// Set when the search begins and looks at `stop` from then on. Before, it may wait for a file or a table.
    pub begun: Option<&'a AtomicBool>,
}

/// The usual size of a table.
const TABLE_MEBIBYTES: usize = 16;

/// Depth of a search that only time or nodes limit.
const DEEPEST: u32 = 99;

impl Request<'_> {
    /// An error if the search was stopped.
    pub(crate) fn check_stop(&self) -> Result<(), ReportError> {
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(ReportError::Interrupted);
        }
        Ok(())
    }

    /// The size of the table in MiB, 0 if there is none.
    #[must_use]
    pub fn table_size(&self) -> usize {
        let usual = if self.algorithm.wants_table() {
            TABLE_MEBIBYTES
        } else {
            0
        };
        self.table_mebibytes.unwrap_or(usual)
    }

    /// Tells that the search begins.
    pub(crate) fn begin(&self) {
        if let Some(begun) = self.begun {
            begun.store(true, Ordering::Relaxed);
        }
    }

    pub(crate) fn settings(&self, about: &About) -> Settings {
        let mut settings = Settings::new(self.algorithm);
        let is_limited = self.time.is_some() || self.nodes.is_some();
        let unlimited_depth = if is_limited { DEEPEST } else { about.depth };
        settings.limits.depth = self.depth.unwrap_or(unlimited_depth);
        settings.limits.nodes = self.nodes;
        settings.limits.time = self.time;
        if is_limited {
            settings.enhancements = settings.enhancements.and(Enhancement::Deepening);
        }
        if let Some(without) = self.without {
            settings.enhancements = settings.enhancements.without(without);
        }
        if let Some(probes) = self.probes {
            settings.probes = probes;
        }
        if let Some(scheme) = self.order {
            settings.order.scheme = scheme;
        }
        if let Some(filter) = &self.filter {
            settings.filter = filter.clone();
        }
        if self.top == Some(usize::MAX) {
            settings.filter = Filter::none();
        }
        settings.order.probe = self.probe;
        if self.reuse_deeper {
            settings.remembers.reuse = Reuse::DeeperToo;
        }
        settings.ranked = self.top.unwrap_or(1);
        settings.line = true;
        settings
    }
}
