//! A move as arrows, one for each hop.

use starmax_games::{BackgammonMove, BackgammonState};

use super::Board;
use super::geometry::{
    At, BAR, BAR_LEFT, CHECKER, MIDDLE, OFF, POINT, RADIUS, RIGHT_HALF, STACK, seat,
};
use crate::draw::pen::{at, disc, path};

/// One hop: places as the player who moves numbers them, and which of the checkers on them it is.
struct Hop {
    from: (usize, u8),
    to: (usize, u8),
    hits: bool,
}

/// A checker stays where its last hop ended, so hops of one checker follow each other as they do when the move is written.
fn hops(state: &BackgammonState, mv: BackgammonMove) -> Vec<Hop> {
    let player = state.player();
    let own = state.checkers(player).counts();
    let his = state.checkers(player.opponent()).counts();
    let mut taken = [0_u8; 26];
    let mut brought = [0_u8; 26];
    // Where checkers have landed.
    let mut landed: Vec<(usize, u8)> = Vec::new();
    let mut in_order: Vec<_> = mv.hops().collect();
    in_order.sort_by(|one, two| two.cmp(one));
    let mut hops: Vec<Hop> = Vec::new();
    for (from, to) in in_order {
        let earlier = landed.iter().position(|&(place, _)| place == from);
        let start = if let Some(earlier) = earlier {
            brought[from] -= 1;
            landed.remove(earlier)
        } else {
            taken[from] += 1;
            (from, own[from].min(STACK).saturating_sub(taken[from]))
        };
        let is_first = hops.iter().all(|hop| hop.to.0 != to);
        let below = own[to] + brought[to];
        let end = match to {
            OFF => (to, below),
            _ => (to, below.min(STACK - 1)),
        };
        brought[to] += 1;
        landed.push(end);
        hops.push(Hop {
            from: start,
            to: end,
            hits: is_first && to != OFF && his[BAR - to] == 1,
        });
    }
    hops
}

impl Board<'_> {
    /// Arrows for the move: the lines first, so that no line hides a tip.
    pub(super) fn arrows(&self) -> String {
        let Some(mv) = self.mv else {
            return String::new();
        };
        let is_viewer = self.state.player() == self.viewer;
        let (mut lines, mut ends) = (String::new(), String::new());
        for hop in hops(self.state, mv) {
            let place = |(place, below)| seat(is_viewer, place, below);
            let (line, tip) = arrow(place(hop.from), place(hop.to));
            let (from, to) = (hop.from.0, hop.to.0);
            let hits = if hop.hits { " data-hits=\"1\"" } else { "" };
            lines += &format!("<g data-from=\"{from}\" data-to=\"{to}\"{hits}>\n{line}</g>\n");
            ends += &landing(place(hop.to), to, hop.hits);
            ends += &tip;
        }
        lines + &ends
    }
}

/// A ring where a checker lands; a cross on the one that is hit.
fn landing((x, y): At, place: usize, hits: bool) -> String {
    if place == OFF {
        return String::new();
    }
    if !hits {
        return disc("landing", (x, y), RADIUS - 1.0);
    }
    let arm = RADIUS * 0.42;
    let cross = path([(x - arm, y - arm), (x + arm, y + arm)])
        + &path([(x - arm, y + arm), (x + arm, y - arm)]);
    format!(
        "{}<path class=\"hit\" d=\"{cross}\"/>\n",
        disc("hit", (x, y), RADIUS - 0.5)
    )
}

/// The line of an arrow, and its tip. Within the upper or the lower half it bends towards the middle of the board.
fn arrow(from: At, to: At) -> (String, String) {
    const HEAD: f64 = 13.0;
    let control = bend(from, to);
    let start = towards(from, control, RADIUS * 0.7);
    let end = towards(to, control, RADIUS);
    let neck = towards(to, control, RADIUS + HEAD * 0.8);
    let foot = towards(to, control, RADIUS + HEAD);
    let (across_x, across_y) = (
        (foot.1 - end.1) / HEAD * 6.5,
        (foot.0 - end.0) / HEAD * -6.5,
    );
    let curve = format!(
        "M{} {}Q{} {} {} {}",
        at(start.0),
        at(start.1),
        at(control.0),
        at(control.1),
        at(neck.0),
        at(neck.1)
    );
    let line =
        format!("<path class=\"halo\" d=\"{curve}\"/>\n<path class=\"arrow\" d=\"{curve}\"/>\n");
    let outline = path([
        end,
        (foot.0 + across_x, foot.1 + across_y),
        (foot.0 - across_x, foot.1 - across_y),
    ]);
    (line, format!("<path class=\"tip\" d=\"{outline}Z\"/>\n"))
}

/// Through which the line would go if it did not turn.
fn bend((x, y): At, (to_x, to_y): At) -> At {
    let (middle_x, middle_y) = (f64::midpoint(x, to_x), f64::midpoint(y, to_y));
    let are_on_one_side = (y < MIDDLE) == (to_y < MIDDLE);
    let comes_in = (BAR_LEFT..RIGHT_HALF).contains(&x);
    if comes_in || !are_on_one_side {
        return (middle_x, middle_y);
    }
    let inwards = if y < MIDDLE { 1.0 } else { -1.0 };
    let nearer = if y < MIDDLE { y.max(to_y) } else { y.min(to_y) };
    let beyond_a_neighbour = ((to_x - x).abs() - 1.5 * POINT).max(0.0);
    let depth = (beyond_a_neighbour * 0.5).min(CHECKER * 1.6);
    let base = if depth > 0.0 {
        f64::midpoint(nearer, middle_y)
    } else {
        middle_y
    };
    (middle_x, base + inwards * depth)
}

/// The place that is so far away from the first one on the way to the second one.
fn towards((x, y): At, (to_x, to_y): At, distance: f64) -> At {
    let length = (to_x - x).hypot(to_y - y).max(1.0);
    let share = distance / length;
    (x + (to_x - x) * share, y + (to_y - y) * share)
}
