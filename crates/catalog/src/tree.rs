//! Explicit trees, solved as a whole.

mod counted;

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

use starmax_core::{Bounds, Constant, Game, Player};
use starmax_games::Tree;
use starmax_report::{Cost, Recording, TracedTree, TreeReport, Unfinished, ends};
use starmax_search::{Algorithm, Enhancements, Observer, Order, Search, Settings, Table, TableUse};
use thiserror::Error;

use counted::Counted;

/// How to solve an explicit tree. Moves are always tried in the order in which the tree is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct TreeOptions<'a> {
    /// Which member of the family.
    pub algorithm: Algorithm,
    /// Moves tried when an outcome is probed; unless stated, as many as are usual for the algorithm.
    pub probes: Option<usize>,
    /// What matters of the root's value; unless stated, everything.
    pub window: Option<Bounds>,
    /// Size of the table; 0 for none. Unless stated, there is room for every node if the algorithm wants a table, else none.
    pub table_mebibytes: Option<usize>,
    /// Nodes to visit at most.
    pub nodes: Option<u64>,
    /// Time to spend at most.
    pub time: Option<Duration>,
    /// Stops the search when set.
    pub stop: Option<&'a AtomicBool>,
    /// Counts the visits while the search goes on.
    pub visited: Option<&'a AtomicU64>,
}

/// Why a tree cannot be solved as asked.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum TreeReportError {
    /// The tree has chance nodes, and the algorithm cannot handle them.
    #[error(
        "{algorithm} cannot handle the chance nodes of this tree, expected one of {}",
        names_that_handle_chance()
    )]
    Chance {
        /// The algorithm that was asked for.
        algorithm: Algorithm,
    },
    /// The algorithm follows the moves that look best, and nothing looks like anything here.
    #[error(
        "{algorithm} cannot solve a tree, in which only leaves have values, expected one of {}",
        Algorithm::ALL.map(Algorithm::name).join(", ")
    )]
    NoStaticValues {
        /// The algorithm that was asked for.
        algorithm: Algorithm,
    },
    /// A window that is no interval.
    #[error("found window {window}, expected two numbers, the lower one first")]
    Window {
        /// What was asked for.
        window: Bounds,
    },
    /// There is not that much memory.
    #[error("a table of {0} MiB does not fit into memory")]
    NoMemory(usize),
}

fn names_that_handle_chance() -> String {
    let names = Algorithm::ALL.into_iter().filter(|a| a.handles_chance());
    names.map(Algorithm::name).collect::<Vec<_>>().join(", ")
}

/// Solves a tree.
///
/// ```
/// use starmax_games::Tree;
/// use starmax_catalog::{TreeOptions, solve_tree};
/// use starmax_search::Algorithm;
///
/// let tree: Tree = "max[ch(.5:min[2 4] .5:min[7 4]) ch(.5:min[6 0] .5:min[5 -2])]".parse()?;
/// let options = TreeOptions { algorithm: Algorithm::Star1, ..TreeOptions::default() };
/// let report = solve_tree(&tree, &options)?;
/// assert_eq!((report.value, report.best), (Some(3.0), Some(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the algorithm is not exact or cannot handle the tree's chance nodes, the window is no interval, or the table does not fit into
/// memory.
pub fn solve_tree(tree: &Tree, options: &TreeOptions<'_>) -> Result<TreeReport, TreeReportError> {
    check(tree, options)?;
    solve(tree, options, ())
}

/// Solves a tree and remembers every visit, to be shown as text or as a picture.
///
/// # Errors
/// When the algorithm is not exact or cannot handle the tree's chance nodes, the window is no interval, or the table does not fit into
/// memory.
pub fn trace_tree<'t>(
    tree: &'t Tree,
    options: &TreeOptions<'_>,
) -> Result<TracedTree<'t>, TreeReportError> {
    check(tree, options)?;
    let mut recording = Recording::new(tree);
    let report = solve(tree, options, &mut recording)?;
    Ok(TracedTree::new(
        tree,
        options.probes,
        options.window,
        report,
        recording,
    ))
}

