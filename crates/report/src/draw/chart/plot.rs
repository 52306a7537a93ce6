//! The points between the axes.

use super::axis::{Ends, Range};
use super::look::Look;
use super::{Chart, Point, Scale, Series, Source, Ticks};
use crate::draw::figures::{escaped, in_full, short};
use crate::draw::pen::{anchored, at, path, stroke, text_width};

const HEIGHT: f64 = 330.0;
/// From the ends of the horizontal axis to the outermost points.
const INSET: f64 = 24.0;
/// Size of the numbers at the axes.
const SMALL: f64 = 11.0;
/// From the plot to the end of what stands below.
const FOOT: f64 = 50.0;

/// What is shown of a series.
pub(super) struct Line<'c> {
    pub(super) series: &'c Series,
    pub(super) look: Look,
    pub(super) points: Vec<Point>,
}

impl Line<'_> {
    pub(super) fn description(&self) -> String {
        let count = self.points.len();
        let points = if count == 1 { "point" } else { "points" };
        let Series { name, source, .. } = self.series;
        format!("{name} ({}, {count} {points})", source.word())
    }

    /// The points with an error bar, and how far it reaches.
    fn errors(&self) -> impl Iterator<Item = (&Point, f64)> {
        (self.points.iter()).filter_map(|point| {
            let error = point
                .error
                .filter(|error| error.is_finite() && *error > 0.0)?;
            Some((point, error))
        })
    }
}

/// Lines and where they are drawn.
pub(super) struct Plot<'c> {
    chart: &'c Chart,
    lines: Vec<Line<'c>>,
    x: Range,
    y: Range,
    left: f64,
    right: f64,
    top: f64,
}

impl<'c> Plot<'c> {
    /// A plot of this width, labels included, whose upper end is at `top`; `None` without points.
    pub(super) fn new(
        chart: &'c Chart,
        lines: Vec<Line<'c>>,
        (left, right): (f64, f64),
        top: f64,
    ) -> Option<Self> {
        if lines.is_empty() {
            return None;
        }
        let across = lines
            .iter()
            .flat_map(|line| &line.points)
            .map(|point| point.x);
        let x = Range::new(&chart.x, across, Ends::AtPoints);
        let y = Range::new(&chart.y, heights(chart, &lines), Ends::Rounded);
        let labels = y.ticks.iter().map(|&tick| text_width(&short(tick), SMALL));
        let left = left + labels.fold(0.0, f64::max) + 8.0;
        Some(Self {
            chart,
            lines,
            x,
            y,
            left,
            right,
            top,
        })
    }

    /// Where the plot and the labels below it end.
    pub(super) fn bottom(&self) -> f64 {
        self.floor() + FOOT
    }

    fn floor(&self) -> f64 {
        self.top + HEIGHT
    }

    fn across(&self, number: f64) -> f64 {
        let (left, right) = (self.left + INSET, self.right - INSET);
        left + self.x.share(number) * (right - left)
    }

    fn up(&self, number: f64) -> f64 {
        self.floor() - self.y.share(number) * HEIGHT
    }

    /// Error bars lie below lines, and published lines below measured ones.
    pub(super) fn draw(&self) -> String {
        let mut svg = self.vertical_axis() + &self.horizontal_axis();
        for (line, shift) in self.lines.iter().zip(self.shifts()) {
            svg += &self.error_bars(line, shift);
        }
        for source in [Source::Published, Source::Measured] {
            let lines = self.lines.iter();
            svg.extend(
                lines
                    .filter(|line| line.series.source == source)
                    .map(|line| self.line(line)),
            );
        }
        svg
    }

    fn vertical_axis(&self) -> String {
        let mut svg = String::new();
        for &tick in &self.y.ticks {
            let y = self.up(tick);
            svg += &stroke("grid", (self.left, y), (self.right, y));
            svg += &anchored("tick", "end", (self.left - 8.0, y + 4.0), &short(tick));
        }
        svg
    }

    fn horizontal_axis(&self) -> String {
        let floor = self.floor();
        let mut svg = stroke("axis", (self.left, floor), (self.right, floor));
        let every = self.labelled_ticks();
        for (place, &tick) in self.x.ticks.iter().enumerate() {
            let x = self.across(tick);
            svg += &stroke("axis", (x, floor), (x, floor + 5.0));
            if place % every == 0 {
                svg += &anchored("tick", "middle", (x, floor + 18.0), &short(tick));
            }
        }
        let middle = f64::midpoint(self.left, self.right);
        svg + &anchored(
            "label",
            "middle",
            (middle, floor + 37.0),
            &self.chart.x.label,
        )
    }

