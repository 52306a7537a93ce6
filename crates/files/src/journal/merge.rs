//! Journals of shards, put together.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;
use serde_json::value::RawValue;
use thiserror::Error;

use super::error::file_error;
use super::line::{is_unsealed_object, quote, sealed_text, unsealed};
use super::part::{PartHeading, Piece};
use super::{Damage, JournalError, complete_lines};
use crate::{Shard, replace};

/// The pieces of a job from several journals. They were written by shards of the same job, of whatever number of shards.
#[derive(Debug)]
pub struct Shards {
    first: PathBuf,
    heading: Heading,
    pieces: BTreeMap<u64, Found>,
    /// Pieces that were found more than once, and were the same.
    pub repeated: u64,
    /// Lines that were damaged. The files are as they were.
    pub damaged: Vec<Damage>,
}

type Heading = PartHeading<Box<RawValue>, Box<RawValue>>;

/// A piece, and where it was found.
#[derive(Debug)]
struct Found {
    result: Box<RawValue>,
    file: PathBuf,
    line: usize,
}

/// Why journals cannot be merged.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MergeError {
    /// One of them cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// It was not written by a shard.
    #[error("{path} begins with {found}, expected the journal of a shard, as --shard writes it", path = path.display())]
    NoShard {
        /// The file.
        path: PathBuf,
        /// Its first line.
        found: String,
    },
    /// It belongs to another job.
    #[error("{path} has a shard of {theirs}, expected one of {ours} as in {first}", path = path.display(), first = first.display())]
    OtherJob {
        /// The file.
        path: PathBuf,
        /// Its job.
        theirs: String,
        /// The job of the first file.
        ours: String,
        /// The first file.
        first: PathBuf,
    },
    /// Two files have different results of the same piece.
    #[error("piece {piece} is {theirs} in {path}, line {line}, and {ours} in {other}, line {other_line}: one of them was not computed by this program with this seed; remove it", path = path.display(), other = other.display())]
    Conflict {
        /// The number of the piece.
        piece: u64,
        /// What the later file says.
        theirs: String,
        /// The later file.
        path: PathBuf,
        /// The line in it.
        line: usize,
        /// What the earlier file says.
        ours: String,
        /// The earlier file.
        other: PathBuf,
        /// The line in it.
        other_line: usize,
    },
    /// Pieces were not found.
    #[error("{missing} of {pieces} pieces are missing: {some}; they belong to {shards}")]
    Missing {
        /// How many.
        missing: u64,
        /// How many pieces the job has.
        pieces: u64,
        /// The first ones of them.
        some: String,
        /// The shards that have them.
        shards: String,
    },
    /// There is a file already.
    #[error("{path} is there and is not what these files make; choose another file, or remove this one", path = .0.display())]
    Exists(PathBuf),
}

impl Shards {
    /// Reads the journals of shards.
    ///
    /// # Errors
    /// When one cannot be read or is in use, is no journal of a shard, belongs to another job than the first one, or has another result of
    /// a piece than one before it.
    ///
    /// # Panics
    /// When there is no file.
    pub fn read(files: &[PathBuf]) -> Result<Self, MergeError> {
        let (first, others) = files.split_first().expect("a file at least");
        let bytes = read(first)?;
        let mut shards = Self {
            first: first.clone(),
            heading: heading(first, &bytes)?,
            pieces: BTreeMap::new(),
            repeated: 0,
            damaged: Vec::new(),
        };
        let shard = shards.heading.shard;
        shards.add(first, &bytes, shard)?;
        for file in others {
            let bytes = read(file)?;
            let heading = heading(file, &bytes)?;
            shards.check(file, &heading)?;
            shards.add(file, &bytes, heading.shard)?;
        }
        Ok(shards)
    }

    /// How many pieces the job has.
    #[must_use]
    pub fn pieces(&self) -> u64 {
        self.heading.pieces
    }

    /// Writes the journal that one machine would have written; a kill leaves all of it or nothing.
    ///
    /// # Errors
    /// When pieces are missing, the file cannot be written, or there is one that is something else.
    pub fn write(&self, path: &Path) -> Result<(), MergeError> {
        self.check_complete()?;
        let text = self.text()?;
        match fs::read(path) {
            Ok(there) if there == text.as_bytes() => return Ok(()),
            Ok(_) => return Err(MergeError::Exists(path.to_owned())),
            // What cannot be read cannot be replaced by mistake, unless it is not there.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(file_error("read", path, error).into()),
        }
        replace(path, |file| file.write_all(text.as_bytes()))
            .map_err(|error| file_error("write", path, error))?;
        Ok(())
    }

    fn text(&self) -> Result<String, MergeError> {
        let mut text = String::new();
        let mut add = |object: &RawValue, file: &Path, line| {
            let sealed = sealed_text(object.get()).ok_or_else(|| no_object(file, line))?;
            text += &sealed;
            text.push('\n');
            Ok::<_, JournalError>(())
        };
        add(&self.heading.run, &self.first, 1)?;
        for found in self.pieces.values() {
            add(&found.result, &found.file, found.line)?;
        }
        Ok(text)
    }

    fn check(&self, path: &Path, theirs: &Heading) -> Result<(), MergeError> {
        let ours = &self.heading;
        let job = |heading: &Heading| format!("{} pieces, {}", heading.pieces, heading.job.get());
        let run = |heading: &Heading| heading.run.get().to_owned();
        for part in [&run as &dyn Fn(&Heading) -> String, &job] {
            let [theirs, ours] = [part(theirs), part(ours)];
            if theirs != ours {
                return Err(MergeError::OtherJob {
                    path: path.to_owned(),
                    theirs,
                    ours,
                    first: self.first.clone(),
                });
            }
        }
        Ok(())
    }

