//! Cells as text for people and as comma-separated values for programs.

use std::fmt::Write;
use std::iter;

use crate::{Agreement, Cell, MeasuredFigure, PrintedFigure, find};

/// The cells as plain text, one block per table: published, measured, standard error, measured over published, and a mark
/// that says whether the two agree.
#[must_use]
pub fn text_table(cells: &[Cell]) -> String {
    let blocks: Vec<String> = cells
        .chunk_by(|one, two| one.table == two.table)
        .map(block)
        .collect();
    blocks.join("\n")
}

fn block(cells: &[Cell]) -> String {
    let first = &cells[0];
    let mut text = String::new();
    if let Ok(experiment) = find(first.table) {
        let (title, paper) = (experiment.about().title, experiment.about().paper);
        line(&mut text, &format!("{}: {title} ({paper})", first.table));
    }

    let keys = || first.row.iter().map(|(name, _)| name);
    let names = ["column", "published", "measured", "se", "ratio", ""];
    let header: Vec<String> = keys().chain(names).map(str::to_owned).collect();
    let column_name = keys().count();
    let mut lines = vec![header];
    for (place, cell) in cells.iter().enumerate() {
        let same_row = place > 0 && cells[place - 1].row == cell.row;
        let mut fields: Vec<String> = keys()
            .map(|name| match cell.row.get(name) {
                Some(key) if !same_row => key.to_string(),
                _ => String::new(),
            })
            .collect();
        fields.extend(figures(cell));
        lines.push(fields);
    }

    for aligned in aligned(&lines, column_name) {
        line(&mut text, &aligned);
    }
    if let Some(legend) = legend(cells) {
        line(&mut text, &legend);
    }
    text
}

/// The fields of each line, padded to columns: the one at `left` to the left, the others, numbers, to the right.
fn aligned(lines: &[Vec<String>], left: usize) -> impl Iterator<Item = String> {
    let width = |place: usize| lines.iter().map(|fields| fields[place].len()).max();
    let widths: Vec<usize> = (0..lines[0].len()).filter_map(width).collect();
    lines.iter().map(move |fields| {
        let padded: Vec<String> = (fields.iter().zip(&widths).enumerate())
            .map(|(place, (field, &width))| {
                if place == left {
                    format!("{field:<width$}")
                } else {
                    format!("{field:>width$}")
                }
            })
            .collect();
        padded.join("  ")
    })
}

fn line(text: &mut String, content: &str) {
    writeln!(text, "{}", content.trim_end()).expect("a string takes all text");
}

/// The column's name, the figures, and the mark.
fn figures(cell: &Cell) -> [String; 6] {
    let (mean, se) = (cell.measured.mean, cell.measured.se);
    let decimals = decimals(cell);
    [
        cell.column.to_owned(),
        text(cell.published),
        format!("{mean:.decimals$}"),
        if se == 0.0 {
            "0".to_owned()
        } else if se.is_finite() {
            format!("{se:.decimals$}")
        } else {
            "?".to_owned()
        },
        text(cell.ratio().map(|ratio| format!("{ratio:.3}"))),
        cell.agreement().map_or("", mark).to_owned(),
    ]
}

/// Digits behind the point for the measured figure: enough that the standard error shows two; without one,
/// those that were published, and one more where something is left.
pub(crate) fn decimals(cell: &Cell) -> usize {
    const MOST: usize = 6;
    let published = cell.published.map(PrintedFigure::decimals);
    let MeasuredFigure { mean, se, .. } = cell.measured;
    if se > 0.0 && se.is_finite() {
        let tenfold = iter::successors(Some(se), |shifted| Some(shifted * 10.0));
        tenfold
            .take(MOST)
            .take_while(|&shifted| shifted < 9.5)
            .count()
    } else if mean.fract() == 0.0 {
        published.unwrap_or(0)
    } else {
        published.unwrap_or(1) + 1
    }
}

const fn mark(agreement: Agreement) -> &'static str {
    match agreement {
        Agreement::Equal => "=",
        Agreement::Close => "~",
        Agreement::Differs => "x",
    }
}

