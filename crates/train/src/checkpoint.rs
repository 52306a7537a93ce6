//! The net in training as a file, from which an interrupted run goes on.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use starmax_files::replace;
use starmax_judges::dice::{NetError, NetFile};
use thiserror::Error;

use crate::{DiceSettings, DiceTraining};

/// Why a training cannot go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TrainError {
    /// The file cannot be read or written.
    #[error("cannot {doing} {path}: {reason}", path = path.display())]
    File {
        /// What was tried.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// Another process trains this net.
    #[error("{path} is in use by another run", path = .0.display())]
    InUse(PathBuf),
    /// The file is no net.
    #[error("{path} cannot be used: {reason}; choose another folder, or remove it", path = path.display())]
    Net {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: NetError,
    },
    /// The file is none of a backgammon training.
    #[error("{path} cannot be used: {reason}; choose another folder, or remove it", path = path.display())]
    Sealed {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: starmax_judges::backgammon::NetError,
    },
    /// The file is from a training with other settings.
    #[error("{path} was made by `{theirs}`, and this is `{ours}`; choose another folder, or remove it", path = path.display())]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// How it was made.
        theirs: String,
        /// How it should have been made.
        ours: String,
    },
    /// The net is of no use.
    #[error("after {rounds} rounds the net cannot be used: {reason}")]
    Useless {
        /// Rounds played.
        rounds: u32,
        /// What is wrong with it.
        reason: starmax_judges::backgammon::NetError,
    },
    /// The weights grow without end.
    #[error(
        "after {games} games a weight from \"{layer}\" is {weight}: the rate {rate} is too large"
    )]
    RanAway {
        /// Games played.
        games: u64,
        /// What the weight is from.
        layer: &'static str,
        /// The weight.
        weight: f32,
        /// The rate at the start.
        rate: f32,
    },
}

/// The file of a net in training. Nobody else can train the same net meanwhile: a file beside it, which stays, is locked.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    /// The net itself cannot be locked, because every save puts a new file in its place.
    _lock: File,
}

impl Checkpoint {
    /// The file with this name, whether it is there already or not.
    ///
    /// # Errors
    /// When another process uses it, or its folder cannot be written to.
    pub fn open(path: &Path) -> Result<Self, TrainError> {
        Ok(Self {
            path: path.to_owned(),
            _lock: lock_beside(path)?,
        })
    }

    /// Where the net is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The training that the file holds, or a new one if there is no file.
    ///
    /// # Errors
    /// When the file cannot be read, is no net, or comes from other settings.
    pub fn training(&self, settings: DiceSettings) -> Result<DiceTraining, TrainError> {
        let path = &self.path;
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Ok(DiceTraining::new(settings));
            }
            Err(error) => return Err(file_error("read", path)(error)),
        };
        let file = NetFile::parse(&text).map_err(|reason| TrainError::Net {
            path: path.clone(),
            reason,
        })?;
        let ours = settings.to_string();
        if file.command != ours {
            return Err(TrainError::OtherSettings {
                path: path.clone(),
                theirs: file.command,
                ours,
            });
        }
        Ok(DiceTraining::after(
            settings,
            file.games.min(settings.games),
            file.weights,
        ))
    }

    /// Writes the net so far. There is always a whole file: the old one until the new one is complete.
    ///
    /// # Errors
    /// When the file cannot be written, or the weights are of no use.
    pub fn save(&self, training: &DiceTraining) -> Result<(), TrainError> {
        if let Some((layer, weight)) = training.weights().unusable() {
            return Err(TrainError::RanAway {
                games: training.games(),
                layer,
                weight,
                rate: training.settings().rate,
            });
        }
        replace_file(&self.path, training.file().write().as_bytes())
    }
}

