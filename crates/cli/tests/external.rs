//! `starmax external` over real connections: what GNU Backgammon asks, and what nobody should.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStderr, Command, Output, Stdio};
use std::time::Duration;

use starmax_core::{Notation, Player};
use starmax_games::{Backgammon, FibsBoard};

fn starmax(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_starmax"));
    command.arg("external").args(arguments);
    command
}

fn output(arguments: &[&str]) -> Output {
    starmax(arguments).output().expect("the program starts")
}

/// A server that ends with the test.
struct Server {
    child: Child,
    port: u16,
}

impl Server {
    fn start(arguments: &[&str]) -> Self {
        Self::start_as(starmax(&["--port", "0"]).args(arguments))
    }

    fn start_as(command: &mut Command) -> Self {
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut greeting = String::new();
        BufReader::new(child.stdout.take().expect("piped"))
            .read_line(&mut greeting)
            .expect("the program says where it listens");
        let port = greeting.trim().rsplit(':').next();
        let port = port.and_then(|port| port.parse().ok());
        Self {
            child,
            port: port.expect("the greeting ends with the port"),
        }
    }

    fn connect(&self) -> Connection {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        let patience = Some(Duration::from_mins(1));
        stream.set_read_timeout(patience).expect("not zero");
        Connection {
            answers: BufReader::new(stream.try_clone().expect("a second handle")),
            stream,
        }
    }

