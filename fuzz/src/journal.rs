use std::collections::BTreeMap;
use std::fs;

use starmax_files::journal::Journal;
use starmax_report::PlayedPair;

type Pairs = Journal<PlayedPair>;

fn run() -> BTreeMap<&'static str, &'static str> {
    [("run", "fuzz")].into()
}

fn pair(number: u64) -> PlayedPair {
    PlayedPair {
        players: [0, 1],
        pair: number,
        points: [-1.5, 0.25],
    }
}

/// A journal with any bytes, and a good one with some bytes changed: either it is read and goes on, or nothing of it is changed. What it says
/// was written.
///
/// # Panics
/// When something is wrong.
pub fn journal(data: &[u8]) {
    check(data);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal.jsonl");
    let (mut journal, _) = Pairs::open(&path, &run()).expect("a new journal");
    for number in 0..5 {
        journal.append(&pair(number)).expect("there is room");
    }
    drop(journal);
    let mut bytes = fs::read(&path).expect("the file");
    for change in data.chunks_exact(3) {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]])) % bytes.len();
        bytes[place] = change[2];
    }
    for result in check(&bytes) {
        assert_eq!(result, pair(result.pair), "not what was written");
    }
}

/// The results in a file of these bytes.
fn check(bytes: &[u8]) -> Vec<PlayedPair> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal.jsonl");
    fs::write(&path, bytes).expect("a file");
    match Pairs::open(&path, &run()) {
        Ok((mut journal, earlier)) => {
            journal.append(&pair(7)).expect("there is room");
            drop(journal);
            let (_, again) = Pairs::open(&path, &run()).expect("what was written can be read");
            assert!(again.damaged.is_empty(), "damage is dropped once");
            let (last, others) = again.results.split_last().expect("one was written");
            assert_eq!((*last, others), (pair(7), &earlier.results[..]));
            earlier.results
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert_eq!(fs::read(&path).expect("the file"), bytes, "{error}");
            Vec::new()
        }
    }
}
