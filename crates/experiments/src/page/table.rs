//! The figures of a section: a line for each row, a cell for each figure.

use std::iter;

use super::{badge, column_head, mark, ratio_text, wrapped};
use crate::chart::text::{escaped, grouped, in_full};
use crate::render::decimals;
use crate::{Agreement, Cell, Estimate, Row, Section};

/// Longer tables are folded.
const LONG: usize = 40;

pub(super) fn table(section: &Section<'_>) -> String {
    let cells = section.cells;
    if cells.is_empty() {
        return "<p>Nothing was measured.</p>\n".to_owned();
    }
    let keys = distinct(
        cells
            .iter()
            .flat_map(|cell| cell.row.iter())
            .map(|(name, _)| name),
    );
    let columns = distinct(cells.iter().map(|cell| cell.column));
    let rows = distinct(cells.iter().map(|cell| &cell.row));
    let header: String = keys.iter().chain(&columns).map(column_head).collect();
    let lines: String = (rows.iter())
        .map(|row| line(cells, row, &keys, &columns))
        .collect();
    let table = format!(
        "<div class=\"wide\"><table>\n<caption>{}</caption>\n<thead><tr>{header}</tr></thead>\n<tbody>\n{lines}</tbody>\n</table></div>\n",
        caption(cells)
    );
    if rows.len() <= LONG {
        return table;
    }
    let summary = format!("<summary>The table, {} rows</summary>\n", rows.len());
    wrapped("<details>\n", &(summary + &table), "</details>\n")
}

/// Each once, in the order of their first appearance.
fn distinct<T: PartialEq>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut distinct = Vec::new();
    for one in all {
        if !distinct.contains(&one) {
            distinct.push(one);
        }
    }
    distinct
}

/// How to read a cell.
fn caption(cells: &[Cell]) -> String {
    let mut text = "Measured ± standard error".to_owned();
    let agreements = cells.iter().filter_map(Cell::agreement);
    let present = distinct(agreements);
    if !present.is_empty() {
        text += "; below it <span class=\"below\">published · ratio</span>; ";
        let all = [Agreement::Equal, Agreement::Close, Agreement::Differs];
        let marks: Vec<String> = (all.into_iter())
            .filter(|agreement| present.contains(agreement))
            .map(|agreement| format!("{} {}", badge(agreement), mark(agreement).2))
            .collect();
        text += &marks.join(", ");
    }
    let samples = distinct(cells.iter().map(|cell| cell.measured.samples));
    if let [samples] = samples[..]
        && samples > 1
    {
        text += &format!(". Figures from {} samples", in_full(samples as f64));
    }
    text + "."
}

fn line(cells: &[Cell], row: &Row, keys: &[&str], columns: &[&str]) -> String {
    let keys = keys.iter().map(|name| {
        let key = row.get(name).map(ToString::to_string);
        format!(
            "<th scope=\"row\">{}</th>",
            escaped(&key.unwrap_or_default())
        )
    });
    let figures = columns.iter().map(|column| {
        let found = (cells.iter()).find(|cell| cell.row == *row && cell.column == *column);
        found.map_or_else(|| "<td></td>".to_owned(), figure)
    });
    let line: String = iter::once("<tr>".to_owned())
        .chain(keys)
        .chain(figures)
        .collect();
    line + "</tr>\n"
}

/// A measured figure above the published one.
fn figure(cell: &Cell) -> String {
    let Estimate { mean, se, .. } = cell.measured;
    let decimals = decimals(cell);
    let error = if se == 0.0 {
        String::new()
    } else {
        format!(
            " <span class=\"se\">±\u{a0}{}</span>",
            grouped(se, decimals)
        )
    };
    let mark = cell.agreement().map_or_else(String::new, badge);
    let below: Vec<String> = [published(cell), cell.ratio().map(ratio_text)]
        .into_iter()
        .flatten()
        .collect();
    let below = wrapped("<br/><span class=\"below\">", &below.join(" · "), "</span>");
    format!(
        "<td title=\"{}\">{}{error}{mark}{below}</td>",
        escaped(&story(cell)),
        grouped(mean, decimals)
    )
}

fn published(cell: &Cell) -> Option<String> {
    let figure = cell.published?;
    Some(grouped(figure.value(), figure.decimals()))
}

/// All that is known about a figure.
fn story(cell: &Cell) -> String {
    let Estimate { mean, se, samples } = cell.measured;
    let keys = cell.row.iter().map(|(name, key)| format!("{name} {key}, "));
    let mut story: String = keys.collect();
    story += &format!(
        "{}: measured {}, standard error {}, samples {}",
        cell.column,
        in_full(mean),
        in_full(se),
        in_full(samples as f64)
    );
    if let Some(published) = published(cell) {
        story += &format!(", published {published}");
    }
    story
}
