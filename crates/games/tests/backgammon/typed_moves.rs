//! Moves as players type them, and what they are told when a move is not legal.

use starmax_core::Notation;
use starmax_games::Backgammon;

/// What a typed move is read as, or the error.
fn read_move(position: &str, text: &str) -> String {
    let game = Backgammon::default();
    let state = game.parse_state(position).unwrap();
    match game.parse_move(&state, text) {
        Ok(mv) => game.write_move(&state, mv),
        Err(error) => error.to_string(),
    }
}

fn objection(position: &str, text: &str) -> String {
    let game = Backgammon::default();
    let state = game.parse_state(position).unwrap();
    let objection = game.object_to_move(&state, text);
    objection.unwrap_or_else(|| format!("nothing known against {text}"))
}

/// The start with this roll.
fn start(roll: u8) -> String {
    format!("4HPwATDgc/ABMA-{roll}")
}

/// A position of the player with capital letters, with this roll.
fn on_board(checkers: &str, roll: u8) -> String {
    format!("XGID={checkers}:0:0:1:{roll}:0:0:0:0:10")
}

const ON_THE_BAR: &str = "-b----E-C---eE---c-e----AA";
const BEARING_OFF: &str = "-BBBBBB-----------bbbbbb--";

#[test]
fn moves_are_read_however_they_are_typed() {
    for text in ["8/5 6/5", "6/5 8/5", "6/5,8/5", "6/5, 8/5", " 8/5   6/5 "] {
        assert_eq!(read_move(&start(31), text), "8/5 6/5");
    }
    for text in [
        "24/20",
        "24/21/20",
        "24/23/20",
        "24/23 23/20",
        "24/21, 21/20",
    ] {
        assert_eq!(read_move(&start(31), text), "24/20");
    }
    for text in ["13/5", "13/7/5", "13/11/5"] {
        assert_eq!(read_move(&start(62), text), "13/5");
    }
    for text in ["6/3, 24/18", "24/18 6/3"] {
        assert_eq!(read_move(&start(63), text), "24/18 6/3");
    }
    for text in ["8/4(2) 24/20(2)", "24/20 8/4 24/20 8/4", "24/20(2), 8/4(2)"] {
        assert_eq!(read_move(&start(44), text), "24/20(2) 8/4(2)");
    }
    let on_the_bar = on_board(ON_THE_BAR, 31);
    for text in ["BAR/22 24/23", "bar/22 24/23", "25/22 24/23"] {
        assert_eq!(read_move(&on_the_bar, text), "bar/22 24/23");
    }
    let bearing_off = on_board(BEARING_OFF, 61);
    for text in ["6/OFF 1/off", "6/0 1/0", "1/off 6/off"] {
        assert_eq!(read_move(&bearing_off, text), "6/off 1/off");
    }
}

#[test]
fn a_way_that_hits_is_told_from_one_that_does_not() {
    // Blots of the opponent where a 4 lands, and where a 4 or a 2 land.
    let one = on_board("----------------a---a---A-", 42);
    assert_eq!(read_move(&one, "24/18"), "24/18");
    assert_eq!(read_move(&one, "24/20/18"), "24/20*/18");
    assert_eq!(read_move(&one, "24/20*/18"), "24/20*/18");
    let both = on_board("----------------a---a-a-A-", 42);
    assert_eq!(read_move(&both, "24/22/18"), "24/22*/18");
    assert_eq!(
        read_move(&both, "24/18"),
        "found \"24/18\", expected a legal move: it can be 24/20*/18 or 24/22*/18"
    );
}

#[test]
fn a_text_that_is_no_move_is_an_error_with_legal_ones() {
    for text in ["x", "8/5 6/5(0)", "8/5 6/5(", "8/26 6/5", "8", ""] {
        assert_eq!(
            read_move(&start(31), text),
            format!(
                "found \"{text}\", expected a legal move such as 24/23 24/21, 24/20, 24/21 8/7, 24/21 6/5, 24/23 13/10, \
                 13/9, 13/10 8/7, 13/10 6/5, or one of 8 others"
            )
        );
    }
}

