//! A training as a folder, from which an interrupted run goes on.

use std::collections::VecDeque;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use starmax_files::{SealedError, SealedFile};
use starmax_judges::backgammon::{NetError, NetFile, NetWeights};

use super::adam::Adam;
use super::envelope::{Fit, fit_envelope};
use super::sample::Sample;
use super::training::{Kept, random_weights};
use super::{BackgammonSettings, BackgammonTraining};
use crate::TrainError;
use crate::checkpoint::{file_error, lock_beside, replace_file};

const TITLE: &str = "starmax backgammon training 1";
const SAMPLES_TITLE: &str = "starmax backgammon samples 2";

impl BackgammonTraining {
    /// The net that a training leaves in its folder.
    #[must_use]
    pub fn net_path(folder: &Path) -> PathBuf {
        folder.join("backgammon.net")
    }

    fn checkpoint_path(folder: &Path) -> PathBuf {
        folder.join("backgammon.checkpoint")
    }

    fn samples_path(&self, round: u32) -> PathBuf {
        self.folder.join(format!("backgammon-{round:04}.samples"))
    }

    /// The training that a folder holds, or a new one if there is none.
    ///
    /// # Errors
    /// When something cannot be read, is damaged, or comes from other settings, or another process trains in the folder.
    pub fn open(folder: &Path, settings: BackgammonSettings) -> Result<Self, TrainError> {
        Self::open_from(folder, settings, || random_weights(settings.seed))
    }

    /// The training that a folder holds, or a new one from these weights if there is none.
    ///
    /// # Errors
    /// As [`BackgammonTraining::open`].
    pub fn open_from(
        folder: &Path,
        settings: BackgammonSettings,
        start: impl FnOnce() -> NetWeights,
    ) -> Result<Self, TrainError> {
        let mut training = Self {
            settings,
            folder: folder.to_owned(),
            round: 0,
            adam: Adam::new(start()),
            kept: VecDeque::new(),
            _lock: lock_beside(&Self::net_path(folder))?,
        };
        let path = Self::checkpoint_path(folder);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(training),
            Err(error) => return Err(file_error("read", &path)(error)),
        };
        let file = SealedFile::parse(TITLE, &bytes).map_err(unusable(&path))?;
        let theirs = file.line("command").map_err(unusable(&path))?.to_owned();
        let ours = settings.to_string();
        if theirs != ours {
            return Err(TrainError::OtherSettings { path, theirs, ours });
        }
        training.restore(&file).map_err(unusable(&path))?;
        for round in training.kept_rounds() {
            let kept = training.read_samples(round)?;
            training.kept.push_back(kept);
        }
        Ok(training)
    }

    fn restore(&mut self, file: &SealedFile) -> Result<(), NetError> {
        let number = |name| {
            let text = file.line(name)?;
            text.parse().map_err(|_| missing(name))
        };
        self.round = u32::try_from(number("round")?).map_err(|_| missing("round"))?;
        if self.round > self.settings.all_rounds() {
            return Err(missing("round"));
        }
        self.adam.steps = number("steps")?;
        let (numbers, rest) = file.bytes.as_chunks::<4>();
        if numbers.len() != 4 * NetWeights::COUNT || !rest.is_empty() {
            return Err(NetError::Bytes(file.bytes.len()));
        }
        for (part, numbers) in self
            .adam
            .parts_mut()
            .into_iter()
            .zip(numbers.chunks(NetWeights::COUNT))
        {
            for (number, bytes) in part.numbers_mut().iter_mut().zip(numbers) {
                *number = f32::from_le_bytes(*bytes);
            }
            if !part.numbers().iter().all(|number| number.is_finite()) {
                return Err(NetError::Weights {
                    layer: "a training".to_owned(),
                    found: "weights that are no numbers".to_owned(),
                    expected: "numbers",
                });
            }
        }
        Ok(())
    }

    fn read_samples(&self, round: u32) -> Result<Kept, TrainError> {
        let path = self.samples_path(round);
        let bytes = fs::read(&path).map_err(file_error("read", &path))?;
        let file = SealedFile::parse(SAMPLES_TITLE, &bytes).map_err(unusable(&path))?;
        let wrong = || unusable(&path)(NetError::Bytes(file.bytes.len()));
        let samples: usize = (file.line("samples").ok())
            .and_then(|text| text.parse().ok())
            .ok_or_else(|| unusable(&path)(missing("samples")))?;
        let (all, rest) = file.bytes.as_chunks();
        if samples == 0 || samples > all.len() || !rest.is_empty() {
            return Err(wrong());
        }
        let (samples, others) = all.split_at(samples);
        let (choices, rest) = others.as_chunks();
        if !rest.is_empty() {
            return Err(wrong());
        }
        Ok(Kept {
            samples: samples.iter().map(Sample::from_bytes).collect(),
            choices: choices
                .iter()
                .map(|choice: &[_; 2]| choice.each_ref().map(Sample::from_bytes))
                .collect(),
        })
    }

    pub(super) fn write_samples(&self, kept: &Kept) -> Result<(), TrainError> {
        let samples = kept.samples.iter().chain(kept.choices.as_flattened());
        let file = SealedFile {
            title: SAMPLES_TITLE.to_owned(),
            about: vec![("samples".to_owned(), kept.samples.len().to_string())],
            bytes: samples.flat_map(|sample| sample.to_bytes()).collect(),
        };
        replace_file(&self.samples_path(self.round), &file.write())
    }

    /// Whether the net in the folder has an envelope from this many games.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn has_envelope(&self, games: u32) -> Result<bool, TrainError> {
        let path = Self::net_path(&self.folder);
        let bytes = fs::read(&path).map_err(file_error("read", &path))?;
        let file = NetFile::parse(&bytes).map_err(unusable(&path))?;
        Ok(file.envelope.is_some() && file.progress.ends_with(&envelope_note(games)))
    }

    /// Makes the envelope of the net from this many games and writes both to the folder; [`fit_envelope`] says more.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add_envelope(
        &self,
        games: u32,
        is_stopped: impl Fn(f64) -> bool + Sync,
    ) -> Result<Option<Fit>, TrainError> {
        let Some((envelope, fit)) =
            fit_envelope(&self.net(), games, self.settings.seed, is_stopped)
        else {
            return Ok(None);
        };
        let mut file = self.file();
        file.progress += &envelope_note(games);
        file.envelope = Some(envelope);
        replace_file(&Self::net_path(&self.folder), &file.write())?;
        Ok(Some(fit))
    }

    /// Writes the net and all that is needed to go on, and removes what is not needed any more.
    pub(super) fn save(&mut self) -> Result<(), TrainError> {
        let net = self.file();
        net.check().map_err(|reason| TrainError::Useless {
            rounds: self.round,
            reason,
        })?;
        let about = [
            ("command", self.settings.to_string()),
            ("round", self.round.to_string()),
            ("steps", self.adam.steps.to_string()),
        ];
        let parts = self.adam.parts_mut().map(|part| part.numbers().to_vec());
        let file = SealedFile {
            title: TITLE.to_owned(),
            about: about.map(|(name, value)| (name.to_owned(), value)).into(),
            bytes: parts
                .iter()
                .flatten()
                .flat_map(|number| number.to_le_bytes())
                .collect(),
        };
        replace_file(&Self::net_path(&self.folder), &net.write())?;
        replace_file(&Self::checkpoint_path(&self.folder), &file.write())?;
        let needed = self.kept_rounds();
        let old = (0..needed.start)
            .rev()
            .map(|round| self.samples_path(round));
        for path in old.take_while(|path| path.exists()) {
            fs::remove_file(&path).map_err(file_error("remove", &path))?;
        }
        Ok(())
    }
}

