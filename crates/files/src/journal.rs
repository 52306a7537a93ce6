//! An append-only file of results that survives a kill, and that tells when it was damaged.
//!
//! Long measurements write every result down as soon as they have it. The next run of the same measurement gets back
//! what was written and goes on from there. A [`Journal`] is a text file of JSON, one object on each line: the first says which run the file
//! belongs to, every further one is a result. The last entry of each, `"sum"`, is the [`checksum`] of the text before it:
//!
//! ```text
//! {"game":"dice","seed":1,"sum":"7371d2792d6ef677"}
//! {"points":17,"sum":"e846257adb45bf77"}
//! ```
//!
//! A line depends on no other one, so lines of the same run can be put together in any order.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use starmax_files::journal::Journal;
//!
//! #[derive(Serialize)]
//! struct Conditions {
//!     game: &'static str,
//!     seed: u64,
//! }
//!
//! #[derive(Debug, PartialEq, Serialize, Deserialize)]
//! struct Game {
//!     points: u32,
//! }
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("games.jsonl");
//! let run = Conditions { game: "dice", seed: 1 };
//! let (mut journal, earlier) = Journal::<Game>::open(&path, &run)?;
//! assert!(earlier.results.is_empty());
//! journal.append(&Game { points: 17 })?;
//! drop(journal);
//!
//! let (_, earlier) = Journal::<Game>::open(&path, &run)?;
//! assert_eq!(earlier.results, [Game { points: 17 }]);
//! let other = Conditions { seed: 2, ..run };
//! assert!(Journal::<Game>::open(&path, &other).is_err(), "another run's results are no use");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::{checksum, replace, sync_folder_of};

/// So much of a foreign file is shown in an error.
const LONGEST_QUOTE: usize = 200;

/// The disk is asked to keep what was written no more often than this.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// What comes between the text of a line and its checksum.
const SUM: &str = ",\"sum\":\"";

/// A file of results of type `R`, open for more. Nobody else can open it meanwhile.
///
/// A kill loses nothing. A power cut loses what was written in the last seconds.
#[derive(Debug)]
pub struct Journal<R> {
    path: PathBuf,
    file: File,
    /// The length of all that was written completely.
    length: u64,
    last_sync: Instant,
    /// Whether something was written since.
    is_ahead: bool,
    results: PhantomData<fn(R)>,
}

/// What a journal had already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Earlier<R> {
    /// The results, in the order of their lines.
    pub results: Vec<R>,
    /// Lines that were damaged. They are no longer in the file.
    pub damaged: Vec<Damage>,
}

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

impl<R: Serialize + DeserializeOwned> Journal<R> {
    /// Opens the journal of a run, which `run` describes, and returns what it has already. What is not there is created.
    ///
    /// A last line without an end is what a kill in the middle of writing leaves behind; it is dropped. So are damaged lines, which are
    /// returned, so that they can be named. The others are kept, whatever happens meanwhile.
    ///
    /// # Errors
    /// When the file cannot be read and written, is in use, belongs to another run, has a damaged first line, or one that is whole and no
    /// result. Then it stays as it is.
    ///
    /// # Panics
    /// When the description is no object with an entry.
    pub fn open(path: &Path, run: &impl Serialize) -> Result<(Self, Earlier<R>), JournalError> {
        let failed = |doing| move |source| file_error(doing, path, source);
        let mut file = open_and_lock(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed("read"))?;
        let ours = sealed(run, path)?;
        let Contents { kept, earlier } = Contents::of(&bytes, path, &ours)?;
        if !earlier.damaged.is_empty() {
            file = write_anew(&file, path, &kept).map_err(failed("write anew"))?;
        }
        let mut journal = Self {
            path: path.to_owned(),
            file,
            length: kept.len() as u64,
            last_sync: Instant::now(),
            is_ahead: false,
            results: PhantomData,
        };
        (journal.drop_what_is_incomplete()).map_err(failed("shorten"))?;
        if kept.is_empty() {
            journal.write_line(&ours)?;
            journal.sync()?;
            sync_folder_of(path);
        }
        Ok((journal, earlier))
    }

    /// Writes a result down. Once this returns, a kill cannot lose it.
    ///
    /// # Errors
    /// When it cannot be written, as on a full disk. What was written before is still there, and the next one may be tried.
    ///
    /// # Panics
    /// When it is no object with an entry.
    pub fn append(&mut self, result: &R) -> Result<(), JournalError> {
        let line = sealed(result, &self.path)?;
        self.write_line(&line)?;
        if self.last_sync.elapsed() >= SYNC_INTERVAL {
            self.sync()?;
        }
        Ok(())
    }
}

impl<R> Journal<R> {
    fn write_line(&mut self, line: &str) -> Result<(), JournalError> {
        let line = format!("{line}\n");
        if let Err(source) = self.file.write_all(line.as_bytes()) {
            // Half a line in the middle of the file would spoil it; at its end it does no harm.
            self.drop_what_is_incomplete().ok();
            return Err(file_error("write to", &self.path, source));
        }
        self.length += line.len() as u64;
        self.is_ahead = true;
        Ok(())
    }

    fn drop_what_is_incomplete(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(io::SeekFrom::Start(self.length))?;
        Ok(())
    }

