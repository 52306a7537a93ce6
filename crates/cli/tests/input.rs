//! Input that no file of examples can hold: very deep, very long, or many lines.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_starmax"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

fn starmax(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = start(arguments);
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.as_ref().to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("the program ends");
    // A program that ends early does not read everything.
    let _ = writer.join().expect("the writer does not panic");
    output
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program prints text")
}

fn nested(levels: usize) -> String {
    format!("{}1{}", r#"{"max":["#.repeat(levels), "]}".repeat(levels))
}

#[test]
fn a_tree_of_a_thousand_levels_is_solved_by_every_algorithm() {
    let algorithms = [
        "minimax",
        "alphabeta",
        "expectimax",
        "star1",
        "star2",
        "star2.5",
        "star2-tt",
        "starmax",
    ];
    for algorithm in algorithms {
        let output = starmax(
            &["tree", "-", "--json", "--algorithm", algorithm],
            nested(1000),
        );
        assert!(
            output.status.success(),
            "{algorithm}: {}",
            text(&output.stderr)
        );
        assert!(text(&output.stdout).contains(r#""value":1.0"#));
    }
}

#[test]
fn a_tree_nested_too_deep_is_an_error_and_no_overflow() {
    for levels in [1001, 100_000] {
        let output = starmax(&["tree", "-", "--json"], nested(levels));
        assert_eq!(output.status.code(), Some(2));
        assert!(
            text(&output.stdout).contains("1000"),
            "{}",
            text(&output.stdout)
        );
    }
}

#[test]
fn a_bad_line_spoils_only_itself() {
    let output = starmax(
        &["tree", "-", "--json"],
        "{\"max\":[1,2]}\n{\"max\":[]}\n\n{\"min\":[1,2]}\n",
    );
    assert_eq!(output.status.code(), Some(2));
    let lines: Vec<_> = text(&output.stdout).lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].contains(r#""value":2.0"#));
    assert!(
        lines[1].starts_with(r#"{"error":"line 2: "#),
        "{}",
        lines[1]
    );
    assert!(lines[2].contains(r#""value":1.0"#));
}

#[test]
fn ten_thousand_trees_go_through_one_process_in_order() {
    let tree = |number| format!(r#"{{"chance":[[0.5,{number}],[0.5,{{"min":[{number},7]}}]]}}"#);
    let trees: Vec<_> = (0..10_000).map(tree).collect();
    let output = starmax(
        &["tree", "-", "--json", "--algorithm", "star2"],
        trees.join("\n"),
    );
    assert!(output.status.success());
    for (number, line) in text(&output.stdout).lines().enumerate() {
        let expected = f64::midpoint(number as f64, (number as f64).min(7.0));
        assert!(
            line.contains(&format!(r#""value":{expected:?},"#)),
            "{number}: {line}"
        );
    }
    assert_eq!(text(&output.stdout).lines().count(), 10_000);
}

#[test]
fn several_players_keep_to_limits_too() {
    let arguments = [
        "search",
        "trio:pile=40",
        "--depth",
        "40",
        "--time",
        "100ms",
        "--json",
    ];
    let output = starmax(&arguments, "");
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn positions_are_searched_line_by_line() {
    let output = starmax(
        &["search", "pig", "-", "--json", "--depth", "3"],
        "max:12-7+5\nmax:2-7+5+die 3\nnonsense\n",
    );
    assert_eq!(output.status.code(), Some(2));
    let lines: Vec<_> = text(&output.stdout).lines().collect();
    assert!(lines[0].contains(r#""position":"max:12-7+5""#));
    assert!(lines[1].contains(r#""position":"max:2-7+5+die","roll":"3""#));
    assert!(lines[2].starts_with(r#"{"error":"line 3: "#));
}

#[test]
fn a_game_can_be_played_from_a_script() {
    let output = starmax(
        &["play", "tic-tac-toe", "--seed", "1"],
        "hint\nb2\nundo\n1\nnonsense\nquit\n",
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    let shown = text(&output.stdout);
    assert!(shown.contains("O plays"), "{shown}");
    assert!(
        shown.contains("found \"nonsense\", expected one of b1"),
        "{shown}"
    );
}

#[test]
fn the_engine_plays_pig_against_itself_to_the_end() {
    let arguments = [
        "play", "pig", "--side", "none", "--seed", "7", "--depth", "5",
    ];
    let output = starmax(&arguments, "");
    assert!(output.status.success());
    assert!(text(&output.stdout).contains(" wins.\n"));
    assert_eq!(
        text(&output.stdout),
        text(&starmax(&arguments, "").stdout),
        "same seed, same game"
    );
}

#[test]
fn the_same_game_again_is_a_command_with_all_its_settings() {
    let settings = "--side none --level 1 --algorithm star2 --probes 2 --order static --probe quality --evaluator tanh --table-mb 1";
    let command = format!("play dice:3x3 --seed 3 {settings}");
    let play = |command: &str| {
        let arguments: Vec<_> = command.split_whitespace().collect();
        let output = starmax(&arguments, "");
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout).to_owned()
    };
    let shown = play(&command);
    let again = shown.lines().last().expect("the program prints");
    assert_eq!(again, format!("The same dice again: starmax {command}"));
}

#[test]
fn a_hint_looks_further_than_a_weak_engine() {
    // Level 3 is the usual depth.
    let hint = |level| {
        let arguments = [
            "play",
            "dice",
            "5/1xxx1/5/5/5:o",
            "--roll",
            "1",
            "--side",
            "O",
            "--level",
            level,
        ];
        let output = starmax(&arguments, "hint\nquit\n");
        assert!(output.status.success(), "{}", text(&output.stderr));
        let shown = text(&output.stdout).to_owned();
        let lines = shown
            .lines()
            .skip_while(|line| !line.starts_with("O> hint"));
        let ranked: Vec<_> = lines.skip(1).take(5).map(str::to_owned).collect();
        assert_eq!(ranked.len(), 5, "{shown}");
        ranked
    };
    assert_eq!(hint("1"), hint("3"));
}

#[test]
fn the_first_of_many_positions_comes_at_once() {
    for game in ["dice:19x19", "trio"] {
        let mut child = start(&["positions", game, "--count", "20000000"]);
        let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        assert!(lines.next().is_some());
        drop(lines);
        assert!(child.wait().expect("the program ends").success());
    }
}

#[test]
fn every_game_can_be_played_to_the_end() {
    let games = starmax(&["games", "--json"], "");
    for line in text(&games.stdout).lines() {
        let about: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
        let game = about["game"].as_str().expect("a name");
        let arguments = [
            "play", game, "--side", "none", "--seed", "1", "--level", "1",
        ];
        let output = starmax(&arguments, "");
        assert!(output.status.success(), "{game}: {}", text(&output.stderr));
        let said = text(&output.stdout);
        let is_over = said.contains("The game is over: ") || said.contains(" wins 1 point.");
        assert!(is_over, "{game}: {said}");
    }
}

#[test]
fn a_slip_of_the_fingers_does_not_end_a_game() {
    let mut input = b"\xff\xfe\n".to_vec();
    input.extend(b"x".repeat(1_000_000));
    input.extend(b"\n\t\n-1\n99999999999999999999\nlevel \xff\nundo it\nb1\nquit\n");
    let output = starmax(&["play", "dice", "5/5/5/5/5:x1", "--seed", "1"], input);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let shown = text(&output.stdout);
    for refused in ["\u{fffd}\u{fffd}", "-1", "99999999999999999999", "undo it"] {
        let error = format!("found \"{refused}\", expected one of a1, b1, c1, d1, e1");
        assert!(shown.contains(&error), "{refused}: {shown}");
    }
    assert!(shown.contains("O plays"), "{shown}");
    assert!(shown.len() < 10_000, "a long line is not repeated in full");
}

#[test]
fn an_undo_does_not_change_the_dice() {
    let rolls = |input: &str| {
        let output = starmax(&["play", "dice", "--seed", "8", "--side", "both"], input);
        let shown = text(&output.stdout).to_owned();
        let rolls = shown.lines().filter(|line| line.contains(" rolls "));
        let mut rolls: Vec<_> = rolls.map(str::to_owned).collect();
        rolls.dedup();
        rolls
    };
    assert_eq!(rolls("1\nundo\n2\n1\nquit\n"), rolls("1\n1\nquit\n"));
}

#[test]
#[cfg(unix)]
fn an_interrupted_engine_moves_at_once() {
    let arguments = ["play", "dice:11x11", "--side", "O", "--level", "depth=99"];
    let mut child = start(&arguments);
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let mut wait_for =
        |what: &str| lines.any(|line| line.expect("the program prints text").contains(what));
    assert!(wait_for("X rolls"));
    let interrupt = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupt.expect("there is a kill command").success());
    assert!(wait_for("X plays"));
    drop(child.stdin.take());
    assert!(wait_for("1 move: "), "the end of the input quits");
    assert!(child.wait().expect("the program ends").success());
}

#[test]
fn a_very_long_position_is_an_error_that_does_not_repeat_it_all() {
    for position in ["x".repeat(100_000), "5/".repeat(50_000) + ":x1"] {
        let output = starmax(&["search", "dice", &position], "");
        assert_eq!(output.status.code(), Some(2));
        let error = text(&output.stderr);
        assert!(error.starts_with("error: found \""), "{error}");
        assert!(error.contains(", expected ") && error.len() < 1000);
    }
}

#[test]
#[cfg(unix)]
fn an_argument_that_is_no_text_is_an_error() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    for command in ["search", "moves", "play", "positions"] {
        let output = Command::new(env!("CARGO_BIN_EXE_starmax"))
            .args([OsStr::new(command), OsStr::from_bytes(b"dice\xff")])
            .output()
            .expect("the program runs");
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("invalid UTF-8"));
    }
}

#[test]
fn bad_dice_positions_spoil_only_themselves() {
    let output = starmax(
        &["search", "dice", "-", "--json", "--depth", "1"],
        b"\xff\nxxxx1/oooo1/5/5/5:x\n5/5/5/5/5:x 9\n5/5/5/5/5:x 3\n",
    );
    assert_eq!(output.status.code(), Some(2));
    let lines: Vec<_> = text(&output.stdout).lines().collect();
    for (number, expected) in ["utf-8", "at most one player", "one of 1, 2"]
        .iter()
        .enumerate()
    {
        let start = format!(r#"{{"error":"line {}: "#, number + 1);
        assert!(lines[number].starts_with(&start), "{}", lines[number]);
        assert!(lines[number].contains(expected), "{}", lines[number]);
    }
    assert!(lines[3].contains(r#""roll":"3""#));
}

/// A change of this number is a change of what the searches do; update it together with the reason.
#[test]
fn the_bench_signature_is_the_recorded_one() {
    let recorded = include_str!("bench-signature.txt").trim();
    let output = starmax(&["bench"], "");
    let last = text(&output.stdout)
        .lines()
        .last()
        .expect("the bench prints");
    assert_eq!(last, recorded);
}

#[test]
fn positions_are_rolled_out_line_by_line() {
    let input = "5/5/5/5/5:x\nnonsense\n\n5/5/5/5/5:x 3\n";
    let output = starmax(&["rollout", "dice", "-", "--trials", "10", "--json"], input);
    assert_eq!(output.status.code(), Some(2));
    let answers: Vec<_> = text(&output.stdout).lines().collect();
    let [before, nonsense, after] = answers[..] else {
        panic!("{answers:?}");
    };
    assert!(
        before.contains(r#""best":null,"margin":null,"moves":[{"position":"5/5/5/5/5:x","#),
        "{before}"
    );
    assert!(
        nonsense.starts_with(r#"{"error":"line 2: found \"nonsense\", expected a board"#),
        "{nonsense}"
    );
    assert!(
        after.contains(r#""roll":"3","#) && after.contains(r#""moves":[{"move":"#),
        "{after}"
    );
    assert_eq!(after.matches(r#""trials":10,"#).count(), 5, "{after}");
}

#[test]
fn a_roll_is_for_the_lines_that_have_none() {
    let answer = |arguments: &[&str], input: &str| {
        let output = starmax(arguments, input);
        (
            text(&output.stdout).to_owned(),
            text(&output.stderr).to_owned(),
        )
    };
    let moves = ["moves", "backgammon", "-"];
    let (expected, _) = answer(&moves, "start 31\nstart 65\n");
    assert_eq!(expected.matches("24/18 ").count(), 2, "{expected}");
    let (found, _) = answer(
        &[&moves[..], &["--roll", "31"]].concat(),
        "start\nstart 65\n",
    );
    assert_eq!(found, expected);

    let search = ["search", "backgammon", "-", "--depth", "1", "--roll", "31"];
    let (found, _) = answer(&search, "start\n");
    assert!(found.contains("best     8/5 6/5"), "{found}");
    let (found, error) = answer(&search, "4HPwATDgc/ABMA-21\n");
    assert_eq!(found, "");
    assert_eq!(
        error,
        "error: line 1: the roll \"31\" cannot be used: at 4HPwATDgc/ABMA-21 chance does not move\n"
    );
}

/// The start in a match to 7, and the same without match and cube.
const IN_A_MATCH: &str = "XGID=-b----E-C---eE---c-e----B-:1:-1:1:31:3:1:0:7:10";
const ALONE: &str = "4HPwATDgc/ABMA-31";

const NOTE: &str = "cube 2 on O's side and score 3-1 to 7 are not used: values are of single games without the cube";

#[test]
fn commands_that_cannot_use_cube_and_score_say_so_once() {
    let commands: [&[&str]; 5] = [
        &["search", "backgammon", IN_A_MATCH, "--depth", "1"],
        &["moves", "backgammon", IN_A_MATCH],
        &["perft", "backgammon", IN_A_MATCH, "--depth", "1"],
        &[
            "rollout",
            "backgammon",
            IN_A_MATCH,
            "--trials",
            "1",
            "--truncate",
            "1",
            "--moves",
            "1",
        ],
        &[
            "play",
            "backgammon",
            IN_A_MATCH,
            "--level",
            "1",
            "--seed",
            "1",
        ],
    ];
    for arguments in commands {
        let output = starmax(arguments, "quit\n");
        assert!(output.status.success(), "{arguments:?}");
        assert_eq!(
            text(&output.stderr),
            format!("note: {NOTE}\n"),
            "{arguments:?}"
        );
        let alone: Vec<_> = (arguments.iter())
            .map(|&argument| {
                if argument == IN_A_MATCH {
                    ALONE
                } else {
                    argument
                }
            })
            .collect();
        assert_eq!(text(&starmax(&alone, "quit\n").stderr), "", "{arguments:?}");
    }
}

#[test]
fn lines_whose_cube_and_score_are_not_used_are_named() {
    let input = format!("{ALONE}\n\n{IN_A_MATCH}\n4HPwATDgc/ABMA:cAngAAAAAAAE 31\n");
    let notes = format!(
        "note: line 3: {NOTE}\n\
         note: line 4: score 0-0 to 7 is not used: values are of single games without the cube\n"
    );
    for arguments in [
        &["moves", "backgammon", "-", "--json"][..],
        &[
            "search",
            "backgammon",
            "-",
            "--json",
            "--depth",
            "1",
            "--threads",
            "2",
        ],
    ] {
        let output = starmax(arguments, &input);
        assert!(output.status.success());
        assert_eq!(text(&output.stderr), notes);
        assert_eq!(text(&output.stdout).lines().count(), 3);
    }
}

#[test]
fn a_shown_position_keeps_cube_and_score() {
    let output = starmax(&["show", "backgammon", IN_A_MATCH], "");
    assert_eq!(text(&output.stderr), "");
    let board = text(&output.stdout);
    let [around, gnubgid, xgid] = board.lines().skip(13).collect::<Vec<_>>()[..] else {
        panic!("{board}");
    };
    assert_eq!(around, " cube 2 on O's side, score 3-1 to 7");
    assert_eq!(xgid.trim(), IN_A_MATCH);
    let again = starmax(&["show", "backgammon", gnubgid.trim()], "");
    assert_eq!(text(&again.stdout), board);
    let for_money = IN_A_MATCH.replace(":3:1:0:7:", ":0:0:3:0:");
    let shown = starmax(&["show", "backgammon", &for_money], "");
    assert!(text(&shown.stdout).contains("\n cube 2 on O's side, Jacoby rule, beavers\n"));
    let output = starmax(&["show", "backgammon", "-"], IN_A_MATCH);
    assert_eq!(text(&output.stdout), board);
}

#[test]
fn a_picture_has_cube_score_and_move() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.svg");
    let file = file.to_str().unwrap();
    let shown = starmax(&["show", "backgammon", IN_A_MATCH], "");
    let picture = |svg| {
        let options = ["--svg", svg, "--move", "6/5 8/5", "--theme", "dark"];
        starmax(
            &[&["show", "backgammon", IN_A_MATCH][..], &options].concat(),
            "",
        )
    };
    let output = picture(file);
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.stdout, shown.stdout);
    let svg = std::fs::read_to_string(file).unwrap();
    for expected in [
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board dark\"",
        "X plays 31: 8/5 6/5. ",
        "O owns the cube, which stands at 2. Match to 7 points, X 3, O 1. ",
        "data-from=\"8\" data-to=\"5\"",
    ] {
        assert!(svg.contains(expected), "{expected}: {svg}");
    }
    assert_eq!(text(&picture("-").stdout), svg);
}

#[test]
fn an_xgid_without_its_prefix_is_no_option() {
    let bare = IN_A_MATCH.trim_start_matches("XGID=");
    let shown = starmax(&["show", "backgammon", bare], "");
    assert_eq!(shown, starmax(&["show", "backgammon", IN_A_MATCH], ""));
    assert!(shown.status.success());
    let borne_off = "--BA----------------------:0:0:1:31:0:0:0:0:10";
    let moves = starmax(&["moves", "backgammon", borne_off, "--json"], "");
    assert!(text(&moves.stderr).contains("the game is over"));
    let slip = starmax(&["show", "backgammon", "--rol"], "");
    assert!(text(&slip.stderr).contains("unexpected argument '--rol'"));
}

#[test]
fn a_roll_does_not_fit_to_a_double_that_waits() {
    let doubled = IN_A_MATCH.replace(":1:-1:1:31:", ":1:1:1:D:");
    let output = starmax(&["show", "backgammon", &doubled, "--roll", "31"], "");
    assert_eq!(output.status.code(), Some(2));
    let error = text(&output.stderr);
    assert!(
        error.ends_with("expected no dice while a double waits for an answer\n"),
        "{error}"
    );
    let output = starmax(&["show", "backgammon", &doubled], "");
    assert!(text(&output.stdout).contains(", a double that waits for an answer\n"));
}

#[test]
fn a_line_that_is_too_long_spoils_only_itself() {
    let position = "max:12-7+5";
    let tree = r#"{"max":[1,2]}"#;
    for (arguments, line, longest) in [
        (
            &["search", "pig", "-", "--depth", "1", "--json"][..],
            position,
            64 * 1024,
        ),
        (&["moves", "pig", "-", "--json"], position, 64 * 1024),
        (&["tree", "-", "--json"], tree, 64 * 1024 * 1024),
    ] {
        let long = " ".repeat(longest + 1);
        let output = starmax(arguments, [line, &long, line].join("\n"));
        assert_eq!(output.status.code(), Some(2));
        let answers: Vec<_> = text(&output.stdout).lines().collect();
        let [first, error, last] = answers[..] else {
            panic!("{answers:?}");
        };
        let expected = format!(r#"{{"error":"line 2: longer than {longest} bytes"}}"#);
        assert_eq!(error, expected);
        for answer in [first, last] {
            assert!(!answer.contains("error"), "{answer}");
        }
    }
}

/// There are enough of them that a search whose work grows with the square of their number would never end.
#[test]
fn a_million_moves_or_outcomes_are_searched() {
    const COUNT: usize = 1_000_000;
    let numbers = || (0..COUNT).map(|number| number * 7919 % COUNT);
    let list = |write: &dyn Fn(usize) -> String| numbers().map(write).collect::<Vec<_>>().join(",");
    let leaves = list(&|leaf| leaf.to_string());
    let outcomes = list(&|leaf| format!("[0.000001,{leaf}]"));
    let most = (COUNT - 1) as f64;
    for algorithm in [
        "expectimax",
        "star1",
        "star2",
        "star2.5",
        "star2-tt",
        "starmax",
    ] {
        for (tree, value) in [
            (format!(r#"{{"max":[{leaves}]}}"#), most),
            (format!(r#"{{"max":[{{"min":[{leaves}]}}]}}"#), 0.0),
            (
                format!(r#"{{"max":[{{"chance":[{outcomes}]}}]}}"#),
                most / 2.0,
            ),
        ] {
            let output = starmax(&["tree", "-", "--json", "--algorithm", algorithm], &tree);
            let solved: serde_json::Value =
                serde_json::from_slice(&output.stdout).expect("a line of JSON");
            let found = solved["value"].as_f64().expect("a number");
            assert!((found - value).abs() < 1e-3, "{algorithm}: {found}");
        }
    }
}

#[test]
#[cfg(unix)]
fn a_table_that_does_not_fit_into_memory_is_an_error() {
    let tree = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/trees/coin-flip.json"
    );
    for arguments in [
        &["search", "pig"][..],
        &["tree", tree],
        &["tree", tree, "--json"],
    ] {
        let script = "ulimit -v 4000000; exec \"$0\" \"$@\" --table-mb 60000";
        let output = Command::new("sh")
            .args(["-c", script, env!("CARGO_BIN_EXE_starmax")])
            .args(arguments)
            .output()
            .expect("the program runs");
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(
            text(&output.stderr),
            "error: a table of 60000 MiB does not fit into memory\n"
        );
    }
}