/// What a net says about its envelope.
fn envelope_note(games: u32) -> String {
    format!(", envelope of {games} games")
}

fn missing(name: &str) -> NetError {
    SealedError::Missing(name.to_owned()).into()
}

fn unusable<E: Into<NetError>>(path: &Path) -> impl FnOnce(E) -> TrainError + use<E> {
    let path = path.to_owned();
    move |reason| TrainError::Sealed {
        path,
        reason: reason.into(),
    }
}

#[cfg(test)]
mod tests {
    use starmax_testkit::{Flip, Flips, flip_bits, quick_folder};

    use super::*;

    const SETTINGS: BackgammonSettings = BackgammonSettings {
        first_rounds: 0,
        rounds: 1,
        games: 5,
        seed: 7,
        rate: 0.001,
        start: None,
    };

    const ALL_DETECTED: Flips = Flips {
        detected: 1000,
        without_effect: 0,
    };

    fn flip_of<T, E>(read: &Result<T, E>) -> Flip {
        match read {
            Ok(_) => Flip::NoEffect,
            Err(_) => Flip::Detected,
        }
    }

    /// A folder from which a training goes on has two kinds of files besides the net.
    #[test]
    fn no_flipped_bit_makes_another_training() {
        let folder = quick_folder();
        let mut training = BackgammonTraining::open(folder.path(), SETTINGS).unwrap();
        training.play_round(|_| false).unwrap().unwrap();
        let samples = training.samples_path(0);
        let flips = flip_bits(&fs::read(&samples).unwrap(), |bytes| {
            fs::write(&samples, bytes).unwrap();
            flip_of(&training.read_samples(0))
        });
        assert_eq!(flips, ALL_DETECTED);
        let checkpoint = BackgammonTraining::checkpoint_path(folder.path());
        let flips = flip_bits(&fs::read(checkpoint).unwrap(), |bytes| {
            flip_of(&SealedFile::parse(TITLE, bytes))
        });
        assert_eq!(flips, ALL_DETECTED);
    }
}