/// Locks a file beside this one, as long as the answer is kept.
pub(crate) fn lock_beside(path: &Path) -> Result<File, TrainError> {
    let lock_path = path.with_added_extension("lock");
    let lock = File::create(&lock_path).map_err(file_error("create", &lock_path))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(TrainError::InUse(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(file_error("lock", &lock_path)(error)),
    }
}

/// Writes a file. There is always a whole one: the old one until the new one is complete.
pub(crate) fn replace_file(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    let written = replace(path, |file| file.write_all(bytes));
    written.map(drop).map_err(file_error("write", path))
}

pub(crate) fn file_error(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> TrainError {
    let path = path.to_owned();
    move |reason| TrainError::File {
        doing,
        path,
        reason,
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use starmax_testkit::{Flip, Flips, flip_bits, quick_folder};

    use super::*;

    const SETTINGS: DiceSettings = DiceSettings {
        games: 300,
        seed: 7,
        lambda: 0.5,
        rate: 0.01,
        random_moves: 4,
    };

    fn play(training: &mut DiceTraining, games: u64) {
        while training.games() < games {
            training.play_game();
        }
    }

    #[test]
    fn a_training_in_parts_ends_with_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        let (whole, parts) = (
            folder.path().join("whole.json"),
            folder.path().join("parts.json"),
        );
        let mut training = DiceTraining::new(SETTINGS);
        play(&mut training, 300);
        Checkpoint::open(&whole).unwrap().save(&training).unwrap();
        for games in [1, 100, 101, 300] {
            let checkpoint = Checkpoint::open(&parts).unwrap();
            let mut training = checkpoint.training(SETTINGS).unwrap();
            play(&mut training, games);
            checkpoint.save(&training).unwrap();
        }
        assert_eq!(fs::read(whole).unwrap(), fs::read(parts).unwrap());
        let names = fs::read_dir(folder.path()).unwrap();
        let mut names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        let expected = [
            "parts.json",
            "parts.json.lock",
            "whole.json",
            "whole.json.lock",
        ];
        assert_eq!(names, expected, "nothing unfinished is left");
    }

    #[test]
    fn a_net_is_trained_by_one_run_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("net.json");
        let checkpoint = Checkpoint::open(&path).unwrap();
        checkpoint.save(&DiceTraining::new(SETTINGS)).unwrap();
        let error = Checkpoint::open(&path).unwrap_err().to_string();
        assert!(
            error.ends_with("net.json is in use by another run"),
            "{error}"
        );
        drop(checkpoint);
        Checkpoint::open(&path).unwrap();
    }

    #[test]
    fn other_seeds_and_settings_give_other_nets() {
        let after = |settings| {
            let mut training = DiceTraining::new(settings);
            play(&mut training, 50);
            training.weights().clone()
        };
        let usual = after(SETTINGS);
        assert_eq!(usual, after(SETTINGS));
        for other in [
            DiceSettings {
                seed: 8,
                ..SETTINGS
            },
            DiceSettings {
                games: 400,
                ..SETTINGS
            },
            DiceSettings {
                lambda: 0.0,
                ..SETTINGS
            },
            DiceSettings {
                rate: 0.02,
                ..SETTINGS
            },
            DiceSettings {
                random_moves: 0,
                ..SETTINGS
            },
        ] {
            assert_ne!(usual, after(other), "{other}");
        }
    }

    #[test]
    fn files_of_no_use_are_named_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("net.json");
        let checkpoint = Checkpoint::open(&path).unwrap();
        let text = DiceTraining::new(SETTINGS).file().write();
        let other = DiceTraining::new(DiceSettings {
            seed: 8,
            ..SETTINGS
        })
        .file()
        .write();
        let spoilt = text.replace("dice:5x5", "dice:7x7");
        let huge = text.replace("\"output_bias\": 0.0", "\"output_bias\": 1e9");
        for (text, reason) in [
            (other.as_str(), "--seed 8"),
            (&text[..text.len() / 2], "EOF"),
            (
                spoilt.as_str(),
                "found \"dice:7x7,k=4\", expected a net of \"dice:5x5,k=4\"",
            ),
            (huge.as_str(), "found a weight of 1000000000"),
        ] {
            fs::write(&path, text).unwrap();
            let error = checkpoint.training(SETTINGS).unwrap_err();
            assert!(error.source().is_none(), "causes are named once");
            let error = error.to_string();
            assert!(
                error.contains(reason) && error.contains("net.json"),
                "{error}"
            );
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        let error = checkpoint.training(SETTINGS).unwrap_err();
        assert!(error.to_string().starts_with("cannot read "), "{error}");
        let error = checkpoint.save(&DiceTraining::new(SETTINGS)).unwrap_err();
        assert!(error.to_string().starts_with("cannot write "), "{error}");
        let nowhere = folder.path().join("no-such-folder/net.json");
        let error = Checkpoint::open(&nowhere).unwrap_err();
        assert!(error.source().is_none(), "causes are named once");
        assert!(error.to_string().starts_with("cannot create "), "{error}");
    }

    #[test]
    fn no_flipped_bit_makes_another_training() {
        let folder = quick_folder();
        let path = folder.path().join("net.json");
        let checkpoint = Checkpoint::open(&path).unwrap();
        let mut training = DiceTraining::new(SETTINGS);
        play(&mut training, 100);
        let whole = training.file();
        let flips = flip_bits(whole.write().as_bytes(), |bytes| {
            fs::write(&path, bytes).unwrap();
            match checkpoint.training(SETTINGS) {
                Ok(training) => {
                    assert_eq!(training.file(), whole);
                    Flip::NoEffect
                }
                Err(_) => Flip::Detected,
            }
        });
        let expected = Flips {
            detected: 996,
            without_effect: 4,
        };
        assert_eq!(flips, expected);
    }

    #[test]
    fn weights_that_run_away_are_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let mut training = DiceTraining::new(DiceSettings {
            rate: 1e6,
            ..SETTINGS
        });
        play(&mut training, 100);
        let checkpoint = Checkpoint::open(&folder.path().join("net.json")).unwrap();
        let error = checkpoint.save(&training).unwrap_err();
        assert!(
            error.to_string().contains("the rate 1000000 is too large"),
            "{error}"
        );
    }
}
