//! What came of each table, in one line.

use super::{badge, id, ratio_text, words};
use crate::chart::text::escaped;
use crate::{Agreement, Cell, Section};

pub(super) fn summary(sections: &[Section<'_>]) -> String {
    let lines: String = sections.iter().map(line).collect();
    let all: Vec<&Cell> = sections.iter().flat_map(|section| section.cells).collect();
    let signs: String = [Agreement::Equal, Agreement::Close, Agreement::Differs]
        .map(|agreement| format!("<th scope=\"col\">{}</th>", badge(agreement)))
        .concat();
    format!(
        "<section id=\"summary\">\n<h2>Summary</h2>\n<div class=\"wide\"><table class=\"summary\">\n\
         <caption>Figures that agree with the published ones: {} as printed, {} within the 95% interval, {} farther off. \
         The ratio is measured over published; the one farthest from 1 is shown.</caption>\n\
         <thead><tr><th scope=\"col\">table</th><th class=\"text\" scope=\"col\">what</th><th scope=\"col\">agree</th>{signs}\
         <th scope=\"col\">worst ratio</th><th class=\"text\" scope=\"col\">where</th></tr></thead>\n<tbody>\n{lines}</tbody>\n\
         <tfoot><tr><th scope=\"row\">all</th><td></td>{}<td></td><td></td></tr></tfoot>\n</table></div>\n</section>\n",
        badge(Agreement::Equal),
        badge(Agreement::Close),
        badge(Agreement::Differs),
        counts(&all),
    )
}

fn line(section: &Section<'_>) -> String {
    let cells: Vec<&Cell> = section.cells.iter().collect();
    let (ratio, place) = match worst(&cells) {
        Some((ratio, cell)) => (ratio_text(ratio), place(cell)),
        None => (String::new(), String::new()),
    };
    format!(
        "<tr><th scope=\"row\"><a href=\"#{}\">{}</a></th><td class=\"text\">{}<br/><span class=\"below\">{}</span></td>{}<td>{ratio}</td><td class=\"text\">{place}</td></tr>\n",
        id(section),
        escaped(section.name),
        escaped(section.title),
        escaped(section.paper),
        counts(&cells),
    )
}

/// How many figures agree, and how many there are of each kind.
fn counts(cells: &[&Cell]) -> String {
    let agreements: Vec<Agreement> = cells.iter().filter_map(|cell| cell.agreement()).collect();
    let count = |agreement| {
        agreements
            .iter()
            .filter(|&&other| other == agreement)
            .count()
    };
    let [equal, close, differ] =
        [Agreement::Equal, Agreement::Close, Agreement::Differs].map(count);
    if agreements.is_empty() {
        return "<td class=\"text\" colspan=\"4\">nothing to compare</td>".to_owned();
    }
    let (agree, all) = (equal + close, agreements.len());
    format!("<td>{agree} of {all}</td><td>{equal}</td><td>{close}</td><td>{differ}</td>")
}

/// The figure whose ratio to the published one is farthest from 1, up or down.
fn worst<'c>(cells: &[&'c Cell]) -> Option<(f64, &'c Cell)> {
    let distance = |ratio: f64| {
        if ratio > 0.0 {
            ratio.ln().abs()
        } else {
            f64::INFINITY
        }
    };
    let comparable = cells.iter().filter(|cell| cell.agreement().is_some());
    let ratios = comparable.filter_map(|cell| Some((cell.ratio()?, *cell)));
    // The first of equals.
    ratios.reduce(|worst, next| {
        if distance(next.0) > distance(worst.0) {
            next
        } else {
            worst
        }
    })
}

/// Where a figure stands in its table.
fn place(cell: &Cell) -> String {
    let keys = cell
        .row
        .iter()
        .map(|(name, key)| format!("{} {key}", words(name)));
    let place: Vec<String> = keys.chain([words(cell.column)]).collect();
    place.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Estimate, Row};

    fn cell(published: &str, mean: f64) -> Cell {
        Cell {
            table: "t",
            row: Row::from([("depth", 3.into())]),
            column: "star2_nodes",
            published: published.parse().ok(),
            measured: Estimate::exact(mean),
        }
    }

    #[test]
    fn the_worst_ratio_is_the_farthest_from_1_up_or_down() {
        let cells = [
            cell("10", 13.0),
            cell("10", 7.0),
            cell("0", 9.0),
            cell("10", 10.0),
        ];
        let cells: Vec<&Cell> = cells.iter().collect();
        assert_eq!(worst(&cells), Some((0.7, cells[1])));
        assert_eq!(worst(&cells[2..3]), None);
    }

    #[test]
    fn a_measured_0_is_as_far_off_as_can_be() {
        let cells = [cell("10", 0.0), cell("10", 1.0)];
        let cells: Vec<&Cell> = cells.iter().collect();
        assert_eq!(worst(&cells), Some((0.0, cells[0])));
    }

    #[test]
    fn a_place_is_in_words() {
        assert_eq!(place(&cell("1", 1.0)), "depth 3, star2 nodes");
    }
}
