//! Figures as pictures.

mod axis;
mod legend;
mod look;
mod plot;

use look::Look;
use plot::{Line, Plot};

use super::figures::escaped;
use super::pen::{at, text_line, text_width, wrapped};

/// The looks of all charts; every rule is for what is inside of the class `chart`.
const STYLE: &str = include_str!("chart/style.css");

const WIDTH: f64 = 720.0;
const MARGIN: f64 = 22.0;
const TITLE: f64 = 16.0;
const TITLE_LINE: f64 = 21.0;

/// Measured and published figures as lines between two axes.
///
/// ```
/// use starmax_report::{Axis, Chart, Point, Scale, Series, Source, Ticks};
///
/// let star2 = [(3.0, 85.0, 17.0), (5.0, 1239.0, 317.0), (7.0, 14445.0, 4626.0)];
/// let chart = Chart {
///     name: "nodes-5x5".to_owned(),
///     title: "Nodes on the 5x5 board".to_owned(),
///     x: Axis {
///         label: "depth".to_owned(),
///         scale: Scale::Linear,
///         ticks: Ticks::At(vec![3.0, 5.0, 7.0]),
///     },
///     y: Axis {
///         label: "mean nodes and standard deviation".to_owned(),
///         scale: Scale::Log,
///         ticks: Ticks::Automatic,
///     },
///     series: vec![Series {
///         name: "Star2".to_owned(),
///         source: Source::Published,
///         points: star2.map(|(x, y, sd)| Point { x, y, error: Some(sd) }).into(),
///     }],
/// };
/// assert!(chart.to_svg().starts_with("<svg"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The name of the file without its ending, and the id on a page.
    pub name: String,
    /// What the chart shows, in one line.
    pub title: String,
    /// From left to right.
    pub x: Axis,
    /// From bottom to top.
    pub y: Axis,
    /// The lines. Those of one name have one colour.
    pub series: Vec<Series>,
}

/// What is measured along one side of a chart, and how it is divided.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What the numbers are.
    pub label: String,
    /// How they are spread.
    pub scale: Scale,
    /// Where numbers stand.
    pub ticks: Ticks,
}

/// How numbers are spread along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal distances for equal differences.
    Linear,
    /// Equal distances for equal ratios. Shows only numbers above 0.
    Log,
}

/// Where numbers stand at an axis.
#[derive(Clone, Debug, PartialEq)]
pub enum Ticks {
    /// At round numbers. The axis holds all points and their error bars.
    Automatic,
    /// At these numbers. The axis holds them and all points; error bars end where the axis does.
    At(Vec<f64>),
}

/// One line of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What the line is about.
    pub name: String,
    /// Where its figures come from.
    pub source: Source,
    /// The figures, in the order in which the line joins them.
    pub points: Vec<Point>,
}

/// Where figures come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Our own: a solid line with filled marks.
    Measured,
    /// A paper: a dashed line with hollow marks.
    Published,
}

/// One figure of a chart. It is left out where an axis cannot show it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Along the axis from left to right.
    pub x: f64,
    /// Along the axis from bottom to top.
    pub y: f64,
    /// How far the error bar reaches up and down.
    pub error: Option<f64>,
}

impl Source {
    /// The word for it, which is also its name in the style sheet.
    const fn word(self) -> &'static str {
        match self {
            Self::Measured => "measured",
            Self::Published => "published",
        }
    }
}

impl Chart {
    /// The chart as a picture that stands alone or in a page. A point shows its numbers when the pointer rests on it.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let inner = WIDTH - 2.0 * MARGIN;
        let lines = self.lines();
        let mut head = String::new();
        let mut top = MARGIN;
        for line in wrapped(&self.title, inner, TITLE) {
            head += &text_line("title", MARGIN, top + 12.0, &line);
            top += TITLE_LINE;
        }
        head += &text_line("label", MARGIN, top + 12.0, &self.y.label);
        top += 32.0;

        let legend = legend::legend(&lines, inner);
        let description = self.description(&lines);
        let (plot, bottom) = match Plot::new(self, lines, (MARGIN, WIDTH - MARGIN), top) {
            Some(plot) => (plot.draw(), plot.bottom()),
            None => nothing(top),
        };
        let height = at(bottom + legend.height + MARGIN);
        let (name, title) = (escaped(&self.name), escaped(&self.title));
        [
            &format!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" id="{name}" class="chart" width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="{name}-title {name}-desc">
<title id="{name}-title">{title}</title>
<desc id="{name}-desc">{}</desc>
<style>
{STYLE}</style>
<rect class="paper" x="0.5" y="0.5" width="{}" height="{}" rx="8"/>
"#,
                escaped(&description),
                at(WIDTH - 1.0),
                at(bottom + legend.height + MARGIN - 1.0),
            ),
            head.as_str(),
            &plot,
            &format!("<g transform=\"translate({MARGIN} {})\">\n", at(bottom)),
            &legend.svg,
            "</g>\n</svg>\n",
        ]
        .concat()
    }

    /// The series with what the axes can show of them, those of one name beside each other; none that would be empty.
    fn lines(&self) -> Vec<Line<'_>> {
        let mut names: Vec<&str> = Vec::new();
        for series in &self.series {
            if !names.contains(&series.name.as_str()) {
                names.push(&series.name);
            }
        }
        let shown = |point: &&Point| self.x.scale.shows(point.x) && self.y.scale.shows(point.y);
        (names.iter().enumerate())
            .flat_map(|(place, name)| {
                let namesakes = self
                    .series
                    .iter()
                    .filter(move |series| series.name == *name);
                namesakes.map(move |series| Line {
                    series,
                    look: Look::of(place),
                    points: series.points.iter().filter(shown).copied().collect(),
                })
            })
            .filter(|line| !line.points.is_empty())
            .collect()
    }

    /// What is to be seen, for those who cannot see it.
    fn description(&self, lines: &[Line<'_>]) -> String {
        let scale = match self.y.scale {
            Scale::Linear => "",
            Scale::Log => " on a logarithmic scale",
        };
        let lines: Vec<String> = lines.iter().map(Line::description).collect();
        let lines = if lines.is_empty() {
            "nothing".to_owned()
        } else {
            lines.join(", ")
        };
        format!("{} over {}{scale}: {lines}.", self.y.label, self.x.label)
    }
}

/// What stands in the place of a plot without points, and where it ends.
fn nothing(top: f64) -> (String, f64) {
    const HEIGHT: f64 = 120.0;
    let words = "no figures to show";
    let x = (WIDTH - text_width(words, 12.0)) / 2.0;
    let note = text_line("label", x, top + HEIGHT / 2.0, words);
    (note, top + HEIGHT)
}
