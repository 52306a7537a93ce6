//! Nets of one's own, as files.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use starmax_judges::backgammon::{NetFile, NetInputs, NetWeights};

fn starmax(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_starmax"))
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn said(arguments: &[&str]) -> String {
    let output = starmax(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout).expect("text")
}

fn error(arguments: &[&str]) -> String {
    let output = starmax(arguments);
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8(output.stderr).expect("text")
}

/// Trains a net a little and returns its name as an evaluator.
fn net(folder: &Path, seed: &str) -> String {
    let out = folder.join(seed);
    let out = out.to_str().unwrap();
    said(&[
        "train", "dice", "--games", "50", "--seed", seed, "--out", out,
    ]);
    format!("net:{out}/dice-5x5-k4.json")
}

const POSITION: &str = "5/1xx2/2o2/5/5:o2";

/// The value of a position.
fn value(evaluator: &str) -> String {
    let search = ["search", "dice", POSITION, "--depth", "3", "--json"];
    let said = said(&[&search[..], &["--evaluator", evaluator]].concat());
    let after = said.split_once("\"value\":").expect("a value").1;
    after.split_once(',').expect("more").0.to_owned()
}

#[test]
fn a_net_from_a_file_judges_like_the_same_net_in_the_program() {
    let shipped = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../judges/nets/dice-5x5-k4.json"
    );
    assert_eq!(value(&format!("net:{shipped}")), value("net"));
    let folder = tempfile::tempdir().unwrap();
    assert_ne!(value(&net(folder.path(), "1")), value("net"));
}

#[test]
fn every_command_with_evaluators_takes_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let net = net(folder.path(), "1");
    let player = format!("starmax:depth=1,evaluator={net}");
    said(&[
        "play",
        "dice",
        "--side",
        "none",
        "--level",
        "1",
        "--seed",
        "1",
        "--evaluator",
        &net,
    ]);
    said(&[
        "tournament",
        "dice",
        "-p",
        &player,
        "-p",
        "random",
        "--games",
        "10",
    ]);
    said(&[
        "positions",
        "dice",
        "--from",
        "self-play",
        "--evaluator",
        &net,
    ]);
}

#[test]
fn files_of_no_use_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let damaged = folder.path().join("damaged.json");
    fs::write(&damaged, "{").unwrap();
    let damaged = format!("net:{}", damaged.display());
    let bytes = folder.path().join("bytes.net");
    fs::write(&bytes, [0xff, 0xfe]).unwrap();
    let bytes = format!("net:{}", bytes.display());
    for (game, evaluator, expected) in [
        (
            "dice",
            "net:",
            "unknown evaluator \"net:\" of dice, expected one of pairs, tanh, net, net:FILE",
        ),
        (
            "dice",
            "net:none.json",
            "none.json cannot be used: No such file",
        ),
        (
            "dice",
            damaged.as_str(),
            "damaged.json cannot be used: no net: EOF",
        ),
        (
            "dice",
            bytes.as_str(),
            "bytes.net cannot be used: found bytes that are no text, expected a net of \"dice:5x5,k=4\" as JSON",
        ),
        (
            "dice:7x7",
            "net:none.json",
            "found \"net:none.json\", expected pairs or tanh on this board",
        ),
        (
            "pig",
            "net:none.json",
            "unknown evaluator \"net:none.json\" of pig",
        ),
    ] {
        let player = format!("starmax:evaluator={evaluator}");
        let search = error(&["search", game, "--evaluator", evaluator]);
        assert!(search.contains(expected), "{search}");
        let tournament = error(&["tournament", game, "-p", &player, "-p", "random"]);
        assert!(tournament.contains(expected), "{tournament}");
    }
}

#[test]
fn backgammon_takes_a_net_from_a_file_too() {
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../judges/nets/backgammon.net");
    let search = ["search", "backgammon", "--roll", "31", "--depth", "1"];
    let without_time = |text: String| {
        text.rsplit_once("cost")
            .map_or(String::new(), |(before, _)| before.replace(shipped, ""))
    };
    let usual = without_time(said(&search));
    let from_file = without_time(said(&[&search[..], &["--net", shipped]].concat()));
    assert_eq!(from_file.replace("net:", "net"), usual);

    let folder = tempfile::tempdir().unwrap();
    let damaged = folder.path().join("damaged.net");
    let mut bytes = fs::read(shipped).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    for (bytes, expected) in [
        (&bytes[..], "the file is damaged"),
        (
            b"something else",
            "found a file that begins with \"something else\"",
        ),
        (b"", "found a file that begins with \"\""),
    ] {
        fs::write(&damaged, bytes).unwrap();
        let refused = error(&[&search[..], &["--net", damaged.to_str().unwrap()]].concat());
        assert!(refused.contains("damaged.net cannot be used"), "{refused}");
        assert!(refused.contains(expected), "{refused}");
    }
}

