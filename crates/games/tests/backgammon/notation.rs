use starmax_core::{Notation, Player, Rules};
use starmax_games::{Backgammon, MatchState};

const START: &str = "4HPwATDgc/ABMA";
const START_XGID: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";

fn rewritten(text: &str) -> String {
    let game = Backgammon::default();
    game.write_state(&game.parse_state(text).unwrap())
}

fn xgid(text: &str) -> String {
    let game = Backgammon::default();
    game.write_xgid(&game.parse_state(text).unwrap(), &MatchState::default())
}

#[test]
fn the_start_is_known_by_many_names() {
    for text in [
        START,
        "start",
        "START",
        " 4HPwATDgc/ABMA ",
        "4HPwATDgc/ABMA-max",
        "4HPwATDgc/ABMA:cAkAAAAAAAAA",
        START_XGID,
        &START_XGID[5..],
    ] {
        assert_eq!(rewritten(text), START, "{text}");
        assert_eq!(xgid(text), START_XGID, "{text}");
    }
}

#[test]
fn turn_and_roll_are_part_of_a_position() {
    for text in [
        "4HPwATDgc/ABMA-31",
        "4HPwATDgc/ABMA-min",
        "4HPwATDgc/ABMA-min-66",
        "sGfwATDgc/ABMA-min-52",
        "gwAAMAQAAAAAAA",
    ] {
        assert_eq!(rewritten(text), text);
        assert_eq!(rewritten(&xgid(text)), text);
    }
    assert_eq!(rewritten("4HPwATDgc/ABMA-13"), "4HPwATDgc/ABMA-31");
    assert_eq!(rewritten("4HPwATDgc/ABMA-MIN-13"), "4HPwATDgc/ABMA-min-31");
}

#[test]
fn the_dice_of_a_match_id_are_used() {
    assert_eq!(
        rewritten("4HPwATDgc/ABMA:QYkqASAAIAAA"),
        "4HPwATDgc/ABMA-52"
    );
    assert_eq!(
        rewritten("GNUBGID=4HPwATDgc/ABMA:QYkqASAAIAAA"),
        "4HPwATDgc/ABMA-52"
    );
}

#[test]
fn positions_are_written_as_gnu_backgammon_does() {
    let gnubgid = |text: &str| {
        let game = Backgammon::default();
        game.write_gnubgid(&game.parse_state(text).unwrap(), &MatchState::default())
    };
    // What version 1.07 shows for the same positions, player 1 or player 0 on roll, in a game for money without
    // the Jacoby rule.
    for (text, written) in [
        ("4HPwATDgc/ABMA", "GNUBGID=4HPwATDgc/ABMA:cAkAAAAAAAAE"),
        ("4HPwATDgc/ABMA-31", "GNUBGID=4HPwATDgc/ABMA:cIkFAAAAAAAE"),
        ("4HPwATDgc/ABMA-min", "GNUBGID=4HPwATDgc/ABMA:MAEAAAAAAAAE"),
        (
            "4HPwATDgc/ABMA-min-42",
            "GNUBGID=4HPwATDgc/ABMA:MAEKAAAAAAAE",
        ),
    ] {
        assert_eq!(gnubgid(text), written);
        assert_eq!(rewritten(written), text);
    }
}

#[test]
fn the_player_on_roll_is_second_in_a_position_id() {
    let game = Backgammon::default();
    let state = game.parse_state("4HPwATDgc/ABMA-31").unwrap();
    let after = game.play(&state, game.parse_move(&state, "8/5 6/5").unwrap());
    assert_eq!(game.write_position(&after), "sGfwATDgc/ABMA");
    let seen_by_the_opponent = game.parse_state("sGfwATDgc/ABMA").unwrap();
    assert_eq!(seen_by_the_opponent.checkers(Player::Min).count(5), 2);
    assert_eq!(seen_by_the_opponent.checkers(Player::Max).count(5), 0);
    assert_eq!(
        xgid("sGfwATDgc/ABMA-min"),
        "XGID=-b---BD-B---eE---c-e----B-:0:0:-1:00:0:0:0:0:10"
    );
}