#[test]
fn a_move_that_is_not_legal_is_an_error_with_the_reason() {
    assert_eq!(
        read_move(&start(31), "8/3"),
        "found \"8/3\", expected a legal move: 8/3 takes 5, and 31 gives 1, 3 or 4"
    );
}

#[test]
fn an_objection_names_what_is_wrong_at_the_start() {
    for (roll, text, told) in [
        (31, "8/3 6/5", "8/3 takes 5, and 31 gives 1, 3 or 4"),
        (33, "8/4", "8/4 takes 4, and 33 gives 3, 6, 9 or 12"),
        (31, "8/5 8/5", "31 is played once each, and this takes more"),
        (
            31,
            "8/5 6/5 6/5",
            "31 is played once each, and this takes more",
        ),
        (
            31,
            "13/10(4)",
            "31 is played once each, and this takes more",
        ),
        (
            11,
            "8/7(3) 6/5(2)",
            "11 is played four times at most, and this takes more",
        ),
        (31, "5/8", "5/8 goes the wrong way, from high to low points"),
        (
            31,
            "8/5/6",
            "5/6 goes the wrong way, from high to low points",
        ),
        (31, "9/6 6/5", "you have no checker on point 9"),
        (66, "24/18(3)", "you have only 2 checkers on point 24"),
        (31, "bar/22 6/5", "you have no checker on the bar"),
        (31, "8/5* 6/5", "there is no lone checker to hit on 5"),
        (51, "6/1 24/23", "point 1 is blocked"),
        (55, "24/14", "the way is blocked on 19"),
        (
            31,
            "8/5",
            "both dice can be played, so both must be: 1 is left",
        ),
        (44, "24/20(2)", "4 can be played 4 times, this is only 2"),
        (
            61,
            "6/off 8/7",
            "no checker is borne off before all are at home",
        ),
        (31, "pass", "31 can be played, so it must be"),
    ] {
        assert_eq!(objection(&start(roll), text), told, "{text}");
    }
}

#[test]
fn an_objection_names_what_is_wrong_on_the_bar() {
    let come_in = "checkers on the bar must come in first";
    assert_eq!(objection(&on_board(ON_THE_BAR, 31), "24/23 6/3"), come_in);
    let two = "-b----E-C---eE---c-e-----B";
    assert_eq!(objection(&on_board(two, 31), "bar/22 6/5"), come_in);
    assert_eq!(
        objection(&on_board(ON_THE_BAR, 61), "bar/19 24/23"),
        "point 19 is blocked"
    );
    let closed_out = on_board("-------------------bbbbbbA", 31);
    assert_eq!(
        objection(&closed_out, "bar/24"),
        "no checker can be moved with 31: type pass"
    );
}

#[test]
fn an_objection_names_what_is_wrong_when_bearing_off() {
    let two_points = "----BC------------bbbb----";
    for (roll, text, told) in [
        (31, "5/off 4/3", "5/off takes 5, and 31 gives 1, 3 or 4"),
        (
            61,
            "5/off 4/off",
            "61 is played once each, and this takes more",
        ),
        (
            61,
            "4/off 5/4",
            "4/off needs a 4 while there are checkers farther back",
        ),
        (
            65,
            "5/off 4/off",
            "4/off needs a 4 while there are checkers farther back",
        ),
    ] {
        assert_eq!(objection(&on_board(two_points, roll), text), told);
    }
}

#[test]
fn the_larger_die_must_be_played_when_only_one_can() {
    let either_but_not_both = on_board("-------------b----------A-", 65);
    assert_eq!(read_move(&either_but_not_both, "24/18"), "24/18");
    assert_eq!(
        objection(&either_but_not_both, "24/19"),
        "only one die can be played, and it must be the larger one, 6"
    );
}

#[test]
fn nothing_to_play_is_written_pass() {
    let closed_out = on_board("-------------------bbbbbbA", 31);
    for text in ["pass", "PASS", "", "  "] {
        assert_eq!(read_move(&closed_out, text), "pass");
    }
    assert_eq!(
        read_move(&closed_out, "bar/24"),
        "found \"bar/24\", expected a legal move: no checker can be moved with 31: type pass"
    );
}
