//! Ballard's tables: how many leaves of a synthetic tree Star1 and Star2 see.

mod whole;

use starmax_core::{Constant, Rules};
use starmax_games::{ArcOrder, mix};
use starmax_search::{Algorithm, Enhancement, Order, Search, Settings, Stats};

use self::whole::WholeTree;
use crate::plan::{Plan, Results, Sample, Task};
use crate::published::PublishedTable;
use crate::{AboutTable, Cell, Experiment, Extent, MeasuredFigure, Row};

/// The trees per row in the paper.
const TREES: usize = 1000;

pub(crate) const TABLE_1: Ballard = Ballard {
    about: AboutTable {
        name: "ballard-1",
        title: "Leaves seen by Star1 and Star2 in the best case",
        paper: "Ballard 1982, Table 1",
        note: "One tree per row: the arcs of Max descend, those of chance and of Min ascend. Percent of all n^3 leaves. \
           The first chance node is not probed.",
    },
    published: "ballard-table1-best-case",
    trees: Trees::Best,
    searches: &[
        TreeSearch {
            search: star1,
            columns: &[
                Column::new("star1_leaves", leaves),
                Column::new("star1_percent", percent),
            ],
        },
        TreeSearch {
            search: star2,
            columns: &[
                Column::new("star2_leaves", leaves),
                Column::new("star2_percent", percent),
            ],
        },
    ],
};

pub(crate) const TABLE_2: Ballard = Ballard {
    about: AboutTable {
        name: "ballard-2",
        title: "Leaves seen by Star1 in random trees",
        paper: "Ballard 1982, Table 2",
        note: "The algorithm as printed clips the windows below chance nodes to the range of the leaves (leaves, percent). The \
           published figures are nearer to the algorithm without that clip (unclipped_leaves, unclipped_percent), and \
           only so for small n; from n = 20 on they lie 0.1 to 0.6 percent above both.",
    },
    published: "ballard-table2-average-star1",
    trees: Trees::Random,
    searches: &[
        TreeSearch {
            search: star1,
            columns: &[
                Column::new("leaves", leaves),
                Column::new("percent", percent),
            ],
        },
        TreeSearch {
            search: star1_unclipped,
            columns: &[
                Column::new("unclipped_leaves", leaves).beside("leaves"),
                Column::new("unclipped_percent", percent).beside("percent"),
            ],
        },
    ],
};

pub(crate) const TABLE_3: Ballard = Ballard {
    about: AboutTable {
        name: "ballard-3",
        title: "Cutoffs and leaves seen by Star2 in random trees",
        paper: "Ballard 1982, Table 3",
        note: "Cutoffs are chance nodes left early, per tree, while probing and while searching. The first chance node is not \
           probed; a probed leaf counts again when it is searched.",
    },
    published: "ballard-table3-average-star2",
    trees: Trees::Random,
    searches: &[TreeSearch {
        search: star2,
        columns: &[
            Column::new("probing_cutoffs", |stats, _| stats.probe_cuts as f64),
            Column::new("regular_cutoffs", |stats, _| stats.search_cuts as f64),
            Column::new("leaves", leaves),
            Column::new("percent", percent),
        ],
    }],
};

/// One of the tables.
#[derive(Clone, Copy)]
pub(crate) struct Ballard {
    about: AboutTable,
    /// The name of the published table, which also says the sizes.
    published: &'static str,
    trees: Trees,
    searches: &'static [TreeSearch],
}

/// The trees that a row is about.
#[derive(Clone, Copy)]
enum Trees {
    /// One tree, in the best order.
    Best,
    /// Many, in random orders. The same seed gives the same trees in every table.
    Random,
}

/// A search of every tree, and what is read off its costs.
struct TreeSearch {
    search: fn(&WholeTree) -> Stats,
    columns: &'static [Column],
}

struct Column {
    name: &'static str,
    /// The published column that it is shown beside.
    published: &'static str,
    figure: fn(&Stats, &WholeTree) -> f64,
}

