//! What the signs mean; only those that occur in the picture.

use starmax_core::{Node, Player, Rules};

use super::{slash, text_line};
use crate::draw::pen::{at, circle, rounded, text_width, triangle};
use crate::draw::tree::traced::{Call, Fate, TracedTree};

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
pub(super) fn legend(traced: &TracedTree<'_>, width: f64) -> Legend {
    let mut svg = format!("<path class=\"rule\" d=\"M0 0H{}\"/>\n", at(width));
    let (mut x, mut y) = (0.0, ROW);
    for Key { sign, meaning } in keys(traced) {
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

fn keys(traced: &TracedTree<'_>) -> Vec<Key> {
    let kinds = traced.nodes.iter().map(|node| traced.tree.node(&node.id));
    let has_kind = |kind| kinds.clone().any(|node| node == kind);
    let has = |fate| traced.nodes.iter().any(|node| node.fate == fate);
    let shows = |is_so: fn(&Call<'_>) -> bool| {
        let mut inner = traced.nodes.iter().filter(|node| node.turns.is_empty());
        traced.is_labelled() && inner.any(|node| traced.calls(node).any(|call| is_so(&call)))
    };
    let keys = [
        (
            has_kind(Node::Decision(Player::Max)),
            within("max", &triangle(0.0, 0.0, 7.0)),
            "max moves",
        ),
        (
            has_kind(Node::Decision(Player::Min)),
            within("min", &triangle(0.0, 0.0, -7.0)),
            "min moves",
        ),
        (
            has_kind(Node::Chance),
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
            traced.report().best.is_some(),
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
