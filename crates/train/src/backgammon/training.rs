use std::collections::VecDeque;
use std::fs::File;
use std::ops::Range;
use std::path::PathBuf;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use starmax_games::{BackgammonState, mix};
use starmax_judges::backgammon::{
    BackgammonNet, Chances, NetFile, NetInputs, NetWeights, with_wide_registers,
};

use super::BackgammonSettings;
use super::adam::Adam;
use super::gradient::Gradient;
use super::revive::revive;
use super::sample::Sample;
use super::self_play::{Lesson, Teacher, self_play};
use crate::TrainError;

/// The samples of this many rounds are learned from.
const KEPT_ROUNDS: u32 = 16;
/// Each sample is learned from so often, on average, by the time it is forgotten.
const PASSES: usize = 8;
/// Units that never give anything begin anew after every so many rounds of the first half.
const REVIVE_EVERY: u32 = 4;
/// What the error in points counts for in the later rounds: half of its square, times this.
const IMPORTANCE_OF_POINTS: f32 = 4.0;
/// Samples of one step.
const BATCH: usize = 512;
/// A batch is divided so, whatever the number of threads, so that sums are rounded alike.
const SHARDS: usize = 2;
/// Games that are played before anybody looks whether to stop.
const GAMES_AT_ONCE: u32 = 200;

/// The net of backgammon in training.
///
/// In each round it plays games against itself and then learns from those of the last rounds. Everything follows from the settings, and a folder
/// holds all that is needed to go on.
#[derive(Debug)]
pub struct BackgammonTraining {
    pub(super) settings: BackgammonSettings,
    pub(super) folder: PathBuf,
    pub(super) round: u32,
    pub(super) adam: Adam,
    /// The samples of the last rounds.
    pub(super) kept: VecDeque<Vec<Sample>>,
    /// Nobody else can train in the folder meanwhile.
    pub(super) _lock: File,
}

/// What happened in a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// Rounds played, with this one.
    pub number: u32,
    /// Positions that were judged.
    pub positions: usize,
    /// How far the net was from its own look ahead, before it learned from it: the root of the mean square, in points, on positions with contact.
    pub surprise: f64,
    /// How far it was from its targets while it learned: the mean square, summed over the chances.
    pub error: f64,
}

impl BackgammonTraining {
    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &BackgammonSettings {
        &self.settings
    }

    /// Rounds played so far.
    #[must_use]
    pub fn round(&self) -> u32 {
        self.round
    }

