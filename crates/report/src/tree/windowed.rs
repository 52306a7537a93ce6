//! Searches with a window at the root. They prove bounds and nothing else, so what they cost is counted from outside.

use std::cell::Cell;
use std::time::Instant;

use starmax_core::{Bounds, Constant};
use starmax_games::{NodeId, Tree};
use starmax_search::{
    Algorithm, Entry, Exit, Expectimax, Memory, Purpose, Reuse, Search, Star1, Star2, Star2Tt,
    Starmax, Stats, Step, TableUse, Trace, Visited,
};

use super::{TreeOptions, TreeReport, evaluator, settings, table};
use crate::Cost;

/// Solves a tree of whose value only this window matters. The trace comes empty.
pub(super) fn solve(
    tree: &Tree,
    options: &TreeOptions,
    window: Bounds,
    trace: &mut Trace<Tree>,
) -> TreeReport {
    let started = Instant::now();
    let table_hits = Cell::new(0);
    let evaluator = evaluator(tree);
    let search = Search::new(tree, &evaluator)
        .settings(settings(tree, options))
        .observe(&mut *trace);
    let bounds = if options.algorithm.wants_table() {
        let table = table(tree);
        let memory = CountingTable {
            table: TableUse::everywhere(&table),
            hits: &table_hits,
        };
        prove(search.memory(memory), options.algorithm, tree, window)
    } else {
        prove(search, options.algorithm, tree, window)
    };
    let stats = Stats {
        table_hits: table_hits.get(),
        ..stats(&trace.visits)
    };
    TreeReport {
        algorithm: options.algorithm,
        value: bounds.is_exact().then_some(bounds.lower),
        bounds,
        best: best(bounds, &trace.visits),
        cost: Cost::new(&stats, started.elapsed()),
    }
}

fn prove<M: Memory<Tree> + Copy>(
    search: Search<'_, Tree, Constant, M, &mut Trace<Tree>>,
    algorithm: Algorithm,
    tree: &Tree,
    window: Bounds,
) -> Bounds {
    let root = tree.root();
    match algorithm {
        Algorithm::Minimax | Algorithm::Expectimax => search.bounds_as::<Expectimax>(&root, window),
        Algorithm::AlphaBeta | Algorithm::Star1 => search.bounds_as::<Star1>(&root, window),
        Algorithm::Star2 | Algorithm::Star25 => search.bounds_as::<Star2>(&root, window),
        Algorithm::Star2Tt => search.bounds_as::<Star2Tt>(&root, window),
        Algorithm::Starmax => search.bounds_as::<Starmax>(&root, window),
    }
}

/// What the visits tell about the cost: all of it but the hits in the table.
fn stats(visits: &[Visited<Tree>]) -> Stats {
    let count = |is_counted: &dyn Fn(&Visited<Tree>) -> bool| {
        visits.iter().filter(|visit| is_counted(visit)).count() as u64
    };
    let exits = |exit| count(&|visit| visit.exit == exit);
    Stats {
        nodes: count(&|visit| visit.parent.is_some()),
        leaves: count(&|visit| visit.exit.is_leaf()),
        probes: count(&|visit| visit.purpose == Purpose::Probe),
        probe_cuts: exits(Exit::ProbeCut),
        search_cuts: exits(Exit::SearchCut),
        move_cuts: exits(Exit::MoveCut),
        table_cuts: exits(Exit::Table),
        ..Stats::default()
    }
}

/// The first move that was proven to have the root's value.
fn best(bounds: Bounds, visits: &[Visited<Tree>]) -> Option<usize> {
    let has_the_value = |visit: &&Visited<Tree>| visit.parent == Some(0) && visit.bounds == bounds;
    let first = visits.iter().find(has_the_value)?;
    match first.step {
        Some(Step::Move(mv)) if bounds.is_exact() => Some(mv as usize),
        _ => None,
    }
}

/// A table that counts how often it knew a state.
#[derive(Clone, Copy)]
struct CountingTable<'a> {
    table: TableUse<'a>,
    hits: &'a Cell<u64>,
}

impl Memory<Tree> for CountingTable<'_> {
    const ENABLED: bool = true;

    fn key(&self, tree: &Tree, node: &NodeId) -> u64 {
        self.table.key(tree, node)
    }

    fn serves(&self, decision: bool) -> bool {
        Memory::<Tree>::serves(&self.table, decision)
    }

    fn load(&self, key: u64) -> Option<Entry> {
        let entry = Memory::<Tree>::load(&self.table, key);
        self.hits.set(self.hits.get() + u64::from(entry.is_some()));
        entry
    }

    fn store(&self, key: u64, depth: i32, bounds: Bounds, best: Option<usize>) {
        Memory::<Tree>::store(&self.table, key, depth, bounds, best);
    }

    fn reuse(&self) -> Reuse {
        Memory::<Tree>::reuse(&self.table)
    }

    fn begin_search(&self) {
        Memory::<Tree>::begin_search(&self.table);
    }
}
