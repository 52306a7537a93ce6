//! An append-only file of results that survives a kill.
//!
//! Long measurements write every result down as soon as they have it. Whoever starts the same measurement again gets back
//! what was written and goes on from there. A [`Journal`] is a text file: its first line says which run it
//! belongs to, every further line is one result as JSON.
//!
//! ```
//! use starmax_journal::Journal;
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("games.jsonl");
//! let (mut journal, earlier) = Journal::open(&path, &"dice, seed 1")?;
//! assert_eq!(earlier, Vec::<u32>::new());
//! journal.append(&17)?;
//! drop(journal);
//!
//! let (_, earlier) = Journal::<u32>::open(&path, &"dice, seed 1")?;
//! assert_eq!(earlier, [17]);
//! assert!(Journal::<u32>::open(&path, &"dice, seed 2").is_err(), "another run's results are no use");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

/// So much of a foreign file is shown in an error.
const LONGEST_QUOTE: usize = 200;

/// A file of results of type `R`, open for more. Nobody else can open it meanwhile.
#[derive(Debug)]
pub struct Journal<R> {
    path: PathBuf,
    file: File,
    /// The length of all that was written completely.
    length: u64,
    results: PhantomData<fn(R)>,
}

/// Why a journal cannot be used.
#[derive(Debug, Error)]
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
    /// A line is no result.
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
    /// Opens the journal of a run, which `run` describes, and returns the results it has already. What is not there is created.
    ///
    /// A last line without an end is what a kill in the middle of writing leaves behind; it is dropped.
    ///
    /// # Errors
    /// When the file cannot be read and written, is in use, belongs to another run, or has a line that is no result.
    pub fn open(path: &Path, run: &impl Serialize) -> Result<(Self, Vec<R>), JournalError> {
        let failed = |doing| move |source| file_error(doing, path, source);
        let mut file = OpenOptions::new()
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
            Err(TryLockError::WouldBlock) => return Err(JournalError::InUse(path.to_owned())),
            Err(TryLockError::Error(source)) => return Err(file_error("lock", path, source)),
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(failed("read"))?;
        let complete = text.rfind('\n').map_or("", |end| &text[..=end]);

        let mut journal = Self {
            path: path.to_owned(),
            file,
            length: complete.len() as u64,
            results: PhantomData,
        };
        let mut lines = complete.lines();
        let ours = written(run, path)?;
        let theirs = lines.next();
        // Without a complete line the file is new, or was left in the middle of the first one; else it is not ours.
        let is_ours = theirs.map_or(ours.starts_with(&text), |theirs| theirs == ours);
        if !is_ours {
            return Err(JournalError::OtherRun {
                path: path.to_owned(),
                theirs: theirs
                    .unwrap_or(&text)
                    .chars()
                    .take(LONGEST_QUOTE)
                    .collect(),
                ours,
            });
        }
        let results = (2..).zip(lines).map(|(line, text)| {
            serde_json::from_str(text).map_err(|reason| JournalError::Line {
                path: path.to_owned(),
                line,
                reason,
            })
        });
        let results: Vec<R> = results.collect::<Result<_, _>>()?;
        (journal.drop_what_is_incomplete()).map_err(failed("shorten"))?;
        if theirs.is_none() {
            journal.write_line(&ours)?;
        }
        Ok((journal, results))
    }

    /// Writes a result down. Once this returns, a kill cannot lose it.
    ///
    /// # Errors
    /// When it cannot be written, as on a full disk. What was written before is still there, and the next one may be tried.
    pub fn append(&mut self, result: &R) -> Result<(), JournalError> {
        let line = written(result, &self.path)?;
        self.write_line(&line)
    }

    fn write_line(&mut self, line: &str) -> Result<(), JournalError> {
        let line = format!("{line}\n");
        if let Err(source) = self.file.write_all(line.as_bytes()) {
            // Half a line in the middle of the file would spoil it; at its end it does no harm.
            self.drop_what_is_incomplete().ok();
            return Err(file_error("write to", &self.path, source));
        }
        self.length += line.len() as u64;
        Ok(())
    }

    fn drop_what_is_incomplete(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(io::SeekFrom::Start(self.length))?;
        Ok(())
    }
}

