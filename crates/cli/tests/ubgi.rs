//! `starmax ubgi` as a program of its own: what its input and output do while it searches, and what nobody should send.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Much longer than an answer to `stop` takes, much shorter than the searches that are stopped.
const PROMPTLY: Duration = Duration::from_secs(20);

/// A search that does not end by itself while a test waits.
const LONG: &str = "set engine.algorithm expectimax\nset engine.ply 9\nposition start\ndice 2 1";

/// An engine that ends with the test.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_starmax"))
            .arg("ubgi")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        Self {
            input: child.stdin.take(),
            output: BufReader::new(child.stdout.take().expect("piped")),
            child,
        }
    }

    fn send(&mut self, lines: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("still open");
        let sent = input
            .write_all(lines.as_ref())
            .and_then(|()| input.write_all(b"\n"));
        sent.expect("the engine listens");
    }

    /// The next line; nothing at the end.
    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("text");
        line.trim_end().to_owned()
    }

    /// The next line that is not only information.
    fn answer(&mut self) -> String {
        loop {
            let line = self.line();
            if !line.starts_with("info ") {
                return line;
            }
        }
    }

    fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.answer()
    }

    /// Waits until it has ended, and says whether that was well.
    fn has_ended_well(&mut self) -> bool {
        let begun = Instant::now();
        while begun.elapsed() < PROMPTLY {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status.success();
            }
            sleep(Duration::from_millis(10));
        }
        false
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn stop_ends_a_long_search_with_an_answer() {
    for (long, go, expected) in [
        ("", "go", "bestmove "),
        ("", "go cube", "bestcube nodouble"),
        ("", "go turn", "bestturn cube=nodouble move="),
        ("set game.length 7\n", "go chequer", "bestmove "),
        ("set engine.algorithm starmax\n", "go", "bestmove "),
        ("set engine.trials 1000000\n", "go", "bestmove "),
        (
            "set engine.trials 1000000\n",
            "go cube",
            "bestcube nodouble",
        ),
    ] {
        let mut engine = Engine::start(&[]);
        engine.send(format!("{LONG}\n{long}{go}"));
        // Other lines are still heard.
        assert_eq!(engine.ask("isready"), "readyok");
        sleep(Duration::from_millis(300));
        let begun = Instant::now();
        let answer = engine.ask("stop");
        assert!(answer.starts_with(expected), "{go}: {answer}");
        assert!(begun.elapsed() < PROMPTLY, "{go}: {:?}", begun.elapsed());
        // Nothing is left of it.
        assert_eq!(
            engine.ask("set engine.trials 0\nset engine.ply 1\ndice 3 1\ngo"),
            "bestmove 8/5 6/5"
        );
    }
}

#[test]
fn lines_wait_for_a_search_and_stop_does_not() {
    let mut engine = Engine::start(&[]);
    engine.send(format!(
        "{LONG}\ngo\nset engine.ply 1\ndice 3 1\ngo\nnonsense"
    ));
    assert_eq!(engine.ask("isready"), "readyok");
    assert!(engine.ask("stop").starts_with("bestmove "));
    assert_eq!(engine.answer(), "bestmove 8/5 6/5");
    assert_eq!(engine.answer(), "error bad_command nonsense");
}

#[test]
fn too_many_waiting_lines_are_refused() {
    let mut engine = Engine::start(&[]);
    engine.send(format!("{LONG}\ngo"));
    engine.send("keys\n".repeat(1001));
    let refused = engine.answer();
    assert!(
        refused.starts_with("error bad_state more than 1000"),
        "{refused}"
    );
}

#[test]
fn quit_ends_a_long_search() {
    let mut engine = Engine::start(&[]);
    engine.send(format!("{LONG}\ngo\nquit"));
    assert!(engine.has_ended_well());
    assert_eq!(engine.line(), "");
}

#[test]
fn the_end_of_the_input_is_the_end_but_all_is_answered() {
    let mut engine = Engine::start(&[]);
    engine.send("position start\ndice 3 1\ngo\ngo cube");
    engine.input = None;
    assert_eq!(engine.answer(), "bestmove 8/5 6/5");
    assert_eq!(engine.answer(), "bestcube nodouble");
    assert!(engine.has_ended_well());

    let mut silent = Engine::start(&[]);
    silent.input = None;
    assert!(silent.has_ended_well());
}

