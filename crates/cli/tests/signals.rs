//! Ctrl-C and SIGTERM: a program that waits ends, and a search that is cut says so.
#![cfg(target_os = "linux")]

mod common;

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use common::{wait_until, wait_until_working};

/// A program that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(arguments: &[&str]) -> Running {
    let child = Command::new(env!("CARGO_BIN_EXE_starmax"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    Running(child.expect("the program starts"))
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program prints text")
}

fn signal(child: &Running, signal: &str) {
    let id = child.0.id().to_string();
    let sent = Command::new("kill").args([signal, &id]).status();
    assert!(sent.expect("there is a kill command").success());
}

/// What the program says until it ends; its input stays open.
fn end(mut child: Running) -> Output {
    let mut ended = None;
    wait_until("it ends", || {
        ended = child.0.try_wait().expect("it can be asked");
        ended.is_some()
    });
    Output {
        status: ended.expect("it has ended"),
        stdout: rest(child.0.stdout.take()),
        stderr: rest(child.0.stderr.take()),
    }
}

/// What nobody has read yet.
fn rest(pipe: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(mut pipe) = pipe {
        pipe.read_to_end(&mut bytes).expect("a pipe can be read");
    }
    bytes
}

/// A file that nobody writes.
fn fifo(folder: &Path) -> String {
    let path = folder.join("fifo");
    let path = path.to_str().expect("a path that is text");
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.expect("there is a mkfifo command").success());
    path.to_owned()
}