fn file_error(doing: &'static str, path: &Path, reason: io::Error) -> JournalError {
    JournalError::File {
        doing,
        path: path.to_owned(),
        reason,
    }
}

fn written(value: &impl Serialize, path: &Path) -> Result<String, JournalError> {
    serde_json::to_string(value).map_err(|source| file_error("write to", path, source.into()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    type Numbers = Journal<u32>;

    fn with_folder(test: impl FnOnce(&Path)) {
        let folder = tempfile::tempdir().unwrap();
        test(&folder.path().join("journal.jsonl"));
    }

    #[test]
    fn what_was_written_is_there_again() {
        with_folder(|path| {
            let (mut journal, earlier) = Numbers::open(path, &"run").unwrap();
            assert!(earlier.is_empty());
            journal.append(&1).unwrap();
            journal.append(&2).unwrap();
            drop(journal);
            let (mut journal, earlier) = Numbers::open(path, &"run").unwrap();
            assert_eq!(earlier, [1, 2]);
            journal.append(&3).unwrap();
            assert_eq!(fs::read_to_string(path).unwrap(), "\"run\"\n1\n2\n3\n");
        });
    }

    #[test]
    fn half_a_line_at_the_end_is_dropped() {
        with_folder(|path| {
            for (torn, kept) in [("\"run\"\n1\n2", vec![1]), ("\"ru", vec![])] {
                fs::write(path, torn).unwrap();
                let (mut journal, earlier) = Numbers::open(path, &"run").unwrap();
                assert_eq!(earlier, kept);
                journal.append(&9).unwrap();
                drop(journal);
                let (_, earlier) = Numbers::open(path, &"run").unwrap();
                assert_eq!(earlier.last(), Some(&9), "{torn}");
            }
        });
    }

    #[test]
    fn another_run_and_a_spoilt_line_are_errors_that_change_nothing() {
        with_folder(|path| {
            for (text, reason) in [
                (
                    "\"other\"\n1\n",
                    "another run, \"other\", and this one is \"run\"",
                ),
                ("\"other\"\n1\n2", "another run"),
                ("notes without an end", "another run, notes without an end"),
                (
                    "\"run\"\n1\nx\n3\n",
                    "journal.jsonl, line 3: expected value",
                ),
            ] {
                fs::write(path, text).unwrap();
                let error = Numbers::open(path, &"run").unwrap_err().to_string();
                assert!(error.contains(reason), "{error}");
                assert_eq!(fs::read_to_string(path).unwrap(), text);
            }
        });
    }

    #[test]
    fn one_run_at_a_time() {
        with_folder(|path| {
            let journal = Numbers::open(path, &"run").unwrap();
            let error = Numbers::open(path, &"run").unwrap_err().to_string();
            assert!(error.ends_with("is in use by another run"), "{error}");
            drop(journal);
            assert!(Numbers::open(path, &"run").is_ok());
        });
    }

    #[test]
    fn a_file_that_cannot_be_opened_is_named() {
        with_folder(|path| {
            let error = Numbers::open(&path.join("below"), &"run").unwrap_err();
            assert!(error.to_string().starts_with("cannot open "), "{error}");
        });
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_no_file() {
        let error = Numbers::open(Path::new("/dev/zero"), &"run").unwrap_err();
        assert_eq!(error.to_string(), "/dev/zero is no ordinary file");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error() {
        let full = Path::new("/dev/full");
        let file = OpenOptions::new().write(true).open(full).unwrap();
        let mut journal = Numbers {
            path: full.to_owned(),
            file,
            length: 0,
            results: PhantomData,
        };
        let error = journal.append(&1).unwrap_err().to_string();
        assert!(
            error.starts_with("cannot write to /dev/full: No space left"),
            "{error}"
        );
    }
}
