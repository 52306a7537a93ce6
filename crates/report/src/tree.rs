mod dot;
mod svg;
mod text;
mod traced;
mod words;

use serde::Serialize;
use starmax_core::{Bounds, Constant, Game};
use starmax_games::Tree;
use starmax_search::{Algorithm, Memory, Observer, Order, Search, Settings, Table, Trace};
use thiserror::Error;

use crate::Cost;
pub use traced::TracedTree;

/// How to solve an explicit tree. Moves are always tried in the order in which the tree is written.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TreeOptions {
    /// Which member of the family.
    pub algorithm: Algorithm,
    /// Moves tried when an outcome is probed; unless stated, as many as are usual for the algorithm.
    pub probes: Option<usize>,
    /// What matters of the root's value; unless stated, everything.
    pub window: Option<Bounds>,
}

/// What solving a tree brought. Every value is seen by `Max`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeReport {
    /// The algorithm that was used.
    pub algorithm: Algorithm,
    /// The value of the root; `None` when it lies outside the window that was asked about, and only bounds are proven.
    pub value: Option<f64>,
    /// What is proven about the root's value.
    pub bounds: Bounds,
    /// The first of the best root moves; `None` unless the root is a decision and a move reaches the window.
    pub best: Option<usize>,
    /// What it cost.
    pub cost: Cost,
}

impl TreeReport {
    /// The report as JSON on one line.
    ///
    /// # Panics
    /// Never: every part of a report can be written as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        #[derive(Serialize)]
        struct Line {
            algorithm: &'static str,
            value: Option<f64>,
            bounds: [f64; 2],
            best: Option<usize>,
            stats: Cost,
        }
        let line = Line {
            algorithm: self.algorithm.name(),
            value: self.value,
            bounds: [self.bounds.lower, self.bounds.upper],
            best: self.best,
            stats: self.cost,
        };
        serde_json::to_string(&line).expect("names and numbers can be written as JSON")
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
}

fn names_that_handle_chance() -> String {
    let names = Algorithm::ALL.into_iter().filter(|a| a.handles_chance());
    names.map(Algorithm::name).collect::<Vec<_>>().join(", ")
}

/// Solves a tree.
///
/// ```
/// use starmax_games::Tree;
/// use starmax_report::{TreeOptions, solve_tree};
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
/// When the algorithm is not exact or cannot handle the tree's chance nodes, or the window is no interval.
pub fn solve_tree(tree: &Tree, options: &TreeOptions) -> Result<TreeReport, TreeReportError> {
    check(tree, options)?;
    Ok(solve(tree, options, ()))
}

/// Solves a tree and remembers every visit, to be shown as text or as a picture.
///
/// # Errors
/// When the algorithm is not exact or cannot handle the tree's chance nodes, or the window is no interval.
pub fn trace_tree<'t>(
    tree: &'t Tree,
    options: &TreeOptions,
) -> Result<TracedTree<'t>, TreeReportError> {
    check(tree, options)?;
    let mut trace = Trace::default();
    let report = solve(tree, options, &mut trace);
    Ok(TracedTree::new(tree, options, report, trace))
}

fn check(tree: &Tree, options: &TreeOptions) -> Result<(), TreeReportError> {
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
fn settings(tree: &Tree, options: &TreeOptions) -> Settings {
    let mut settings = Settings::new(options.algorithm);
    settings.limits.depth = u32::try_from(tree.height()).expect("the height of trees is limited");
    settings.order = Order::as_given();
    settings.deepening = None;
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

/// A table with room for every node of the tree.
fn table(tree: &Tree) -> Table {
    Table::with_entries(2 * tree.len())
}

fn solve<O: Observer<Tree>>(tree: &Tree, options: &TreeOptions, observer: O) -> TreeReport {
    let evaluator = evaluator(tree);
    let search = Search::new(tree, &evaluator)
        .settings(settings(tree, options))
        .observe(observer);
    if options.algorithm.wants_table() {
        run(tree, options.algorithm, search.table(&table(tree)))
    } else {
        run(tree, options.algorithm, search)
    }
}

fn run<T, O>(
    tree: &Tree,
    algorithm: Algorithm,
    search: Search<'_, Tree, Constant, T, O>,
) -> TreeReport
where
    T: Memory<Tree> + Copy,
    O: Observer<Tree>,
{
    let result = search.run(&tree.root());
    TreeReport {
        algorithm,
        value: result.bounds.is_exact().then_some(result.value),
        bounds: result.bounds,
        best: result.best.map(|mv| mv as usize),
        cost: Cost::new(&result.stats, result.elapsed, result.threads),
    }
}
