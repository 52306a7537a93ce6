//! The figures of a section: a line for each row, a cell for each figure.

use std::iter;

use super::{Agreement, Figure, Section, badge, column_head, mark, ratio_text, wrapped};
use crate::draw::figures::{escaped, grouped, in_full};

/// Longer tables are folded.
const LONG: usize = 40;

pub(super) fn table(section: &Section<'_>) -> String {
    let figures = section.figures;
    if figures.is_empty() {
        return "<p>Nothing was measured.</p>\n".to_owned();
    }
    let keys = distinct(
        figures
            .iter()
            .flat_map(|figure| &figure.row)
            .map(|&(name, _)| name),
    );
    let columns = distinct(figures.iter().map(|figure| figure.column));
    let rows = distinct(figures.iter().map(|figure| &figure.row));
    let header: String = keys.iter().chain(&columns).map(column_head).collect();
    let lines: String = (rows.iter())
        .map(|row| line(figures, row, &keys, &columns))
        .collect();
    let table = format!(
        "<div class=\"wide\"><table>\n<caption>{}</caption>\n<thead><tr>{header}</tr></thead>\n<tbody>\n{lines}</tbody>\n</table></div>\n",
        caption(figures)
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
fn caption(figures: &[Figure]) -> String {
    let mut text = "Measured ± standard error".to_owned();
    let agreements = figures.iter().filter_map(|figure| figure.agreement);
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
    let samples = distinct(figures.iter().map(|figure| figure.samples));
    if let [samples] = samples[..]
        && samples > 1
    {
        text += &format!(". Figures from {} samples", in_full(samples as f64));
    }
    text + "."
}

fn line(figures: &[Figure], row: &[(&str, String)], keys: &[&str], columns: &[&str]) -> String {
    let keys = keys.iter().map(|name| {
        let key = row.iter().find(|(other, _)| other == name);
        format!(
            "<th scope=\"row\">{}</th>",
            escaped(key.map_or("", |(_, key)| key))
        )
    });
    let cells = columns.iter().map(|column| {
        let found = (figures.iter()).find(|figure| figure.row == *row && figure.column == *column);
        found.map_or_else(|| "<td></td>".to_owned(), cell)
    });
    let line: String = iter::once("<tr>".to_owned())
        .chain(keys)
        .chain(cells)
        .collect();
    line + "</tr>\n"
}

/// A measured figure above the published one.
fn cell(figure: &Figure) -> String {
    let &Figure {
        mean, se, decimals, ..
    } = figure;
    let error = if se == 0.0 {
        String::new()
    } else {
        format!(
            " <span class=\"se\">±\u{a0}{}</span>",
            grouped(se, decimals)
        )
    };
    let mark = figure.agreement.map_or_else(String::new, badge);
    let below: Vec<String> = [published(figure), figure.ratio.map(ratio_text)]
        .into_iter()
        .flatten()
        .collect();
    let below = wrapped("<br/><span class=\"below\">", &below.join(" · "), "</span>");
    format!(
        "<td title=\"{}\">{}{error}{mark}{below}</td>",
        escaped(&story(figure)),
        grouped(mean, decimals)
    )
}

fn published(figure: &Figure) -> Option<String> {
    let published = figure.published?;
    Some(grouped(published.value, published.decimals))
}

/// All that is known about a figure.
fn story(figure: &Figure) -> String {
    let &Figure {
        mean, se, samples, ..
    } = figure;
    let keys = figure
        .row
        .iter()
        .map(|(name, key)| format!("{name} {key}, "));
    let mut story: String = keys.collect();
    story += &format!(
        "{}: measured {}, standard error {}, samples {}",
        figure.column,
        in_full(mean),
        in_full(se),
        in_full(samples as f64)
    );
    if let Some(published) = published(figure) {
        story += &format!(", published {published}");
    }
    story
}