#[test]
fn time_limits_a_search() {
    let mut engine = Engine::start(&[]);
    engine.send("position start\ndice 2 1");
    for role in ["chequer", "cube", "turn"] {
        let begun = Instant::now();
        let answer = engine.ask(&format!("go role {role} movetime 200"));
        assert!(answer.starts_with("best"), "{answer}");
        assert!(begun.elapsed() < PROMPTLY);
    }
}

#[test]
fn nonsense_is_answered_and_survived() {
    let mut engine = Engine::start(&[]);
    for (nonsense, expected) in [
        (b"\xff\xfe\x00\x80".to_vec(), "error bad_command "),
        (b"go\x07 chequer".to_vec(), "error bad_command "),
        (vec![b'x'; 100_000], "error bad_command a line of more than"),
        (
            b"dice 3 1\ngo fast".to_vec(),
            "error bad_argument expected: go",
        ),
        (b"keys now".to_vec(), "error bad_command expected: keys"),
    ] {
        engine.send(&nonsense);
        let answer = engine.answer();
        assert!(answer.starts_with(expected), "{answer}");
    }
    assert_eq!(engine.ask("isready"), "readyok");
}

#[test]
fn impossible_positions_and_matches_are_refused() {
    let xgid = |rest: &str| format!("position xgid XGID=-b----E-C---eE---c-e----B-:{rest}");
    let both_at_1 = "position xgid XGID=-Ba---E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10";
    let over = "position xgid XGID=-b------------------------:0:0:1:00:0:0:0:0:10";
    for (lines, expected) in [
        ("go", "bad_state dice"),
        ("position gnubgid 4HPwATDgc/ABM", "bad_value "),
        ("position gnubgid //////////////", "bad_value "),
        ("position gnubgid 4HPwATDgc/ABMA:XXXX", "bad_value "),
        ("position xgid 4HPwATDgc/ABMA", "bad_value "),
        (both_at_1, "bad_value "),
        (
            &format!("{over}\ndice 1 1\ngo"),
            "bad_state position: the game is over",
        ),
        (&xgid("1:0:1:00:0:0:0:7:10"), "bad_value "),
        (&xgid("0:0:1:00:7:0:0:7:10"), "bad_value "),
        (&xgid("0:0:1:00:0:0:1:7:10"), "bad_value "),
        (&xgid("1:-1:1:D:0:0:0:7:10"), "bad_value "),
        (
            &xgid("0:0:1:D:0:0:0:7:10\ngo turn"),
            "bad_state an answer to the double: go cube",
        ),
        (
            "set game.length 5\nset game.score 5-0\ngo cube",
            "bad_value match ",
        ),
        (
            "set game.cube 2\nset game.length 5\ngo cube",
            "bad_value match ",
        ),
        ("set game.owner p0\ngo cube", "bad_value match "),
        ("set game.crawford true\ngo cube", "bad_value match "),
        (
            "set game.length 5\nset game.jacoby true\ngo cube",
            "bad_value match ",
        ),
        ("set game.length 900\ngo cube", "bad_state "),
        ("set game.variant hypergammon", "bad_value "),
        ("set engine.colour red", "unsupported option engine.colour"),
        ("get engine.colour", "unsupported option engine.colour"),
        (
            "set engine.evaluator net:nowhere.net\nisready",
            "bad_state isready nowhere.net",
        ),
        (
            "set engine.evaluator pips\ngo cube",
            "bad_state unknown evaluator \"pips\"",
        ),
        (
            "set engine.probes 3\nisready",
            "bad_state isready the option \"probes\"",
        ),
    ] {
        let mut engine = Engine::start(&[]);
        let answer = engine.ask(lines);
        let expected = format!("error {expected}");
        assert!(answer.starts_with(&expected), "{lines}: {answer}");
        assert_eq!(
            engine.ask("set engine.evaluator net\nset engine.probes 1\nisready"),
            "readyok"
        );
    }
}

