use std::fs;
use std::process::{Command, Output, Stdio};

use crate::{flip_bit_in_line, kill_at_line, lines, sealed, text};
#[cfg(unix)]
use crate::{interrupt_at_line, with_largest_file, with_limit};

/// Enough of them that nobody is done before the kill.
const GAMES: &str = "2000";
/// Three pairings of 1000 pairs, and the description of the run.
const LINES_OF_ALL: usize = 3001;

const TOURNAMENT: [&str; 8] = [
    "tournament",
    "dice:7x7,k=4",
    "--player",
    "star2:depth=3",
    "--player",
    "starmax:depth=1,noise=0.1",
    "--player",
    "random",
];

fn tournament(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_starmax"));
    command.args(TOURNAMENT).args(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str]) -> Output {
    crate::run(&mut tournament(arguments))
}

#[test]
fn a_tournament_that_is_killed_goes_on_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let out = file.to_str().unwrap();
    for lines in [5, 60, 250] {
        let child = tournament(&["--games", GAMES, "--out", out])
            .spawn()
            .unwrap();
        kill_at_line(child, &file, lines);
    }
    let before = lines(&file);
    assert!((250..LINES_OF_ALL).contains(&before), "{before}");
    let resumed = run(&["--games", GAMES, "--out", out]);
    let uninterrupted = run(&["--games", GAMES, "--threads", "1"]);
    assert_eq!(text(&resumed.stdout), text(&uninterrupted.stdout));
    assert_eq!(lines(&file), LINES_OF_ALL);
    let again = run(&["--games", GAMES, "--out", out]);
    assert_eq!(text(&again.stdout), text(&uninterrupted.stdout));
    assert_eq!(lines(&file), LINES_OF_ALL, "nothing was played again");
}

#[test]
fn more_games_later_continue_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let play = |games, more: &[&str]| {
        let command = ["tournament", "pig", "-p", "star2:depth=2", "-p", "random"];
        let output = Command::new(env!("CARGO_BIN_EXE_starmax"))
            .args(command)
            .args(["--games", games])
            .args(more)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout).to_owned()
    };
    let out = ["--out", file.to_str().unwrap()];
    assert_eq!(play("21", &out), play("22", &[]));
    assert_eq!(lines(&file), 12);
    assert_eq!(play("60", &out), play("60", &[]));
    assert_eq!(lines(&file), 31);
    assert_eq!(play("20", &out), play("20", &[]), "less than there is");
    assert_eq!(lines(&file), 31);
}

#[test]
fn sure_or_not_does_not_depend_on_threads() {
    let sure = ["--stop-when-sure", "--games", "4000", "--json", "--threads"];
    let one = run(&[&sure[..], &["1"]].concat()[..]);
    let four = run(&[&sure[..], &["4"]].concat()[..]);
    assert_eq!(text(&one.stdout), text(&four.stdout));
    assert!(text(&one.stdout).contains(r#""sure":true"#));
}

#[cfg(unix)]
#[test]
fn ctrl_c_shows_what_there_is_and_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let arguments = ["--games", "1000000", "--out", file.to_str().unwrap()];
    let child = tournament(&arguments).spawn().unwrap();
    let output = interrupt_at_line(child, &file, 20);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stdout).contains("(unfinished)"));
    let error = text(&output.stderr);
    assert!(
        error.contains("the same command goes on from there: interrupted"),
        "{error}"
    );
}

#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let out = file.to_str().unwrap();
    let limited = with_largest_file(4)
        .args(TOURNAMENT)
        .args(["--games", GAMES, "--out", out, "--threads", "1"])
        .output()
        .unwrap();
    assert_eq!(limited.status.code(), Some(2));
    let error = text(&limited.stderr);
    assert!(
        error.contains(&format!("cannot write to {out}: File too large")),
        "{error}"
    );
    let table = text(&limited.stdout);
    assert!(table.contains("(unfinished)"));
    let played = 2 * (lines(&file) - 1);
    assert!(played > 40);
    assert!(table.contains(&format!("\n1 - 2 {played:>12} ")), "{table}");
    assert_eq!(
        text(&run(&["--games", GAMES, "--out", out]).stdout),
        text(&run(&["--games", GAMES]).stdout)
    );
}

#[cfg(unix)]
#[test]
fn a_table_that_does_not_fit_is_told_before_anything_else() {
    let large = ["-p", "star2:table-mb=65536", "--games", "10"];
    let output = with_limit("-v 1000000")
        .args(TOURNAMENT)
        .args(large)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout), "");
    let expected = "error: a table of 65536 MiB does not fit into memory\n";
    assert_eq!(text(&output.stderr), expected);
}

#[test]
fn damaged_lines_are_named_and_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let arguments = ["--games", "20", "--out", file.to_str().unwrap()];
    let whole = run(&arguments);
    flip_bit_in_line(&file, 5);
    flip_bit_in_line(&file, 20);
    let mended = run(&arguments);
    assert_eq!(text(&mended.stdout), text(&whole.stdout));
    for line in [5, 20] {
        let warning = format!(
            "warning: {}, line {line}: found damage (the checksum is wrong)",
            file.display()
        );
        let error = text(&mended.stderr);
        assert!(error.contains(&warning), "{error}");
    }
    assert_eq!(lines(&file), 31);
    assert!(!text(&run(&arguments).stderr).contains("damage"));
}

#[test]
fn a_damaged_first_line_is_an_error_that_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let arguments = ["--games", "4", "--out", file.to_str().unwrap()];
    run(&arguments);
    let good = fs::read_to_string(&file).unwrap();
    let damaged = good.replacen("\"seed\":1", "\"seed\":3", 1);
    let older = "{\"tournament\":\"dice:7x7,k=4\",\"seed\":1}\n";
    for (contents, expected) in [
        (
            damaged.as_str(),
            "games.jsonl, line 1: found {\"tournament\":",
        ),
        (
            older,
            "games.jsonl was written by an older version, without checksums",
        ),
    ] {
        fs::write(&file, contents).unwrap();
        let output = tournament(&arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let error = text(&output.stderr);
        assert!(error.contains(expected), "{error}");
        assert_eq!(fs::read_to_string(&file).unwrap(), contents);
    }
}

#[test]
fn a_line_that_is_no_result_is_an_error_that_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.jsonl");
    let arguments = ["--games", "4", "--out", file.to_str().unwrap()];
    run(&arguments);
    let good = fs::read_to_string(&file).unwrap();
    for (line, expected) in [
        (
            r#"{"players":[0,1],"pair":9,"points":[7.5,1e300]}"#,
            "games.jsonl: found {\"players\":[0,1],\"pair\":9,\"points\":[7.5,1e+300]}, expected points that dice:7x7,k=4 can bring",
        ),
        (
            r#"{"players":[1,0],"pair":9,"points":[1.0,1.0]}"#,
            "games.jsonl: found {\"players\":[1,0],\"pair\":9,\"points\":[1.0,1.0]}, expected two players",
        ),
    ] {
        fs::write(&file, good.clone() + &sealed(line)).unwrap();
        let output = tournament(&arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(
            text(&output.stderr).contains(expected),
            "{}",
            text(&output.stderr)
        );
    }
}

#[test]
fn the_documented_file_is_what_the_command_writes() {
    let documented = include_str!("../../../../docs/tournaments.md");
    let arguments = "tournament dice:7x7,k=4 --player star2:depth=3 --player star2:depth=5";
    assert!(documented.contains(&format!("starmax {arguments} --games 2000")));
    crate::assert_file_is_documented(documented, arguments, ["--games", "6"]);
}
