use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::*;
use crate::journal::{Journal, Part};

const PIECES: u64 = 20;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Square {
    root: u64,
    value: f64,
    seconds: u64,
}

fn square(root: u64) -> Square {
    Square {
        root,
        value: (root as f64).powi(2) / 7.0,
        seconds: 1,
    }
}

fn part(shard: &str, job: u64) -> Part<Square> {
    Part {
        shard: shard.parse().unwrap(),
        pieces: PIECES,
        job: json!({ "squares": job }),
        number: Box::new(|square| Some(square.root).filter(|&root| root < PIECES)),
    }
}

/// Writes the journal of a shard, its pieces the wrong way round.
fn shard(folder: &Path, shard: &str) -> PathBuf {
    let file = folder.join(shard.replace('/', "-of-"));
    let part = part(shard, 1);
    let roots = (0..PIECES).filter(|&root| part.shard.has(root));
    let results: Vec<_> = roots.map(square).rev().collect();
    write(&file, part, 1, &results);
    file
}

fn write(file: &Path, part: Part<Square>, seed: u64, results: &[Square]) {
    let (mut journal, _) = Journal::open_part(file, &json!({ "seed": seed }), part).unwrap();
    for result in results {
        journal.append(result).unwrap();
    }
}

fn one_machine(folder: &Path) -> Vec<u8> {
    let file = folder.join("one-machine");
    let (mut journal, _) = Journal::open(&file, &json!({ "seed": 1 })).unwrap();
    for root in 0..PIECES {
        journal.append(&square(root)).unwrap();
    }
    fs::read(file).unwrap()
}

/// The shards of a job, in a folder that goes when the test is over.
fn shards<const N: usize>(names: [&str; N]) -> (tempfile::TempDir, [PathBuf; N]) {
    let folder = tempfile::tempdir().unwrap();
    let files = names.map(|name| shard(folder.path(), name));
    (folder, files)
}

fn error(files: &[PathBuf]) -> String {
    let out = files[0].with_extension("merged");
    let error = Shards::read(files).and_then(|shards| shards.write(&out));
    assert!(!out.exists(), "nothing is written");
    error.unwrap_err().to_string()
}

#[test]
fn merged_shards_are_the_journal_of_one_machine() {
    let (folder, files) = shards(["2/3", "3/3", "1/3"]);
    let out = folder.path().join("merged");
    let shards = Shards::read(&files).unwrap();
    assert_eq!((shards.pieces(), shards.repeated), (PIECES, 0));
    shards.write(&out).unwrap();
    assert!(fs::read(&out).unwrap() == one_machine(folder.path()));
    shards.write(&out).unwrap();
}

#[test]
fn shards_of_different_numbers_fit_and_what_is_repeated_counts_once() {
    let (folder, files) = shards(["1/2", "2/4", "4/4", "1/4", "30/1000"]);
    let out = folder.path().join("merged");
    let shards = Shards::read(&files).unwrap();
    assert_eq!(shards.repeated, 5);
    shards.write(&out).unwrap();
    assert!(fs::read(&out).unwrap() == one_machine(folder.path()));
}

#[test]
fn missing_pieces_are_named_with_their_shards() {
    let (folder, files) = shards(["1/3", "3/3"]);
    let missing = "7 of 20 pieces are missing: 1, 4, 7, 10, 13, 16, 19; they belong to 2/3";
    assert_eq!(error(&files), missing);
    let begun = folder.path().join("begun");
    write(&begun, part("2/3", 1), 1, &[square(4), square(19)]);
    let files = [files.as_slice(), &[begun]].concat();
    let missing = "5 of 20 pieces are missing: 1, 7, 10, 13, 16; they belong to 2/3";
    assert_eq!(error(&files), missing);
    let missing = "13 of 20 pieces are missing: 1, 2, 4, 5, 7, 8, 10, 11, 13, 14 and 3 more; they belong to 2/3, 3/3";
    assert_eq!(error(&files[..1]), missing);
}

