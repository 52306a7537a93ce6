//! Star2 with four orders of moves (B.17 to B.19).

use starmax_search::{Algorithm, Scheme};

use super::{POSITIONS, mean_and_deviation};
use crate::dice_search::DiceSearch;
use crate::pictures::{Line, over_key};
use crate::plan::{Plan, Results};
use crate::published::PublishedTable;
use crate::{AboutTable, Cell, Experiment, Extent, PrintedFigure, Row};
use starmax_report::{Chart, Scale};

/// One table about the four orders.
pub(crate) struct OrderingTable {
    about: AboutTable,
    /// What is read off a search.
    figure: &'static str,
    published: &'static str,
    /// The published columns of its mean and standard deviation.
    columns: [&'static str; 2],
    y_label: &'static str,
    scale: Scale,
}

const NOTE: &str = "Here the search deepens step by step and has the history heuristic, and probes choose by the two-quality check whatever \
         the order. At depths 3 and 5 the nodes of all orders but the random one then come out within a tenth; without, \
         the two poor orders need twice as many. At depth 7 the thesis contradicts itself: its quick order takes 1,437,847 nodes \
         here and 931,700 in Table B.10. Its probe efficiencies from depth 5 on (93 percent for quick) contradict Table B.2 \
         (60 percent for the same searches); ours are those of Table B.2, and Table B.19 is not reproduced.";

pub(crate) const NODES: OrderingTable = OrderingTable {
    about: AboutTable {
        name: "hauk-b17",
        title: "Nodes searched by Star2 with four orders of moves on the 11x11 board",
        paper: "Hauk 2004, Table B.17",
        note: NOTE,
    },
    figure: "nodes",
    published: "hauk-dice-move-ordering",
    columns: ["nodes_mean", "nodes_sd"],
    y_label: "nodes, mean and standard deviation",
    scale: Scale::Log,
};

pub(crate) const SECONDS: OrderingTable = OrderingTable {
    about: AboutTable {
        name: "hauk-b18",
        title: "Seconds per search of Star2 with four orders of moves on the 11x11 board",
        paper: "Hauk 2004, Table B.18",
        note: NOTE,
    },
    figure: "seconds",
    published: "hauk-dice-move-ordering-seconds",
    columns: ["mean", "sd"],
    y_label: "seconds, mean and standard deviation",
    scale: Scale::Log,
};

pub(crate) const EFFICIENCY: OrderingTable = OrderingTable {
    about: AboutTable {
        name: "hauk-b19",
        title: "Probe efficiency of Star2 with four orders of moves on the 11x11 board",
        paper: "Hauk 2004, Table B.19",
        note: NOTE,
    },
    figure: "probe_percent",
    published: "hauk-dice-move-ordering",
    columns: ["probe_efficiency_mean", "probe_efficiency_sd"],
    y_label: "probe efficiency in percent, mean and standard deviation",
    scale: Scale::Linear,
};

const BOARD: u8 = 11;

fn row(scheme: Scheme, depth: u32) -> Row {
    Row::from([
        ("ordering", scheme.name().into()),
        ("depth", u64::from(depth).into()),
    ])
}

fn nodes(scheme: Scheme, depth: u32) -> f64 {
    let published =
        PublishedTable::named(NODES.published).figure(&row(scheme, depth), NODES.columns[0]);
    published.expect("published nodes").value()
}

impl Experiment for OrderingTable {
    fn about(&self) -> AboutTable {
        self.about
    }

    fn plans(&self, extent: &Extent) -> Vec<Plan> {
        let published = PublishedTable::named(self.published);
        let mut depths: Vec<u32> = (published.column("depth"))
            .map(|depth| depth.parse().expect("a small number"))
            .collect();
        depths.sort_unstable();
        depths.dedup();
        let rows = (Scheme::ALL.into_iter())
            .flat_map(|scheme| depths.iter().map(move |&depth| (scheme, depth)));
        rows.map(|(scheme, depth)| {
            let search = DiceSearch {
                board: BOARD,
                depth,
                algorithm: Algorithm::Star2,
                ordering: Some(scheme),
            };
            let all = Scheme::ALL.map(|scheme| nodes(scheme, depth));
            Plan {
                row: row(scheme, depth),
                published: POSITIONS,
                samples: extent.samples_at(depth, POSITIONS, all.iter().sum()),
                tasks: vec![search.task(nodes(scheme, depth))],
            }
        })
        .collect()
    }

    fn cells(&self, plan: &Plan, results: &Results) -> Vec<Cell> {
        let values = results.figures(&plan.tasks[0].id, self.figure, plan.samples);
        let columns = self.columns.map(|column| (column, column));
        let published = PublishedTable::named(self.published);
        let cells = mean_and_deviation(self.about.name, &plan.row, &published, columns, &values);
        let published = |figure: Option<PrintedFigure>| {
            if self.figure == "seconds" {
                figure.map(PrintedFigure::for_the_record)
            } else {
                figure
            }
        };
        (cells.into_iter())
            .map(|cell| Cell {
                published: published(cell.published),
                ..cell
            })
            .collect()
    }

    fn charts(&self, cells: &[Cell], _: &[Plan], _: &Results) -> Vec<Chart> {
        let mean = self.columns[0];
        let line = |scheme: Scheme| {
            Line::new(scheme.name(), move |cell| {
                cell.column == mean && cell.row.get("ordering") == Some(&scheme.name().into())
            })
            .with_errors(self.columns[1])
        };
        let lines = Scheme::ALL.map(line);
        let chart = over_key(
            (self.about.name, self.about.title),
            ("depth", "depth"),
            (self.y_label, self.scale),
            cells,
            &lines,
        );
        vec![chart]
    }
}
