//! What can be wrong with a journal.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// A line that is not what was written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{path}, line {line}: found damage (the checksum is wrong); the line was dropped, and what it said is measured again", path = path.display())]
pub struct Damage {
    /// The file.
    pub path: PathBuf,
    /// The line, counted from 1, before damaged ones were dropped.
    pub line: usize,
}

/// Why a journal cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JournalError {
    /// The file cannot be opened, read or written.
    #[error("cannot {doing} {path}: {reason}", path = path.display())]
    File {
        /// What was tried.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// It is a device or a pipe.
    #[error("{path} is no ordinary file", path = .0.display())]
    NoFile(PathBuf),
    /// Another process has it open.
    #[error("{path} is in use by another run", path = .0.display())]
    InUse(PathBuf),
    /// It has the results of another run.
    #[error("{path} has the results of another run, {theirs}, and this one is {ours}; choose another file, or remove this one", path = path.display())]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// The first line of the file.
        theirs: String,
        /// What it should be.
        ours: String,
    },
    /// The first line, which says what the others are, is not what was written.
    #[error("{path}, line 1: found {found}, expected the description of a run with its checksum: the line is damaged, or the file is something else; choose another file, or remove this one", path = path.display())]
    Heading {
        /// The file.
        path: PathBuf,
        /// The first line, or what there is of it.
        found: String,
    },
    /// There are no checksums, so nobody could tell whether it is damaged.
    #[error("{path} was written by an older version, without checksums; choose another file, or remove this one", path = .0.display())]
    Older(PathBuf),
    /// A line is whole and no result.
    #[error("{path}, line {line}: {reason}", path = path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        reason: serde_json::Error,
    },
}

pub(super) fn file_error(doing: &'static str, path: &Path, reason: io::Error) -> JournalError {
    JournalError::File {
        doing,
        path: path.to_owned(),
        reason,
    }
}