#[test]
fn a_torn_or_damaged_line_is_a_missing_piece() {
    let (_folder, files) = shards(["1/1"]);
    let whole = fs::read_to_string(&files[0]).unwrap();
    fs::write(&files[0], &whole[..whole.len() - 1]).unwrap();
    assert!(error(&files).starts_with("1 of 20 pieces are missing: 0; "));
    let damaged = whole.replace("\"piece\":7,", "\"piece\":8,");
    fs::write(&files[0], damaged).unwrap();
    assert!(error(&files).starts_with("1 of 20 pieces are missing: 7; "));
    let named = Shards::read(&files).unwrap().damaged;
    assert_eq!(
        named.iter().map(|damage| damage.line).collect::<Vec<_>>(),
        [14]
    );
}

/// Each bit of a shard, one at a time: never another result.
#[test]
fn no_flipped_bit_makes_another_journal() {
    let (folder, files) = shards(["1/1"]);
    let whole = fs::read(&files[0]).unwrap();
    let one_machine = one_machine(folder.path());
    for bit in (0..8 * whole.len()).step_by(29) {
        let mut flipped = whole.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        fs::write(&files[0], &flipped).unwrap();
        let merged = Shards::read(&files).and_then(|shards| {
            shards.check_complete()?;
            shards.text()
        });
        if let Ok(merged) = merged {
            assert!(merged.as_bytes() == one_machine, "bit {bit}");
        }
    }
}

