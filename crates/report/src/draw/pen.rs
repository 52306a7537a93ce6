//! Small pieces of SVG.

use std::fmt::Display;

use super::figures::escaped;

/// A coordinate, short and the same everywhere.
pub(crate) fn at(value: f64) -> impl Display {
    (value * 10.0).round() / 10.0 + 0.0
}

/// How wide a text is at most in any of the usual fonts.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    let widths = text.chars().map(|c| match c {
        ' ' | ',' | '.' | ':' | '[' | ']' | '(' | ')' | '-' | '/' | 'f' | 'i' | 'j' | 'l' | 'r'
        | 't' => 0.36,
        'a'..='z' => 0.57,
        'M' | 'W' => 0.86,
        _ => 0.64,
    });
    size * widths.sum::<f64>()
}

/// The words of a text in lines that are not wider than this, if the words allow it.
pub(crate) fn wrapped(text: &str, width: f64, size: f64) -> Vec<String> {
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

/// As much of a text as is not wider than this, with an ellipsis where it was cut.
pub(crate) fn shortened(text: &str, width: f64, size: f64) -> String {
    if text_width(text, size) <= width {
        return text.to_owned();
    }
    let mut kept = text.to_owned();
    while !kept.is_empty() && text_width(&kept, size) + size > width {
        kept.pop();
    }
    kept.truncate(kept.trim_end().len());
    kept + "\u{2026}"
}

/// A text that begins at a point.
pub(crate) fn text_line(class: &str, x: f64, y: f64, content: &str) -> String {
    anchored(class, "start", (x, y), content)
}

/// A text that begins, ends or has its middle at a point.
pub(crate) fn anchored(class: &str, anchor: &str, (x, y): (f64, f64), content: &str) -> String {
    let (x, y, content) = (at(x), at(y), escaped(content));
    format!(
        "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{content}</text>\n"
    )
}

/// A straight line.
pub(crate) fn stroke(class: &str, (x, y): (f64, f64), (to_x, to_y): (f64, f64)) -> String {
    let (x, y, to_x, to_y) = (at(x), at(y), at(to_x), at(to_y));
    format!("<path class=\"{class}\" d=\"M{x} {y}L{to_x} {to_y}\"/>\n")
}

/// A line through points.
pub(crate) fn path(points: impl IntoIterator<Item = (f64, f64)>) -> String {
    let mut path = String::new();
    for (x, y) in points {
        let pen = if path.is_empty() { 'M' } else { 'L' };
        path += &format!("{pen}{} {}", at(x), at(y));
    }
    path
}

/// A triangle around a point; the tip shows up or, with a negative size, down.
pub(crate) fn triangle(x: f64, y: f64, size: f64) -> String {
    let half_base = size.abs() * 1.15;
    format!(
        r#"<polygon class="shape" points="{},{} {},{} {},{}"/>"#,
        at(x),
        at(y - size),
        at(x + half_base),
        at(y + size),
        at(x - half_base),
        at(y + size),
    )
}

pub(crate) fn circle(x: f64, y: f64, radius: f64) -> String {
    let (x, y, radius) = (at(x), at(y), at(radius));
    format!(r#"<circle class="shape" cx="{x}" cy="{y}" r="{radius}"/>"#)
}

/// A box with round corners around a point.
pub(crate) fn rounded(class: &str, (x, y): (f64, f64), width: f64, height: f64) -> String {
    format!(
        r#"<rect class="{class}" x="{}" y="{}" width="{}" height="{}" rx="4"/>"#,
        at(x - width / 2.0),
        at(y - height / 2.0),
        at(width),
        at(height),
    )
}

/// A box with round corners from its upper left corner.
pub(crate) fn block(
    class: &str,
    (x, y): (f64, f64),
    (width, height): (f64, f64),
    radius: f64,
) -> String {
    let (x, y, width, height, radius) = (at(x), at(y), at(width), at(height), at(radius));
    format!(
        "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\"/>\n"
    )
}

/// A circle of any class.
pub(crate) fn disc(class: &str, (x, y): (f64, f64), radius: f64) -> String {
    let (x, y, radius) = (at(x), at(y), at(radius));
    format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>\n")
}

/// A text whose middle is at a point.
pub(crate) fn centred(class: &str, (x, y): (f64, f64), content: &str) -> String {
    /// From the middle of a line to the foot of its letters, for the usual size.
    const DROP: f64 = 4.0;
    let (x, y) = (at(x), at(y + DROP));
    format!(r#"<text class="{class}" x="{x}" y="{y}" text-anchor="middle">{content}</text>"#)
}
