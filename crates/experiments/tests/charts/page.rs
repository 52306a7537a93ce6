use starmax_experiments::{Cell, MeasuredFigure, Row};
use starmax_report::page::{Figure, Heading, Section, page};

use super::report::{heading, parts};
use super::{assert_well_formed, keep};

fn cell(depth: u64, column: &'static str, published: Option<&str>, mean: f64, se: f64) -> Figure {
    let cell = Cell {
        table: "hauk-b4",
        row: Row::from([("depth", depth.into())]),
        column,
        published: published.map(|figure| figure.parse().unwrap()),
        measured: MeasuredFigure {
            mean,
            se,
            samples: 500,
        },
    };
    cell.figure()
}

fn section<'a>(figures: &'a [Figure], remarks: &'a [String]) -> Section<'a> {
    Section {
        name: "hauk-b4",
        title: "Nodes on the 5x5 board",
        paper: "Hauk 2004, Table B.4",
        note: "Nodes are all visits but the root's.",
        remarks,
        figures,
        charts: &[],
    }
}

/// What follows the styles.
fn body(page: &str) -> &str {
    page.split_once("<body>").unwrap().1
}

#[test]
fn a_full_page_is_well_formed_and_needs_nothing_else() {
    let parts = parts();
    let sections: Vec<Section<'_>> = parts.iter().map(|part| part.section()).collect();
    let page = page(&heading(), &sections);
    keep("page.html", &page);
    assert_well_formed(&page);
    for outside in [
        "<script",
        "<link",
        "<img",
        "src=",
        "url(",
        "@import",
        "href=\"http",
    ] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn every_link_leads_to_one_place() {
    let parts = parts();
    let sections: Vec<Section<'_>> = parts.iter().map(|part| part.section()).collect();
    let page = page(&heading(), &sections);
    let links: Vec<&str> = (page.split("href=\"#").skip(1))
        .map(|link| link.split_once('"').unwrap().0)
        .collect();
    // The contents have the summary and every section, and the summary has every section again.
    assert_eq!(links.len(), 1 + 2 * sections.len());
    for link in links {
        assert_eq!(page.matches(&format!("id=\"{link}\"")).count(), 1, "{link}");
    }
}

#[test]
fn a_small_page_shows_published_below_measured() {
    let cells = [
        cell(3, "expectimax_nodes", Some("118"), 117.9, 0.9),
        cell(3, "star2_percent", Some("72"), 66.0, 0.4),
        cell(5, "expectimax_nodes", Some("2397"), 2420.0, 22.0),
        cell(5, "star2_nodes", None, 1150.0, 0.0),
    ];
    let remarks = ["500 positions, as in the paper.".to_owned()];
    let page = page(&heading(), &[section(&cells, &remarks)]);
    insta::assert_snapshot!(body(&page));
}

#[test]
fn a_long_table_is_folded_and_a_short_one_is_not() {
    let rows = |count| -> Vec<Figure> {
        let depths = 1..=count;
        depths
            .map(|depth| cell(depth, "nodes", None, 1.0, 0.0))
            .collect()
    };
    let long = page(&heading(), &[section(&rows(41), &[])]);
    assert!(long.contains("<summary>The table, 41 rows</summary>"));
    let short = page(&heading(), &[section(&rows(40), &[])]);
    assert!(!short.contains("<details>"));
}

#[test]
fn unknown_figures_are_question_marks() {
    let cells = [cell(3, "nodes", Some("4"), f64::NAN, f64::INFINITY)];
    let page = page(&heading(), &[section(&cells, &[])]);
    assert_well_formed(&page);
    assert!(!page.contains("NaN") && !body(&page).contains("inf"));
}

#[test]
fn text_is_escaped_everywhere() {
    let evil = "<script>\"&";
    let heading = Heading {
        title: evil.to_owned(),
        command: evil.to_owned(),
        seed: 1,
    };
    let mut cell = cell(3, "<script>\"&", None, 1.0, 0.0);
    cell.row = vec![("<script>\"&", "<script>\"&".into())];
    let (figures, remarks) = ([cell], [evil.to_owned()]);
    let section = Section {
        name: evil,
        title: evil,
        paper: evil,
        note: evil,
        remarks: &remarks,
        figures: &figures,
        charts: &[],
    };
    let page = page(&heading, &[section]);
    assert_well_formed(&page);
    assert!(!page.contains("<script"));
}

#[test]
fn a_page_without_sections_is_a_page() {
    assert_well_formed(&page(&heading(), &[]));
}