    fn sync(&mut self) -> Result<(), JournalError> {
        if self.is_ahead {
            let synced = self.file.sync_data();
            synced.map_err(|source| file_error("write to", &self.path, source))?;
            self.is_ahead = false;
        }
        self.last_sync = Instant::now();
        Ok(())
    }
}

impl<R> Drop for Journal<R> {
    /// What the disk refuses now is missing next time, and measured again.
    fn drop(&mut self) {
        self.sync().ok();
    }
}

/// What there is in a file.
struct Contents<R> {
    /// All that is whole, from the first line on.
    kept: Vec<u8>,
    earlier: Earlier<R>,
}

impl<R: DeserializeOwned> Contents<R> {
    fn of(bytes: &[u8], path: &Path, ours: &str) -> Result<Self, JournalError> {
        let end = bytes.iter().rposition(|&byte| byte == b'\n');
        let complete = end.map_or(&[][..], |end| &bytes[..=end]);
        let mut lines = complete.split_inclusive(|&byte| byte == b'\n');
        let heading = lines.next();
        // Without a complete line the file is new, or was left in the middle of the first one; else it is not ours.
        if heading.is_some() || !ours.as_bytes().starts_with(bytes) {
            check_heading(path, heading.unwrap_or(bytes), ours)?;
        }
        let mut kept = heading.unwrap_or_default().to_vec();
        let mut earlier = Earlier {
            results: Vec::new(),
            damaged: Vec::new(),
        };
        for (line, bytes) in (2..).zip(lines) {
            let path = || path.to_owned();
            if let Some(text) = unsealed(bytes) {
                let wrong = |reason| JournalError::Line {
                    path: path(),
                    line,
                    reason,
                };
                (earlier.results).push(serde_json::from_str(&text).map_err(wrong)?);
                kept.extend(bytes);
            } else {
                earlier.damaged.push(Damage { path: path(), line });
            }
        }
        Ok(Self { kept, earlier })
    }
}

fn open_and_lock(path: &Path) -> Result<File, JournalError> {
    let failed = |doing| move |source| file_error(doing, path, source);
    let in_use = || JournalError::InUse(path.to_owned());
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .map_err(failed("open"))?;
    if !file.metadata().map_err(failed("read"))?.is_file() {
        return Err(JournalError::NoFile(path.to_owned()));
    }
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(in_use()),
        Err(TryLockError::Error(source)) => return Err(file_error("lock", path, source)),
    }
    // Another run may have put a new file in its place since it was opened here.
    let locked = file.try_clone().and_then(same_file::Handle::from_file);
    let is_still_there = same_file::Handle::from_path(path)
        .is_ok_and(|there| locked.is_ok_and(|locked| locked == there));
    if is_still_there {
        Ok(file)
    } else {
        Err(in_use())
    }
}

/// Puts a file with these bytes in the place of an old one, which is locked as long as the new one is not.
fn write_anew(old: &File, path: &Path, bytes: &[u8]) -> io::Result<File> {
    // A link stays a link.
    replace(&fs::canonicalize(path)?, |new| {
        new.try_lock()?;
        new.set_permissions(old.metadata()?.permissions())?;
        new.write_all(bytes)
    })
}

fn check_heading(path: &Path, theirs: &[u8], ours: &str) -> Result<(), JournalError> {
    let path = || path.to_owned();
    let quote = |text: &str| text.chars().take(LONGEST_QUOTE).collect();
    let text = String::from_utf8_lossy(theirs);
    match (unsealed(theirs), unsealed(ours.as_bytes())) {
        (Some(theirs), Some(ours)) if theirs == ours => Ok(()),
        (Some(theirs), Some(ours)) => Err(JournalError::OtherRun {
            path: path(),
            theirs: quote(&theirs),
            ours,
        }),
        _ if is_unsealed_object(&text) => Err(JournalError::Older(path())),
        _ => Err(JournalError::Heading {
            path: path(),
            found: quote(text.trim_end()),
        }),
    }
}

/// A line as versions before this one wrote it.
fn is_unsealed_object(line: &str) -> bool {
    let object = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(line);
    object.is_ok_and(|object| !object.contains_key("sum"))
}

fn file_error(doing: &'static str, path: &Path, reason: io::Error) -> JournalError {
    JournalError::File {
        doing,
        path: path.to_owned(),
        reason,
    }
}

/// The text of an object, with its checksum as the last entry.
fn sealed(object: &impl Serialize, path: &Path) -> Result<String, JournalError> {
    let text = serde_json::to_string(object)
        .map_err(|source| file_error("write to", path, source.into()))?;
    let open = (text.strip_suffix('}')).filter(|open| open.starts_with("{\""));
    let open = open.unwrap_or_else(|| panic!("{text} is no object with an entry"));
    Ok(format!("{open}{SUM}{}\"}}", checksum(&[open.as_bytes()])))
}

/// The text of an object without its checksum, if it is the right one.
fn unsealed(line: &[u8]) -> Option<String> {
    let line = str::from_utf8(line).ok()?;
    let line = line.strip_suffix('\n').unwrap_or(line);
    let line = line.strip_suffix('\r').unwrap_or(line);
    let (open, sum) = line.strip_suffix("\"}")?.rsplit_once(SUM)?;
    (sum == checksum(&[open.as_bytes()])).then(|| format!("{open}}}"))
}

#[cfg(test)]
mod tests;
