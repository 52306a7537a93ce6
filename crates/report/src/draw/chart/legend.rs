//! What the colours and the marks mean.

use super::Source;
use super::look::plain_mark;
use super::plot::Line;
use crate::draw::pen::{at, text_line, text_width};

const ROW: f64 = 22.0;
const SIGN: f64 = 36.0;
const SPACE: f64 = 22.0;

pub(super) struct Legend {
    pub(super) svg: String,
    pub(super) height: f64,
}

/// A sign, drawn around the origin, and its meaning.
struct Key {
    sign: String,
    meaning: String,
}

impl Key {
    fn width(&self) -> f64 {
        SIGN + text_width(&self.meaning, 12.0) + SPACE
    }

    fn draw(&self, (x, y): (f64, f64)) -> String {
        let (middle, height) = (at(x + SIGN / 2.0 - 4.0), at(y));
        let sign = &self.sign;
        let meaning = text_line("key", x + SIGN, y + 4.0, &self.meaning);
        format!("<g transform=\"translate({middle} {height})\">{sign}</g>\n{meaning}")
    }
}

/// The keys in one row if they fit; otherwise the names in columns, and the sources in a row of their own.
pub(super) fn legend(lines: &[Line<'_>], width: f64) -> Legend {
    let (names, sources) = (names(lines), sources(lines));
    if names.is_empty() {
        return Legend {
            svg: String::new(),
            height: 0.0,
        };
    }
    let mut svg = format!("<path class=\"grid\" d=\"M0 0H{}\"/>\n", at(width));
    let mut y = ROW;
    let keys = || names.iter().chain(&sources);
    if keys().map(Key::width).sum::<f64>() <= width + SPACE {
        svg += &row(keys(), None, y);
    } else {
        let column = names.iter().map(Key::width).fold(0.0, f64::max);
        let columns =
            (1..names.len()).take_while(|&more| (more + 1) as f64 * column <= width + SPACE);
        let rows = names
            .chunks(columns.count() + 1)
            .map(|names| (names, Some(column)));
        let last_row = (!sources.is_empty()).then_some((sources.as_slice(), None));
        for (keys, column) in rows.chain(last_row) {
            svg += &row(keys.iter(), column, y);
            y += ROW;
        }
        y -= ROW;
    }
    Legend { svg, height: y }
}

/// Keys from left to right, each as wide as it is, or all as wide as a column.
fn row<'k>(keys: impl Iterator<Item = &'k Key>, column: Option<f64>, y: f64) -> String {
    let mut x = 0.0;
    keys.map(|key| {
        let left = x;
        x += column.unwrap_or_else(|| key.width());
        key.draw((left, y))
    })
    .collect()
}

/// One key for each name; measured if it was.
fn names(lines: &[Line<'_>]) -> Vec<Key> {
    let namesakes = lines.chunk_by(|one, two| one.series.name == two.series.name);
    let key = |lines: &[Line<'_>]| {
        let measured = |line: &&Line<'_>| line.series.source == Source::Measured;
        let line = lines.iter().find(measured).unwrap_or(&lines[0]);
        let source = line.series.source;
        Key {
            sign: sign(
                &line.look.class(source),
                &line.look.mark((0.0, 0.0), source),
            ),
            meaning: line.series.name.clone(),
        }
    };
    namesakes.map(key).collect()
}

/// One key for each source, where something was published.
fn sources(lines: &[Line<'_>]) -> Vec<Key> {
    let has = |source| lines.iter().any(|line| line.series.source == source);
    let present = |source: &Source| has(*source) && has(Source::Published);
    let key = |source: Source| Key {
        sign: sign(
            &format!("any-ink {}", source.word()),
            &plain_mark((0.0, 0.0), source),
        ),
        meaning: source.word().to_owned(),
    };
    let sources = [Source::Measured, Source::Published];
    sources.into_iter().filter(present).map(key).collect()
}

fn sign(class: &str, mark: &str) -> String {
    format!("<g class=\"{class}\"><path class=\"line\" d=\"M-13 0H13\"/>{mark}</g>")
}