#[test]
fn rolls_are_read_in_any_order() {
    let game = Backgammon::default();
    let start = game.initial();
    for text in ["31", "13", "3-1", "1,3", " 31 "] {
        assert_eq!(game.parse_outcome(&start, text).unwrap().to_string(), "31");
    }
    for text in [
        "", "3", "70", "07", "311", "3-", "--31", "3 and 1", "ab", "\u{e9}",
    ] {
        let error = game.parse_outcome(&start, text).unwrap_err().to_string();
        assert_eq!(
            error,
            format!("found \"{text}\", expected a roll: two dice from 1 to 6, such as 31 or 66")
        );
    }
}

#[test]
fn bad_positions_are_errors() {
    let cases = [
        ("", "a position ID (14 letters"),
        ("4HPwATDgc/ABM", "a position ID (14 letters"),
        ("4HPwATDgc/ABMAA", "a position ID (14 letters"),
        ("4HPwATDgc/ABM!", "a position ID (14 letters"),
        ("4HPwATDgc/ABM\u{e9}", "a position ID (14 letters"),
        ("4HPwATDgc/ABMB", "a position ID (14 letters"),
        ("//////////////", "a position ID (14 letters"),
        ("////////////8A", "at most 15 checkers"),
        ("//8DAAAAAAAAAA", "at most 15 checkers"),
        ("AAAAAAAAQAAAAA", "goes on behind the checkers"),
        ("AAAAAAAAAAAAAA", "only one player can have finished"),
        ("4HPwATDgc/ABMA-", "a roll"),
        ("4HPwATDgc/ABMA-7", "a roll"),
        ("4HPwATDgc/ABMA-70", "a roll"),
        ("4HPwATDgc/ABMA-00", "a roll"),
        ("4HPwATDgc/ABMA-both", "a roll"),
        ("4HPwATDgc/ABMA-31-min", "nothing behind the roll"),
        ("4HPwATDgc/ABMA:", "a match ID behind the colon"),
        ("4HPwATDgc/ABMA:cAkAAAAAAAA", "a match ID behind the colon"),
        ("4HPwATDgc/ABMA:31", "a match ID behind the colon"),
        ("4HPwATDgc/ABMA:////////////", "a match ID"),
        ("XGID=", "an XGID with 10 fields"),
        ("XGID=-b----E-C---eE---c-e----B-", "an XGID with 10 fields"),
        (
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0",
            "an XGID with 10 fields",
        ),
        (
            "XGID=-b----E-C---eE---c-e----B:0:0:1:31:0:0:0:0:10",
            "an XGID with 26 places, not 25",
        ),
        (
            "XGID=-b----E-C---eE---c-e----B?:0:0:1:31:0:0:0:0:10",
            "a letter or - at each place",
        ),
        (
            "XGID=-b----P-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
            "at most 15 checkers (the letter o)",
        ),
        (
            "XGID=-b----G-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
            "at most 15 checkers of each player, not 17",
        ),
        (
            "XGID=Ab----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
            "the bar of the top player first",
        ),
        (
            "XGID=-b----E-C---eE---c-e----Ba:0:0:1:31:0:0:0:0:10",
            "the bar of the top player first",
        ),
        (
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:70:0:0:0:0:10",
            "two dice from 1 to 6, 00 before the roll",
        ),
        (
            "XGID=-b----E-C---eE---c-e----B-:0:0:0:31:0:0:0:0:10",
            "1 or -1 as the player to move, not \"0\"",
        ),
        (
            "XGID=-b----E-C---eE---c-e----B-:0:2:1:31:0:0:0:0:10",
            "the cube's owner, not \"2\"",
        ),
        (
            "XGID=-b----E-C---eE---c-e----B-:x:0:1:31:0:0:0:0:10",
            "the cube from 0 to 15, not \"x\"",
        ),
        (
            "XGID=--------------------------:0:0:1:00:0:0:0:0:10",
            "only one player can have finished",
        ),
        (
            "XGID=-A------------------------:0:0:1:31:0:0:0:0:10",
            "no roll: the game is over",
        ),
    ];
    for (text, reason) in cases {
        let error = Backgammon::default()
            .parse_state(text)
            .unwrap_err()
            .to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn two_players_on_one_point_are_an_error() {
    // The first player's checker on the own 24 point, and the second one's on the own 1 point.
    let error = Backgammon::default()
        .parse_state("AACABAAAAAAAAA")
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("checkers of only one player on point 1"),
        "{error}"
    );
}
