//! Files of matches: those of GNU Backgammon, those of others, and damaged ones.

mod damage;
mod gnubg;
mod variants;

use starmax_records::{MatchRecord, Problem, Reading, read, write_mat, write_sgf};

fn reading(text: &str) -> Reading {
    read(text.as_bytes(), None).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The match in a file without problems.
fn clean(text: &str) -> MatchRecord {
    let Reading {
        record, problems, ..
    } = reading(text);
    assert_eq!(problems, [], "{text}");
    record
}

fn problems(text: &str) -> Vec<Problem> {
    reading(text).problems
}

/// Both formats give the match back, and its decisions follow the rules.
fn comes_back(record: &MatchRecord) {
    let mat = write_mat(record).expect("a match that follows the rules");
    assert_eq!(&clean(&mat), record, "{mat}");
    let sgf = write_sgf(record).expect("a match that follows the rules");
    assert_eq!(&clean(&sgf), record, "{sgf}");
    assert!(record.replay().all(|decision| decision.is_ok()));
}

/// A match of this length with one game of these lines.
fn game(length: u16, lines: &str) -> String {
    format!(" {length} point match\n\n Game 1\n Ann : 0                        Bob : 0\n{lines}\n")
}
