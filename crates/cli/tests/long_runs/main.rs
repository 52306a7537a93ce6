//! Long runs that are killed, interrupted or out of disk space, and go on as if nothing had happened.

mod reproduce;
mod rollout;
mod shards;
#[cfg(unix)]
mod terminated;
mod tournament;

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output};
use std::time::{Duration, Instant};

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program prints text")
}

/// Runs a command that must succeed.
fn run(command: &mut Command) -> Output {
    let output = command.output().expect("the program starts");
    assert!(output.status.success(), "{}", text(&output.stderr));
    output
}

/// A command writes the file that its documentation has as its example in JSON, at least the first lines of it.
fn assert_file_is_documented(documented: &str, arguments: &str, more: [&str; 2]) {
    let (_, example) = documented.split_once("```json\n").unwrap();
    let (example, _) = example.split_once("```").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("written.jsonl");
    let mut command = Command::new(env!("CARGO_BIN_EXE_starmax"));
    command.args(arguments.split(' ')).args(more);
    command.args(["--threads", "1", "--out"]).arg(&file);
    run(&mut command);
    let written = fs::read_to_string(&file).unwrap();
    assert!(written.starts_with(example), "{written}");
}

/// Flips a bit in a line of a file, counted from 1.
fn flip_bit_in_line(file: &Path, line: usize) {
    let mut bytes = fs::read(file).unwrap();
    let starts = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let start = starts.map(|(place, _)| place + 1).nth(line - 2).unwrap();
    bytes[start + 15] ^= 1;
    fs::write(file, bytes).unwrap();
}

/// A line of results with the checksum that it needs.
fn sealed(result: &str) -> String {
    let open = result.strip_suffix('}').expect("an object");
    let sum = starmax_files::checksum(&[open.as_bytes()]);
    format!("{open},\"sum\":\"{sum}\"}}\n")
}

fn lines(file: &Path) -> usize {
    fs::read_to_string(file).map_or(0, |text| text.lines().count())
}

/// Waits until the file has this many lines.
fn wait_for_lines(child: &mut Child, file: &Path, count: usize) {
    let started = Instant::now();
    while lines(file) < count {
        assert!(started.elapsed() < Duration::from_mins(1), "no progress");
        assert_eq!(child.try_wait().unwrap(), None, "it ended too early");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Kills the program as soon as the file has this many lines.
fn kill_at_line(mut child: Child, file: &Path, count: usize) {
    wait_for_lines(&mut child, file, count);
    child.kill().unwrap();
    child.wait().unwrap();
}

/// What the program says to a Ctrl-C that comes when the file has this many lines.
#[cfg(unix)]
fn interrupt_at_line(mut child: Child, file: &Path, count: usize) -> Output {
    wait_for_lines(&mut child, file, count);
    signal(&child, "-INT");
    child.wait_with_output().unwrap()
}

#[cfg(unix)]
fn signal(child: &Child, signal: &str) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args([signal, &id]).status().unwrap();
    assert!(sent.success());
}

/// The program with a limit on the size of files, in blocks of 512 bytes; for want of a full disk.
#[cfg(unix)]
fn with_largest_file(blocks: u32) -> Command {
    with_limit(&format!("-f {blocks}"))
}

/// The program with a limit that `ulimit` sets.
#[cfg(unix)]
fn with_limit(limit: &str) -> Command {
    let mut command = Command::new("sh");
    let script = format!("ulimit {limit}; exec \"$0\" \"$@\"");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_starmax")]);
    command
}
