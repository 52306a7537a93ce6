use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{flip_bit_in_line, kill_at_line, lines, run, text};
#[cfg(unix)]
use crate::{interrupt_at_line, with_largest_file};

const TABLE: [&str; 6] = [
    "reproduce",
    "hauk-b4",
    "--positions",
    "100",
    "--max-depth",
    "7",
];
/// Three algorithms at four depths, and the description of the run.
const LINES_OF_ALL: usize = 1 + 3 * 4 * 100;

fn reproduce(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_starmax"));
    command.args(TABLE).arg("--out").arg(folder);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn measurements(folder: &Path) -> PathBuf {
    folder.join("measurements.jsonl")
}

fn table(folder: &Path) -> String {
    fs::read_to_string(folder.join("hauk-b4.csv")).unwrap()
}

#[test]
fn a_run_that_is_killed_goes_on_to_the_same_table() {
    let folder = tempfile::tempdir().unwrap();
    let (killed, whole) = (folder.path().join("killed"), folder.path().join("whole"));
    for lines in [5, 300, 700] {
        let child = reproduce(&killed).spawn().unwrap();
        kill_at_line(child, &measurements(&killed), lines);
    }
    let before = lines(&measurements(&killed));
    assert!((700..LINES_OF_ALL).contains(&before), "{before}");
    run(&mut reproduce(&killed));
    run(&mut reproduce(&whole));
    assert_eq!(table(&killed), table(&whole));
    let after = lines(&measurements(&killed));
    assert_eq!(after, LINES_OF_ALL, "nothing was measured twice");
    for file in [
        "report.html",
        "charts/hauk-b4.svg",
        "charts/hauk-b4-positions.svg",
    ] {
        assert!(killed.join(file).is_file(), "{file}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_shows_what_there_is_and_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let child = reproduce(folder.path()).spawn().unwrap();
    let output = interrupt_at_line(child, &measurements(folder.path()), 20);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("the same command goes on"),
        "{}",
        text(&output.stderr)
    );
    assert!(folder.path().join("report.html").is_file());
}

#[cfg(unix)]
#[test]
fn a_full_disk_loses_nothing_that_was_measured() {
    let folder = tempfile::tempdir().unwrap();
    let limited = with_largest_file(40)
        .args(TABLE)
        .arg("--out")
        .arg(folder.path())
        .output()
        .unwrap();
    assert_eq!(limited.status.code(), Some(2));
    let error = text(&limited.stderr);
    assert!(
        error.contains("measurements.jsonl: File too large"),
        "{error}"
    );
    let before = lines(&measurements(folder.path()));
    assert!((10..LINES_OF_ALL).contains(&before), "{before}");
    run(&mut reproduce(folder.path()));
    assert_eq!(lines(&measurements(folder.path())), LINES_OF_ALL);
}

#[test]
fn damaged_lines_are_named_and_measured_again() {
    let folder = tempfile::tempdir().unwrap();
    run(&mut reproduce(folder.path()));
    let (file, whole) = (measurements(folder.path()), table(folder.path()));
    flip_bit_in_line(&file, 600);
    let mended = run(&mut reproduce(folder.path()));
    let error = text(&mended.stderr);
    assert!(
        error.contains("measurements.jsonl, line 600: found damage"),
        "{error}"
    );
    assert_eq!(table(folder.path()), whole);
    assert_eq!(lines(&file), LINES_OF_ALL);
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let output = reproduce(&file.join("below")).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = text(&output.stderr);
    assert!(
        error.starts_with("error: cannot create ") && error.contains("below"),
        "{error}"
    );
}
