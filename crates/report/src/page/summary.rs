//! What came of each table, in one line.

use super::{Agreement, Figure, Section, badge, id, ratio_text, words};
use crate::draw::figures::escaped;

pub(super) fn summary(sections: &[Section<'_>]) -> String {
    let lines: String = sections.iter().map(line).collect();
    let all: Vec<&Figure> = (sections.iter())
        .flat_map(|section| section.figures)
        .collect();
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
    let figures: Vec<&Figure> = section.figures.iter().collect();
    let (ratio, place) = match worst(&figures) {
        Some((ratio, figure)) => (ratio_text(ratio), place(figure)),
        None => (String::new(), String::new()),
    };
    format!(
        "<tr><th scope=\"row\"><a href=\"#{}\">{}</a></th><td class=\"text\">{}<br/><span class=\"below\">{}</span></td>{}<td>{ratio}</td><td class=\"text\">{place}</td></tr>\n",
        id(section),
        escaped(section.name),
        escaped(section.title),
        escaped(section.paper),
        counts(&figures),
    )
}

/// How many figures agree, and how many there are of each kind.
fn counts(figures: &[&Figure]) -> String {
    let agreements: Vec<Agreement> = figures
        .iter()
        .filter_map(|figure| figure.agreement)
        .collect();
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
fn worst<'f>(figures: &[&'f Figure]) -> Option<(f64, &'f Figure)> {
    let distance = |ratio: f64| {
        if ratio > 0.0 {
            ratio.ln().abs()
        } else {
            f64::INFINITY
        }
    };
    let comparable = figures.iter().filter(|figure| figure.agreement.is_some());
    let ratios = comparable.filter_map(|figure| Some((figure.ratio?, *figure)));
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
fn place(figure: &Figure) -> String {
    let keys = figure
        .row
        .iter()
        .map(|(name, key)| format!("{} {key}", words(name)));
    let place: Vec<String> = keys.chain([words(figure.column)]).collect();
    place.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Published;

    fn figure(value: f64, mean: f64) -> Figure {
        Figure {
            row: vec![("depth", "3".to_owned())],
            column: "star2_nodes",
            mean,
            se: 0.0,
            samples: 1,
            decimals: 0,
            published: Some(Published { value, decimals: 0 }),
            ratio: (value != 0.0).then_some(mean / value),
            agreement: Some(Agreement::Differs),
        }
    }

    #[test]
    fn the_worst_ratio_is_the_farthest_from_1_up_or_down() {
        let figures = [
            figure(10.0, 13.0),
            figure(10.0, 7.0),
            figure(0.0, 9.0),
            figure(10.0, 10.0),
        ];
        let figures: Vec<&Figure> = figures.iter().collect();
        assert_eq!(worst(&figures), Some((0.7, figures[1])));
        assert_eq!(worst(&figures[2..3]), None);
    }

    #[test]
    fn a_measured_0_is_as_far_off_as_can_be() {
        let figures = [figure(10.0, 0.0), figure(10.0, 1.0)];
        let figures: Vec<&Figure> = figures.iter().collect();
        assert_eq!(worst(&figures), Some((0.0, figures[0])));
    }

    #[test]
    fn a_place_is_in_words() {
        assert_eq!(place(&figure(1.0, 1.0)), "depth 3, star2 nodes");
    }
}
