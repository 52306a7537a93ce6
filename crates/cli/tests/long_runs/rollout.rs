use std::fs;
use std::process::{Command, Output, Stdio};

use crate::{flip_bit_in_line, kill_at_line, lines, sealed, text};
#[cfg(unix)]
use crate::{interrupt_at_line, with_largest_file};

/// Trials that take a while, so that nobody is done before the kill.
const ROLLOUT: [&str; 10] = [
    "rollout",
    "backgammon",
    "--roll",
    "31",
    "--moves",
    "2",
    "--stop-below",
    "inf",
    "--truncate",
    "3",
];
const TRIALS: &str = "288";
/// Two moves, and the description of the run.
const LINES_OF_ALL: usize = 2 * 288 + 1;

fn rollout(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_starmax"));
    command.args(ROLLOUT).args(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str]) -> Output {
    crate::run(&mut rollout(arguments))
}

/// What a rollout printed, but for the time it took.
fn timeless(output: &Output) -> String {
    let text = text(&output.stdout).trim_end();
    let (before, _) = text
        .rsplit_once(", ")
        .expect("the last line ends with a time");
    assert!(before.contains("value "), "{text}");
    before.to_owned()
}

#[test]
fn a_rollout_that_is_killed_goes_on_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trials.jsonl");
    let out = file.to_str().unwrap();
    for lines in [5, 60, 250] {
        let child = rollout(&["--trials", TRIALS, "--out", out])
            .spawn()
            .unwrap();
        kill_at_line(child, &file, lines);
    }
    let before = lines(&file);
    assert!((250..LINES_OF_ALL).contains(&before), "{before}");
    let resumed = run(&["--trials", TRIALS, "--out", out]);
    let uninterrupted = run(&["--trials", TRIALS, "--threads", "1"]);
    assert_eq!(timeless(&resumed), timeless(&uninterrupted));
    assert_eq!(lines(&file), LINES_OF_ALL);
    let again = run(&["--trials", TRIALS, "--out", out]);
    assert_eq!(timeless(&again), timeless(&uninterrupted));
    assert_eq!(lines(&file), LINES_OF_ALL, "nothing was played again");
}

#[test]
fn a_rollout_of_the_cube_that_is_killed_goes_on_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trials.jsonl");
    let cube = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_starmax"));
        command.args(["cube", "start", "--rollout", "--truncate", "3"]);
        command.args(["--trials", TRIALS]).args(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    let out = ["--out", file.to_str().unwrap()];
    kill_at_line(cube(&out).spawn().unwrap(), &file, 100);
    assert!((100..LINES_OF_ALL).contains(&lines(&file)));
    let resumed = crate::run(&mut cube(&out));
    let uninterrupted = crate::run(&mut cube(&["--threads", "1"]));
    assert_eq!(text(&resumed.stdout), text(&uninterrupted.stdout));
    assert_eq!(lines(&file), LINES_OF_ALL, "two actions");
}

#[test]
fn more_trials_and_other_moves_continue_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trials.jsonl");
    let out = ["--out", file.to_str().unwrap()];
    let play = |more: &[&str], out: &[&str]| timeless(&run(&[more, out].concat()));
    let short = ["--trials", "50"];
    assert_eq!(play(&short, &out), play(&short, &[]));
    assert_eq!(lines(&file), 101);
    let longer = ["--trials", "80", "--move", "6/2"];
    assert_eq!(play(&longer, &out), play(&longer, &[]));
    assert_eq!(lines(&file), 241);
    assert_eq!(play(&short, &out), play(&short, &[]), "less than there is");
    assert_eq!(lines(&file), 241);
}

#[test]
fn trials_of_another_rollout_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trials.jsonl");
    let arguments = ["--trials", "4", "--out", file.to_str().unwrap()];
    run(&arguments);
    for other in [
        ["--seed", "2"],
        ["--depth", "2"],
        ["--evaluator", "pips"],
        ["--truncate", "4"],
        ["--roll", "21"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_starmax"));
        let usual = ROLLOUT
            .chunks(2)
            .filter(|pair| pair[0] != other[0])
            .flatten();
        command.args(usual).args(arguments).args(other);
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let error = text(&output.stderr);
        assert!(error.contains("has the results of another run"), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_shows_what_there_is_and_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trials.jsonl");
    let arguments = ["--trials", "1000000", "--out", file.to_str().unwrap()];
    let child = rollout(&arguments).spawn().unwrap();
    let output = interrupt_at_line(child, &file, 40);
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
    let file = folder.path().join("trials.jsonl");
    let out = file.to_str().unwrap();
    let limited = with_largest_file(8)
        .args(ROLLOUT)
        .args(["--trials", TRIALS, "--out", out])
        .output()
        .unwrap();
    assert_eq!(limited.status.code(), Some(2));
    let error = text(&limited.stderr);
    assert!(
        error.contains(&format!("cannot write to {out}: File too large")),
        "{error}"
    );
    assert!(text(&limited.stdout).contains("(unfinished)"));
    assert_eq!(
        timeless(&run(&["--trials", TRIALS, "--out", out])),
        timeless(&run(&["--trials", TRIALS]))
    );
}

#[test]
fn damaged_lines_are_named_and_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trials.jsonl");
    let arguments = ["--trials", "8", "--out", file.to_str().unwrap()];
    let whole = run(&arguments);
    flip_bit_in_line(&file, 7);
    let mended = run(&arguments);
    assert_eq!(timeless(&mended), timeless(&whole));
    let error = text(&mended.stderr);
    assert!(
        error.contains("trials.jsonl, line 7: found damage"),
        "{error}"
    );
    assert_eq!(lines(&file), 17);
}

#[test]
fn a_line_that_is_no_trial_is_an_error_that_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trials.jsonl");
    let arguments = ["--trials", "4", "--out", file.to_str().unwrap()];
    run(&arguments);
    let good = fs::read_to_string(&file).unwrap();
    for (line, expected) in [
        (
            r#"{"move":"8/1","trial":9,"value":0.5,"luck":0.0,"chances":null}"#,
            "trials.jsonl: found {\"move\":\"8/1\",\"trial\":9,\"value\":0.5,\"luck\":0.0,\"chances\":null}, expected a move that is possible at",
        ),
        (
            r#"{"move":"8/5 6/5","trial":9,"value":0.5,"luck":0.0,"chances":[1.0]}"#,
            "expected as many chances as endings (win, win_gammon, win_backgammon, lose_gammon, lose_backgammon)",
        ),
        (
            r#"{"move":"8/5 6/5","trial":9,"value":4.0,"luck":-0.5,"chances":null}"#,
            "expected a value that is between -3 and 3 together with the luck",
        ),
        (
            r#"{"move":"8/5 6/5","trial":9,"value":1e300,"luck":-1e300,"chances":null}"#,
            "expected luck of 60000 at most",
        ),
        (
            r#"{"move":"8/5 6/5","trial":9,"value":0.5,"luck":0.0,"chances":[1e300,0,0,0,0]}"#,
            "expected chances without luck of a trial",
        ),
        (
            r#"{"move":"8/5 6/5","trial":9,"value":"much"}"#,
            "line 10: invalid type: string \"much\", expected f64",
        ),
    ] {
        fs::write(&file, good.clone() + &sealed(line)).unwrap();
        let output = rollout(&arguments).output().unwrap();
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
    let documented = include_str!("../../../../docs/rollouts.md");
    let arguments = "rollout pig max:12-7+5 --depth 5";
    assert!(documented.contains(&format!("starmax {arguments} --out")));
    crate::assert_file_is_documented(documented, arguments, ["--trials", "3"]);
}
