//! Small pieces of SVG.

use std::fmt::Display;

/// A coordinate, short and the same everywhere.
pub(super) fn at(value: f64) -> impl Display {
    (value * 10.0).round() / 10.0 + 0.0
}

/// How wide a text is at most in any of the usual fonts.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    let widths = text.chars().map(|c| match c {
        ' ' | ',' | '.' | ':' | '[' | ']' | '-' | '/' | 'f' | 'i' | 'j' | 'l' | 'r' | 't' => 0.36,
        'a'..='z' => 0.57,
        _ => 0.64,
    });
    size * widths.sum::<f64>()
}

/// A text that means itself.
pub(super) fn escaped(text: &str) -> String {
    (text.replace('&', "&amp;"))
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// A triangle around a point; the tip shows up or, with a negative size, down.
pub(super) fn triangle(x: f64, y: f64, size: f64) -> String {
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

pub(super) fn circle(x: f64, y: f64, radius: f64) -> String {
    let (x, y, radius) = (at(x), at(y), at(radius));
    format!(r#"<circle class="shape" cx="{x}" cy="{y}" r="{radius}"/>"#)
}

/// A box with round corners around a point.
pub(super) fn rounded(class: &str, (x, y): (f64, f64), width: f64, height: f64) -> String {
    format!(
        r#"<rect class="{class}" x="{}" y="{}" width="{}" height="{}" rx="4"/>"#,
        at(x - width / 2.0),
        at(y - height / 2.0),
        at(width),
        at(height),
    )
}

/// A text whose middle is at a point.
pub(super) fn centred(class: &str, (x, y): (f64, f64), content: &str) -> String {
    /// From the middle of a line to the foot of its letters, for the usual size.
    const DROP: f64 = 4.0;
    let (x, y) = (at(x), at(y + DROP));
    format!(r#"<text class="{class}" x="{x}" y="{y}" text-anchor="middle">{content}</text>"#)
}
