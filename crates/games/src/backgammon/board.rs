//! The board as players know it.

use starmax_core::{Game, Node, Player};

use super::state::{BAR, BackgammonState};
use super::{Backgammon, position_id, xgid};

/// Checkers that are drawn one above the other; the last place shows a number when there are more.
const HEIGHT: usize = 5;

/// The board seen by the player on roll, whose home is at the bottom right.
pub(super) fn draw(game: Backgammon, state: &BackgammonState) -> String {
    let me = state.player;
    let upper = |row| {
        rank(
            state,
            &[13, 14, 15, 16, 17, 18, BAR, 19, 20, 21, 22, 23, 24],
            row,
        )
    };
    let lower = |row| rank(state, &[12, 11, 10, 9, 8, 7, 0, 6, 5, 4, 3, 2, 1], row);
    let mut lines = vec![format!(
        " +13-14-15-16-17-18-+---+19-20-21-22-23-24-+  {}",
        summary(state, me.opponent())
    )];
    lines.extend((0..HEIGHT).map(upper));
    lines.push(format!(
        " |                  |BAR|                  |  {}",
        what_happens(game, state)
    ));
    lines.extend((0..HEIGHT).rev().map(lower));
    lines.push(format!(
        " +12-11-10--9--8--7-+---+-6--5--4--3--2--1-+  {}",
        summary(state, me)
    ));
    lines.push(format!(
        " {}  {}",
        position_id::write(state),
        xgid::write(state)
    ));
    lines.join("\n")
}

/// One line of checkers; `row` counts from the edge of the board.
fn rank(state: &BackgammonState, places: &[usize; 13], row: usize) -> String {
    let cells = places.map(|place| format!("{:^3}", cell(state, place, row)));
    format!(
        " |{}|{}|{}|",
        cells[..6].concat(),
        cells[6],
        cells[7..].concat()
    )
}

/// What is seen at a place of the player on roll, or of the opponent from the other side: bars are in the half where their checkers
/// come in.
fn cell(state: &BackgammonState, place: usize, row: usize) -> String {
    let me = state.player;
    let owners = [(me, place), (me.opponent(), BAR - place)];
    for (player, place) in owners.into_iter().filter(|&(_, place)| place > 0) {
        let count = usize::from(state.places(player)[place]);
        if count > HEIGHT && row + 1 == HEIGHT {
            return count.to_string();
        }
        if count > row {
            return name(player).to_owned();
        }
    }
    String::new()
}

fn name(player: Player) -> &'static str {
    match player {
        Player::Max => "X",
        Player::Min => "O",
    }
}

fn summary(state: &BackgammonState, player: Player) -> String {
    format!(
        "{}: {} pips, {} off",
        name(player),
        state.pips(player),
        state.off(player)
    )
}

fn what_happens(game: Backgammon, state: &BackgammonState) -> String {
    let player = name(state.player);
    match (game.node(state), state.roll) {
        (Node::Terminal(value), _) => {
            let winner = if value > 0.0 {
                Player::Max
            } else {
                Player::Min
            };
            format!("{} wins {}", name(winner), value.abs())
        }
        (_, Some(roll)) => format!("{player} to play {roll}"),
        (_, None) => format!("{player} to roll"),
    }
}
