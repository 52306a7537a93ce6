//! The board as it is drawn.

use starmax_core::{Notation, Player, Rules};
use starmax_games::Backgammon;

#[test]
fn a_board_is_drawn_as_players_know_it() {
    let game = Backgammon::default();
    let state = game.parse_state("4HPwATDgc/ABMA-31").unwrap();
    let expected = [
        " +13-14-15-16-17-18-+---+19-20-21-22-23-24-+---+  O: 167 pips",
        " | X           O    |   | O              X |   |",
        " | X           O    |   | O              X |   |",
        " | X           O    |   | O                |   |",
        " | X                |   | O                |   |",
        " | X                |   | O                |   |",
        " |                  |BAR|                  |OFF|  X to play 31",
        " | O                |   | X                |   |",
        " | O                |   | X                |   |",
        " | O           X    |   | X                |   |",
        " | O           X    |   | X              O |   |",
        " | O           X    |   | X              O |   |",
        " +12-11-10--9--8--7-+---+-6--5--4--3--2--1-+---+  X: 167 pips",
        " GNUBGID=4HPwATDgc/ABMA:cIkFAAAAAAAE",
        " XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
    ];
    assert_eq!(game.draw(&state), expected.join("\n"));
    assert!(game.draw(&state).lines().all(|line| line.len() < 80));
}

#[test]
fn a_board_shows_bars_trays_and_large_stacks() {
    let game = Backgammon::default();
    let state = game
        .parse_state("XGID=bJ-----------------k----BA:0:0:-1:00:0:0:0:0:10")
        .unwrap();
    let expected = [
        " +13-14-15-16-17-18-+---+19-20-21-22-23-24-+---+  X: 83 pips",
        " |                  | O |                X | X |",
        " |                  | O |                X | X |",
        " |                  |   |                X |   |",
        " |                  |   |                X |   |",
        " |                  |   |               10 |   |",
        " |                  |BAR|                  |OFF|  O to roll",
        " |                  |   |11                |   |",
        " |                  |   | O                |   |",
        " |                  |   | O                |   |",
        " |                  |   | O              X | O |",
        " |                  | X | O              X | O |",
        " +12-11-10--9--8--7-+---+-6--5--4--3--2--1-+---+  O: 116 pips",
    ];
    let drawn = game.draw(&state);
    let lines: Vec<_> = drawn.lines().collect();
    assert_eq!(lines[..expected.len()], expected);
}

#[test]
fn a_board_is_seen_by_either_player_whoever_is_on_roll() {
    let game = Backgammon::default();
    let state = game.parse_state("4HPwATDgc/ABMA-31").unwrap();
    let mv = game.parse_move(&state, "8/5 6/5").unwrap();
    let after = game.play(&state, mv);
    let seen_by = |viewer| {
        let drawn = game.draw_for(viewer, &after, Some(mv));
        drawn.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let max = seen_by(Player::Max);
    assert!(max[0].ends_with("O: 167 pips") && max[12].ends_with("X: 163 pips"));
    assert!(max[6].ends_with("O to roll"));
    assert_eq!(max[11], " | O           X    |   | X [X]          O |   |");
    assert_eq!(max[10], " | O           X    |   | X [X]          O |   |");
    assert_eq!(max[9], " | O                |   | X                |   |");
    let min = seen_by(Player::Min);
    assert!(min[0].ends_with("X: 163 pips") && min[12].ends_with("O: 167 pips"));
    assert_eq!(min[1], " | O           X    |   | X [X]          O |   |");
}

#[test]
fn what_was_brought_to_a_large_stack_or_off_the_board_is_marked() {
    let game = Backgammon::default();
    let state = game
        .parse_state("XGID=-----FG-----------------a-:0:0:1:61:0:0:0:0:10")
        .unwrap();
    let mv = game.parse_move(&state, "6/off 6/5").unwrap();
    let drawn = game.draw_for(Player::Max, &game.play(&state, mv), Some(mv));
    let lines: Vec<_> = drawn.lines().collect();
    assert_eq!(lines[7], " |                  |   | X [7]            |   |");
    assert_eq!(lines[9], " |                  |   | X  X             |[X]|");
}

#[test]
fn a_finished_game_says_what_was_won() {
    let win = |parameters, position| {
        let game = Backgammon::parse_parameters(parameters).unwrap();
        let drawn = game.draw(&game.parse_state(position).unwrap());
        let line = drawn.lines().nth(6).unwrap();
        line.rsplit("  ").next().unwrap().to_owned()
    };
    let gammon = "XGID=-------------------o------:0:0:-1:00:0:0:0:0:10";
    assert_eq!(win("", gammon), "X wins a gammon");
    assert_eq!(win("scoring=win", gammon), "X wins");
    let backgammon = "XGID=a------------------n------:0:0:-1:00:0:0:0:0:10";
    assert_eq!(win("", backgammon), "X wins a backgammon");
    let single = "XGID=-------------------n------:0:0:-1:00:0:0:0:0:10";
    assert_eq!(win("", single), "X wins");
}