#[test]
fn a_changed_weight_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let net = net(folder.path(), "1");
    let path = Path::new(net.strip_prefix("net:").unwrap());
    let text = fs::read_to_string(path).unwrap();
    let digit = text.find("0.0").unwrap() + 3;
    let other = if &text[digit..=digit] == "1" {
        "3"
    } else {
        "1"
    };
    fs::write(path, [&text[..digit], other, &text[digit + 1..]].concat()).unwrap();
    let refused = error(&["search", "dice", POSITION, "--evaluator", &net]);
    assert!(
        refused.contains("dice-5x5-k4.json cannot be used"),
        "{refused}"
    );
    assert!(refused.contains("the file is damaged"), "{refused}");
}

/// Their checksum is right, and their values would be no numbers.
#[test]
fn nets_with_huge_weights_are_refused() {
    let mut weights = NetWeights::zero();
    for set in 0..NetInputs::SETS {
        *weights.at_mut(NetWeights::second_bias(set)) = [10.0; NetWeights::SECOND];
        for (unit, huge) in [(0, f32::MAX), (1, f32::MIN)] {
            *weights.at_mut(NetWeights::output(set, unit)) = [huge; NetWeights::OUTPUTS];
        }
    }
    let file = NetFile::new("a command".to_owned(), "no rounds".to_owned(), &weights);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("huge.net");
    fs::write(&path, file.write()).unwrap();
    let path = path.to_str().unwrap();
    let player = format!("starmax:depth=1,evaluator=net:{path}");
    for arguments in [
        &["rollout", "backgammon", "--trials", "4", "--net", path][..],
        &[
            "tournament",
            "backgammon",
            "-p",
            &player,
            "-p",
            "random",
            "--games",
            "2",
        ],
        &[
            "search",
            "backgammon",
            "--roll",
            "31",
            "--depth",
            "1",
            "--net",
            path,
        ],
    ] {
        let refused = error(arguments);
        assert!(
            refused
                .contains("huge.net cannot be used: found the last layer of set 0 with sums up to"),
            "{refused}"
        );
    }
}

/// What cannot be kept is said, and does no harm.
#[cfg(unix)]
#[test]
fn tables_that_cannot_be_kept_are_made_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let not_a_folder = folder.path().join("file");
    fs::write(&not_a_folder, "").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_starmax"))
        .args(["search", "backgammon", "gwAAMAQAAAAAAA", "--depth", "1"])
        .env("XDG_CACHE_HOME", &not_a_folder)
        .output()
        .expect("the program starts");
    assert!(output.status.success());
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        error.starts_with("warning: cannot keep the bearoff tables"),
        "{error}"
    );
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("+0.797363, exact to depth 1"), "{said}");
}

#[test]
fn a_tournament_does_not_go_on_with_another_net() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = ["1", "2"].map(|seed| net(folder.path(), seed));
    let player = format!("starmax:depth=1,evaluator={one}");
    let out = folder.path().join("games.jsonl");
    let arguments = [
        "tournament",
        "dice",
        "-p",
        &player,
        "-p",
        "random",
        "--games",
        "10",
        "--out",
        out.to_str().unwrap(),
    ];
    let first = said(&arguments);
    assert_eq!(said(&arguments), first, "the same net goes on");
    fs::copy(
        two.strip_prefix("net:").unwrap(),
        one.strip_prefix("net:").unwrap(),
    )
    .unwrap();
    let refused = error(&arguments);
    assert!(
        refused.contains("has the results of another run"),
        "{refused}"
    );
}

#[test]
fn a_kernel_that_the_processor_lacks_is_an_error() {
    let search = |kernel: &str| {
        Command::new(env!("CARGO_BIN_EXE_starmax"))
            .args(["search", "backgammon", "--roll", "31", "--depth", "1"])
            .env("STARMAX_KERNEL", kernel)
            .output()
            .expect("the program starts")
    };
    let output = search("mmx");
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    let expected = r#"error: found STARMAX_KERNEL="mmx", expected one of "#;
    assert!(error.starts_with(expected), "{error}");
    assert!(search("portable").status.success());
}
