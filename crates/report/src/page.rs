//! Tables of published and measured figures with their charts, as one page.

mod analysis;
mod summary;
mod table;

pub use analysis::match_page;

use crate::Chart;
use crate::draw::figures::{escaped, grouped};

const STYLE: &str = include_str!("page/style.css");

/// What a report is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The title of the page.
    pub title: String,
    /// The last command that measured anything of it.
    pub command: String,
    /// Everything random follows from it.
    pub seed: u64,
}

/// One published table, measured again.
#[derive(Clone, Copy, Debug)]
pub struct Section<'a> {
    /// The name of the experiment.
    pub name: &'a str,
    /// What the table shows, in one line.
    pub title: &'a str,
    /// The paper and its table.
    pub paper: &'a str,
    /// What a reader must know to judge the figures.
    pub note: &'a str,
    /// What was scaled, and what stayed outside and why.
    pub remarks: &'a [String],
    /// The figures.
    pub figures: &'a [Figure],
    /// The pictures; their names are different on all of a page.
    pub charts: &'a [Chart],
}

/// One figure of a table: measured, and published if it was.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What its row is about: keys and their values, the same keys in the same order in every row.
    pub row: Vec<(&'static str, String)>,
    /// Its column.
    pub column: &'static str,
    /// What was measured, in the mean.
    pub mean: f64,
    /// The standard error of the mean.
    pub se: f64,
    /// How many values the mean is of.
    pub samples: u64,
    /// Digits behind the point that are worth showing.
    pub decimals: usize,
    /// What was published.
    pub published: Option<Published>,
    /// Measured over published, if that says anything.
    pub ratio: Option<f64>,
    /// How the two fit, if they can be compared.
    pub agreement: Option<Agreement>,
}

/// A figure as it was printed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    /// The figure.
    pub value: f64,
    /// Digits behind its point.
    pub decimals: usize,
}

/// How a measured figure fits the published one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Printed with the published digits it is the same.
    Equal,
    /// It lies within the 95% interval of the difference between two such samples.
    Close,
    /// It does not.
    Differs,
}

/// A report as one HTML page that needs nothing else: what was run, how many figures of each table agree, and each table
/// with its charts, its figures and what is to be said about them.
///
/// ```
/// use starmax_report::page::{Agreement, Figure, Heading, Published, Section, page};
///
/// let heading = Heading {
///     title: "Ballard's tables".to_owned(),
///     command: "starmax reproduce ballard-1".to_owned(),
///     seed: 42,
/// };
/// let figures = [Figure {
///     row: vec![("n", "4".to_owned())],
///     column: "star1_leaves",
///     mean: 40.0,
///     se: 0.0,
///     samples: 1,
///     decimals: 0,
///     published: Some(Published { value: 40.0, decimals: 0 }),
///     ratio: Some(1.0),
///     agreement: Some(Agreement::Equal),
/// }];
/// let section = Section {
///     name: "ballard-1",
///     title: "Leaves seen in the best order",
///     paper: "Ballard 1982, Table 1",
///     note: "One tree per row.",
///     remarks: &[],
///     figures: &figures,
///     charts: &[],
/// };
/// assert!(page(&heading, &[section]).contains("1 of 1"));
/// ```
#[must_use]
pub fn page(heading: &Heading, sections: &[Section<'_>]) -> String {
    let title = escaped(&heading.title);
    let links: String = sections.iter().map(link).collect();
    let head = head(heading);
    let summary = summary::summary(sections);
    let sections: String = sections.iter().map(section).collect();
    format!(
        r##"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<title>{title}</title>
<style>
{STYLE}</style>
</head>
<body>
<nav aria-label="Contents">
<ol>
<li><a href="#summary">Summary</a></li>
{links}</ol>
</nav>
<main>
<h1>{title}</h1>
{head}{summary}{sections}</main>
</body>
</html>
"##
    )
}

/// A section's id. Charts have ids too, and may have the same name.
fn id(section: &Section<'_>) -> String {
    format!("table-{}", escaped(section.name))
}

fn link(section: &Section<'_>) -> String {
    let (id, name, title) = (id(section), escaped(section.name), escaped(section.title));
    format!("<li><a href=\"#{id}\" title=\"{title}\">{name}</a></li>\n")
}

fn head(heading: &Heading) -> String {
    format!(
        "<dl>\n<dt>Last command</dt><dd><code>{}</code></dd>\n<dt>Seed</dt><dd>{}</dd>\n</dl>\n",
        escaped(&heading.command),
        heading.seed,
    )
}

fn section(section: &Section<'_>) -> String {
    let (id, name) = (id(section), escaped(section.name));
    let (title, paper) = (escaped(section.title), escaped(section.paper));
    let charts: String = section.charts.iter().map(figure).collect();
    let charts = wrapped("<div class=\"charts\">\n", &charts, "</div>\n");
    let table = table::table(section);
    let note = wrapped("<p class=\"note\">", &escaped(section.note), "</p>\n");
    let remarks: String = section.remarks.iter().map(|remark| item(remark)).collect();
    let remarks = wrapped("<ul class=\"remarks\">\n", &remarks, "</ul>\n");
    format!(
        "<section id=\"{id}\">\n<h2>{title}</h2>\n<p class=\"source\"><code>{name}</code> {paper}</p>\n{charts}{table}{note}{remarks}</section>\n"
    )
}

fn figure(chart: &Chart) -> String {
    format!("<figure>\n{}</figure>\n", chart.to_svg())
}

fn item(remark: &str) -> String {
    format!("<li>{}</li>\n", escaped(remark))
}

/// Something within its tags; nothing for nothing.
fn wrapped(opening: &str, content: &str, closing: &str) -> String {
    if content.is_empty() {
        String::new()
    } else {
        [opening, content, closing].concat()
    }
}

/// The sign of an agreement, its name in the style sheet, and its meaning.
const fn mark(agreement: Agreement) -> (&'static str, &'static str, &'static str) {
    match agreement {
        Agreement::Equal => ("=", "equal", "as printed"),
        Agreement::Close => ("~", "close", "within the 95% interval"),
        Agreement::Differs => ("x", "differs", "farther off"),
    }
}

/// The mark of an agreement.
fn badge(agreement: Agreement) -> String {
    let (sign, class, meaning) = mark(agreement);
    format!("<b class=\"badge {class}\" title=\"{meaning}\">{sign}</b>")
}

fn ratio_text(ratio: f64) -> String {
    grouped(ratio, 3)
}

fn column_head(name: &&str) -> String {
    format!("<th scope=\"col\">{}</th>", words(name))
}

/// The name of a column in words.
fn words(name: &str) -> String {
    escaped(&name.replace('_', " "))
}