fn legend(cells: &[Cell]) -> Option<String> {
    let agreements: Vec<_> = cells.iter().filter_map(Cell::agreement).collect();
    let agree = (agreements.iter())
        .filter(|&&agreement| agreement != Agreement::Differs)
        .count();
    (!agreements.is_empty()).then(|| {
        format!(
            "{agree} of {} agree (= as printed, ~ within the 95% interval, x not)",
            agreements.len()
        )
    })
}

/// The cells as comma-separated values with a header; the keys of the rows are columns, empty where a table does not
/// have them.
#[must_use]
pub fn csv_table(cells: &[Cell]) -> String {
    let mut keys: Vec<&str> = Vec::new();
    for (name, _) in cells.iter().flat_map(|cell| cell.row.iter()) {
        if !keys.contains(&name) {
            keys.push(name);
        }
    }
    let header = (iter::once("table").chain(keys.iter().copied())).chain([
        "column",
        "published",
        "measured",
        "se",
        "samples",
    ]);
    let mut records: Vec<Vec<String>> = vec![header.map(str::to_owned).collect()];
    for cell in cells {
        let mut record = vec![cell.table.to_owned()];
        record.extend(keys.iter().map(|name| text(cell.row.get(name))));
        record.extend([
            cell.column.to_owned(),
            text(cell.published),
            cell.measured.mean.to_string(),
            text(Some(cell.measured.se).filter(|se| se.is_finite())),
            cell.measured.samples.to_string(),
        ]);
        records.push(record);
    }
    comma_separated(&records)
}

/// Empty where there is nothing.
fn text(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn comma_separated(records: &[Vec<String>]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for record in records {
        (writer.write_record(record)).expect("memory takes all records");
    }
    let bytes = writer.into_inner().expect("memory takes all records");
    String::from_utf8(bytes).expect("written from strings")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Row;

    fn cells() -> Vec<Cell> {
        let cell = |table, row: &Row, column, published: Option<&str>, mean, se| Cell {
            table,
            row: row.clone(),
            column,
            published: published.map(|text| text.parse().unwrap()),
            measured: MeasuredFigure {
                mean,
                se,
                samples: 1000,
            },
        };
        let small = Row::from([("n", 2.into())]);
        let large = Row::from([("n", 40.into())]);
        let other = Row::from([("board", "5x5".into()), ("depth", 3.into())]);
        vec![
            cell("ballard-2", &small, "leaves", Some("7.1"), 6.8193, 0.0301),
            cell(
                "ballard-2",
                &small,
                "unclipped_leaves",
                Some("7.1"),
                7.0562,
                0.0348,
            ),
            cell("ballard-2", &large, "leaves", Some("50425"), 50342.2, 35.2),
            cell(
                "ballard-2",
                &large,
                "unclipped_leaves",
                Some("50425"),
                50361.9,
                35.2,
            ),
            cell("own", &other, "leaves", None, 118.0, 0.0),
            cell("own", &other, "percent", None, 12.34, f64::INFINITY),
        ]
    }

    #[test]
    fn the_text_shows_published_beside_measured() {
        let expected = "\
ballard-2: Leaves seen by Star1 in random trees (Ballard 1982, Table 2)
 n  column            published  measured     se  ratio
 2  leaves                  7.1     6.819  0.030  0.960  x
    unclipped_leaves        7.1     7.056  0.035  0.994  =
40  leaves                50425     50342     35  0.998  x
    unclipped_leaves      50425     50362     35  0.999  ~
2 of 4 agree (= as printed, ~ within the 95% interval, x not)

board  depth  column   published  measured  se  ratio
  5x5      3  leaves                   118   0
              percent                12.34   ?
";
        assert_eq!(text_table(&cells()), expected);
    }

    #[test]
    fn values_carry_the_keys_of_every_table() {
        let expected = "\
table,n,board,depth,column,published,measured,se,samples
ballard-2,2,,,leaves,7.1,6.8193,0.0301,1000
ballard-2,2,,,unclipped_leaves,7.1,7.0562,0.0348,1000
ballard-2,40,,,leaves,50425,50342.2,35.2,1000
ballard-2,40,,,unclipped_leaves,50425,50361.9,35.2,1000
own,,5x5,3,leaves,,118,0,1000
own,,5x5,3,percent,,12.34,,1000
";
        assert_eq!(csv_table(&cells()), expected);
    }

    #[test]
    fn no_cells_make_no_text() {
        assert_eq!(text_table(&[]), "");
    }
}
