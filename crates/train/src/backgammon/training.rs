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
use super::gradient::{Gradient, Importance};
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
/// What errors in points count for in the later rounds.
const IMPORTANCE: Importance = Importance {
    points: 4.0,
    difference: 12.0,
};
/// Samples of one step: in later rounds as many of games as of choices.
const BATCH: usize = 512;
const CHOICES: usize = BATCH / 4;
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
    pub(super) kept: VecDeque<Kept>,
    /// Nobody else can train in the folder meanwhile.
    pub(super) _lock: File,
}

/// What is kept of a round.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Kept {
    pub(super) samples: Vec<Sample>,
    /// Positions that a player could choose between.
    pub(super) choices: Vec<[Sample; 2]>,
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
        let (contacts, squared_error) = (lesson.contacts, lesson.squared_error);
        let kept = Kept {
            samples: lesson.samples,
            choices: lesson.choices,
        };
        self.write_samples(&kept)?;
        let positions = kept.samples.len() + 2 * kept.choices.len();
        self.kept.push_back(kept);
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
            if let Some(kept) = self.kept.back() {
                revive(&mut self.adam, &kept.samples, mix(mix(seed)));
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
            surprise: (squared_error / contacts.max(1) as f64).sqrt(),
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
        let starts = match self.kept.back() {
            Some(kept) if shares.from_position > 0.0 => starts(&net, &kept.samples),
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
                    let plan = shares.plan(&starts, &mut rng);
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
        let importance = match self.teacher() {
            Teacher::NextPosition => Importance::NONE,
            Teacher::AllRolls => IMPORTANCE,
        };
        let kept_samples: usize = self.kept.iter().map(|kept| kept.samples.len()).sum();
        let kept_choices: usize = self.kept.iter().map(|kept| kept.choices.len()).sum();
        let choices_of_step = if kept_choices == 0 { 0 } else { CHOICES };
        let samples_of_step = BATCH - 2 * choices_of_step;
        let seed = mix(self.settings.seed) ^ mix(u64::from(self.round) + 1);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix(seed));
        let mut gradients: [NetWeights; SHARDS] = std::array::from_fn(|_| NetWeights::zero());
        let mut samples = Vec::with_capacity(BATCH);
        let mut choices = Vec::with_capacity(CHOICES);
        let mut error = 0.0;
        for step in 0..steps {
            samples.clear();
            samples.extend((0..samples_of_step).map(|_| {
                let number = rng.random_range(0..kept_samples);
                *nth(self.kept.iter().map(|kept| &kept.samples), number)
            }));
            choices.clear();
            choices.extend((0..choices_of_step).map(|_| {
                let number = rng.random_range(0..kept_choices);
                *nth(self.kept.iter().map(|kept| &kept.choices), number)
            }));
            let weights = &self.adam.weights;
            let errors: Vec<f64> = (gradients.par_iter_mut().enumerate())
                .map(|(shard, gradient)| {
                    with_wide_registers(Gradient {
                        weights,
                        samples: part_of(&samples, shard),
                        choices: part_of(&choices, shard),
                        importance,
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
}

/// One of the equal parts of a batch.
fn part_of<T>(batch: &[T], shard: usize) -> &[T] {
    let size = batch.len() / SHARDS;
    &batch[shard * size..(shard + 1) * size]
}

/// An item of several lists that follow each other.
fn nth<'a, T>(lists: impl Iterator<Item = &'a Vec<T>>, mut number: usize) -> &'a T {
    for list in lists {
        match list.get(number) {
            Some(item) => return item,
            None => number -= list.len(),
        }
    }
    unreachable!("the number is below the count of all items")
}

/// Positions with contact that games begin with: those that a net judges most differently from what it should say, one of some, and as many of a kind
/// that games seldom have.
fn starts(net: &BackgammonNet, samples: &[Sample]) -> Vec<BackgammonState> {
    const ONE_OF: usize = 20;
    let equity = |chances| Chances::from_array(chances).equity();
    let mut judged: Vec<(f32, BackgammonState)> = samples
        .par_iter()
        .filter_map(|sample| {
            let state = sample.state()?;
            let wrong = net.chances(&state).equity() - equity(sample.targets());
            state.is_contact().then_some((wrong.abs(), state))
        })
        .collect();
    let count = judged.len().div_ceil(ONE_OF);
    let rare: Vec<BackgammonState> = (judged.iter().map(|&(_, state)| state))
        .filter(is_rare)
        .collect();
    let step = rare.len().div_ceil(count).max(1);
    judged.sort_by(|(one, _), (two, _)| two.total_cmp(one));
    let surprising = judged.into_iter().take(count).map(|(_, state)| state);
    surprising.chain(rare.into_iter().step_by(step)).collect()
}

/// Whether a player has four or more checkers in the other's home or on the bar, or five or more blots.
fn is_rare(state: &BackgammonState) -> bool {
    const BEHIND: usize = 19;
    let places = NetInputs::new(state).places();
    places.iter().any(|side| {
        let behind: u8 = side[BEHIND..].iter().sum();
        let blots: u8 = side[1..25].iter().map(|&count| u8::from(count == 1)).sum();
        behind >= 4 || blots >= 5
    })
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