impl Column {
    const fn new(name: &'static str, figure: fn(&Stats, &WholeTree) -> f64) -> Self {
        Self {
            name,
            published: name,
            figure,
        }
    }

    const fn beside(self, published: &'static str) -> Self {
        Self { published, ..self }
    }
}

fn star1(tree: &WholeTree) -> Stats {
    search(tree, Settings::new(Algorithm::Star1))
}

fn star1_unclipped(tree: &WholeTree) -> Stats {
    let mut settings = Settings::new(Algorithm::Star1);
    settings.clips = false;
    search(tree, settings)
}

/// A chance node that nothing is compared with yet is not probed.
fn star2(tree: &WholeTree) -> Stats {
    let mut settings = Settings::new(Algorithm::Star2);
    settings.enhancements = settings.enhancements.and(Enhancement::ThriftyProbes);
    search(tree, settings)
}

fn search(tree: &WholeTree, mut settings: Settings) -> Stats {
    settings.limits.depth = 3;
    settings.order = Order::as_given();
    Search::new(tree, &Constant(0.0))
        .settings(settings)
        .run(&tree.initial())
        .stats
}

fn leaves(stats: &Stats, _: &WholeTree) -> f64 {
    stats.leaves as f64
}

fn percent(stats: &Stats, tree: &WholeTree) -> f64 {
    100.0 * stats.leaves as f64 / tree.leaves() as f64
}

impl Ballard {
    fn tree(&self, seed: u64, n: u8, number: u64) -> WholeTree {
        let order = match self.trees {
            Trees::Best => ArcOrder::Best,
            Trees::Random => ArcOrder::Random(mix(mix(mix(seed) ^ u64::from(n)) ^ number)),
        };
        WholeTree::new(n, order)
    }

    /// The figures of one tree, one per column.
    fn figures(&self, tree: &WholeTree) -> Sample {
        (self.searches.iter())
            .flat_map(|run| {
                let stats = (run.search)(tree);
                (run.columns.iter())
                    .map(move |column| (column.name.to_owned(), (column.figure)(&stats, tree)))
            })
            .collect()
    }

    fn sizes(&self) -> Vec<u8> {
        (PublishedTable::named(self.published).column("n"))
            .map(|n| n.parse().expect("a small number"))
            .collect()
    }
}

impl Experiment for Ballard {
    fn about(&self) -> AboutTable {
        self.about
    }

    fn plans(&self, extent: &Extent) -> Vec<Plan> {
        let plan = |n| {
            let table = *self;
            let columns = self.searches.iter().flat_map(|run| run.columns);
            let names: Vec<_> = columns.map(|column| column.name).collect();
            // The work at a tree grows with its leaves.
            let task = Task::new(
                format!("{} n={n}", self.about.name),
                f64::from(n).powi(3),
                move |draw| {
                    draw.go_on()?;
                    Ok(table.figures(&table.tree(draw.seed, n, draw.number)))
                },
            )
            .giving(names);
            let row = Row::from([("n", u64::from(n).into())]);
            let published = match self.trees {
                Trees::Best => 1,
                Trees::Random => TREES,
            };
            let samples = match self.trees {
                _ if extent.max_n.is_some_and(|most| n > most) => 0,
                Trees::Best => 1,
                Trees::Random => extent.samples(TREES, task.cost as f64),
            };
            Plan {
                row,
                published,
                samples,
                tasks: vec![task],
            }
        };
        self.sizes().into_iter().map(plan).collect()
    }

    fn cells(&self, plan: &Plan, results: &Results) -> Vec<Cell> {
        let published = PublishedTable::named(self.published);
        let columns = self.searches.iter().flat_map(|run| run.columns);
        columns
            .map(|column| {
                let values = results.figures(&plan.tasks[0].id, column.name, plan.samples);
                Cell {
                    table: self.about.name,
                    row: plan.row.clone(),
                    column: column.name,
                    published: published.figure(&plan.row, column.published),
                    measured: match self.trees {
                        Trees::Best => MeasuredFigure::exact(values[0]),
                        Trees::Random => MeasuredFigure::of(&values),
                    },
                }
            })
            .collect()
    }
}
