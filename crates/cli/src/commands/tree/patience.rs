//! A remark about trees that take long, and what makes them shorter.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use starmax_catalog::TreeOptions;
use starmax_games::Tree;
use starmax_search::Algorithm;

use crate::interrupt;

/// Trees that take longer are remarked upon.
const PATIENCE: Duration = Duration::from_secs(3);

/// How often to look.
const LOOK: Duration = Duration::from_millis(100);

/// Watches the clock while trees are solved.
#[derive(Default)]
pub(super) struct Patience {
    visited: AtomicU64,
    /// The tree that is being solved and was not remarked upon yet.
    solving: Mutex<Option<Solving>>,
}

#[derive(Clone, Copy)]
struct Solving {
    since: Instant,
    nodes: usize,
    algorithm: Algorithm,
    has_table: bool,
}

impl Patience {
    /// To be counted up by the search.
    pub(super) fn visited(&self) -> &AtomicU64 {
        &self.visited
    }

    /// Watches from a thread of its own until `work` is done.
    pub(super) fn while_working<A>(&self, work: impl FnOnce() -> A) -> A {
        thread::scope(|scope| {
            let (working, done) = mpsc::channel::<()>();
            // Without a thread there is no remark, and the work is done all the same.
            let _ = thread::Builder::new().spawn_scoped(scope, move || {
                while done.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                    self.look();
                }
            });
            let result = work();
            drop(working);
            result
        })
    }

    /// Solves a tree; from now on signals are heeded.
    pub(super) fn solving<A>(
        &self,
        tree: &Tree,
        options: &TreeOptions<'_>,
        solve: impl FnOnce() -> A,
    ) -> A {
        self.visited.store(0, Ordering::Relaxed);
        let algorithm = options.options.algorithm();
        let has_table = options.options.table_size(1) > 0;
        self.set(Some(Solving {
            since: Instant::now(),
            nodes: tree.len(),
            algorithm,
            has_table,
        }));
        interrupt::heed();
        let solved = solve();
        self.set(None);
        solved
    }

    fn set(&self, solving: Option<Solving>) {
        *(self.solving.lock()).unwrap_or_else(PoisonError::into_inner) = solving;
    }

    fn look(&self) {
        let solving = self.solving.lock();
        let mut solving = solving.unwrap_or_else(PoisonError::into_inner);
        let Some(long) = solving.take_if(|solving| solving.since.elapsed() >= PATIENCE) else {
            return;
        };
        let remark = long.remark(self.visited.load(Ordering::Relaxed));
        // Nobody needs to listen.
        let _ = writeln!(io::stderr(), "{remark}");
    }
}

impl Solving {
    fn remark(self, visited: u64) -> String {
        let (nodes, algorithm) = (self.nodes, self.algorithm);
        let so_far = format!(
            "still searching: {algorithm} has visited {visited} nodes of a tree that has {nodes}"
        );
        let probes = !matches!(
            algorithm,
            Algorithm::Minimax | Algorithm::AlphaBeta | Algorithm::Expectimax | Algorithm::Star1
        );
        let is_repeated = visited / 2 > nodes as u64;
        let why = if probes && !self.has_table && is_repeated {
            "; what was probed is searched again, so that a node may be visited twice as often for each chance node above it, \
             which a table avoids (--table-mb 1)"
        } else {
            ""
        };
        format!("{so_far}{why}; Ctrl-C, --time and --nodes stop with what is proven")
    }
}
