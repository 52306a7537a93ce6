//! The board without what lies on it.

use super::geometry::{
    BAR_LEFT, BAR_WIDTH, EDGE, FIELD, FRAME, HALF, LEFT_HALF, LEFT_TRAY, MARGIN, MIDDLE, POINT,
    RAIL, REACH, RIGHT_HALF, RIGHT_TRAY, TRAY, WIDTH, height, is_upper_point, middle_of_point,
};
use crate::draw::pen::{anchored, block, path, stroke};

/// The frame, the fields, the points and their numbers.
pub(super) fn surface() -> String {
    let mut svg = block("frame", (MARGIN, 0.0), (WIDTH - 2.0 * MARGIN, FRAME), 7.0);
    for left in [LEFT_HALF, RIGHT_HALF] {
        svg += &block("field", (left, EDGE), (HALF, FIELD), 1.5);
    }
    svg += &trays();
    svg += &stroke(
        "hinge",
        (BAR_LEFT + BAR_WIDTH / 2.0, 0.0),
        (BAR_LEFT + BAR_WIDTH / 2.0, FRAME),
    );
    for point in 1..=24 {
        svg += &triangle(point);
    }
    for point in 1..=24 {
        svg += &number(point);
    }
    svg
}

/// One for the cube at the left; one for each player's checkers at the right.
fn trays() -> String {
    let right_height = (FIELD - RAIL) / 2.0;
    block("tray", (LEFT_TRAY, EDGE), (TRAY, FIELD), 3.0)
        + &block("tray", (RIGHT_TRAY, EDGE), (TRAY, right_height), 3.0)
        + &block(
            "tray",
            (RIGHT_TRAY, MIDDLE + RAIL / 2.0),
            (TRAY, right_height),
            3.0,
        )
}

fn triangle(point: usize) -> String {
    let (x, is_upper) = (middle_of_point(point), is_upper_point(point));
    let (foot, tip) = (height(is_upper, 0.0), height(is_upper, REACH));
    let half_base = POINT / 2.0 - 1.0;
    let outline = path([(x - half_base, foot), (x, tip), (x + half_base, foot)]);
    // Neighbours and points that face each other differ.
    let tone = if point.is_multiple_of(2) {
        "pale"
    } else {
        "deep"
    };
    format!("<path class=\"{tone}\" d=\"{outline}Z\"/>\n")
}

fn number(point: usize) -> String {
    let y = if is_upper_point(point) {
        EDGE - 6.5
    } else {
        FRAME - 6.5
    };
    anchored(
        "number",
        "middle",
        (middle_of_point(point), y),
        &point.to_string(),
    )
}
