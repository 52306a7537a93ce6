use std::fs;

use starmax_journal::Journal;
use starmax_report::PlayedPair;

/// A journal with any bytes: either it is read and goes on, or nothing of it is changed.
///
/// # Panics
/// When something is wrong.
pub fn journal(data: &[u8]) {
    type Pairs = Journal<PlayedPair>;
    let more = PlayedPair {
        players: [0, 1],
        pair: 7,
        points: [-1.5, 0.25],
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal.jsonl");
    fs::write(&path, data).expect("a file");
    match Pairs::open(&path, &"run") {
        Ok((mut journal, mut results)) => {
            journal.append(&more).expect("there is room");
            results.push(more);
            drop(journal);
            let (_, again) = Pairs::open(&path, &"run").expect("what was written can be read");
            assert_eq!(again, results);
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert_eq!(fs::read(&path).expect("the file"), data, "{error}");
        }
    }
}
