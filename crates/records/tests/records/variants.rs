//! Files by hand, as other programs write them.

use starmax_core::Player;
use starmax_records::{Action, Format, read};

use super::{clean, comes_back, game};

#[test]
fn headers_words_and_widths_of_extreme_gammon_are_read() {
    let text = "; [Site \"Somewhere\"]\r\n; [Match ID \"17\"]\r\n; [Player 1 \"Ann\"]\r\n; [Player 2 \"Bob\"]\r\n; [EventDate \"2026.01.02\"]\r\n; [Variation \"Backgammon\"]\r\n; [Crawford \"Off\"]\r\n; [CubeLimit \"1024\"]\r\n\r\n 3 point match\r\n\r\n Game 1\r\n Ann : 0                              Bob : 0\r\n  1)                                  13: 8/5 6/5\r\n  2) 62: 24/18 13/11                  44: 24/20(2) 13/9(2)\r\n  3) 55: Cannot Move                  Doubles => 2\r\n  4)  Takes                           66: 13/7(2) 8/2(2)\r\n  5) 21: ????\r\n                                       Wins 2 points\r\n";
    let found = read(text.as_bytes(), Some("match.txt")).unwrap();
    // Fives can be played: the file is wrong, and says where.
    assert_eq!(found.problems.len(), 1);
    assert_eq!(
        (found.problems[0].line, found.problems[0].action),
        (16, Some(4))
    );
    assert!(
        found.problems[0].message.contains("can be played"),
        "{}",
        found.problems[0]
    );
    let text = text.replace("55: Cannot Move", "61: 13/7 8/7   ");
    let record = clean(&text);
    assert!(!record.rules.crawford);
    assert_eq!(record.info("Variation"), Some("Backgammon"));
    assert_eq!(record.info("Match ID"), Some("17"));
    let last: Vec<_> = record.games[0].actions.iter().rev().take(2).collect();
    assert!(matches!(last[1].action, Action::Roll { .. }), "{last:?}");
    assert_eq!(last[0].action, Action::Resign { points: 1 });
    comes_back(&record);
}

#[test]
fn bar_off_and_numbers_mean_the_same() {
    let [one, other] = [
        "  1) 41: 13/9 6/5                43: 24/20* 24/21\n  2) 42: 25/21 6/4",
        "  1) 41: 6/5 13/9                43: 24/21 24/20\n  2) 42: Bar/21, 6/4",
    ];
    assert_eq!(clean(&game(1, one)), clean(&game(1, other)));
}

#[test]
fn the_columns_are_told_apart_when_one_is_empty() {
    for lines in [
        "  1)                             31: 8/5 6/5\n  2) 62: 24/18 13/11",
        "1)\t\t\t\t31: 8/5 6/5\n2)\t62: 24/18 13/11\t",
        "  1)                             31: 8/5 6/5\n  2) 62: 24/18 13/11             Resigns\n",
    ] {
        let record = clean(&game(5, lines));
        let players: Vec<Player> = record.games[0]
            .actions
            .iter()
            .map(|entry| entry.player)
            .collect();
        assert_eq!(players[..2], [Player::Min, Player::Max], "{lines}");
        comes_back(&record);
    }
}

#[test]
fn a_long_left_column_pushes_the_right_one() {
    let text = game(
        5,
        "  1) 31: 8/5 6/5                 21: 13/11 6/5\n  2) 11: 8/7 8/7 6/5 6/5 62: 13/7 13/11",
    );
    assert_eq!(clean(&text).games[0].actions.len(), 4);
}

#[test]
fn plays_that_are_marked_as_illegal_are_read_if_they_are_not() {
    let text = game(5, "  1) 31: Illegal play (8/5 6/5)  21: 13/11 6/5");
    assert_eq!(clean(&text).games[0].actions.len(), 2);
    let text = game(5, "  1) 31: Illegal play (8/5 6/4)  21: 13/11 6/5");
    let problems = super::problems(&text);
    assert_eq!(problems[0].action, Some(1));
    assert!(
        problems[0]
            .message
            .contains("; it and one action behind it are left out"),
        "{}",
        problems[0]
    );
}

#[test]
fn other_words_for_cube_actions_are_read() {
    let text = game(
        0,
        "  1) 31: 8/5 6/5                 21: 13/11 6/5\n  2)  Doubles => 2                Beavers => 4\n  3)  Raccoons => 8               Accepts\n  4) 62: 24/18 13/11              Redoubles => 16\n  5)  Rejects\n                                  Wins 8 points",
    );
    let record = clean(&text);
    let actions: Vec<_> = record.games[0]
        .actions
        .iter()
        .map(|entry| entry.action)
        .collect();
    assert_eq!(
        actions[2..6],
        [Action::Double, Action::Beaver, Action::Beaver, Action::Take]
    );
    assert_eq!(actions[8], Action::Pass);
    comes_back(&record);
}

#[test]
fn resignations_are_read() {
    for (word, points) in [
        ("Resigns", 2),
        ("Resigns gammon", 2),
        ("Resigns backgammon", 3),
    ] {
        let wins = format!("  1) 31: 8/5 6/5                  {word}\n      Wins {points} points");
        let record = clean(&game(5, &wins));
        let last = record.games[0].actions.last().unwrap();
        assert_eq!(
            (last.player, last.action),
            (Player::Min, Action::Resign { points })
        );
        comes_back(&record);
    }
}

#[test]
fn names_can_have_spaces_colons_and_letters_of_other_programs() {
    let text = " 1 point match\n Game 1\n J\u{f6}rg: x (1500) : 0      M. \u{c9}mile : 0\n  1) 31: 8/5 6/5\n";
    let latin: Vec<u8> = text
        .chars()
        .map(|sign| u8::try_from(u32::from(sign)).unwrap())
        .collect();
    let record = clean(text);
    assert_eq!(record.players, ["J\u{f6}rg: x (1500)", "M. \u{c9}mile"]);
    let found = read(&latin, None).unwrap();
    assert_eq!((&found.record, found.format), (&record, Format::Mat));
    comes_back(&record);
}

#[test]
fn comments_analyses_and_variations_of_trees_are_skipped() {
    let text = "(;FF[4]GM[6]MI[length:5][game:0][ws:1][bs:4]PW[A\\]nn]PB[Bob]RU[Crawford:CrawfordGame]C[(; \\] W\\[31\\])]\n;W[31hefe]A[0][hefe E ver 3 0.5]\nC[a\nb]\n;B[64akaq]BM[1]\n(;W[21mkfe])(;W[21xvmm](;B[11]);B[double]))";
    let record = clean(&text.replace("akaq", "aglp"));
    let actions = &record.games[0].actions;
    assert_eq!(actions.len(), 3);
    assert_eq!(actions[1].line, 5);
    assert_eq!(
        (record.players[0].as_str(), record.games[0].crawford),
        ("A]nn", true)
    );
}
