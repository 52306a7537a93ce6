use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, TAU};

use super::Source;
use crate::draw::pen::{at, path};

/// How the lines of one name look.
///
/// There are seven colours and six shapes, so that 42 names differ in one or the other.
#[derive(Clone, Copy)]
pub(super) struct Look {
    colour: usize,
    shape: Shape,
}

#[derive(Clone, Copy)]
enum Shape {
    Circle,
    /// Corners, the direction of the first one, and how much larger than a circle it is.
    Polygon(u8, f64, f64),
}

const COLOURS: usize = 7;
const SHAPES: [Shape; 6] = [
    Shape::Circle,
    Shape::Polygon(4, FRAC_PI_4, 1.25),
    Shape::Polygon(3, -FRAC_PI_2, 1.4),
    Shape::Polygon(4, 0.0, 1.35),
    Shape::Polygon(3, FRAC_PI_2, 1.4),
    Shape::Polygon(5, -FRAC_PI_2, 1.2),
];

impl Look {
    /// The look of the name in this place.
    pub(super) const fn of(place: usize) -> Self {
        Self {
            colour: place % COLOURS,
            shape: SHAPES[place % SHAPES.len()],
        }
    }

    /// The names in the style sheet.
    pub(super) fn class(self, source: Source) -> String {
        format!("ink{} {}", self.colour, source.word())
    }

    /// The mark of a point. That of a published one is larger and can be seen around a measured one.
    pub(super) fn mark(self, (x, y): (f64, f64), source: Source) -> String {
        mark(self.shape, (x, y), source)
    }
}

/// A mark without a name.
pub(super) fn plain_mark(middle: (f64, f64), source: Source) -> String {
    mark(Shape::Circle, middle, source)
}

fn mark(shape: Shape, (x, y): (f64, f64), source: Source) -> String {
    let radius = match source {
        Source::Measured => 3.9,
        Source::Published => 5.2,
    };
    match shape {
        Shape::Circle => {
            let (x, y) = (at(x), at(y));
            format!("<circle class=\"mark\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>")
        }
        Shape::Polygon(corners, turn, growth) => {
            let corner = |corner| {
                let angle = turn + TAU * f64::from(corner) / f64::from(corners);
                let (sin, cos) = angle.sin_cos();
                (x + radius * growth * cos, y + radius * growth * sin)
            };
            let outline = path((0..corners).map(corner));
            format!("<path class=\"mark\" d=\"{outline}Z\"/>")
        }
    }
}
