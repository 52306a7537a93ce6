//! Explicit trees, solved as a whole.

mod counted;

use std::sync::atomic::{AtomicBool, AtomicU64};

use starmax_core::{Bounds, Constant, Game, Player};
use starmax_games::Tree;
use starmax_report::{Cost, Recording, TracedTree, TreeReport, Unfinished, ends};
use starmax_search::{
    Algorithm, Enhancements, GameKind, Observer, OptionError, Options, Order, Search, Settings,
    Table, TableUse,
};
use thiserror::Error;

use counted::Counted;

/// How to solve an explicit tree. Moves are always tried in the order in which the tree is written.
///
/// Only the options at [`Place::Tree`](starmax_search::Place::Tree) have an effect. By default there is a table with room for every node
/// if the algorithm wants one, and none otherwise.
#[derive(Clone, Debug, Default)]
pub struct TreeOptions<'a> {
    /// How to search.
    pub options: Options,
    /// Stops the search when set.
    pub stop: Option<&'a AtomicBool>,
    /// Counts the visits while the search goes on.
    pub visited: Option<&'a AtomicU64>,
}

impl From<Options> for TreeOptions<'_> {
    fn from(options: Options) -> Self {
        Self {
            options,
            ..Self::default()
        }
    }
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
    /// The algorithm follows the moves that look best, but in a tree only leaves have values.
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
    /// An option that the algorithm has no use for.
    #[error(transparent)]
    Option(#[from] OptionError),
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
/// use starmax_search::Options;
///
/// let tree: Tree = "max[ch(.5:min[2 4] .5:min[7 4]) ch(.5:min[6 0] .5:min[5 -2])]".parse()?;
/// let options: Options = "star1".parse()?;
/// let report = solve_tree(&tree, &TreeOptions::from(options))?;
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
    let options = options.options.clone();
    Ok(TracedTree::new(tree, options, report, recording))
}

fn check(tree: &Tree, options: &TreeOptions<'_>) -> Result<(), TreeReportError> {
    let options = &options.options;
    let algorithm = options.algorithm();
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
        _ => Ok(options.check("the tree", GameKind::WithChance)?),
    }
}

/// The whole tree at once, every move where it stands.
fn settings(tree: &Tree, options: &TreeOptions<'_>) -> Settings {
    let height = u32::try_from(tree.height()).expect("the height of trees is limited");
    let mut settings = options.options.settings(height);
    settings.limits.depth = height;
    settings.order = Order::as_given();
    settings.enhancements = (settings.enhancements).without(Enhancements::LEARNING);
    settings
}

/// Every search goes down to the leaves, so nothing is ever evaluated; only the range of the values matters.
fn evaluator(tree: &Tree) -> Constant {
    Constant(tree.utility().lower)
}

/// The table, if there is to be one.
fn table(tree: &Tree, options: &TreeOptions<'_>) -> Result<Option<Table>, TreeReportError> {
    const MEBIBYTE: usize = 1024 * 1024;
    match options.options.table_mebibytes {
        Some(0) => Ok(None),
        Some(mebibytes) => Table::try_with_mebibytes(mebibytes)
            .map(Some)
            .map_err(|_| TreeReportError::NoMemory(mebibytes)),
        None if options.options.algorithm().wants_table() => {
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
        algorithm: options.options.algorithm(),
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
