//! Cube, score and offers in the names of positions.

use starmax_core::{Notation, Player};
use starmax_games::{Backgammon, BackgammonState, Cube, MatchState, Offer};

const GAME: Backgammon = Backgammon::new(starmax_games::Scoring::Points);

fn read(text: &str) -> (BackgammonState, MatchState) {
    GAME.parse_with_match(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error(text: &str) -> String {
    GAME.parse_with_match(text).unwrap_err().to_string()
}

/// The start with these fields behind the checkers.
fn xgid(fields: &str) -> String {
    format!("XGID=-b----E-C---eE---c-e----B-:{fields}")
}

fn gnubgid(match_id: &str) -> String {
    format!("GNUBGID=4HPwATDgc/ABMA:{match_id}")
}

/// As version 1.07 of GNU Backgammon shows them, some after `set xgid`.
#[test]
fn both_names_say_the_same_as_in_gnu_backgammon() {
    for (match_id, fields, parts) in [
        ("cIkFAAAAAAAE", "0:0:1:31:0:0:0:0:10", ""),
        ("cIkFAAAAAAAA", "0:0:1:31:0:0:1:0:10", ""),
        (
            "MgEAAAAAAAAA",
            "2:0:-1:00:0:0:1:0:10",
            "cube 4 in the middle",
        ),
        ("cAngAAAAAAAE", "0:0:1:00:0:0:0:7:10", "score 0-0 to 7"),
        (
            "cBHgAAAAAAAE",
            "0:0:1:D:0:0:0:7:10",
            "score 0-0 to 7, a double that waits for an answer",
        ),
        (
            "MBlgAAAAAAAE",
            "0:0:-1:D:0:0:0:3:10",
            "score 0-0 to 3, a double that waits for an answer",
        ),
        (
            "QQngAAAAAAAE",
            "1:-1:1:00:0:0:0:7:10",
            "cube 2 on O's side, score 0-0 to 7",
        ),
        (
            "AQHgADAAEAAE",
            "1:-1:-1:00:2:3:0:7:10",
            "cube 2 on O's side, score 2-3 to 7",
        ),
        (
            "UQngADAAEAAE",
            "1:1:1:00:2:3:0:7:10",
            "cube 2 on X's side, score 2-3 to 7",
        ),
        (
            "sAHgADAAMAAE",
            "0:0:-1:00:6:3:1:7:10",
            "score 6-3 to 7 (Crawford game)",
        ),
    ] {
        let (state, around) = read(&gnubgid(match_id));
        assert_eq!(around.parts().join(", "), parts, "{match_id}");
        assert_eq!(GAME.write_gnubgid(&state, &around), gnubgid(match_id));
        assert_eq!(GAME.write_xgid(&state, &around), xgid(fields));
        assert_eq!(read(&xgid(fields)), (state, around));
        assert_eq!(
            read(&xgid(fields)[5..]),
            (state, around),
            "the prefix may be missing"
        );
    }
}

#[test]
fn a_gnubgid_holds_a_resignation() {
    let (state, around) = read(&gnubgid("QcHlAAAAAAAE"));
    assert_eq!(GAME.write_state(&state), "4HPwATDgc/ABMA-31");
    let by = Player::Max;
    assert_eq!(around.offer, Some(Offer::Resignation { by, points: 2 }));
    assert_eq!(around.parts()[2], "X's offer to resign a gammon");
    assert_eq!(GAME.write_gnubgid(&state, &around), gnubgid("QcHlAAAAAAAE"));
}

#[test]
fn an_older_match_id_says_nothing_about_jacoby_in_a_match() {
    // The example of the manual.
    let (state, around) = read(&gnubgid("QYkqASAAIAAA"));
    assert!(!around.jacoby);
    assert_eq!(GAME.write_gnubgid(&state, &around), gnubgid("QYkqASAAIAAE"));
}

/// Every cube, owner, rule and offer with some scores, possible or not.
fn all_sorts() -> Vec<(BackgammonState, MatchState)> {
    let players = [None, Some(Player::Max), Some(Player::Min)];
    let resignation = |by, points| Some(Offer::Resignation { by, points });
    let offers = [
        None,
        Some(Offer::Double),
        resignation(Player::Max, 1),
        resignation(Player::Min, 2),
        resignation(Player::Max, 3),
    ];
    let matches = [
        (0, [0, 0]),
        (0, [5, 32767]),
        (1, [0, 0]),
        (3, [2, 0]),
        (7, [6, 6]),
        (7, [3, 7]),
        (32767, [32766, 1]),
    ];
    let mut sorts = Vec::new();
    for position in ["", "-31", "-min", "-min-66"] {
        let state = GAME.parse_state(&format!("sGfwATDgc/ABMA{position}"));
        let state = state.unwrap();
        for (length, score) in matches {
            for turned in 0..=Cube::MOST_TURNS {
                for (owner, offer) in players
                    .iter()
                    .flat_map(|&owner| offers.map(|offer| (owner, offer)))
                {
                    for flags in 0..8 {
                        sorts.push((
                            state,
                            MatchState {
                                cube: Cube {
                                    turned,
                                    owner,
                                    most_turns: turned.max(10 + flags / 4),
                                },
                                length,
                                score,
                                is_crawford: length > 0 && flags & 1 > 0,
                                jacoby: length == 0 && flags & 1 > 0,
                                beavers: length == 0 && flags & 2 > 0,
                                offer,
                            },
                        ));
                    }
                }
            }
        }
    }
    sorts
}

/// What a GNUBGID has room for.
fn in_gnubgid(around: MatchState) -> MatchState {
    let most_turns = around.cube.turned.max(Cube::USUAL_TURNS);
    MatchState {
        cube: Cube {
            most_turns,
            ..around.cube
        },
        beavers: false,
        ..around
    }
}

/// What an XGID has room for.
fn in_xgid(around: MatchState) -> MatchState {
    MatchState {
        offer: around.offer.filter(|&offer| offer == Offer::Double),
        ..around
    }
}

#[test]
fn what_is_written_is_read_back_or_impossible_in_both_names() {
    let [mut possible, mut impossible] = [0, 0];
    for (state, around) in all_sorts() {
        let gnubgid = GAME.write_gnubgid(&state, &around);
        let xgid = GAME.write_xgid(&state, &around);
        let of_gnubgid = GAME.parse_with_match(&gnubgid);
        let of_xgid = GAME.parse_with_match(&xgid);
        if let Ok(read) = &of_gnubgid {
            assert_eq!(*read, (state, in_gnubgid(around)), "{gnubgid}");
        }
        if let Ok(read) = &of_xgid {
            // Dice or a double: an XGID cannot say both.
            let written = match state.roll() {
                Some(_) => MatchState {
                    offer: None,
                    ..around
                },
                None => in_xgid(around),
            };
            assert_eq!(*read, (state, written), "{xgid}");
        }
        if around != in_gnubgid(around) || around != in_xgid(around) || state.roll().is_some() {
            continue;
        }
        assert_eq!(of_gnubgid.is_ok(), of_xgid.is_ok(), "{gnubgid} {xgid}");
        if of_gnubgid.is_ok() {
            possible += 1;
        } else {
            impossible += 1;
        }
    }
    assert!(
        possible > 500 && impossible > 500,
        "{possible} {impossible}"
    );
}

#[test]
fn what_is_impossible_in_an_xgid_is_named() {
    for (fields, expected) in [
        ("0:1:1:00:0:0:0:0:10", "no owner of a cube of 1"),
        (
            "16:1:1:00:0:0:0:0:10",
            "with the power of two of the cube from 0 to 15, not \"16\"",
        ),
        (
            "x:1:1:00:0:0:0:0:10",
            "the power of two of the cube from 0 to 15, not \"x\"",
        ),
        (
            "3:1:1:00:0:0:0:0:2",
            "a cube of 2 to the power of 2 at most",
        ),
        (
            "0:0:1:00:0:0:0:0:16",
            "the power of two of the largest cube from 0 to 15",
        ),
        (
            "2:0:1:00:0:0:0:7:10",
            "an owner of the cube of 4: in a match only players turn it",
        ),
        (
            "0:2:1:00:0:0:0:0:10",
            "-1, 0 or 1 as the cube's owner, not \"2\"",
        ),
        (
            "0:0:1:00:7:3:0:7:10",
            "a score below the match length of 7, not 7-3",
        ),
        (
            "0:0:1:00:3:9:0:7:10",
            "a score below the match length of 7, not 3-9",
        ),
        (
            "0:0:1:00:-1:0:0:7:10",
            "a score from 0 to 32767, not \"-1\"",
        ),
        (
            "0:0:1:00:0:0:0:40000:10",
            "the length of the match from 0 to 32767, not \"40000\"",
        ),
        ("0:0:1:00:5:5:1:7:10", "nobody is one point away from 7"),
        (
            "1:1:1:00:6:5:1:7:10",
            "a cube of 1 in the Crawford game, not of 2",
        ),
        ("0:0:1:D:6:5:1:7:10", "no double in the Crawford game"),
        (
            "0:0:1:00:6:5:2:7:10",
            "1 in the Crawford game, else 0, as the rules of a match, from 0 to 1, not \"2\"",
        ),
        (
            "0:0:1:00:0:0:4:0:10",
            "1 for the Jacoby rule, plus 2 for beavers",
        ),
        (
            "0:0:1:30:0:0:0:0:10",
            "two dice from 1 to 6, 00 before the roll or D after a double, not \"30\"",
        ),
        (
            "1:-1:1:D:0:0:0:7:10",
            "no double by a player whose opponent owns the cube",
        ),
        (
            "10:1:1:D:0:0:0:0:10",
            "no double: the cube is as large as it can get",
        ),
        (
            "0:0:1:B:0:0:3:0:10",
            "beavers and raccoons that wait for an answer are not read",
        ),
    ] {
        let error = error(&xgid(fields));
        assert!(error.contains(expected), "{fields}: {error}");
    }
}

#[test]
fn what_is_impossible_in_a_match_id_is_named() {
    for (match_id, expected) in [
        ("cAkAAAAAAAAI", "nothing behind the Jacoby rule"),
        ("cAgAAAAAAAAE", "not one that has not begun (0)"),
        // What is left of a game that was resigned, and of one that ended with a double.
        ("8ENgACAAAAAE", "not one that was resigned (3)"),
        ("cARgAAAACAAE", "not one that ended with a double (4)"),
        ("YAkAAAAAAAAE", "0, 1 or 3 as the cube's owner, not 2"),
        ("UAkAAAAAAAAE", "no owner of a cube of 1"),
        (
            "cAEAAAAAAAAE",
            "the turn of the player on roll, as nothing waits",
        ),
        (
            "cIkAAAAAAAAE",
            "two dice from 1 to 6, or 0 twice before the roll, not 1 and 0",
        ),
        ("cJEFAAAAAAAE", "no dice while a double waits for an answer"),
        // Version 1.07 after a double and a redouble at once.
        (
            "QRkAAAAAAAAA",
            "beavers that wait for an answer are not read",
        ),
        (
            "cHEAAAAAAAAE",
            "a double or a resignation that waits for an answer, not both",
        ),
        ("8AkAAAAAAAAE", "no Crawford game: the match length is 0"),
    ] {
        let error = error(&gnubgid(match_id));
        assert!(error.contains(expected), "{match_id}: {error}");
    }
}

#[test]
fn what_single_games_have_no_place_for_is_named() {
    for (text, expected) in [
        (xgid("0:0:1:00:0:0:3:0:10"), None),
        (gnubgid("cIkFAAAAAAAA"), None),
        ("start".to_owned(), None),
        ("nonsense".to_owned(), None),
        (
            xgid("1:-1:1:31:3:1:0:7:10"),
            Some(
                "cube 2 on O's side and score 3-1 to 7 are not used: values are of single games without the cube",
            ),
        ),
        (
            xgid("1:1:1:D:3:1:0:7:10"),
            Some(
                "cube 2 on X's side, score 3-1 to 7 and a double that waits for an answer are not used: values are of single games without the cube",
            ),
        ),
        (
            xgid("0:0:1:31:6:1:1:7:10"),
            Some(
                "score 6-1 to 7 (Crawford game) is not used: values are of single games without the cube",
            ),
        ),
    ] {
        assert_eq!(GAME.unused(&text).as_deref(), expected, "{text}");
    }
}