#[test]
fn other_results_of_a_piece_are_a_conflict_but_for_their_seconds() {
    let (folder, [first]) = shards(["1/1"]);
    let second = folder.path().join("second");
    let slower = Square {
        seconds: 9,
        ..square(3)
    };
    write(&second, part("4/5", 1), 1, &[slower]);
    let files = [first, second.clone()];
    assert_eq!(Shards::read(&files).unwrap().repeated, 1);
    let larger = Square {
        value: 2.0,
        ..square(8)
    };
    write(&second, part("4/5", 1), 1, &[larger]);
    let error = error(&files);
    let theirs = "piece 8 is {\"root\":8,\"value\":2.0,\"seconds\":1} in ";
    assert!(error.starts_with(theirs), "{error}");
    assert!(
        error.contains("second, line 3, and {\"root\":8,\"value\":9.14"),
        "{error}"
    );
    assert!(error.contains("1-of-1, line 13: one of them"), "{error}");
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let (folder, [first]) = shards(["1/2"]);
    let path = |name: &str| folder.path().join(name);
    write(&path("seed"), part("2/2", 1), 2, &[]);
    write(&path("job"), part("2/2", 9), 1, &[]);
    one_machine(folder.path());
    fs::write(path("older"), "{\"seed\":1}\n").unwrap();
    fs::write(path("text"), "notes\n").unwrap();
    fs::write(path("empty"), "").unwrap();
    fs::create_dir(path("folder")).unwrap();
    for (name, expected) in [
        (
            "seed",
            "seed has a shard of {\"seed\":2}, expected one of {\"seed\":1} as in ",
        ),
        (
            "job",
            "job has a shard of 20 pieces, {\"squares\":9}, expected one of 20 pieces, {\"squares\":1} as in ",
        ),
        (
            "one-machine",
            "one-machine begins with {\"seed\":1}, expected the journal of a shard",
        ),
        (
            "older",
            "older was written by an older version, without checksums",
        ),
        (
            "text",
            "text, line 1: found notes, expected the description of a run",
        ),
        (
            "empty",
            "empty, line 1: found , expected the description of a run",
        ),
        ("folder", "folder is no ordinary file"),
        ("nowhere", "cannot open "),
    ] {
        let message = error(&[first.clone(), path(name)]);
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn lines_that_are_no_pieces_of_their_shard_are_named() {
    let (_folder, [file]) = shards(["2/2"]);
    let heading = fs::read_to_string(&file).unwrap();
    let heading = heading.split_inclusive('\n').next().unwrap();
    for (line, expected) in [
        (
            r#"{"piece":4,"result":{"root":4}}"#,
            "line 2: found piece 4, expected one of shard 2/2",
        ),
        (
            r#"{"piece":21,"result":{"root":4}}"#,
            "line 2: found piece 21, expected one of shard 2/2",
        ),
        (
            r#"{"piece":-1,"result":{"root":4}}"#,
            "line 2: invalid value: integer `-1`",
        ),
        (r#"{"root":4}"#, "line 2: unknown field `root`"),
    ] {
        let text = heading.to_owned() + &sealed_text(line).unwrap() + "\n";
        fs::write(&file, text).unwrap();
        let error = error(std::slice::from_ref(&file));
        assert!(error.contains(expected), "{error}");
    }
    let (_folder, [file]) = shards(["1/1"]);
    let whole = fs::read_to_string(&file).unwrap();
    let line = sealed_text(r#"{"piece":0,"result":[0]}"#).unwrap();
    let (kept, _) = whole.trim_end().rsplit_once('\n').unwrap();
    fs::write(&file, format!("{kept}\n{line}\n")).unwrap();
    let error = error(&[file]);
    assert!(
        error.contains("line 21: expected an object with an entry"),
        "{error}"
    );
}

#[test]
fn a_file_that_is_something_else_is_not_replaced() {
    let (folder, files) = shards(["1/2", "2/2"]);
    let before = fs::read(&files[0]).unwrap();
    let shards = Shards::read(&files).unwrap();
    let error = shards.write(&files[0]).unwrap_err().to_string();
    assert!(
        error.contains("1-of-2 is there and is not what these files make"),
        "{error}"
    );
    assert_eq!(fs::read(&files[0]).unwrap(), before);
    let error = shards
        .write(&folder.path().join("no/such/file"))
        .unwrap_err();
    assert!(error.to_string().starts_with("cannot write "), "{error}");
}

#[test]
fn a_shard_that_is_being_written_is_not_merged() {
    let (_folder, [file]) = shards(["1/1"]);
    let run = json!({ "seed": 1 });
    let open = Journal::open_part(&file, &run, part("1/1", 1)).unwrap();
    let error = error(std::slice::from_ref(&file));
    assert!(error.ends_with("is in use by another run"), "{error}");
    drop(open);
    assert!(Shards::read(&[file]).is_ok());
}

#[test]
fn a_shard_goes_on_from_its_own_journal_only() {
    let (_folder, [file]) = shards(["2/3"]);
    let run = json!({ "seed": 1 });
    let (mut journal, earlier) = Journal::open_part(&file, &run, part("2/3", 1)).unwrap();
    assert_eq!(earlier.results[0], square(19));
    journal.arrange(|one, two| one.root.cmp(&two.root)).unwrap();
    drop(journal);
    let (_, earlier) = Journal::open_part(&file, &run, part("2/3", 1)).unwrap();
    assert_eq!(earlier.results[0], square(1));
    for other in [part("1/3", 1), part("2/3", 2)] {
        let error = Journal::open_part(&file, &run, other)
            .unwrap_err()
            .to_string();
        assert!(error.contains("has the results of another run"), "{error}");
    }
    let whole = Journal::<Square>::open(&file, &run)
        .unwrap_err()
        .to_string();
    assert!(
        whole.contains("another run, {\"shard\":\"2/3\",\"pieces\":20,\"job\""),
        "{whole}"
    );
    let text = fs::read_to_string(&file).unwrap();
    let line = r#"{"piece":4,"result":{"root":7,"value":7.0,"seconds":1}}"#;
    fs::write(&file, text + &sealed_text(line).unwrap() + "\n").unwrap();
    let error = Journal::open_part(&file, &run, part("2/3", 1)).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("line 9: found piece 4, expected 7"),
        "{error}"
    );
}
