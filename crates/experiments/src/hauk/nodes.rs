//! Nodes and seconds of Expectimax, Star1 and Star2: one table per board of Dice (B.3 to B.16), and backgammon (C.1 and 5.1).

use starmax_search::Algorithm;

use super::{agreement, backgammon, board_plan, boards_and_depths, mean_and_deviation};
use crate::pictures::{Line, by_position, over_key};
use crate::plan::{Plan, Results};
use crate::published::PublishedTable;
use crate::search::ALGORITHMS;
use crate::{AboutTable, Cell, Experiment, Extent, MeasuredFigure, PrintedFigure};
use starmax_report::{Chart, Scale};

/// One table about one board, or about backgammon.
pub(crate) struct CostTable {
    about: AboutTable,
    positions: Positions,
    cost: Cost,
}

/// What is searched.
#[derive(Clone, Copy)]
enum Positions {
    /// Dice on a board of this size.
    Dice(u8),
    Backgammon,
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cost {
    Nodes,
    Seconds,
}

macro_rules! board_tables {
    ($cost:ident, $what:literal, $($board:literal: $name:literal, $table:literal;)+) => {
        [$(CostTable {
            about: AboutTable {
                name: $name,
                title: concat!($what, " on the ", $board, "x", $board, " board"),
                paper: concat!("Hauk 2004, Table ", $table),
                note: Cost::$cost.note(),
            },
            positions: Positions::Dice($board),
            cost: Cost::$cost,
        }),+]
    };
}

/// Tables B.4, B.6, ..., B.16.
pub(crate) const NODES: [CostTable; 7] = board_tables! {
    Nodes, "Nodes searched",
    5: "hauk-b4", "B.4";
    7: "hauk-b6", "B.6";
    9: "hauk-b8", "B.8";
    11: "hauk-b10", "B.10";
    13: "hauk-b12", "B.12";
    15: "hauk-b14", "B.14";
    17: "hauk-b16", "B.16";
};

/// Tables B.3, B.5, ..., B.15.
pub(crate) const SECONDS: [CostTable; 7] = board_tables! {
    Seconds, "Seconds per search",
    5: "hauk-b3", "B.3";
    7: "hauk-b5", "B.5";
    9: "hauk-b7", "B.7";
    11: "hauk-b9", "B.9";
    13: "hauk-b11", "B.11";
    15: "hauk-b13", "B.13";
    17: "hauk-b15", "B.15";
};

/// Table C.1.
pub(crate) const BACKGAMMON_NODES: CostTable = CostTable {
    about: AboutTable {
        name: "hauk-c1",
        title: "Nodes searched in backgammon",
        paper: "Hauk 2004, Table C.1",
        note: backgammon::NODES_NOTE,
    },
    positions: Positions::Backgammon,
    cost: Cost::Nodes,
};

/// Table 5.1.
pub(crate) const BACKGAMMON_SECONDS: CostTable = CostTable {
    about: AboutTable {
        name: "hauk-5.1",
        title: "Seconds per search in backgammon",
        paper: "Hauk 2004, Table 5.1",
        note: backgammon::SECONDS_NOTE,
    },
    positions: Positions::Backgammon,
    cost: Cost::Seconds,
};

/// The names of the three algorithms in charts.
const NAMES: [&str; 3] = ["Expectimax", "Star1", "Star2"];

/// The columns of an algorithm: mean, standard deviation, percent of Expectimax.
const fn columns(algorithm: Algorithm) -> [&'static str; 3] {
    match algorithm {
        Algorithm::Star1 => ["star1_mean", "star1_sd", "star1_percent"],
        Algorithm::Star2 => ["star2_mean", "star2_sd", "star2_percent"],
        _ => ["expectimax_mean", "expectimax_sd", "expectimax_percent"],
    }
}

impl Cost {
    const fn note(self) -> &'static str {
        match self {
            Self::Nodes => {
                "Random positions with the roll given, 4 in a row, judged by pairs; all three algorithms with a table of \
                 chance nodes, Star1 and Star2 with moves in the quick order. Expectimax visits every move, in no order, and does \
                 not stop at a winning one. The history heuristic of the thesis is left out: it changes the shares by less than \
                 4 points. Percent of the nodes of Expectimax at the same positions."
            }
            Self::Seconds => {
                "The searches of the table of nodes. Seconds are for the record: the thesis had a processor of 1.8 GHz and an \
                 evaluation that took nine tenths of the time, so that its seconds went with its nodes. Here an evaluation is a \
                 subtraction, and what Star1 and Star2 spend on ordering moves weighs more than the leaves it saves Star1. As many \
                 searches run side by side as there are cores."
            }
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Seconds => "seconds",
        }
    }
}

impl CostTable {
    fn published(&self) -> PublishedTable {
        PublishedTable::named(match (self.positions, self.cost) {
            (Positions::Dice(_), Cost::Nodes) => "hauk-dice-node-expansions",
            (Positions::Dice(_), Cost::Seconds) => "hauk-dice-seconds",
            (Positions::Backgammon, Cost::Nodes) => "hauk-backgammon-node-expansions",
            (Positions::Backgammon, Cost::Seconds) => "hauk-backgammon-seconds",
        })
    }

    /// The depth at which positions are shown one by one, as in Figures 4.1, 4.4, 5.6 and 5.7 of the thesis.
    fn chart_depth(&self) -> Option<u64> {
        match (self.positions, self.cost) {
            (Positions::Dice(_), Cost::Nodes) => Some(7),
            (Positions::Dice(_), Cost::Seconds) => None,
            (Positions::Backgammon, _) => Some(5),
        }
    }