/// A tree on which Star2 without a table never ends: 49 chance nodes above each other, with a decision between each two whose first move is probed, and
/// then searched again.
fn chain() -> String {
    let mut tree = "1".to_owned();
    for (level, player) in (0..49).zip(["max", "min"].into_iter().cycle()) {
        let (low, lower, upper) = (-level, -level - 1, 100 - level);
        tree =
            format!(r#"{{"chance":[[0.5,{{"{player}":[{tree},{low},{lower}]}}],[0.5,{upper}]]}}"#);
    }
    format!(r#"{{"bounds":[-1000,1000],"root":{{"max":[0,{tree}]}}}}"#)
}

#[test]
fn one_signal_ends_a_program_that_waits_for_a_file() {
    let endless = ["--depth", "99"];
    for (arguments, more) in [
        (["tree", ""], &[][..]),
        (["search", "dice"], &endless),
        (["rollout", "dice"], &[]),
        (["external", "--port=0"], &[]),
    ] {
        for name in ["-TERM", "-INT"] {
            let folder = tempfile::tempdir().expect("a folder");
            let path = fifo(folder.path());
            let mut arguments: Vec<&str> = arguments.to_vec();
            arguments.extend(more);
            let net = format!("--evaluator=net:{path}");
            if arguments[1].is_empty() {
                arguments[1] = &path;
            } else {
                arguments.push(&net);
            }
            let child = start(&arguments);
            // Returns when the program has opened the file.
            let writer = OpenOptions::new().write(true).open(&path);
            signal(&child, name);
            let output = end(child);
            assert_eq!(output.status.code(), Some(130), "{arguments:?} {name}");
            drop(writer.expect("the program reads"));
        }
    }
}

#[test]
fn one_signal_ends_a_batch_that_waits_for_the_rest_of_a_line() {
    for (arguments, line) in [
        (
            &["search", "pig", "-", "--depth", "3", "--json"][..],
            "start",
        ),
        (&["perft", "pig", "-", "--depth", "3", "--json"], "start"),
        (&["tree", "-", "--json"], r#"{"max":[1,2]}"#),
    ] {
        let mut child = start(arguments);
        let mut stdin = child.0.stdin.take().expect("piped");
        // In one piece, so that the program has the beginning of the second line when it answers the first.
        let lines = format!("{line}\n{}", &line[..2]);
        stdin.write_all(lines.as_bytes()).expect("it reads");
        let mut answers = BufReader::new(child.0.stdout.take().expect("piped"));
        let mut answer = String::new();
        answers.read_line(&mut answer).expect("it answers");
        assert!(answer.ends_with('\n'), "{answer}");
        signal(&child, "-TERM");
        assert_eq!(end(child).status.code(), Some(130), "{arguments:?}");
        // Only now does the input end: before, that would be a line that is cut off.
        drop(stdin);
    }
}

#[test]
fn a_search_that_is_cut_says_so() {
    let dice = ["search", "dice:11x11", "--depth", "99"];
    let deeper = ["--algorithm", "static-reply", "--filter", "none"];
    let several = ["search", "trio:pile=60", "--depth", "60"];
    for arguments in [&dice[..], &[&dice[..], &deeper].concat(), &several] {
        for json in [false, true] {
            let mut arguments = arguments.to_vec();
            arguments.extend(json.then_some("--json"));
            let child = start(&arguments);
            wait_until_working(child.0.id());
            signal(&child, "-INT");
            let output = end(child);
            let shown = text(&output.stdout);
            let expected = if json {
                r#""interrupted":{"depth":"#
            } else {
                "\nstopped  in "
            };
            assert!(shown.contains(expected), "{arguments:?}: {shown}");
            assert!(output.status.success());
        }
    }
}

#[test]
fn a_batch_that_is_cut_answers_the_line_at_hand_and_ends() {
    for threads in ["1", "2"] {
        let arguments = ["search", "dice:11x11", "-", "--depth", "99", "--json"];
        let mut child = start(&[&arguments[..], &["--threads", threads]].concat());
        let stdin = child.0.stdin.as_mut().expect("piped");
        stdin.write_all(b"start\n").expect("it reads");
        wait_until_working(child.0.id());
        signal(&child, "-TERM");
        let output = end(child);
        assert_eq!(output.status.code(), Some(2));
        let shown = text(&output.stdout);
        assert!(shown.contains(r#""interrupted":{"depth":"#), "{shown}");
        assert_eq!(text(&output.stderr), "error: interrupted after line 1\n");
    }
}

#[test]
fn a_tree_that_takes_long_says_why_and_shows_what_it_has_when_asked() {
    for json in [true, false] {
        let mut arguments = vec!["tree", "-", "--algorithm", "star2"];
        arguments.extend(json.then_some("--json"));
        let mut child = start(&arguments);
        let stdin = child.0.stdin.as_mut().expect("piped");
        writeln!(stdin, "{}", chain()).expect("it reads");
        let mut remark = String::new();
        let mut complaints = BufReader::new(child.0.stderr.take().expect("piped"));
        complaints.read_line(&mut remark).expect("it is text");
        assert!(
            remark.starts_with("still searching: star2 has visited "),
            "{remark}"
        );
        assert!(remark.contains("(--table-mb 1)"), "{remark}");
        signal(&child, "-INT");
        let mut shown = String::new();
        let mut answers = child.0.stdout.take().expect("piped");
        answers.read_to_string(&mut shown).expect("it is text");
        let expected = if json {
            r#","interrupted":{"depth":99,"bounds":["#
        } else {
            ", stopped in depth 99\n"
        };
        assert!(shown.contains(expected), "{shown}");
        let mut complaint = String::new();
        complaints.read_to_string(&mut complaint).expect("text");
        assert_eq!(complaint, "error: interrupted after line 1\n");
        assert_eq!(end(child).status.code(), Some(2));
    }
}

#[test]
fn a_table_or_a_limit_ends_what_star2_alone_never_would() {
    let solve = |more: &[&str]| -> serde_json::Value {
        let mut child = start(&[&["tree", "-", "--json"], more].concat());
        let mut stdin = child.0.stdin.take().expect("piped");
        writeln!(stdin, "{}", chain()).expect("it reads");
        drop(stdin);
        // The visits are more than a pipe holds.
        let shown = rest(child.0.stdout.take());
        let output = end(child);
        assert!(output.status.success(), "{}", text(&output.stderr));
        serde_json::from_slice(&shown).expect("a line of JSON")
    };
    let value = solve(&["--algorithm", "expectimax"])["value"].clone();
    assert!(value.is_f64(), "{value}");
    for algorithm in ["star1", "star2-tt", "starmax"] {
        let solved = solve(&["--algorithm", algorithm]);
        assert_eq!(solved["value"], value, "{solved}");
    }
    for algorithm in ["star2", "star2.5"] {
        let solved = solve(&["--algorithm", algorithm, "--table-mb", "1"]);
        assert_eq!(solved["value"], value, "{solved}");
        for limit in [["--nodes", "100000"], ["--time", "200ms"]] {
            let cut = solve(&[&["--algorithm", algorithm][..], &limit].concat());
            assert!(cut["value"].is_null() && cut["interrupted"].is_object());
            let [lower, upper] =
                [&cut["bounds"][0], &cut["bounds"][1]].map(serde_json::Value::as_f64);
            assert!(lower <= value.as_f64() && value.as_f64() <= upper, "{cut}");
        }
    }
}
