//! Nodes and seconds of Expectimax, Star1 and Star2, one table per board (B.3 to B.16).

use starmax_search::Algorithm;

use super::{agreement, board_plan, boards_and_depths, mean_and_deviation};
use crate::dice_search::ALGORITHMS;
use crate::pictures::{Line, by_position, over_key};
use crate::plan::{Plan, Results};
use crate::published::Table;
use crate::{About, Cell, Chart, Estimate, Experiment, Extent, Figure, Scale};

/// One table about one board.
pub(crate) struct BoardTable {
    about: About,
    board: u8,
    figure: BoardFigure,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum BoardFigure {
    Nodes,
    Seconds,
}

macro_rules! board_tables {
    ($figure:ident, $what:literal, $($board:literal: $name:literal, $table:literal;)+) => {
        [$(BoardTable {
            about: About {
                name: $name,
                title: concat!($what, " on the ", $board, "x", $board, " board"),
                paper: concat!("Hauk 2004, Table ", $table),
                note: BoardFigure::$figure.note(),
            },
            board: $board,
            figure: BoardFigure::$figure,
        }),+]
    };
}

/// Tables B.4, B.6, ..., B.16.
pub(crate) const NODES: [BoardTable; 7] = board_tables! {
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
pub(crate) const SECONDS: [BoardTable; 7] = board_tables! {
    Seconds, "Seconds per search",
    5: "hauk-b3", "B.3";
    7: "hauk-b5", "B.5";
    9: "hauk-b7", "B.7";
    11: "hauk-b9", "B.9";
    13: "hauk-b11", "B.11";
    15: "hauk-b13", "B.13";
    17: "hauk-b15", "B.15";
};

/// The names of the three algorithms in charts.
const NAMES: [&str; 3] = ["Expectimax", "Star1", "Star2"];

/// The depth at which positions are shown one by one, as in Figures 4.1 and 4.4 of the thesis.
const CHART_DEPTH: u64 = 7;

/// The columns of an algorithm: mean, standard deviation, percent of Expectimax.
const fn columns(algorithm: Algorithm) -> [&'static str; 3] {
    match algorithm {
        Algorithm::Star1 => ["star1_mean", "star1_sd", "star1_percent"],
        Algorithm::Star2 => ["star2_mean", "star2_sd", "star2_percent"],
        _ => ["expectimax_mean", "expectimax_sd", "expectimax_percent"],
    }
}

impl BoardFigure {
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

    fn published(self) -> Table {
        Table::named(match self {
            Self::Nodes => "hauk-dice-node-expansions",
            Self::Seconds => "hauk-dice-seconds",
        })
    }
}

impl BoardTable {
    /// Percent of Expectimax, whole ones as in the thesis, that follow from the published means.
    fn published_percent(plan: &Plan, published: &Table, algorithm: Algorithm) -> Option<Figure> {
        let mean = |algorithm| Some(published.figure(&plan.row, columns(algorithm)[0])?.value());
        let percent = 100.0 * mean(algorithm)? / mean(Algorithm::Expectimax)?;
        Some(Figure::derived(percent, 0))
    }

    fn figures(&self, plan: &Plan, results: &Results) -> [Vec<f64>; 3] {
        [0, 1, 2]
            .map(|place| results.figures(&plan.tasks[place].id, self.figure.name(), plan.samples))
    }
}

impl Experiment for BoardTable {
    fn about(&self) -> About {
        self.about
    }

    fn plans(&self, extent: &Extent) -> Vec<Plan> {
        boards_and_depths(&self.figure.published())
            .filter(|&(board, _)| board == self.board)
            .map(|(board, depth)| board_plan(board, depth, &ALGORITHMS, extent))
            .collect()
    }

    fn cells(&self, plan: &Plan, results: &Results) -> Vec<Cell> {
        let published = self.figure.published();
        let figures = self.figures(plan, results);
        let mut cells = Vec::new();
        for (algorithm, values) in ALGORITHMS.into_iter().zip(&figures) {
            let [mean, deviation, percent] = columns(algorithm);
            let names = [(mean, mean), (deviation, deviation)];
            let of_algorithm =
                mean_and_deviation(self.about.name, &plan.row, &published, names, values);
            cells.extend(of_algorithm.into_iter().map(|cell| Cell {
                published: match self.figure {
                    BoardFigure::Nodes => cell.published,
                    BoardFigure::Seconds => cell.published.map(Figure::for_the_record),
                },
                ..cell
            }));
            if algorithm != Algorithm::Expectimax {
                cells.push(Cell {
                    table: self.about.name,
                    row: plan.row.clone(),
                    column: percent,
                    published: Self::published_percent(plan, &published, algorithm)
                        .filter(|_| self.figure == BoardFigure::Nodes),
                    measured: Estimate::percent_of(values, &figures[0]),
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
        let y = format!("{}, mean and standard deviation", self.figure.name());
        let mut charts = vec![over_key(
            (self.about.name, self.about.title),
            ("depth", "depth"),
            (&y, Scale::Log),
            cells,
            &lines,
        )];
        let plan = complete
            .iter()
            .find(|plan| plan.row.number("depth") == Some(CHART_DEPTH));
        if let Some(plan) = plan.filter(|_| self.figure == BoardFigure::Nodes) {
            let algorithms: Vec<_> = NAMES.into_iter().zip(self.figures(plan, results)).collect();
            charts.push(by_position(
                (
                    &format!("{}-positions", self.about.name),
                    &format!(
                        "{} at depth {CHART_DEPTH}, position by position",
                        self.about.title
                    ),
                ),
                "nodes",
                &algorithms,
            ));
        }
        charts
    }

    fn remarks(&self, cells: &[Cell], complete: &[Plan], results: &Results) -> Vec<String> {
        let outside = (self.figure == BoardFigure::Nodes)
            .then(|| outside(cells))
            .flatten();
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
        let Some(published) = cell.published.map(Figure::value) else {
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
            let published = published.map_or(f64::NAN, Figure::value);
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