    /// The next line of its log.
    fn complaint(&mut self) -> String {
        let mut line = String::new();
        let log: &mut ChildStderr = self.child.stderr.as_mut().expect("piped");
        BufReader::with_capacity(1, log)
            .read_line(&mut line)
            .expect("the log is text");
        line.trim().to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Connection {
    stream: TcpStream,
    answers: BufReader<TcpStream>,
}

impl Connection {
    /// What is answered to a line; `None` when the connection is closed instead.
    fn ask(&mut self, line: &str) -> Option<String> {
        self.ask_bytes(format!("{line}\n").as_bytes())
    }

    fn ask_bytes(&mut self, bytes: &[u8]) -> Option<String> {
        self.stream.write_all(bytes).expect("somebody listens");
        self.answer()
    }

    fn answer(&mut self) -> Option<String> {
        let mut answer = String::new();
        let read = self.answers.read_line(&mut answer).expect("an answer");
        (read > 0).then(|| answer.trim_end_matches('\n').to_owned())
    }
}

/// A position as GNU Backgammon shows it to anybody: Max's checkers are positive and move down.
fn board(position: &str) -> String {
    seen(position, Player::Max, false)
}

fn seen(position: &str, viewer: Player, ascends: bool) -> String {
    let state = Backgammon::default().parse_state(position).unwrap();
    FibsBoard::new(&state, viewer, ascends).to_string()
}

fn doubled(position: &str) -> String {
    let board: FibsBoard = board(position).parse().unwrap();
    board.with_double_offered().to_string()
}

#[test]
fn the_best_move_is_the_same_for_both_players_and_from_every_side() {
    let server = Server::start(&["--depth", "1"]);
    let mut connection = server.connect();
    for position in ["4HPwATDgc/ABMA-31", "4HPwATDgc/ABMA-min-31"] {
        for viewer in [Player::Max, Player::Min] {
            for ascends in [false, true] {
                let line = seen(position, viewer, ascends);
                assert_eq!(connection.ask(&line).as_deref(), Some("8/5 6/5"), "{line}");
            }
        }
    }
}

#[test]
fn dice_are_asked_for_and_a_move_that_is_not_possible_is_an_empty_line() {
    // Min has made the whole home board, and Max waits on the bar.
    let closed = "27Y5AACM5+ADQA-65";
    let server = Server::start(&["--depth", "1"]);
    let mut connection = server.connect();
    assert_eq!(connection.ask(&board("start")).as_deref(), Some("roll"));
    assert_eq!(connection.ask(&board(closed)).as_deref(), Some(""));
}

#[test]
fn doubles_are_taken_while_there_is_hope() {
    let server = Server::start(&["--depth", "1"]);
    let mut connection = server.connect();
    assert_eq!(connection.ask(&doubled("start")).as_deref(), Some("take"));
    // The player on roll, who has doubled, bears off the last checker.
    for doubler in ["", "-min"] {
        let position = format!("g/8AABAAAAAAAA{doubler}");
        assert_eq!(connection.ask(&doubled(&position)).as_deref(), Some("drop"));
    }
}

#[test]
fn zero_bytes_before_a_line_do_no_harm() {
    let server = Server::start(&["--depth", "1"]);
    let mut connection = server.connect();
    let line = format!("\0\0{}", board("start"));
    assert_eq!(connection.ask(&line).as_deref(), Some("roll"));
}

#[test]
fn a_line_that_is_no_board_is_an_error_and_the_next_one_is_answered() {
    let mut server = Server::start(&["--depth", "1"]);
    let mut connection = server.connect();
    for (line, error) in [
        (
            "hello",
            r#"found "hello", expected a line that starts with board:"#,
        ),
        (&"x".repeat(100_000), "the line is too long"),
    ] {
        assert_eq!(connection.ask(line), Some(format!("error: {error}")));
        assert_eq!(server.complaint(), format!("connection 1: {error}"));
    }
    let answer = connection.ask_bytes(b"\xff\xfe\n").unwrap();
    assert!(answer.starts_with("error: found"), "{answer}");
    assert_eq!(connection.ask(&board("start")).as_deref(), Some("roll"));
}

#[test]
fn a_position_that_does_not_exist_ends_the_connection_but_not_the_server() {
    let mut server = Server::start(&["--depth", "1"]);
    let with_five_as = |count: &str| board("start").replacen(":5:", count, 1);
    for (number, (line, expected)) in (1..).zip([
        (
            with_five_as(":6:"),
            "at most 15 checkers of each player, not 16",
        ),
        (with_five_as(":16:"), "a number of checkers from -15 to 15"),
        (
            "board:a:b".to_owned(),
            "expected 52 fields behind board:, not 2",
        ),
    ]) {
        assert_eq!(server.connect().ask(&line), None);
        let complaint = server.complaint();
        let start = format!("connection {number} closed: found");
        assert!(complaint.starts_with(&start), "{complaint}");
        assert!(complaint.ends_with(expected), "{complaint}");
    }
    assert_eq!(
        server.connect().ask(&board("start")).as_deref(),
        Some("roll")
    );
}

#[test]
fn several_connections_are_served_at_the_same_time() {
    let server = Server::start(&["--depth", "1"]);
    let mut connections: Vec<_> = (0..5).map(|_| server.connect()).collect();
    for connection in connections.iter_mut().rev() {
        assert_eq!(connection.ask(&board("start")).as_deref(), Some("roll"));
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_server_also_while_somebody_is_connected() {
    let mut server = Server::start(&["--depth", "1"]);
    let mut connection = server.connect();
    assert_eq!(connection.ask(&board("start")).as_deref(), Some("roll"));
    let id = server.child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(sent.success());
    assert!(server.child.wait().unwrap().success());
}

#[test]
fn what_cannot_work_is_told_before_anybody_connects() {
    let taken = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    for (arguments, error) in [
        (
            ["--port", port.as_str()],
            "cannot listen at 127.0.0.1, port",
        ),
        (["--port", "70000"], "70000"),
        (["--host", "nowhere"], "nowhere"),
        (["--evaluator", "guess"], r#"unknown evaluator "guess""#),
        (["--evaluator", "pips"], "expected one of net, net:FILE"),
        (
            ["--depth=3", "--tables-mb=15"],
            "found --tables-mb 15, expected at least 16, the size of one table",
        ),
        (["--connections", "0"], "--connections"),
        (["--met", "no.csv"], "no.csv cannot be used"),
        (
            ["--algorithm", "alphabeta"],
            "alphabeta cannot search backgammon",
        ),
    ] {
        let output = output(&arguments);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr.contains(error), "{stderr}");
    }
}

/// Asks for a move that takes for ever, and waits until the server searches.
#[cfg(target_os = "linux")]
fn ask_without_end(server: &Server, connection: &mut Connection) {
    assert_eq!(connection.ask(&board("start")).as_deref(), Some("roll"));
    let line = board("4HPwATDgc/ABMA-31") + "\n";
    (connection.stream.write_all(line.as_bytes())).expect("it listens");
    common::wait_until_working(server.child.id());
}

#[cfg(target_os = "linux")]
#[test]
fn a_client_that_leaves_stops_its_search() {
    let server = Server::start(&["--depth", "99", "--no-cube"]);
    let mut connection = server.connect();
    ask_without_end(&server, &mut connection);
    drop(connection);
    common::wait_until("nothing is searched", || {
        let ticks = || common::processor_ticks(server.child.id());
        let before = ticks();
        std::thread::sleep(Duration::from_millis(500));
        // To look for connections takes little.
        ticks() <= before + 2
    });
}

#[cfg(target_os = "linux")]
#[test]
fn a_search_without_memory_for_its_table_waits_for_another_one_to_end() {
    let tables = ["--table-mb", "16", "--tables-mb", "31"];
    let server = Server::start(&[&["--depth", "99", "--no-cube"], &tables[..]].concat());
    let (mut first, mut second) = (server.connect(), server.connect());
    ask_without_end(&server, &mut first);
    let line = doubled("start") + "\n";
    (second.stream.write_all(line.as_bytes())).expect("it listens");
    let patience = |patience| second.stream.set_read_timeout(Some(patience));
    patience(Duration::from_millis(500)).expect("not zero");
    let mut answer = String::new();
    assert!(second.answers.read_line(&mut answer).is_err(), "{answer}");
    patience(Duration::from_mins(2)).expect("not zero");
    drop(first);
    assert_eq!(second.answer().as_deref(), Some("take"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_client_that_leaves_does_not_wait_for_memory() {
    let limits = ["--tables-mb", "16", "--connections", "2"];
    let server = Server::start(&[&["--depth", "99", "--no-cube"], &limits[..]].concat());
    let (mut first, mut second) = (server.connect(), server.connect());
    ask_without_end(&server, &mut first);
    let line = doubled("start") + "\n";
    (second.stream.write_all(line.as_bytes())).expect("it listens");
    drop(second);
    // The first one still searches.
    connect_when_there_is_room(&server);
}

#[test]
fn a_client_too_many_is_told_so() {
    let mut server = Server::start(&["--depth", "1", "--connections", "2"]);
    let mut clients: Vec<_> = (0..2).map(|_| server.connect()).collect();
    for connection in &mut clients {
        assert_eq!(connection.ask(&board("start")).as_deref(), Some("roll"));
    }
    let full = "there are 2 connections already";
    for _ in 0..3 {
        let mut refused = server.connect();
        assert_eq!(refused.answer(), Some(format!("error: {full}")));
        assert_eq!(refused.answer(), None);
    }
    assert_eq!(server.complaint(), format!("connection 3 closed: {full}"));
    drop(clients.pop());
    connect_when_there_is_room(&server);
}

/// Connects again and again until the server has seen that a client left.
fn connect_when_there_is_room(server: &Server) {
    common::wait_until("there is room", || {
        let mut connection = server.connect();
        let line = board("start") + "\n";
        let sent = connection.stream.write_all(line.as_bytes());
        let mut answer = String::new();
        let read = sent.and_then(|()| connection.answers.read_line(&mut answer));
        read.is_ok() && answer == "roll\n"
    });
}

#[cfg(target_os = "linux")]
#[test]
fn a_client_that_asks_and_asks_is_closed() {
    let mut server = Server::start(&["--depth", "99", "--no-cube"]);
    let mut connection = server.connect();
    ask_without_end(&server, &mut connection);
    let _ = connection
        .stream
        .write_all("hello\n".repeat(200).as_bytes());
    assert_eq!(
        server.complaint(),
        "connection 1: closed: more than 100 lines wait for an answer"
    );
    let mut other = server.connect();
    assert_eq!(other.ask(&board("start")).as_deref(), Some("roll"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_server_without_files_left_says_so_once_and_recovers() {
    let script = "ulimit -n 16; exec \"$0\" external --port 0 --depth 1";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_starmax")]);
    let mut server = Server::start_as(&mut command);
    let clients: Vec<_> = (0..20).map(|_| server.connect()).collect();
    let complaint = server.complaint();
    assert!(
        complaint.starts_with("no connection for now: ") && complaint.contains("open files"),
        "{complaint}"
    );
    // Time to say the same again.
    std::thread::sleep(Duration::from_millis(500));
    drop(clients);
    assert_eq!(server.complaint(), "connections again");
    let mut connection = server.connect();
    assert_eq!(connection.ask(&board("start")).as_deref(), Some("roll"));
}

/// A board of GNU Backgammon 1.07: its length and score, the checkers, whose turn it is, the dice, the cube with who may double and whether
/// somebody has, and whether the Crawford game is over and doubles are allowed.
fn from_gnubg(
    score: &str,
    checkers: &str,
    turn: &str,
    dice: &str,
    cube: &str,
    last: &str,
) -> String {
    let state: i32 = checkers
        .split(':')
        .map(|count| count.parse::<i32>().unwrap().max(0))
        .sum();
    let other: i32 = checkers
        .split(':')
        .map(|count| count.parse::<i32>().unwrap().min(0))
        .sum();
    let (off, other_off) = (15 - state, 15 + other);
    format!(
        "board:one:two:{score}:{checkers}:{turn}:{dice}:{dice}:{cube}:1:-1:0:25:{off}:{other_off}:0:0:0:0:{last}"
    )
}

/// Player 1 has a lead of a third in a race, and player 0 has the same after the players change sides.
const RACE: [&str; 2] = [
    "0:2:2:2:3:3:3:0:0:0:0:0:0:0:0:0:0:-3:-3:-3:-2:-2:-2:0:0:0",
    "0:0:0:2:2:2:3:3:3:0:0:0:0:0:0:0:0:0:0:-3:-3:-3:-2:-2:-2:0",
];
/// Player 1 has two checkers on its ace point, player 0 one on each of three points.
const LAST_ROLL: &str = "0:2:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-1:-1:-1:0";
const START: &str = "0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0";

#[test]
fn a_player_with_a_large_lead_doubles_and_the_other_drops() {
    let server = Server::start(&["--depth", "1"]);
    let mut connection = server.connect();
    for (checkers, [leader, other]) in RACE.into_iter().zip([["1", "-1"], ["-1", "1"]]) {
        for score in ["0:0:0", "5:0:0", "7:3:1"] {
            let mut ask = |turn: &str, cube: &str| {
                let line = from_gnubg(score, checkers, turn, "0:0", cube, "0:1");
                connection
                    .ask(&line)
                    .unwrap_or_else(|| panic!("no answer to {line}"))
            };
            assert_eq!(ask(leader, "1:1:1:0"), "double", "{score} {leader}");
            assert_eq!(ask(leader, "1:1:1:1"), "drop", "{score} {leader}");
            assert_eq!(ask(other, "1:1:1:0"), "roll", "{score} {other}");
            assert_eq!(ask(other, "1:1:1:1"), "take", "{score} {other}");
            // The cube is on the other side.
            let owner = if leader == "1" { "2:0:1:0" } else { "2:1:0:0" };
            assert_eq!(ask(leader, owner), "roll", "{score} {leader}");
        }
    }
}

#[test]
fn the_usual_search_needs_no_table_and_knows_the_cube() {
    let server = Server::start(&["--tables-mb", "1"]);
    let mut connection = server.connect();
    let mut ask = |checkers: &str, dice: &str, cube: &str| {
        let line = from_gnubg("7:3:1", checkers, "1", dice, cube, "0:1");
        connection.ask(&line).unwrap()
    };
    assert_eq!(ask(START, "3:1", "1:1:1:0"), "8/5 6/5");
    assert_eq!(ask(START, "0:0", "1:1:1:0"), "roll");
    assert_eq!(ask(START, "0:0", "1:1:1:1"), "take");
    assert_eq!(ask(RACE[0], "0:0", "1:1:1:1"), "drop");
}

#[test]
fn the_score_decides() {
    let server = Server::start(&["--depth", "1"]);
    let mut connection = server.connect();
    let mut ask = |score: &str, checkers: &str, turn: &str, cube: &str, last: &str| {
        connection
            .ask(&from_gnubg(score, checkers, turn, "0:0", cube, last))
            .unwrap()
    };
    // Whoever needs one point more has nothing to lose by dropping at once or to win by doubling; the other has nothing to lose by doubling.
    assert_eq!(ask("5:2:4", START, "1", "1:1:1:0", "1:1"), "roll");
    assert_eq!(ask("5:2:4", START, "-1", "1:1:1:0", "1:1"), "double");
    assert_eq!(ask("5:4:2", START, "-1", "1:1:1:1", "1:1"), "take");
    // Nobody doubles in the Crawford game.
    assert_eq!(ask("5:2:4", RACE[1], "-1", "1:1:1:0", "0:0"), "roll");
    // A double that can only help the other side is taken: player 1 needs two points, and the cube is worth them.
    assert_eq!(ask("5:3:1", LAST_ROLL, "1", "2:1:0:1", "0:1"), "take");
    assert_eq!(ask("5:1:1", LAST_ROLL, "1", "1:1:1:1", "0:1"), "drop");
    // A beaver is taken.
    assert_eq!(ask("0:0:2", START, "1", "2:0:1:1", "0:1"), "take");
}

#[test]
fn the_rules_for_money_are_those_of_the_command_line() {
    // Player 1 may win a gammon; with the Jacoby rule it counts only after a double.
    let gammonish = "-4:2:2:2:2:2:2:0:3:0:0:0:-5:-3:0:0:0:-3:0:0:0:0:0:0:0:0";
    let line = from_gnubg("0:0:0", gammonish, "1", "0:0", "1:1:1:0", "0:1");
    let ask = |arguments: &[&str], line: &str| {
        let server = Server::start(&[&["--depth", "1"], arguments].concat());
        server.connect().ask(line)
    };
    assert_eq!(ask(&[], &line).as_deref(), Some("roll"));
    assert_eq!(ask(&["--jacoby"], &line).as_deref(), Some("double"));
    assert_eq!(ask(&["--no-cube"], &line).as_deref(), Some("roll"));
    // A double far too early is worth a beaver where there are any.
    let early = from_gnubg("0:0:0", RACE[0], "-1", "0:0", "1:1:1:1", "0:1");
    assert_eq!(ask(&[], &early).as_deref(), Some("take"));
    assert_eq!(ask(&["--beavers"], &early).as_deref(), Some("beaver"));
}
