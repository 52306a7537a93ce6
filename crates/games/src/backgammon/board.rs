//! The board as players know it.

use starmax_core::Player;

use super::checkers::{BAR, OFF};
use super::match_state::{MatchState, name};
use super::{Backgammon, BackgammonMove, BackgammonState};

/// Checkers that are drawn one above the other; the last place shows a number when there are more.
const HEIGHT: usize = 5;

const UPPER_POINTS: [usize; 12] = [13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24];
const LOWER_POINTS: [usize; 12] = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];

/// A board as one player sees it, whose home is at the bottom right.
pub(super) struct View<'a> {
    state: &'a BackgammonState,
    viewer: Player,
    /// How many checkers the last move brought to each place of the player who made it.
    brought: [usize; 26],
}

impl<'a> View<'a> {
    pub(super) fn new(
        state: &'a BackgammonState,
        viewer: Player,
        last: Option<BackgammonMove>,
    ) -> Self {
        Self {
            state,
            viewer,
            brought: last.map_or([0; 26], brought_by),
        }
    }

    pub(super) fn draw(&self, game: Backgammon, around: &MatchState) -> String {
        let (me, state) = (self.viewer, self.state);
        let he = me.opponent();
        let mut lines = vec![format!(
            " +13-14-15-16-17-18-+---+19-20-21-22-23-24-+---+  {}",
            pips(state, he)
        )];
        // Bars are in the half where their checkers come in.
        lines.extend((0..HEIGHT).map(|row| self.rank(&UPPER_POINTS, (me, BAR), (he, OFF), row)));
        lines.push(format!(
            " |                  |BAR|                  |OFF|  {}",
            what_happens(game, state)
        ));
        let rows = (0..HEIGHT).rev();
        lines.extend(rows.map(|row| self.rank(&LOWER_POINTS, (he, BAR), (me, OFF), row)));
        lines.push(format!(
            " +12-11-10--9--8--7-+---+-6--5--4--3--2--1-+---+  {}",
            pips(state, me)
        ));
        let mut parts = around.parts();
        let rules = [(around.jacoby, "Jacoby rule"), (around.beavers, "beavers")];
        let in_force = rules.iter().filter(|(is_in_force, _)| *is_in_force);
        parts.extend(in_force.map(|(_, name)| (*name).to_owned()));
        if !parts.is_empty() {
            lines.push(format!(" {}", parts.join(", ")));
        }
        lines.push(format!(" {}", game.write_gnubgid(state, around)));
        lines.push(format!(" {}", game.write_xgid(state, around)));
        lines.join("\n")
    }

    /// One line of checkers; `row` counts from the edge of the board.
    fn rank(
        &self,
        points: &[usize; 12],
        bar: (Player, usize),
        tray: (Player, usize),
        row: usize,
    ) -> String {
        let points = points.map(|point| self.cell(self.owned(point), row));
        let (left, right) = points.split_at(6);
        format!(
            " |{}|{}|{}|{}|",
            left.concat(),
            self.cell(bar, row),
            right.concat(),
            self.cell(tray, row)
        )
    }

    /// Who owns a point of the viewer, and which place of the owner that is.
    fn owned(&self, point: usize) -> (Player, usize) {
        if self.state.checkers(self.viewer).count(point) > 0 {
            (self.viewer, point)
        } else {
            (self.viewer.opponent(), BAR - point)
        }
    }

    /// Three characters; checkers that were just brought there are in brackets.
    fn cell(&self, (player, place): (Player, usize), row: usize) -> String {
        let count = usize::from(self.state.checkers(player).count(place));
        let brought = if player == self.state.player {
            0
        } else {
            self.brought[place]
        };
        let shows_number = count > HEIGHT && row + 1 == HEIGHT;
        let is_new = row < count && (row + brought >= count || shows_number && brought > 0);
        let text = if shows_number {
            count.to_string()
        } else if count > row {
            name(player).to_owned()
        } else {
            String::new()
        };
        match text.len() {
            1 if is_new => format!("[{text}]"),
            _ => format!("{text:^3}"),
        }
    }
}

fn brought_by(mv: BackgammonMove) -> [usize; 26] {
    let mut changes = [0_isize; 26];
    for (from, to) in mv.hops() {
        changes[from] -= 1;
        changes[to] += 1;
    }
    changes.map(|change| usize::try_from(change).unwrap_or(0))
}

fn pips(state: &BackgammonState, player: Player) -> String {
    format!("{}: {} pips", name(player), state.checkers(player).pips())
}

fn what_happens(game: Backgammon, state: &BackgammonState) -> String {
    let player = name(state.player);
    if let Some(winner) = state.winner() {
        let win = match game.win_in_points(state) {
            Some(2) => " a gammon",
            Some(3) => " a backgammon",
            _ => "",
        };
        return format!("{} wins{win}", name(winner));
    }
    match state.roll {
        Some(roll) => format!("{player} to play {roll}"),
        None => format!("{player} to roll"),
    }
}
