//! The whole command for a game that is not in the list: `examples/own_game.rs`.

use std::path::PathBuf;
use std::process::Command;

/// Where `cargo test` puts the example, beside the folder of this test.
fn example() -> PathBuf {
    let test = std::env::current_exe().expect("a test is a program");
    let folder = test.ancestors().nth(2).expect("tests are in deps");
    let example = folder.join("examples").join("own_game");
    example.with_extension(std::env::consts::EXE_EXTENSION)
}

/// What it answers, and whether it is content.
fn run(arguments: &[&str]) -> (String, bool) {
    let output = Command::new(example()).args(arguments).output();
    let output = output.expect("`cargo test -p starmax` builds the examples");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).expect("answers are text");
    (text, output.status.success())
}

#[test]
fn every_command_knows_the_game() {
    for (arguments, expected) in [
        (&["games"][..], "matches\n  Take 1 to 3 matches"),
        // A player who leaves one match wins, unless the wind takes it.
        (
            &["search", "matches:pile=2"],
            "value    +0.750000, exact to depth 9\nbest     1\n",
        ),
        (&["search", "matches", "Bob:7+wind"], "seen by Bob"),
        (&["moves", "matches", "Ada:2"], "2  Ada:0+wind"),
        (&["show", "matches"], "Ada:15"),
        (&["perft", "matches", "--depth", "2"], "    2 "),
        (&["positions", "matches", "--count", "3"], ":"),
        (
            &["rollout", "matches", "Ada:5", "--trials", "36"],
            "best     ",
        ),
        (
            &["play", "matches:pile=3", "--side", "none", "--seed", "1"],
            "The game is over",
        ),
        (
            &[
                "tournament",
                "matches",
                "--player",
                "star2:depth=5",
                "--player",
                "random",
                "--games",
                "10",
            ],
            "1 - 2           10",
        ),
    ] {
        let (text, is_content) = run(arguments);
        assert!(is_content, "{arguments:?}: {text}");
        assert!(text.contains(expected), "{arguments:?}: {text}");
    }
}

#[test]
fn the_usual_games_are_there_too() {
    let (text, is_content) = run(&["search", "tic-tac-toe", "xx.oo...."]);
    assert!(is_content && text.contains("best     c1"), "{text}");
    let (text, is_content) = run(&["search", "chess"]);
    assert!(
        !is_content && text.contains("ballard, trio, matches"),
        "{text}"
    );
}

#[test]
fn bad_input_is_named() {
    for (arguments, expected) in [
        (["moves", "matches", "Ada:16"], "found \"Ada:16\", expected"),
        (["moves", "matches", "Eve:3"], "found \"Eve:3\", expected"),
        (["moves", "matches:pile=0", "start"], "expected pile=N with"),
    ] {
        let (text, is_content) = run(&arguments);
        assert!(!is_content && text.contains(expected), "{text}");
    }
}
