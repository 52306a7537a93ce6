//! Small pieces of SVG.

use std::fmt::Display;

use super::text::escaped;

/// A coordinate, short and the same everywhere.
pub(super) fn at(value: f64) -> impl Display {
    (value * 10.0).round() / 10.0 + 0.0
}

/// How wide a text is at most in any of the usual fonts.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    let widths = text.chars().map(|c| match c {
        ' ' | ',' | '.' | ':' | '-' | '/' | '(' | ')' | 'f' | 'i' | 'j' | 'l' | 'r' | 't' => 0.36,
        'a'..='z' => 0.57,
        'M' | 'W' => 0.86,
        _ => 0.64,
    });
    size * widths.sum::<f64>()
}

/// The words of a text in lines that are not wider than this, if the words allow it.
pub(super) fn wrapped(text: &str, width: f64, size: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(&format!("{line} {word}"), size) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A text that begins at a point.
pub(super) fn text_line(class: &str, x: f64, y: f64, content: &str) -> String {
    anchored(class, "start", (x, y), content)
}

/// A text that begins, ends or has its middle at a point.
pub(super) fn anchored(class: &str, anchor: &str, (x, y): (f64, f64), content: &str) -> String {
    let (x, y, content) = (at(x), at(y), escaped(content));
    format!(
        "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{content}</text>\n"
    )
}

/// A straight line.
pub(super) fn stroke(class: &str, (x, y): (f64, f64), (to_x, to_y): (f64, f64)) -> String {
    let (x, y, to_x, to_y) = (at(x), at(y), at(to_x), at(to_y));
    format!("<path class=\"{class}\" d=\"M{x} {y}L{to_x} {to_y}\"/>\n")
}

/// A line through points.
pub(super) fn path(points: impl IntoIterator<Item = (f64, f64)>) -> String {
    let mut path = String::new();
    for (x, y) in points {
        let pen = if path.is_empty() { 'M' } else { 'L' };
        path += &format!("{pen}{} {}", at(x), at(y));
    }
    path
}