    /// Whether all rounds are played.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.round >= self.settings.all_rounds()
    }

    /// The net so far.
    #[must_use]
    pub fn net(&self) -> BackgammonNet {
        BackgammonNet::of_weights(&self.adam.mean).with_shared_races()
    }

    /// The net so far, as a file without an envelope.
    #[must_use]
    pub fn file(&self) -> NetFile {
        let progress = format!("{} of {} rounds", self.round, self.settings.all_rounds());
        NetFile::new(self.settings.to_string(), progress, &self.adam.mean)
    }

    /// Plays a round, learns from it, and writes everything down. Calls `is_stopped` with the share that is done now and then; when it
    /// says so, the round is given up and there is no result.
    ///
    /// # Errors
    /// When something cannot be written.
    pub fn play_round(
        &mut self,
        mut is_stopped: impl FnMut(f64) -> bool,
    ) -> Result<Option<Round>, TrainError> {
        let Some(lesson) = self.lesson(|done| is_stopped(done / 2.0)) else {
            return Ok(None);
        };
        self.write_samples(&lesson.samples)?;
        let positions = lesson.samples.len();
        self.kept.push_back(lesson.samples);
        let passes = match self.teacher() {
            Teacher::NextPosition => 1,
            Teacher::AllRolls => PASSES,
        };
        let steps = (passes * positions).div_ceil(BATCH);
        let before = self.adam.clone();
        let Some(error) = self.learn(steps, |done| is_stopped(0.5 + done / 2.0)) else {
            self.adam = before;
            self.kept.pop_back();
            return Ok(None);
        };
        if self.round.is_multiple_of(REVIVE_EVERY) && 2 * self.round < self.settings.all_rounds() {
            let seed = mix(self.settings.seed) ^ mix(u64::from(self.round) + 1);
            if let Some(samples) = self.kept.back() {
                revive(&mut self.adam, samples, mix(mix(seed)));
            }
        }
        self.round += 1;
        while self.kept.len() > self.kept_rounds().len() {
            self.kept.pop_front();
        }
        self.save()?;
        Ok(Some(Round {
            number: self.round,
            positions,
            surprise: (lesson.squared_error / lesson.contacts.max(1) as f64).sqrt(),
            error,
        }))
    }

    fn teacher(&self) -> Teacher {
        if self.round < self.settings.first_rounds {
            Teacher::NextPosition
        } else {
            Teacher::AllRolls
        }
    }

    /// The earlier rounds whose samples the next one learns from.
    pub(super) fn kept_rounds(&self) -> Range<u32> {
        let earliest = self.round.saturating_sub(KEPT_ROUNDS - 1);
        match self.teacher() {
            Teacher::NextPosition => self.round..self.round,
            Teacher::AllRolls => earliest.max(self.settings.first_rounds)..self.round,
        }
    }

    fn lesson(&self, mut is_stopped: impl FnMut(f64) -> bool) -> Option<Lesson> {
        let teacher = self.teacher();
        let shares = self.settings.shares(self.round);
        let net = self.net();
        let surprising = match self.kept.back() {
            Some(samples) if shares.surprising > 0.0 => surprising(&net, samples),
            _ => Vec::new(),
        };
        let seed = mix(self.settings.seed) ^ mix(u64::from(self.round) + 1);
        let mut whole = Lesson::default();
        let games = self.settings.games;
        for first in (0..games).step_by(GAMES_AT_ONCE as usize) {
            let some = first..games.min(first + GAMES_AT_ONCE);
            let lessons: Vec<Lesson> = some
                .into_par_iter()
                .map(|number| {
                    let seed = seed ^ u64::from(number);
                    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
                    let plan = shares.plan(&surprising, &mut rng);
                    self_play(&net, &mut rng, teacher, plan)
                })
                .collect();
            for lesson in lessons {
                whole.add(lesson);
            }
            if is_stopped(f64::from(first) / f64::from(games)) {
                return None;
            }
        }
        Some(whole)
    }

    /// The mean error, or nothing if it was stopped.
    fn learn(&mut self, steps: usize, mut is_stopped: impl FnMut(f64) -> bool) -> Option<f64> {
        const LOOK_EVERY: usize = 200;
        let rate = self.settings.rate_of(self.round);
        let points = match self.teacher() {
            Teacher::NextPosition => 0.0,
            Teacher::AllRolls => IMPORTANCE_OF_POINTS,
        };
        let kept: usize = self.kept.iter().map(Vec::len).sum();
        let seed = mix(self.settings.seed) ^ mix(u64::from(self.round) + 1);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix(seed));
        let mut gradients: [NetWeights; SHARDS] = std::array::from_fn(|_| NetWeights::zero());
        let mut batch = Vec::with_capacity(BATCH);
        let mut error = 0.0;
        for step in 0..steps {
            batch.clear();
            batch.extend((0..BATCH).map(|_| self.sample(rng.random_range(0..kept))));
            let weights = &self.adam.weights;
            let errors: Vec<f64> = (gradients.par_iter_mut())
                .zip(batch.par_chunks(BATCH / SHARDS))
                .map(|(gradient, samples)| {
                    with_wide_registers(Gradient {
                        weights,
                        samples,
                        points,
                        sums: gradient,
                    })
                })
                .collect();
            error += errors.iter().sum::<f64>();
            self.adam.step(&mut gradients, rate, BATCH);
            if step % LOOK_EVERY == 0 && is_stopped(step as f64 / steps as f64) {
                return None;
            }
        }
        Some(error / (steps * BATCH) as f64)
    }

    fn sample(&self, mut number: usize) -> Sample {
        for samples in &self.kept {
            match samples.get(number) {
                Some(sample) => return *sample,
                None => number -= samples.len(),
            }
        }
        unreachable!("there are so many samples")
    }
}

/// The positions that a net judges most differently from what it should say, one of some.
fn surprising(net: &BackgammonNet, samples: &[Sample]) -> Vec<BackgammonState> {
    const ONE_OF: usize = 20;
    let equity = |chances| Chances::from_array(chances).equity();
    let mut judged: Vec<(f32, usize)> = samples
        .par_iter()
        .enumerate()
        .filter_map(|(number, sample)| {
            let state = sample.state()?;
            let wrong = net.chances(&state).equity() - equity(sample.targets());
            state.is_contact().then_some((wrong.abs(), number))
        })
        .collect();
    judged.sort_by(|(one, _), (two, _)| two.total_cmp(one));
    judged.truncate(judged.len().div_ceil(ONE_OF));
    let states = judged.iter().map(|&(_, number)| samples[number].state());
    states.flatten().collect()
}

/// Weights that let every unit begin about in the middle of what it can give.
pub(super) fn random_weights(seed: u64) -> NetWeights {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut weights = NetWeights::zero();
    let mut fill = |numbers: &mut [f32], largest: f32| {
        for number in numbers {
            *number = rng.random_range(-largest..largest);
        }
    };
    for row in 0..NetInputs::ROWS {
        fill(
            weights.at_mut::<{ NetWeights::WIDTH }>(NetWeights::row(row)),
            0.1,
        );
    }
    *weights.at_mut(NetWeights::bias()) = [0.3; NetWeights::WIDTH];
    for set in 0..NetInputs::SETS {
        for pair in 0..NetWeights::PAIRS {
            fill(
                weights.at_mut::<{ NetWeights::SECOND }>(NetWeights::second(set, pair)),
                0.05,
            );
        }
        for unit in 0..NetWeights::SECOND {
            fill(
                weights.at_mut::<{ Chances::COUNT }>(NetWeights::output(set, unit)),
                0.1,
            );
        }
        *weights.at_mut(NetWeights::second_bias(set)) = [0.3; NetWeights::SECOND];
    }
    weights
}
