//! An append-only file of results that survives a kill, and that tells when it was damaged.
//!
//! Long measurements write every result down as soon as they have it. The next run of the same measurement gets back
//! what was written and goes on from there. A [`Journal`] is a text file of JSON, one object on each line: the first says which run the file
//! belongs to, every further one is a result. The last entry of each, `"sum"`, is the [`checksum`](crate::checksum()) of the text before it:
//!
//! ```text
//! {"game":"dice","seed":1,"sum":"7371d2792d6ef677"}
//! {"points":17,"sum":"e846257adb45bf77"}
//! ```
//!
//! A line depends on no other one, so lines of the same run can be put together in any order. A run that is finished puts them in order
//! ([`Journal::arrange`]), so that its file does not depend on threads or interruptions.
//!
//! Several machines can share a job: each of them writes the journal of a [shard](Journal::open_part), and [`Shards`] merges them into the
//! one that a single machine would have written, byte for byte.
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

mod error;
mod line;
mod merge;
mod part;

use std::cmp::Ordering;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;

use self::error::file_error;
use self::line::{is_unsealed_object, quote, sealed, unsealed};
use self::part::Piece;
use crate::{replace, sync_folder_of};

pub use self::error::{Damage, JournalError};
pub use self::merge::{MergeError, Shards};
pub use self::part::{NumberOf, Part};

/// The disk is asked to keep what was written no more often than this.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

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
    /// Which pieces it has, if not all of a run.
    part: Option<Part<R>>,
}

/// What a journal had already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Earlier<R> {
    /// The results, in the order of their lines.
    pub results: Vec<R>,
    /// Lines that were damaged. They are no longer in the file.
    pub damaged: Vec<Damage>,
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
        Self::open_under(path, &sealed(run, path)?, None)
    }

    /// Opens the journal of a shard of a run in the same way. Its lines have the numbers of their pieces.
    ///
    /// # Errors
    /// As [`Journal::open`], and when a line is no piece of this shard.
    ///
    /// # Panics
    /// When the description is no object with an entry.
    pub fn open_part(
        path: &Path,
        run: &impl Serialize,
        part: Part<R>,
    ) -> Result<(Self, Earlier<R>), JournalError> {
        let heading = sealed(&part.heading(run), path)?;
        Self::open_under(path, &heading, Some(part))
    }

    fn open_under(
        path: &Path,
        ours: &str,
        part: Option<Part<R>>,
    ) -> Result<(Self, Earlier<R>), JournalError> {
        let failed = |doing| move |source| file_error(doing, path, source);
        let mut file = open_and_lock(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed("read"))?;
        let contents = Contents::of(&bytes, path, ours, part.as_ref())?;
        let length = contents.length();
        if !contents.damaged.is_empty() {
            file = write_anew(&file, path, &contents.text()).map_err(failed("write anew"))?;
        }
        let mut journal = Self {
            path: path.to_owned(),
            file,
            length,
            last_sync: Instant::now(),
            is_ahead: false,
            part,
        };
        (journal.drop_what_is_incomplete()).map_err(failed("shorten"))?;
        if length == 0 {
            journal.write_line(ours)?;
            journal.sync()?;
            sync_folder_of(path);
        }
        let earlier = Earlier {
            results: contents.lines.into_iter().map(|line| line.result).collect(),
            damaged: contents.damaged,
        };
        Ok((journal, earlier))
    }

    /// Writes a result down. Once this returns, a kill cannot lose it.
    ///
    /// # Errors
    /// When it cannot be written, as on a full disk. What was written before is still there, and the next one may be tried.
    ///
    /// # Panics
    /// When it is no object with an entry, or not of the shard that the journal is of.
    pub fn append(&mut self, result: &R) -> Result<(), JournalError> {
        let line = match &self.part {
            None => sealed(result, &self.path)?,
            Some(part) => {
                let piece = part.piece(result);
                sealed(&piece.expect("a result of this shard"), &self.path)?
            }
        };
        self.write_line(&line)?;
        if self.last_sync.elapsed() >= SYNC_INTERVAL {
            self.sync()?;
        }
        Ok(())
    }

    /// Puts the lines in an order that does not depend on when they were written. There is always a whole file, also after a kill.
    ///
    /// # Errors
    /// When the file cannot be read, or written anew. Then it stays as it is.
    pub fn arrange(&mut self, order: impl Fn(&R, &R) -> Ordering) -> Result<(), JournalError> {
        let path = &self.path;
        let failed = |doing| move |source| file_error(doing, path, source);
        let mut bytes = Vec::new();
        (self.file.seek(SeekFrom::Start(0)))
            .and_then(|_| self.file.read_to_end(&mut bytes))
            .map_err(failed("read"))?;
        let heading = bytes.split(|&byte| byte == b'\n').next();
        let heading = String::from_utf8_lossy(heading.unwrap_or_default());
        let mut contents = Contents::of(&bytes, path, &heading, self.part.as_ref())?;
        let order = |one: &Line<'_, R>, two: &Line<'_, R>| order(&one.result, &two.result);
        // What was damaged in the last moments is named by the next run.
        let is_arranged = contents
            .lines
            .is_sorted_by(|one, two| order(one, two).is_le());
        if !is_arranged && contents.damaged.is_empty() {
            contents.lines.sort_by(order);
            self.file =
                write_anew(&self.file, path, &contents.text()).map_err(failed("write anew"))?;
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
        self.file.seek(SeekFrom::Start(self.length))?;
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
struct Contents<'a, R> {
    /// The first line, if there is one.
    heading: &'a [u8],
    /// Those of the others that are as they were written.
    lines: Vec<Line<'a, R>>,
    damaged: Vec<Damage>,
}

struct Line<'a, R> {
    text: &'a [u8],
    result: R,
}

