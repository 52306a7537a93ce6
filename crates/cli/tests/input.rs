//! Input that no file of examples can hold: very deep, very long, or many lines.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn starmax(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_starmax"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
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
            &nested(1000),
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
        let output = starmax(&["tree", "-", "--json"], &nested(levels));
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
        &trees.join("\n"),
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
    assert!(shown.contains("Min (engine) plays"), "{shown}");
    assert!(
        shown.contains("found \"nonsense\", expected a move"),
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
    assert!(text(&output.stdout).contains("The game is over: "));
    assert_eq!(
        text(&output.stdout),
        text(&starmax(&arguments, "").stdout),
        "same seed, same game"
    );
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
