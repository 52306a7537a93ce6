use std::time::Duration;

use serde::Serialize;
use starmax_search::Stats;

/// What a search cost, as it stands in every result.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Cost {
    /// Nodes visited except the root.
    pub nodes: u64,
    /// Terminals and static evaluations among them.
    pub leaves: u64,
    /// Outcomes probed.
    pub probes: u64,
    /// Chance nodes at which outcomes were probed.
    pub probed_nodes: u64,
    /// Chance nodes left early while probing.
    pub probe_cuts: u64,
    /// Chance nodes left early while searching.
    pub search_cuts: u64,
    /// Decisions left early.
    pub move_cuts: u64,
    /// Table look-ups that found the state.
    pub table_hits: u64,
    /// Nodes at which the table made the search needless.
    pub table_cuts: u64,
    /// Time spent.
    pub seconds: f64,
    /// Threads used.
    pub threads: usize,
}

impl Cost {
    /// The cost of a search.
    #[must_use]
    pub fn new(stats: &Stats, elapsed: Duration, threads: usize) -> Self {
        Self {
            nodes: stats.nodes,
            leaves: stats.leaves,
            probes: stats.probes,
            probed_nodes: stats.probed_nodes,
            probe_cuts: stats.probe_cuts,
            search_cuts: stats.search_cuts,
            move_cuts: stats.move_cuts,
            table_hits: stats.table_hits,
            table_cuts: stats.table_cuts,
            seconds: elapsed.as_secs_f64(),
            threads,
        }
    }
}