fn check(tree: &Tree, options: &TreeOptions<'_>) -> Result<(), TreeReportError> {
    let algorithm = options.algorithm;
    if !algorithm.handles_chance() && tree.has_chance() {
        return Err(TreeReportError::Chance { algorithm });
    }
    if !algorithm.is_exact() {
        return Err(TreeReportError::NoStaticValues { algorithm });
    }
    match options.window {
        Some(window)
            if window.lower.is_nan() || window.upper.is_nan() || window.lower > window.upper =>
        {
            Err(TreeReportError::Window { window })
        }
        _ => Ok(()),
    }
}

/// The whole tree at once, every move where it stands.
fn settings(tree: &Tree, options: &TreeOptions<'_>) -> Settings {
    let mut settings = Settings::new(options.algorithm);
    settings.limits.depth = u32::try_from(tree.height()).expect("the height of trees is limited");
    settings.limits.nodes = options.nodes;
    settings.limits.time = options.time;
    settings.order = Order::as_given();
    settings.enhancements = (settings.enhancements).without(Enhancements::LEARNING);
    settings.window = options.window.unwrap_or(Bounds::EVERYTHING);
    if let Some(probes) = options.probes {
        settings.probes = probes;
    }
    settings
}

/// Every search goes down to the leaves, so nothing is ever evaluated; only the range of the values matters.
fn evaluator(tree: &Tree) -> Constant {
    Constant(tree.utility().lower)
}

/// The table, if there is to be one.
fn table(tree: &Tree, options: &TreeOptions<'_>) -> Result<Option<Table>, TreeReportError> {
    const MEBIBYTE: usize = 1024 * 1024;
    match options.table_mebibytes {
        Some(0) => Ok(None),
        Some(mebibytes) => Table::try_with_mebibytes(mebibytes)
            .map(Some)
            .map_err(|_| TreeReportError::NoMemory(mebibytes)),
        None if options.algorithm.wants_table() => {
            // Room for every node.
            let entries = 2 * tree.len();
            Table::try_with_entries(entries).map(Some).map_err(|_| {
                let bytes = entries.saturating_mul(Table::BYTES_PER_ENTRY);
                TreeReportError::NoMemory(bytes.div_ceil(MEBIBYTE))
            })
        }
        None => Ok(None),
    }
}

fn solve<O: Observer<Tree>>(
    tree: &Tree,
    options: &TreeOptions<'_>,
    observer: O,
) -> Result<TreeReport, TreeReportError> {
    match options.visited {
        Some(count) => observed(tree, options, Counted { count, observer }),
        None => observed(tree, options, observer),
    }
}

fn observed<O: Observer<Tree>>(
    tree: &Tree,
    options: &TreeOptions<'_>,
    observer: O,
) -> Result<TreeReport, TreeReportError> {
    let evaluator = evaluator(tree);
    let settings = settings(tree, options);
    let mut search = Search::new(tree, &evaluator)
        .settings(settings.clone())
        .observe(observer);
    if let Some(stop) = options.stop {
        search = search.stop_when(stop);
    }
    let table = table(tree, options)?;
    let memory = (table.as_ref()).map(|table| TableUse::new(table, &settings));
    let result = search.memory(memory).run(&tree.root());
    Ok(TreeReport {
        algorithm: options.algorithm,
        value: result.bounds.is_exact().then_some(result.value),
        bounds: result.bounds,
        best: result.best.map(|mv| mv as usize),
        interrupted: result.interrupted.map(|interrupted| Unfinished {
            depth: interrupted.depth,
            bounds: Some(ends(interrupted.bounds, Player::Max)),
        }),
        cost: Cost::new(&result.stats, result.elapsed, result.threads),
    })
}
