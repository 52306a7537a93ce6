use std::fs;

use serde::Deserialize;

use super::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Game {
    points: u32,
}

type Games = Journal<Game>;

#[derive(Serialize)]
struct Conditions {
    run: &'static str,
}

const RUN: Conditions = Conditions { run: "ours" };

fn with_folder(test: impl FnOnce(&Path)) {
    let folder = tempfile::tempdir().unwrap();
    test(&folder.path().join("journal.jsonl"));
}

fn line(object: &impl Serialize) -> String {
    sealed(object, Path::new("")).unwrap() + "\n"
}

/// A journal of these games.
fn journal(points: &[u32]) -> String {
    let games = points.iter().map(|&points| line(&Game { points }));
    games.fold(line(&RUN), |text, line| text + &line)
}

/// The points of the games in a journal, and the lines that were damaged.
fn open(path: &Path) -> Result<(Games, Vec<u32>, Vec<usize>), JournalError> {
    let (journal, earlier) = Games::open(path, &RUN)?;
    let points = earlier.results.iter().map(|game| game.points).collect();
    let damaged = earlier.damaged.iter().map(|damage| damage.line).collect();
    Ok((journal, points, damaged))
}

fn points(path: &Path) -> Vec<u32> {
    open(path).unwrap().1
}

#[test]
fn what_was_written_is_there_again() {
    with_folder(|path| {
        let (mut journal, earlier, damaged) = open(path).unwrap();
        assert!(earlier.is_empty() && damaged.is_empty());
        journal.append(&Game { points: 1 }).unwrap();
        journal.append(&Game { points: 2 }).unwrap();
        drop(journal);
        let (mut journal, earlier, _) = open(path).unwrap();
        assert_eq!(earlier, [1, 2]);
        journal.append(&Game { points: 3 }).unwrap();
        let text = fs::read_to_string(path).unwrap();
        let (heading, games) = text.split_once('\n').unwrap();
        assert_eq!(heading, r#"{"run":"ours","sum":"67248cb1f4a85564"}"#);
        assert_eq!(games.lines().count(), 3);
        assert!(games.starts_with(r#"{"points":1,"sum":""#), "{games}");
    });
}

#[test]
fn half_a_line_at_the_end_is_dropped() {
    with_folder(|path| {
        let whole = journal(&[1, 2]);
        for (torn, kept) in [(&whole[..whole.len() - 1], vec![1]), ("{\"ru", vec![])] {
            fs::write(path, torn).unwrap();
            let (mut journal, earlier, damaged) = open(path).unwrap();
            assert_eq!((earlier, damaged), (kept, vec![]));
            journal.append(&Game { points: 9 }).unwrap();
            drop(journal);
            assert_eq!(points(path).last(), Some(&9), "{torn}");
        }
    });
}

#[test]
fn a_damaged_line_is_dropped_and_named_and_the_others_are_kept() {
    with_folder(|path| {
        let damaged = journal(&[1, 2, 3]).replace("\"points\":2", "\"points\":7");
        fs::write(path, damaged).unwrap();
        let (mut games, earlier, damaged) = open(path).unwrap();
        assert_eq!((earlier, damaged), (vec![1, 3], vec![3]));
        assert_eq!(fs::read_to_string(path).unwrap(), journal(&[1, 3]));
        assert!(matches!(open(path), Err(JournalError::InUse(_))));
        games.append(&Game { points: 2 }).unwrap();
        drop(games);
        let (_, earlier, damaged) = open(path).unwrap();
        assert_eq!((earlier, damaged), (vec![1, 3, 2], vec![]));
        let files = fs::read_dir(path.parent().unwrap()).unwrap().count();
        assert_eq!(files, 1, "nothing unfinished is left");
    });
}

/// Each bit of a journal, one at a time: never a result that was not written.
#[test]
fn no_flipped_bit_makes_a_result() {
    let whole = journal(&[10, 200, 3000]).into_bytes();
    let ours = line(&RUN);
    for bit in 0..8 * whole.len() {
        let mut flipped = whole.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let is_heading = bit / 8 < ours.len();
        let is_end = bit / 8 == whole.len() - 1;
        match Contents::<Game>::of(&flipped, Path::new(""), ours.trim_end(), None) {
            Err(error) => assert!(is_heading, "bit {bit}: {error}"),
            Ok(Contents { lines, damaged, .. }) => {
                assert!(!is_heading, "bit {bit}");
                assert_eq!(damaged.is_empty(), is_end, "bit {bit}");
                // Without the end of its line, the next result is lost too.
                assert!((1..3).contains(&lines.len()), "bit {bit}");
                let is_known =
                    |line: &Line<'_, Game>| [10, 200, 3000].contains(&line.result.points);
                assert!(lines.iter().all(is_known), "bit {bit}");
            }
        }
    }
}

#[test]
fn files_that_are_of_no_use_are_errors_that_change_nothing() {
    with_folder(|path| {
        let ours = line(&RUN);
        let other = line(&Conditions { run: "other" });
        let no_game = line(&Conditions { run: "in between" });
        let first = line(&Game { points: 1 });
        for (text, reason) in [
            (
                format!("{other}{first}"),
                r#"another run, {"run":"other"}, and this one is {"run":"ours"}; choose"#,
            ),
            (format!("{other}{first}2"), "another run"),
            (
                "{\"run\":\"ours\"}\n{\"points\":1}\n".to_owned(),
                "journal.jsonl was written by an older version, without checksums; choose",
            ),
            (
                ours.replace("ours", "ouds") + &first,
                "journal.jsonl, line 1: found {\"run\":\"ouds\",\"sum\":",
            ),
            (
                "notes without an end".to_owned(),
                "found notes without an end, expected the description of a run",
            ),
            (
                format!("{ours}{first}{no_game}{first}"),
                "journal.jsonl, line 3: missing field `points`",
            ),
        ] {
            fs::write(path, &text).unwrap();
            let error = open(path).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
            assert_eq!(fs::read_to_string(path).unwrap(), text);
        }
    });
}

#[test]
fn ends_of_lines_may_be_those_of_windows() {
    with_folder(|path| {
        fs::write(path, journal(&[1, 2]).replace('\n', "\r\n")).unwrap();
        let (_, earlier, damaged) = open(path).unwrap();
        assert_eq!((earlier, damaged), (vec![1, 2], vec![]));
    });
}

#[test]
fn lines_are_put_in_order_and_more_can_come() {
    with_folder(|path| {
        let in_order = |one: &Game, two: &Game| one.points.cmp(&two.points);
        let (mut games, ..) = open(path).unwrap();
        for points in [3, 1, 2] {
            games.append(&Game { points }).unwrap();
        }
        games.arrange(in_order).unwrap();
        assert_eq!(fs::read_to_string(path).unwrap(), journal(&[1, 2, 3]));
        assert!(matches!(open(path), Err(JournalError::InUse(_))));
        games.append(&Game { points: 0 }).unwrap();
        assert_eq!(fs::read_to_string(path).unwrap(), journal(&[1, 2, 3, 0]));
        games.arrange(in_order).unwrap();
        drop(games);
        assert_eq!(points(path), [0, 1, 2, 3]);
        let files = fs::read_dir(path.parent().unwrap()).unwrap().count();
        assert_eq!(files, 1, "nothing unfinished is left");
    });
}

#[cfg(unix)]
#[test]
fn a_link_and_permissions_stay_when_a_line_is_dropped() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    with_folder(|path| {
        let link = path.with_extension("link");
        symlink(path, &link).unwrap();
        fs::write(path, journal(&[1, 2]).replace("\"points\":2", "2")).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o640)).unwrap();
        assert_eq!(points(&link), [1]);
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(path).unwrap(), journal(&[1]));
        let mode = fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    });
}

#[test]
fn one_run_at_a_time() {
    with_folder(|path| {
        let journal = open(path).unwrap();
        let error = open(path).unwrap_err().to_string();
        assert!(error.ends_with("is in use by another run"), "{error}");
        drop(journal);
        assert!(open(path).is_ok());
    });
}

#[test]
fn a_file_that_cannot_be_opened_is_named() {
    with_folder(|path| {
        let error = open(&path.join("below")).unwrap_err();
        assert!(error.to_string().starts_with("cannot open "), "{error}");
    });
}

#[cfg(unix)]
#[test]
fn a_device_is_no_file() {
    let error = open(Path::new("/dev/zero")).unwrap_err();
    assert_eq!(error.to_string(), "/dev/zero is no ordinary file");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = Path::new("/dev/full");
    let file = OpenOptions::new().write(true).open(full).unwrap();
    let mut journal = Games {
        path: full.to_owned(),
        file,
        length: 0,
        last_sync: Instant::now(),
        is_ahead: false,
        part: None,
    };
    let error = journal.append(&Game { points: 1 }).unwrap_err().to_string();
    assert!(
        error.starts_with("cannot write to /dev/full: No space left"),
        "{error}"
    );
}