    /// Which ticks have numbers, so that these do not touch: all of them, or every second one, or every third.
    fn labelled_ticks(&self) -> usize {
        const SPACE: f64 = 6.0;
        let labels: Vec<(f64, f64)> = (self.x.ticks.iter())
            .map(|&tick| {
                (
                    self.across(tick),
                    text_width(&short(tick), SMALL) / 2.0 + SPACE / 2.0,
                )
            })
            .collect();
        let fits = |every: &usize| {
            let chosen: Vec<_> = labels.iter().step_by(*every).collect();
            (chosen.windows(2)).all(|pair| (pair[1].0 - pair[0].0).abs() >= pair[0].1 + pair[1].1)
        };
        (1..=labels.len()).find(fits).unwrap_or(1)
    }

    /// How far the error bars of each line are moved sideways, so that those of one place stand beside each other.
    fn shifts(&self) -> impl Iterator<Item = f64> {
        /// Hardly more than a mark is wide, so that bars stay with their points.
        const WIDEST: f64 = 15.0;
        const FARTHEST: f64 = 4.0;
        let has_errors = |line: &&Line<'_>| line.errors().next().is_some();
        let count = self.lines.iter().filter(has_errors).count() as f64;
        let room = (0.45 * self.least_distance()).min(WIDEST);
        let step = (room / count).min(FARTHEST);
        let mut next = -step * (count - 1.0) / 2.0;
        self.lines.iter().map(move |line| {
            let shift = next;
            if has_errors(&line) {
                next += step;
            }
            shift
        })
    }

    /// Between points that do not stand above each other.
    fn least_distance(&self) -> f64 {
        let points = self.lines.iter().flat_map(|line| &line.points);
        let mut places: Vec<f64> = points.map(|point| self.across(point.x)).collect();
        places.sort_by(f64::total_cmp);
        (places.windows(2).map(|pair| pair[1] - pair[0]))
            .filter(|&distance| distance > 0.0)
            .fold(f64::INFINITY, f64::min)
    }

    fn line(&self, line: &Line<'_>) -> String {
        let Series { source, .. } = *line.series;
        let place = |point: &Point| (self.across(point.x), self.up(point.y));
        let mut svg = format!("<g class=\"{}\">\n", line.look.class(source));
        if line.points.len() > 1 {
            let path = path(line.points.iter().map(place));
            svg += &format!("<path class=\"line\" d=\"{path}\"/>\n");
        }
        for point in &line.points {
            svg += &format!(
                "<g><title>{}</title>{}</g>\n",
                escaped(&self.story(line.series, point)),
                line.look.mark(place(point), source)
            );
        }
        svg + "</g>\n"
    }

    fn error_bars(&self, line: &Line<'_>, shift: f64) -> String {
        let bars: String = (line.errors())
            .map(|(point, error)| self.error_bar(self.across(point.x) + shift, point.y, error))
            .collect();
        if bars.is_empty() {
            return bars;
        }
        let class = line.look.class(line.series.source);
        format!("<path class=\"error {class}\" d=\"{bars}\"/>\n")
    }

    /// A bar with a cap at each end that is not beyond the axis.
    fn error_bar(&self, x: f64, middle: f64, error: f64) -> String {
        const CAP: f64 = 2.0;
        let ends = [middle - error, middle + error];
        let [low, high] = ends.map(|end| at(self.up(end)));
        let mut bar = format!("M{} {low}V{high}", at(x));
        for end in ends.into_iter().filter(|&end| self.y.holds(end)) {
            bar += &format!("M{} {}h{}", at(x - CAP), at(self.up(end)), 2.0 * CAP);
        }
        bar
    }

    /// The numbers of a point.
    fn story(&self, series: &Series, point: &Point) -> String {
        let Chart { x, y, .. } = self.chart;
        let error = match point.error {
            Some(error) if error.is_finite() => format!(" ± {}", in_full(error)),
            _ => String::new(),
        };
        format!(
            "{}, {}: {} {}, {} {}{error}",
            series.name,
            series.source.word(),
            x.label,
            in_full(point.x),
            y.label,
            in_full(point.y),
        )
    }
}

/// The heights that the axis must hold.
fn heights<'l>(chart: &Chart, lines: &'l [Line<'_>]) -> impl Iterator<Item = f64> + 'l {
    /// An error bar makes a log axis at most so much longer below the lowest point.
    const DECADE: f64 = 10.0;
    let middles = || {
        lines
            .iter()
            .flat_map(|line| &line.points)
            .map(|point| point.y)
    };
    let lowest = middles().fold(f64::INFINITY, f64::min);
    let least = match chart.y.scale {
        Scale::Log => lowest / DECADE,
        Scale::Linear if lowest >= 0.0 => 0.0,
        Scale::Linear => f64::NEG_INFINITY,
    };
    let bars_count = chart.y.ticks == Ticks::Automatic;
    let bars = lines
        .iter()
        .flat_map(Line::errors)
        .filter(move |_| bars_count);
    let ends = bars.flat_map(move |(Point { y, .. }, error)| [(y - error).max(least), y + error]);
    middles().chain(ends).filter(|height| height.is_finite())
}