impl<'a, R: DeserializeOwned> Contents<'a, R> {
    fn of(
        bytes: &'a [u8],
        path: &Path,
        ours: &str,
        part: Option<&Part<R>>,
    ) -> Result<Self, JournalError> {
        let mut all = complete_lines(bytes);
        let heading = all.next();
        // Without a complete line the file is new, or was left in the middle of the first one; else it is not ours.
        if heading.is_some() || !ours.as_bytes().starts_with(bytes) {
            check_heading(path, heading.unwrap_or(bytes), ours)?;
        }
        let (mut lines, mut damaged) = (Vec::new(), Vec::new());
        for (number, text) in (2..).zip(all) {
            let path = || path.to_owned();
            let Some(object) = unsealed(text) else {
                let line = number;
                damaged.push(Damage { path: path(), line });
                continue;
            };
            let result = match part {
                None => serde_json::from_str(&object),
                Some(part) => {
                    serde_json::from_str::<Piece<R>>(&object).and_then(|piece| part.result(piece))
                }
            };
            let wrong = |reason| JournalError::Line {
                path: path(),
                line: number,
                reason,
            };
            let result = result.map_err(wrong)?;
            lines.push(Line { text, result });
        }
        Ok(Self {
            heading: heading.unwrap_or_default(),
            lines,
            damaged,
        })
    }
}

impl<R> Contents<'_, R> {
    /// All that is whole, from the first line on.
    fn text(&self) -> Vec<u8> {
        let lines = self.lines.iter().map(|line| line.text);
        std::iter::once(self.heading)
            .chain(lines)
            .collect::<Vec<_>>()
            .concat()
    }

    fn length(&self) -> u64 {
        let lines: usize = self.lines.iter().map(|line| line.text.len()).sum();
        (self.heading.len() + lines) as u64
    }
}

/// The lines that have an end. What comes after them was left behind by a kill.
fn complete_lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let end = bytes.iter().rposition(|&byte| byte == b'\n');
    let complete = end.map_or(&[][..], |end| &bytes[..=end]);
    complete.split_inclusive(|&byte| byte == b'\n')
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

#[cfg(test)]
mod tests;
