//! What is wrong is named with its line, and the rest is read.

use starmax_records::{Action, MOST_BYTES, ReadError, read, write_mat, write_sgf};

use super::{clean, game, problems, reading};

fn error(bytes: &[u8], name: &str) -> String {
    read(bytes, Some(name)).unwrap_err().to_string()
}

#[test]
fn what_is_no_match_is_refused_with_a_reason() {
    assert_eq!(read(b" \n\t", None), Err(ReadError::Empty));
    let large = vec![b' '; MOST_BYTES + 1];
    assert_eq!(read(&large, None), Err(ReadError::TooLarge(MOST_BYTES + 1)));
    for (text, name, expected) in [
        (
            "hello\n",
            "a.mat",
            "line 1: found \"hello\", expected a line such as",
        ),
        (
            "\nhello\n",
            "a.sgf",
            "line 2: found \"hello\", expected a game tree",
        ),
        ("hello\n", "a", "expected a match as .mat"),
        ("RGMH\0\0", "a.xg", "binary file of eXtreme Gammon"),
        ("a\nb\u{1}c", "a.mat", "line 2: found the byte 1"),
        (
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\n",
            "a.txt",
            "has no match",
        ),
        (" 7 point match\n", "a.mat", "expected a game"),
        (" Game 1\n", "a.mat", "before the first game"),
        (" 7 point match\n Game 1\n", "a.mat", "expected a game"),
        (
            " 7 point match\n Game 1\n  1) 31: 8/5 6/5\n",
            "a.mat",
            "line 3",
        ),
        (
            " 7 point match\n Game 1\n A : 0  B : 0\n 5 point match\n",
            "a.mat",
            "second one",
        ),
        ("(;FF[4]GM[1])", "a.sgf", "GM[6], which is backgammon"),
        ("(;FF[4])", "a.sgf", "GM[6], which is backgammon"),
        ("(", "a.sgf", "the file is cut off"),
        ("()", "a.sgf", "expected a game tree"),
        (
            "(;FF[4]GM[6]\n;W[31he",
            "a.sgf",
            "line 2: found \"the end of the file\", expected a closing bracket for W",
        ),
        ("(;FF[4]GM[6]\n;W[31hefe]\n", "a.sgf", "the game of line 1"),
        ("(;GM[6]))", "a.sgf", "no more closing"),
        ("(GM[6])", "a.sgf", "a semicolon before"),
        ("(;GM)", "a.sgf", "a value behind it"),
        ("(;GM[6]MI[length:x])", "a.sgf", "a number from 0 to 65535"),
        ("(;GM[6]RU[Nackgammon])", "a.sgf", "variants are not read"),
    ] {
        let error = error(text.as_bytes(), name);
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn an_impossible_action_ends_its_game_and_not_the_file() {
    for (lines, action, expected) in [
        (
            "  1) 31: 8/5 6/4                 21: 13/11 6/5",
            1,
            "8/5 6/4",
        ),
        (
            "  1) 31: 8/5 6/5                 21:\n  2) 11: 6/5",
            2,
            "legal move",
        ),
        ("  1) 31: 8/5 6/5                 21: 13/", 2, "13/"),
        (
            "  1) 31: 8/5 6/5                  Takes",
            2,
            "a double before its answer",
        ),
        (
            "  1)  Doubles => 2                Takes",
            1,
            "before the first roll",
        ),
        (
            "  1) 31: 8/5 6/5\n  2) 31: 8/5 6/5",
            2,
            "the second player, whose turn it is",
        ),
        (
            "  1) 31: 8/5 6/5                  Doubles => 2\n  2) 31: 24/20",
            3,
            "an answer to the double",
        ),
        (
            "  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Doubles => 4",
            3,
            "no beaver in a match",
        ),
        ("  1) what is this", 1, "found \"what is this\""),
        ("  1) 31: 8/5 6/5                 71: 13/11", 2, "71: 13/11"),
        ("nonsense", 1, "a numbered line"),
    ] {
        let second = "\n Game 2\n Ann : 0                        Bob : 0\n  1) 31: 8/5 6/5\n";
        let found = reading(&(game(5, lines) + second));
        assert_eq!(found.problems.len(), 1, "{lines}: {:?}", found.problems);
        let problem = &found.problems[0];
        assert_eq!(
            (problem.game, problem.action),
            (1, Some(action)),
            "{lines}: {problem}"
        );
        assert!(problem.message.contains(expected), "{lines}: {problem}");
        assert_eq!(found.record.games[0].actions.len(), action - 1);
        assert_eq!(found.record.games[1].actions.len(), 1);
        assert!(found.record.replay().all(|decision| decision.is_ok()));
    }
}

#[test]
fn what_can_be_corrected_is_reported_and_corrected() {
    let text = game(
        5,
        "  1) 31: 8/5 6/5                  Doubles => 4\n  2)  Drops                        Wins 2 points",
    );
    let found = reading(&text);
    let messages: Vec<_> = found.problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        messages,
        [
            "line 5, game 1, action 2: found a double to 4, expected 2, which is taken instead",
            "line 6, game 1: found 2 points for the second player, expected 1 point for the second player, which is taken instead",
        ]
    );
    assert_eq!(found.record.games[0].result.unwrap().points, 1);
}

#[test]
fn scores_that_do_not_follow_are_reported() {
    let first = game(
        3,
        "  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Drops                        Wins 1 point",
    );
    let at = |score: &str| {
        format!(
            "{first}\n Game 2\n Ann : 0                        Bob : {score}\n  1) 31: 8/5 6/5\n"
        )
    };
    assert_eq!(problems(&at("1")), []);
    assert!(
        problems(&at("2"))[0]
            .message
            .contains("found the score 0-2, expected 0-1")
    );
    let over = problems(&at("3"));
    assert!(
        over[1].message.contains("below the match length of 3"),
        "{over:?}"
    );
}

#[test]
fn nobody_doubles_in_the_crawford_game_but_later() {
    let lines = "  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Drops                       Wins 1 point\n";
    let text = |rules: &str| {
        let games = [
            " Game 1\n Ann : 2                        Bob : 0\n",
            " Game 2\n Ann : 2                        Bob : 1\n",
        ];
        format!(
            "{rules} 3 point match\n\n{}{lines}\n{}{lines}",
            games[0], games[1]
        )
    };
    let found = problems(&text(""));
    assert_eq!(found.len(), 1);
    assert!(
        found[0].message.contains("no double in the Crawford game"),
        "{}",
        found[0]
    );
    assert_eq!(problems(&text("; [Crawford \"Off\"]\n")), []);
}

#[test]
fn positions_that_are_set_up_are_named() {
    for setup in ["AE[a:y]AW[f]", "CV[2]", "DI[31]"] {
        let text = format!(
            "(;GM[6]MI[length:3][ws:0][bs:0]PW[A]PB[B]\n;{setup}\n;W[31hefe])\n(;GM[6]MI[length:3][ws:0][bs:0]\n;W[31hefe])"
        );
        let found = reading(&text);
        assert_eq!(
            (found.problems.len(), found.problems[0].line),
            (1, 2),
            "{setup}"
        );
        assert_eq!(found.record.games[0].actions.len(), 0);
        assert_eq!(found.record.games[1].actions.len(), 1);
    }
}

#[test]
fn a_record_against_the_rules_is_neither_played_nor_written() {
    let mut record = clean(&game(5, "  1) 31: 8/5 6/5                 21: 13/11 6/5"));
    record.games[0].actions[1].action = Action::Take;
    let problem = record.replay().nth(1).unwrap().unwrap_err();
    assert_eq!((problem.game, problem.action), (1, Some(2)));
    assert_eq!(record.replay().count(), 2);
    assert_eq!(write_mat(&record).as_ref(), Err(&problem));
    assert_eq!(write_sgf(&record), Err(problem));
}

#[test]
fn deep_and_long_files_take_no_longer_than_others() {
    let deep = format!("{}{}", "(;GM[6]".repeat(200_000), ")".repeat(200_000));
    assert_eq!(reading(&deep).record.games.len(), 1);
    let headers = "; [A \"b\"]\n".repeat(200_000) + &game(5, "  1) 31: 8/5 6/5");
    assert_eq!(clean(&headers).info.len(), 1);
    let wide = game(5, &format!("  1) 31: {}", "8/5 ".repeat(200_000)));
    assert_eq!(problems(&wide).len(), 1);
}
