//! A page with a section for some published tables, with invented measurements near the published figures.

use starmax_experiments::published::PublishedTable;
use starmax_experiments::{Cell, Key, MeasuredFigure, PrintedFigure, Row};
use starmax_report::Chart;
use starmax_report::page::{self, Heading, Section};

use super::gallery::gallery;

/// What a section owns.
pub(crate) struct Part {
    name: &'static str,
    title: &'static str,
    paper: &'static str,
    note: &'static str,
    remarks: Vec<String>,
    figures: Vec<page::Figure>,
    charts: Vec<Chart>,
}

impl Part {
    pub(crate) fn section(&self) -> Section<'_> {
        Section {
            name: self.name,
            title: self.title,
            paper: self.paper,
            note: self.note,
            remarks: &self.remarks,
            figures: &self.figures,
            charts: &self.charts,
        }
    }
}

pub(crate) fn heading() -> Heading {
    Heading {
        title: "Published tables, measured again".to_owned(),
        command: "starmax reproduce --quick --out report".to_owned(),
        seed: 42,
    }
}

pub(crate) fn parts() -> Vec<Part> {
    let boards = [5, 7, 9, 11].map(Key::Number);
    let depths: Vec<Key> = (1..=15).step_by(2).map(Key::Number).collect();
    let positions: Vec<Key> = (1..=50).map(Key::Number).collect();
    vec![
        Part {
            name: "hauk-b4",
            title: "Nodes on square boards",
            paper: "Hauk 2004, Tables B.4 to B.10",
            note: "Mean and standard deviation over the positions. Nodes are all visits but the root's.",
            remarks: vec![
                "50 positions instead of 500.".to_owned(),
                "Star2 at depth 9 < published: probes & their order are <not> described."
                    .to_owned(),
            ],
            figures: figures(
                "hauk-b4",
                "hauk-dice-node-expansions",
                ["board", "depth"],
                [&boards, &depths],
                &[
                    "expectimax_mean",
                    "star1_mean",
                    "star1_sd",
                    "star2_mean",
                    "star2_sd",
                ],
            ),
            charts: charts(&["nodes-5x5", "nodes-11x11"]),
        },
        Part {
            name: "hauk-b2",
            title: "Probe efficiency of Star2",
            paper: "Hauk 2004, Table B.2",
            note: "Percent of the probed chance nodes that are cut while probing.",
            remarks: Vec::new(),
            figures: figures(
                "hauk-b2",
                "hauk-dice-probe-efficiency",
                ["board", "depth"],
                [&boards, &depths],
                &["mean_percent", "sd_percent"],
            ),
            charts: charts(&["probe-efficiency"]),
        },
        Part {
            name: "own",
            title: "A long table that nobody published",
            paper: "no paper",
            note: "",
            remarks: Vec::new(),
            figures: (positions.iter().cloned())
                .map(|position| Cell {
                    table: "own",
                    row: Row::from([("position", position)]),
                    column: "nodes",
                    published: None,
                    measured: MeasuredFigure::exact(14445.0),
                })
                .map(|cell| cell.figure())
                .collect(),
            charts: Vec::new(),
        },
        Part {
            name: "empty",
            title: "A table without figures",
            paper: "no paper",
            note: "It was stopped before its first row.",
            remarks: Vec::new(),
            figures: Vec::new(),
            charts: Vec::new(),
        },
    ]
}

fn charts(names: &[&str]) -> Vec<Chart> {
    let charts = gallery().into_iter();
    charts
        .filter(|chart| names.contains(&chart.name.as_str()))
        .collect()
}

/// Every figure of the columns that a table has for these keys.
fn figures(
    name: &'static str,
    table: &str,
    [outer, inner]: [&'static str; 2],
    [outer_keys, inner_keys]: [&[Key]; 2],
    columns: &[&'static str],
) -> Vec<page::Figure> {
    let table = PublishedTable::named(table);
    let mut figures = Vec::new();
    for outer_key in outer_keys {
        for inner_key in inner_keys {
            let row = Row::from([(outer, outer_key.clone()), (inner, inner_key.clone())]);
            for &column in columns {
                if let Some(published) = table.figure(&row, column) {
                    let cell = Cell {
                        table: name,
                        row: row.clone(),
                        column,
                        published: Some(published),
                        measured: measured(published),
                    };
                    figures.push(cell.figure());
                }
            }
        }
    }
    figures
}

/// What could have been found in place of a published figure.
fn measured(published: PrintedFigure) -> MeasuredFigure {
    let value = published.value();
    MeasuredFigure {
        mean: value * (1.0 + 0.07 * value.sin()),
        se: value * 0.03,
        samples: 50,
    }
}
