//! Where things are on the board. The upper left corner of its frame is at the margin, and at height 0.

use starmax_core::Player;

pub(super) type At = (f64, f64);

pub(super) const MARGIN: f64 = 20.0;
/// Of the picture.
pub(super) const WIDTH: f64 = RIGHT_TRAY + TRAY + RAIL + MARGIN;

/// How wide a point is.
pub(super) const POINT: f64 = 36.0;
/// How long it is.
pub(super) const REACH: f64 = 172.0;
/// From one checker of a stack to the next.
pub(super) const CHECKER: f64 = 34.0;
pub(super) const RADIUS: f64 = 16.4;
/// Checkers that are drawn in one stack; the last one shows a number when there are more.
pub(super) const STACK: u8 = 5;

/// The wood between the fields, and around them at the left and at the right.
pub(super) const RAIL: f64 = 10.0;
/// The wood above and below, with the numbers of the points.
pub(super) const EDGE: f64 = 22.0;
pub(super) const HALF: f64 = 6.0 * POINT;
pub(super) const BAR_WIDTH: f64 = 40.0;
/// Where the cube and checkers that were borne off are.
pub(super) const TRAY: f64 = 44.0;
/// How high the fields are.
pub(super) const FIELD: f64 = 400.0;
pub(super) const FRAME: f64 = FIELD + 2.0 * EDGE;
pub(super) const MIDDLE: f64 = FRAME / 2.0;

pub(super) const LEFT_TRAY: f64 = MARGIN + RAIL;
pub(super) const LEFT_HALF: f64 = LEFT_TRAY + TRAY + RAIL;
pub(super) const BAR_LEFT: f64 = LEFT_HALF + HALF;
pub(super) const RIGHT_HALF: f64 = BAR_LEFT + BAR_WIDTH;
pub(super) const RIGHT_TRAY: f64 = RIGHT_HALF + HALF + RAIL;

/// Places as the rules number them, seen by the owner of a checker.
pub(super) const OFF: usize = 0;
pub(super) const BAR: usize = 25;

/// A height that is measured from the upper or from the lower edge of the fields.
pub(super) fn height(is_upper: bool, from_edge: f64) -> f64 {
    if is_upper {
        EDGE + from_edge
    } else {
        FRAME - EDGE - from_edge
    }
}

/// A height that is measured from the middle.
pub(super) fn from_middle(is_upper: bool, distance: f64) -> f64 {
    height(is_upper, FIELD / 2.0 - distance)
}

/// The middle of a point, numbered by the viewer, from left to right.
pub(super) fn middle_of_point(point: usize) -> f64 {
    let column = if is_upper_point(point) {
        point - 13
    } else {
        12 - point
    };
    let half = if column < 6 { LEFT_HALF } else { RIGHT_HALF };
    half + ((column % 6) as f64 + 0.5) * POINT
}

pub(super) fn is_upper_point(point: usize) -> bool {
    point > 12
}

/// Where a checker of a player who is or is not the viewer lies: its place as the owner numbers it, and how many are below it.
pub(super) fn seat(is_viewer: bool, place: usize, below: u8) -> At {
    let below_height = f64::from(below) * CHECKER;
    match place {
        OFF => {
            let (_, y) = slab(is_viewer, below);
            (RIGHT_TRAY + TRAY / 2.0, y + SLAB / 2.0)
        }
        // In the half where it comes in.
        BAR => (
            BAR_LEFT + BAR_WIDTH / 2.0,
            from_middle(is_viewer, 28.0 + below_height),
        ),
        point => {
            let point = if is_viewer { point } else { BAR - point };
            let from_edge = CHECKER / 2.0 + 0.5 + below_height;
            (
                middle_of_point(point),
                height(is_upper_point(point), from_edge),
            )
        }
    }
}

/// How thick a checker is that was borne off.
pub(super) const SLAB: f64 = 9.2;

/// The upper left corner of a checker that was borne off.
pub(super) fn slab(is_viewer: bool, below: u8) -> At {
    const STEP: f64 = 10.4;
    let gaps = f64::from(below / STACK) * 3.0;
    let foot = 4.0 + f64::from(below) * STEP + gaps;
    let y = if is_viewer {
        height(false, foot + SLAB)
    } else {
        height(true, foot)
    };
    (RIGHT_TRAY + 4.0, y)
}

/// The middle of the half in which a player rolls: at the right for the viewer, at the left for the other one.
pub(super) fn rolling_place(is_viewer: bool) -> At {
    let half = if is_viewer { RIGHT_HALF } else { LEFT_HALF };
    (half + HALF / 2.0, MIDDLE)
}

/// The name of a player in data and in the style sheet.
pub(super) const fn class(player: Player) -> &'static str {
    match player {
        Player::Max => "max",
        Player::Min => "min",
    }
}