    /// Percent of Expectimax, whole ones as in the thesis, that follow from the published means.
    fn published_percent(
        plan: &Plan,
        published: &PublishedTable,
        algorithm: Algorithm,
    ) -> Option<PrintedFigure> {
        let mean = |algorithm| Some(published.figure(&plan.row, columns(algorithm)[0])?.value());
        let percent = 100.0 * mean(algorithm)? / mean(Algorithm::Expectimax)?;
        Some(PrintedFigure::derived(percent, 0))
    }

    fn figures(&self, plan: &Plan, results: &Results) -> [Vec<f64>; 3] {
        [0, 1, 2]
            .map(|place| results.figures(&plan.tasks[place].id, self.cost.name(), plan.samples))
    }
}

impl Experiment for CostTable {
    fn about(&self) -> AboutTable {
        self.about
    }

    fn plans(&self, extent: &Extent) -> Vec<Plan> {
        let published = self.published();
        match self.positions {
            Positions::Dice(board) => boards_and_depths(&published)
                .filter(|&(other, _)| other == board)
                .map(|(board, depth)| board_plan(board, depth, &ALGORITHMS, extent))
                .collect(),
            Positions::Backgammon => backgammon::depths(&published)
                .map(|depth| backgammon::contact_plan(depth, &ALGORITHMS, extent))
                .collect(),
        }
    }

    fn cells(&self, plan: &Plan, results: &Results) -> Vec<Cell> {
        let published = self.published();
        let figures = self.figures(plan, results);
        let mut cells = Vec::new();
        for (algorithm, values) in ALGORITHMS.into_iter().zip(&figures) {
            let [mean, deviation, percent] = columns(algorithm);
            let names = [(mean, mean), (deviation, deviation)];
            let of_algorithm =
                mean_and_deviation(self.about.name, &plan.row, &published, names, values);
            cells.extend(of_algorithm.into_iter().map(|cell| Cell {
                published: match self.cost {
                    Cost::Nodes => cell.published,
                    Cost::Seconds => cell.published.map(PrintedFigure::for_the_record),
                },
                ..cell
            }));
            if algorithm != Algorithm::Expectimax {
                cells.push(Cell {
                    table: self.about.name,
                    row: plan.row.clone(),
                    column: percent,
                    published: Self::published_percent(plan, &published, algorithm)
                        .filter(|_| self.cost == Cost::Nodes),
                    measured: MeasuredFigure::percent_of(values, &figures[0]),
                });
            }
        }
        cells
    }

    fn charts(&self, cells: &[Cell], complete: &[Plan], results: &Results) -> Vec<Chart> {
        let lines: Vec<Line> = (ALGORITHMS.map(columns).into_iter().zip(NAMES))
            .map(|([mean, deviation, _], name)| {
                Line::new(name, move |cell| cell.column == mean).with_errors(deviation)
            })
            .collect();
        let y = format!("{}, mean and standard deviation", self.cost.name());
        let mut charts = vec![over_key(
            (self.about.name, self.about.title),
            ("depth", "depth"),
            (&y, Scale::Log),
            cells,
            &lines,
        )];
        let shown = self.chart_depth().and_then(|depth| {
            let has_depth = |plan: &&Plan| plan.row.number("depth") == Some(depth);
            Some((depth, complete.iter().find(has_depth)?))
        });
        if let Some((depth, plan)) = shown {
            let algorithms: Vec<_> = NAMES.into_iter().zip(self.figures(plan, results)).collect();
            charts.push(by_position(
                (
                    &format!("{}-positions", self.about.name),
                    &format!(
                        "{} at depth {depth}, position by position",
                        self.about.title
                    ),
                ),
                self.cost.name(),
                &algorithms,
            ));
        }
        charts
    }

    fn remarks(&self, cells: &[Cell], complete: &[Plan], results: &Results) -> Vec<String> {
        let outside = match (self.positions, self.cost) {
            (Positions::Dice(_), Cost::Nodes) => outside(cells),
            _ => None,
        };
        agreement(complete, results)
            .into_iter()
            .chain(outside)
            .collect()
    }
}

/// A sentence about the figures that are farther off than chance and small differences explain: more than 5 percent of the
/// nodes of Expectimax, more than 6 points of a percentage.
fn outside(cells: &[Cell]) -> Option<String> {
    let is_outside = |cell: &&Cell| {
        let Some(published) = cell.published.map(PrintedFigure::value) else {
            return false;
        };
        let distance = (cell.measured.mean - published).abs();
        match cell.column {
            "star1_percent" | "star2_percent" => distance > 6.5,
            "expectimax_mean" => distance > (0.05 * published).max(0.5),
            _ => false,
        }
    };
    let figures: Vec<String> = (cells.iter().filter(is_outside))
        .map(|cell| {
            let Cell {
                row,
                column,
                measured,
                published,
                ..
            } = cell;
            let published = published.map_or(f64::NAN, PrintedFigure::value);
            let column = column.replace('_', " ");
            format!(
                "{row}, {column} {:.1} ± {:.1} ({published})",
                measured.mean, measured.se
            )
        })
        .collect();
    (!figures.is_empty()).then(|| {
        format!(
            "Farther off than 5 percent of the nodes of Expectimax or 6 points of a share: {}. Deep searches of small boards meet \
             positions again and again; how much a table then saves depends on what it keeps, and the thesis says no more than its size.",
            figures.join("; ")
        )
    })
}
