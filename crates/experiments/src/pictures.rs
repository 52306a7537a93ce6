//! Charts of tables, in the manner of the papers' figures.

use crate::{Cell, Row};
use starmax_report::{Axis, Chart, Point, Scale, Series, Source, Ticks};

/// A line of a chart and where its figures stand in a table.
pub(crate) struct Line {
    name: String,
    has: Box<dyn Fn(&Cell) -> bool>,
    errors: Errors,
}

/// How far the error bars of a line reach.
enum Errors {
    /// One standard error of the figure.
    Standard,
    /// The figure in this column of the same row.
    Column(&'static str),
}

impl Line {
    /// The line of all cells for which `has` holds; error bars show the standard error.
    pub(crate) fn new(name: impl Into<String>, has: impl Fn(&Cell) -> bool + 'static) -> Self {
        Self {
            name: name.into(),
            has: Box::new(has),
            errors: Errors::Standard,
        }
    }

    /// The figures of this column are the lengths of the error bars of the same rows.
    pub(crate) fn with_errors(self, column: &'static str) -> Self {
        Self {
            errors: Errors::Column(column),
            ..self
        }
    }
}

/// The figures of a table over one key of its rows, as lines, measured and published.
pub(crate) fn over_key(
    (name, title): (&str, &str),
    (key, x_label): (&str, &str),
    (y_label, scale): (&str, Scale),
    cells: &[Cell],
    lines: &[Line],
) -> Chart {
    let place = |row: &Row| row.number(key).map(|number| number as f64);
    let mut ticks: Vec<f64> = cells.iter().filter_map(|cell| place(&cell.row)).collect();
    ticks.sort_by(f64::total_cmp);
    ticks.dedup();
    let series = lines.iter().flat_map(|line| {
        let of_line: Vec<&Cell> = cells.iter().filter(|cell| (line.has)(cell)).collect();
        [Source::Published, Source::Measured].map(|source| Series {
            name: line.name.clone(),
            source,
            points: (of_line.iter())
                .filter_map(|cell| {
                    let error = match line.errors {
                        Errors::Standard => standard_error(cell, source),
                        Errors::Column(column) => {
                            let is_its =
                                |other: &&Cell| other.row == cell.row && other.column == column;
                            (cells.iter().find(is_its)).and_then(|cell| figure(cell, source))
                        }
                    };
                    Some(Point {
                        x: place(&cell.row)?,
                        y: figure(cell, source)?,
                        error,
                    })
                })
                .collect(),
        })
    });
    Chart {
        name: name.to_owned(),
        title: title.to_owned(),
        x: Axis {
            label: x_label.to_owned(),
            scale: Scale::Linear,
            ticks: Ticks::At(ticks),
        },
        y: Axis {
            label: y_label.to_owned(),
            scale,
            ticks: Ticks::Automatic,
        },
        series: series.filter(|series| !series.points.is_empty()).collect(),
    }
}

fn figure(cell: &Cell, source: Source) -> Option<f64> {
    match source {
        Source::Measured => Some(cell.measured.mean),
        Source::Published => cell.published.map(crate::PrintedFigure::value),
    }
}

fn standard_error(cell: &Cell, source: Source) -> Option<f64> {
    let se = match source {
        Source::Measured => cell.measured.se,
        Source::Published => cell.published?.se(),
    };
    (se > 0.0).then_some(se)
}

/// One figure of several algorithms at some positions, which are put in the order of the first algorithm's figures.
pub(crate) fn by_position(
    (name, title): (&str, &str),
    y_label: &str,
    algorithms: &[(&str, Vec<f64>)],
) -> Chart {
    const MOST: usize = 25;
    let count = algorithms.iter().map(|(_, figures)| figures.len()).min();
    let mut order: Vec<usize> = (0..count.unwrap_or(0).min(MOST)).collect();
    order.sort_by(|&one, &two| {
        let first = &algorithms[0].1;
        first[one].total_cmp(&first[two])
    });
    let series = |(name, figures): &(&str, Vec<f64>)| Series {
        name: (*name).to_owned(),
        source: Source::Measured,
        points: (order.iter().enumerate())
            .map(|(place, &position)| Point {
                x: (place + 1) as f64,
                y: figures[position],
                error: None,
            })
            .collect(),
    };
    Chart {
        name: name.to_owned(),
        title: title.to_owned(),
        x: Axis {
            label: format!("position, in the order of the {y_label} of Expectimax"),
            scale: Scale::Linear,
            ticks: Ticks::Automatic,
        },
        y: Axis {
            label: y_label.to_owned(),
            scale: Scale::Log,
            ticks: Ticks::Automatic,
        },
        series: algorithms.iter().map(series).collect(),
    }
}