    /// Takes the pieces of one more file.
    fn add(&mut self, file: &Path, bytes: &[u8], shard: Shard) -> Result<(), MergeError> {
        for (line, text) in (2..).zip(complete_lines(bytes).skip(1)) {
            let path = file.to_owned();
            let Some(object) = unsealed(text) else {
                self.damaged.push(Damage { path, line });
                continue;
            };
            let Piece { piece, result } = serde_json::from_str::<Piece<Box<RawValue>>>(&object)
                .map_err(|reason| wrong_line(file, line, reason))?;
            if piece >= self.heading.pieces || !shard.has(piece) {
                let found = format!("found piece {piece}, expected one of shard {shard}");
                return Err(wrong_line(file, line, serde::de::Error::custom(found)).into());
            }
            self.add_piece(
                piece,
                Found {
                    result,
                    file: path,
                    line,
                },
            )?;
        }
        Ok(())
    }

    fn add_piece(&mut self, piece: u64, theirs: Found) -> Result<(), MergeError> {
        let Some(ours) = self.pieces.get(&piece) else {
            self.pieces.insert(piece, theirs);
            return Ok(());
        };
        if !agree(&ours.result, &theirs.result) {
            return Err(MergeError::Conflict {
                piece,
                theirs: quote(theirs.result.get()),
                path: theirs.file,
                line: theirs.line,
                ours: quote(ours.result.get()),
                other: ours.file.clone(),
                other_line: ours.line,
            });
        }
        self.repeated += 1;
        Ok(())
    }

    fn check_complete(&self) -> Result<(), MergeError> {
        /// The most that are named.
        const NAMED: usize = 10;
        let Heading { pieces, shard, .. } = self.heading;
        let missing = pieces - self.pieces.len() as u64;
        if missing == 0 {
            return Ok(());
        }
        let some = (0..pieces).filter(|piece| !self.pieces.contains_key(piece));
        let mut there = BTreeMap::new();
        for piece in self.pieces.keys() {
            *there.entry(piece % shard.count()).or_default() += 1;
        }
        let shards = (0..shard.count()).map(|piece| (piece, shard.with_piece(piece)));
        let shards: Vec<_> = shards
            .filter(|(piece, shard)| there.get(piece).copied().unwrap_or(0) < shard.size(pieces))
            .map(|(_, shard)| shard)
            .collect();
        Err(MergeError::Missing {
            missing,
            pieces,
            some: list(some, missing, NAMED),
            shards: list(shards.iter(), shards.len() as u64, NAMED),
        })
    }
}

/// The first ones of some things, and how many there are beside them.
fn list(things: impl Iterator<Item = impl ToString>, count: u64, named: usize) -> String {
    let first: Vec<_> = things.take(named).map(|thing| thing.to_string()).collect();
    match count - first.len() as u64 {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}

/// Reads a file that nobody writes meanwhile.
fn read(path: &Path) -> Result<Vec<u8>, JournalError> {
    let failed = |doing| move |error| file_error(doing, path, error);
    let mut file = File::open(path).map_err(failed("open"))?;
    if !file.metadata().map_err(failed("read"))?.is_file() {
        return Err(JournalError::NoFile(path.to_owned()));
    }
    match file.try_lock_shared() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(JournalError::InUse(path.to_owned())),
        Err(TryLockError::Error(error)) => return Err(file_error("lock", path, error)),
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(failed("read"))?;
    Ok(bytes)
}

fn heading(path: &Path, bytes: &[u8]) -> Result<Heading, MergeError> {
    let line = complete_lines(bytes).next().unwrap_or(bytes);
    let text = String::from_utf8_lossy(line);
    let path = || path.to_owned();
    let Some(object) = unsealed(line) else {
        return Err(if is_unsealed_object(&text) {
            JournalError::Older(path()).into()
        } else {
            let found = quote(text.trim_end());
            JournalError::Heading {
                path: path(),
                found,
            }
            .into()
        });
    };
    serde_json::from_str(&object).map_err(|_| MergeError::NoShard {
        path: path(),
        found: quote(&object),
    })
}

fn wrong_line(path: &Path, line: usize, reason: serde_json::Error) -> JournalError {
    JournalError::Line {
        path: path.to_owned(),
        line,
        reason,
    }
}

fn no_object(path: &Path, line: usize) -> JournalError {
    let expected = "expected an object with an entry";
    wrong_line(path, line, serde::de::Error::custom(expected))
}

/// Whether two results of a piece are the same, but for the time it took: no clock shows the same twice.
fn agree(one: &RawValue, two: &RawValue) -> bool {
    let timeless = |result: &RawValue| {
        let mut value = serde_json::from_str(result.get()).ok()?;
        forget_seconds(&mut value);
        Some(value)
    };
    let are_equal = || timeless(one).is_some_and(|one| timeless(two) == Some(one));
    one.get() == two.get() || are_equal()
}

fn forget_seconds(value: &mut Value) {
    match value {
        Value::Object(entries) => {
            entries.remove("seconds");
            entries.values_mut().for_each(forget_seconds);
        }
        Value::Array(values) => values.iter_mut().for_each(forget_seconds),
        _ => {}
    }
}

#[cfg(test)]
mod tests;
