use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use starmax_files::journal::{Journal, Part, Shards};
use starmax_report::PlayedPair;

type Pairs = Journal<PlayedPair>;

const PAIRS: u64 = 5;

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
/// was written. The same for a journal of a shard, which is merged or not.
///
/// # Panics
/// When something is wrong.
pub fn journal(data: &[u8]) {
    check(data);
    merged(data);
    let good = written(|path| Pairs::open(path, &run()).expect("a new journal").0);
    for result in check(&changed(&good, data)) {
        assert_eq!(result, pair(result.pair), "not what was written");
    }
    let shard = written(|path| Pairs::open_part(path, &run(), part()).expect("a new one").0);
    assert_eq!(merged(&shard).as_ref(), Some(&good));
    if let Some(merged) = merged(&changed(&shard, data)) {
        assert_eq!(merged, good, "not what was written");
    }
}

/// A shard that has all pieces.
fn part() -> Part<PlayedPair> {
    Part {
        shard: "1/1".parse().expect("a shard"),
        pieces: PAIRS,
        job: PAIRS.into(),
        number: Box::new(|pair| Some(pair.pair)),
    }
}

/// The bytes of a journal with some results.
fn written(open: impl FnOnce(&Path) -> Pairs) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal.jsonl");
    let mut journal = open(&path);
    for number in (0..PAIRS).rev() {
        journal.append(&pair(number)).expect("there is room");
    }
    let arranged = journal.arrange(|one, two| one.place().cmp(&two.place()));
    arranged.expect("there is room");
    fs::read(&path).expect("the file")
}

/// The same bytes, some of them changed.
fn changed(good: &[u8], data: &[u8]) -> Vec<u8> {
    let mut bytes = good.to_owned();
    for change in data.chunks_exact(3) {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]])) % bytes.len();
        bytes[place] = change[2];
    }
    bytes
}

/// What comes of a shard with these bytes, if anything does.
fn merged(bytes: &[u8]) -> Option<Vec<u8>> {
    let folder = tempfile::tempdir().expect("a folder");
    let [shard, out] = ["shard.jsonl", "out.jsonl"].map(|name| folder.path().join(name));
    fs::write(&shard, bytes).expect("a file");
    let done = Shards::read(&[shard]).and_then(|shards| shards.write(&out));
    match done {
        Ok(()) => Some(fs::read(&out).expect("the file")),
        Err(error) => {
            assert!(!error.to_string().is_empty() && !out.exists());
            None
        }
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
