use starmax_core::Bounds;

use super::layout::LABEL;
use crate::draw::figures::escaped;
use crate::draw::pen::{at, centred, rounded, text_width};
use crate::draw::tree::drawing::Call;
use crate::draw::tree::words::{interval, proven};

const SIZE: f64 = 11.0;
const PADDING: f64 = 6.0;
/// The width of the mark on labels of probes.
const BADGE: f64 = 14.0;

/// A line above a node: its name, or a visit with the window and what was proven.
pub(super) struct Label {
    by_probe: bool,
    window: String,
    proven: String,
}

impl Label {
    pub(super) fn new(call: &Call, range: Bounds) -> Self {
        Self {
            by_probe: call.by_probe,
            window: call.window.map(interval).unwrap_or_default(),
            proven: proven(call.bounds, range),
        }
    }

    /// The name of a node.
    pub(super) fn name(name: &str) -> Self {
        Self {
            by_probe: false,
            window: String::new(),
            proven: escaped(name),
        }
    }

    pub(super) fn width(&self) -> f64 {
        let texts = text_width(&self.window, SIZE) + text_width(&self.proven, SIZE);
        let badge = if self.by_probe { BADGE } else { 0.0 };
        badge + texts + self.space() + 2.0 * PADDING
    }

    /// Between the window and what was proven.
    fn space(&self) -> f64 {
        if self.window.is_empty() { 0.0 } else { PADDING }
    }

    pub(super) fn draw(&self, (x, y): (f64, f64)) -> String {
        let (width, height) = (self.width(), LABEL - 3.0);
        let class = if self.by_probe {
            "label probe"
        } else {
            "label"
        };
        let frame = rounded(class, (x, y), width, height);
        let (badge, shift) = if self.by_probe {
            let left = x - width / 2.0 + 9.0;
            let badge = format!(
                r#"<circle class="badge" cx="{}" cy="{}" r="6"/>"#,
                at(left),
                at(y)
            );
            let letter = centred("badge-text", (left, y - 1.0), "p");
            (badge + &letter, BADGE / 2.0)
        } else {
            (String::new(), 0.0)
        };
        let content = format!(
            r#"{}<tspan class="proven" dx="{}">{}</tspan>"#,
            self.window,
            self.space(),
            self.proven
        );
        frame + &badge + &centred("visit", (x + shift, y), &content)
    }
}
