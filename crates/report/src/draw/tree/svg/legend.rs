//! What the signs mean; only those that occur in the picture.

use super::{slash, text_line};
use crate::draw::pen::{at, circle, rounded, text_width, triangle};
use crate::draw::tree::drawing::{Call, Drawing, Fate, Shape};

/// Where the legend fits in few lines.
pub(super) const LEAST_WIDTH: f64 = 440.0;

const ROW: f64 = 24.0;
const SIGN: f64 = 28.0;
const SPACE: f64 = 20.0;

pub(super) struct Legend {
    pub(super) svg: String,
    pub(super) height: f64,
}

/// A sign, drawn around the origin, and its meaning.
struct Key {
    sign: String,
    meaning: &'static str,
}

/// The keys from left to right, in as many lines as are needed.
pub(super) fn legend(drawing: &Drawing, width: f64) -> Legend {
    let mut svg = format!("<path class=\"rule\" d=\"M0 0H{}\"/>\n", at(width));
    let (mut x, mut y) = (0.0, ROW);
    for Key { sign, meaning } in keys(drawing) {
        let room = SIGN + text_width(meaning, 12.0);
        if x > 0.0 && x + room > width {
            (x, y) = (0.0, y + ROW);
        }
        let middle = at(x + SIGN / 2.0 - 4.0);
        let sign = format!(
            "<g transform=\"translate({middle} {})\">{sign}</g>\n",
            at(y)
        );
        svg.extend([sign, text_line("key", x + SIGN, y + 4.0, meaning)]);
        x += room + SPACE;
    }
    Legend { svg, height: y }
}

fn keys(drawing: &Drawing) -> Vec<Key> {
    let has_shape = |shape| drawing.nodes.iter().any(|node| node.shape == shape);
    let has = |fate| drawing.nodes.iter().any(|node| node.fate == fate);
    let shows = |is_so: fn(&Call) -> bool| {
        let mut inner = drawing.nodes.iter().filter(|node| !node.shape.is_leaf());
        drawing.is_labelled() && inner.any(|node| node.calls.iter().any(is_so))
    };
    let keys = [
        (
            has_shape(Shape::Max),
            within("max", &triangle(0.0, 0.0, 7.0)),
            "max moves",
        ),
        (
            has_shape(Shape::Min),
            within("min", &triangle(0.0, 0.0, -7.0)),
            "min moves",
        ),
        (
            has_shape(Shape::Chance),
            within("chance", &circle(0.0, 0.0, 7.5)),
            "chance",
        ),
        (
            true,
            within("leaf", &rounded("shape", (0.0, 0.0), 14.0, 14.0)),
            "leaf and the order of visits",
        ),
        (
            shows(|call| !call.by_probe && call.window.is_some()),
            rounded("label", (0.0, 0.0), 20.0, 13.0),
            "window and what is proven",
        ),
        (
            shows(|call| call.by_probe),
            rounded("label probe", (0.0, 0.0), 20.0, 13.0),
            "the same for a probe",
        ),
        (has(Fate::Probed), line("arc probed"), "probed only"),
        (has(Fate::Cut), line("arc cut") + &slash((0.0, 0.0)), "cut"),
        (
            drawing.nodes.iter().any(|node| node.is_best),
            line("arc best"),
            "best move",
        ),
    ];
    let present = keys.into_iter().filter(|(is_present, ..)| *is_present);
    present
        .map(|(_, sign, meaning)| Key { sign, meaning })
        .collect()
}

fn within(class: &str, sign: &str) -> String {
    format!("<g class=\"{class}\">{sign}</g>")
}

fn line(class: &str) -> String {
    format!("<path class=\"{class}\" d=\"M-10 0H10\"/>")
}
