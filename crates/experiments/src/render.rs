//! Cells as text for people and as comma-separated values for programs.

use std::fmt::Write;

use crate::{Agreement, Cell, find};

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
        let (title, paper) = (experiment.title(), experiment.paper());
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

    let widths: Vec<usize> = (0..lines[0].len())
        .map(|place| lines.iter().map(|fields| fields[place].len()).max())
        .map(|widest| widest.unwrap_or(0))
        .collect();
    for fields in &lines {
        let padded: Vec<String> = (fields.iter().zip(&widths).enumerate())
            .map(|(place, (field, &width))| {
                if place == column_name {
                    format!("{field:<width$}")
                } else {
                    format!("{field:>width$}")
                }
            })
            .collect();
        line(&mut text, &padded.join("  "));
    }
    line(&mut text, &legend(cells));
    text
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
        (cell.published).map_or_else(String::new, |figure| figure.to_string()),
        format!("{mean:.decimals$}"),
        if se == 0.0 {
            "0".to_owned()
        } else if se.is_finite() {
            format!("{se:.decimals$}")
        } else {
            "?".to_owned()
        },
        (cell.ratio()).map_or_else(String::new, |ratio| format!("{ratio:.3}")),
        cell.agreement().map_or("", mark).to_owned(),
    ]
}

/// Digits behind the point for the measured figure: two that count of the standard error; without one, those
/// that were published, and one more where something is left.
fn decimals(cell: &Cell) -> usize {
    let published = cell.published.map_or(1, crate::Figure::decimals);
    let se = cell.measured.se;
    if se > 0.0 && se.is_finite() {
        (0..9).find(|&digits| se * 10_f64.powi(digits) >= 9.5).map_or(9, |digits| digits as usize)
    } else if cell.measured.mean.fract() == 0.0 {
        published
    } else {
        published + 1
    }
}

const fn mark(agreement: Agreement) -> &'static str {
    match agreement {
        Agreement::Equal => "=",
        Agreement::Close => "~",
        Agreement::Differs => "x",
    }
}

fn legend(cells: &[Cell]) -> String {
    let agreements: Vec<_> = cells.iter().filter_map(Cell::agreement).collect();
    let agree = (agreements.iter())
        .filter(|&&agreement| agreement != Agreement::Differs)
        .count();
    format!(
        "{agree} of {} agree (= as printed, ~ within 2 standard errors, x not)",
        agreements.len()
    )
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
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut write = |before: &str, row: &[String], after: [&str; 5]| {
        let fields = [before].into_iter().chain(row.iter().map(String::as_str)).chain(after);
        writer.write_record(fields).expect("memory takes all records");
    };
    let names: Vec<String> = keys.iter().map(|&name| name.to_owned()).collect();
    write("table", &names, ["column", "published", "measured", "se", "samples"]);
    for cell in cells {
        let row: Vec<String> = (keys.iter())
            .map(|name| cell.row.get(name).map_or_else(String::new, ToString::to_string))
            .collect();
        let published = cell.published.map_or_else(String::new, |figure| figure.to_string());
        let measured = cell.measured;
        write(
            cell.table,
            &row,
            [
                cell.column,
                &published,
                &measured.mean.to_string(),
                &measured.se.to_string(),
                &measured.samples.to_string(),
            ],
        );
    }
    let bytes = writer.into_inner().expect("memory takes all records");
    String::from_utf8(bytes).expect("written from strings")
}