#[test]
fn a_single_dialect_knows_no_other() {
    for (dialect, own, foreign, code) in [
        ("0.1", "go role cube", "go cube", "unknown_command"),
        ("0.2", "go cube", "go role cube", "bad_command"),
    ] {
        let mut engine = Engine::start(&["--dialect", dialect, "--depth", "1"]);
        let answer = engine.ask(foreign);
        assert_eq!(answer, format!("error {code} go in this dialect"));
        assert_eq!(engine.ask(own), "bestcube nodouble");
        engine.send("ubgi");
        let introduction: Vec<_> = std::iter::repeat_with(|| engine.line())
            .take_while(|line| line != "ubgiok")
            .collect();
        let has = |word: &str| introduction.iter().any(|line| line.starts_with(word));
        assert_eq!(
            (has("option "), has("key ")),
            (dialect == "0.1", dialect == "0.2")
        );
    }
}

#[test]
fn players_see_the_match_from_their_own_side() {
    // Player 0 owns the cube: on roll he may turn it, and the other one may not.
    let mut engine = Engine::start(&["--depth", "3"]);
    engine.send("newsession type match length 7\nsetscore 0 4\nsetcube value 2 owner p0");
    // The last roll: 19 of 36 win.
    engine.send("position gnubgid AQAAiAAAAAAAAA");
    assert_eq!(engine.ask("setturn p0\ngo role cube"), "bestcube double");
    assert_eq!(engine.ask("setturn p1\ngo role cube"), "bestcube nodouble");
}

#[test]
fn nobody_doubles_in_the_crawford_game() {
    let mut engine = Engine::start(&["--depth", "3"]);
    engine.send("newsession type match length 7\nposition gnubgid AQAAiAAAAAAAAA");
    let mut at = |score: &str| engine.ask(&format!("setscore {score}\ngo role cube"));
    assert_eq!(at("0 0"), "bestcube double");
    assert_eq!(at("0 6"), "bestcube nodouble");
    // The game after it: now whoever is behind doubles.
    assert_eq!(at("1 6"), "bestcube double");
}

#[test]
fn a_rollout_says_how_many_trials_it_had() {
    let mut engine = Engine::start(&["--threads", "1"]);
    // A position near the end, whose trials take no time.
    engine.send("newsession type match length 7\nposition gnubgid AQAAiAAAAAAAAA\ndice 2 1");
    engine.send("go role cube trials 36");
    let info = engine.line();
    assert!(
        info.starts_with("info role cube depth 1 trials 72 "),
        "{info}"
    );
    assert_eq!(engine.line(), "bestcube double");
    engine.send("go role chequer trials 36 depth 2");
    let info = engine.line();
    assert!(
        info.starts_with("info role chequer depth 2 trials "),
        "{info}"
    );
    assert!(engine.line().starts_with("bestmove "));
    let refused = engine.ask("go role cube trials 36 movetime 5");
    assert!(refused.starts_with("error bad_argument "), "{refused}");
}

#[test]
fn match_equities_are_used_in_matches_only() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/short-met.csv");
    let mut engine = Engine::start(&["--depth", "1", "--met", file]);
    assert_eq!(engine.ask("isready"), "readyok");
    assert_eq!(engine.ask("dice 3 1\ngo"), "bestmove 8/5 6/5");
    assert_eq!(engine.ask("go cube"), "bestcube nodouble");
    assert_eq!(engine.ask("set game.length 3\ngo"), "bestmove 8/5 6/5");
    // The table ends there.
    let refused = engine.ask("set game.length 4\ngo");
    assert!(refused.contains("expected 3 at most"), "{refused}");
    let refused = engine.ask("set engine.met no.csv\nisready");
    assert!(refused.contains("no.csv cannot be used"), "{refused}");
}

/// The line without the time that a search took.
fn without_time(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    if let Some(place) = words.iter().position(|word| *word == "time_ms") {
        words.remove(place + 1);
    }
    words.join(" ")
}

#[test]
fn the_sessions_in_the_documentation_are_real() {
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/ubgi.md");
    let text = std::fs::read_to_string(document).expect("the documentation");
    let blocks = text.split("```text\n").skip(1);
    let sessions: Vec<&str> = blocks
        .filter_map(|block| block.split("```").next())
        .collect();
    assert_eq!(sessions.len(), 2);
    for session in sessions {
        let mut engine = Engine::start(&["--threads", "1"]);
        for line in session.lines() {
            match line.split_once(' ') {
                Some((">", said)) => engine.send(said),
                Some(("<", answered)) => {
                    assert_eq!(without_time(&engine.line()), without_time(answered));
                }
                _ => panic!("neither said nor answered: {line}"),
            }
        }
        assert!(engine.has_ended_well());
        assert_eq!(engine.line(), "");
    }
}
