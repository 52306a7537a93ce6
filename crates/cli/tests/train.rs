//! A training that is killed goes on to the very same net.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const GAMES: u64 = 60_000;

fn train(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_starmax"));
    command
        .args(["train", "dice", "--games", &GAMES.to_string(), "--out"])
        .arg(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn net(folder: &Path) -> PathBuf {
    folder.join("dice-5x5-k4.json")
}

/// Games played so far, as the checkpoint says.
fn games(folder: &Path) -> u64 {
    let text = fs::read_to_string(net(folder)).unwrap_or_default();
    let after = text.split("\"games\": ").nth(1).unwrap_or("0");
    let digits = after
        .split(',')
        .next()
        .expect("there is always a first part");
    digits.parse().expect("the number of games")
}

/// Starts a training and returns it as soon as it has written down some games.
fn started(folder: &Path) -> Child {
    let earlier = games(folder);
    let child = train(folder).spawn().expect("the program starts");
    let start = Instant::now();
    while games(folder) <= earlier {
        assert!(start.elapsed() < Duration::from_mins(1), "no checkpoint");
        sleep(Duration::from_millis(1));
    }
    child
}

fn finish(folder: &Path) -> String {
    let output = train(folder).output().expect("the program starts");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_killed_training_goes_on_to_the_same_net() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    let said = finish(&whole);
    assert!(said.contains("60000 games: "), "{said}");

    for _ in 0..2 {
        let mut child = started(&parts);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(games(&parts) < GAMES, "killed in the middle");
    }
    finish(&parts);
    assert_eq!(
        fs::read(net(&whole)).unwrap(),
        fs::read(net(&parts)).unwrap()
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_training_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let child = started(folder.path());
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    let games = games(folder.path());
    assert!(
        error.contains(&format!(
            "interrupted after {games} games; the same command goes on from there"
        )),
        "{error}"
    );
}

#[test]
fn a_net_of_another_training_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let run = |seed: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_starmax"));
        command.args(["train", "dice", "--games", "10", "--seed", seed, "--out"]);
        command
            .arg(folder.path())
            .output()
            .expect("the program starts")
    };
    assert!(run("1").status.success());
    let before = fs::read(net(folder.path())).unwrap();
    let output = run("2");
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        error.contains("--seed 1 ") && error.contains("--seed 2 "),
        "{error}"
    );
    assert_eq!(before, fs::read(net(folder.path())).unwrap());
}

#[test]
fn a_net_is_trained_by_one_run_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = started(folder.path());
    let second = train(folder.path()).output().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(second.status.code(), Some(2));
    let error = String::from_utf8_lossy(&second.stderr);
    let expected = "dice-5x5-k4.json is in use by another run";
    assert!(error.trim_end().ends_with(expected), "{error}");
}

#[test]
fn a_damaged_net_is_named_with_one_cause() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(net(folder.path()), "{}").unwrap();
    let output = train(folder.path()).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(error.matches("missing field").count(), 1, "{error}");
    assert_eq!(error.matches("cannot be used").count(), 1, "{error}");
}

fn train_backgammon(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_starmax"));
    let settings =
        "train backgammon --first-rounds 2 --rounds 1 --games 10 --envelope-games 20 --out";
    command
        .args(settings.split(' '))
        .arg(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

#[test]
fn a_killed_training_of_backgammon_goes_on_to_the_same_net() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, parts] = ["whole", "parts"].map(|name| folder.path().join(name));
    let said = train_backgammon(&whole).output().unwrap().stdout;
    let said = String::from_utf8(said).unwrap();
    assert!(
        said.contains("round    3: surprise 0.")
            && said.contains(", regret ")
            && said.contains("envelope: on average "),
        "{said}"
    );

    let checkpoint = parts.join("backgammon.checkpoint");
    let mut child = train_backgammon(&parts).spawn().unwrap();
    let start = Instant::now();
    while !checkpoint.exists() {
        assert!(start.elapsed() < Duration::from_mins(1), "no checkpoint");
        sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(train_backgammon(&parts).status().unwrap().success());
    let net = |folder: &Path| fs::read(folder.join("backgammon.net")).unwrap();
    assert!(net(&whole) == net(&parts));
}
