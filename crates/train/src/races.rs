//! The net of races in training.

use std::collections::VecDeque;

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use starmax_games::{Roll, mix};
use starmax_judges::backgammon::{Bearoff, PaceNet, Track, for_each_end, home_of};

/// Checkers of a player.
const CHECKERS: u8 = 15;
/// Points of a home.
const HOME: usize = 6;
/// The share of random moves in races.
const RANDOM_MOVES: f64 = 0.1;
/// The share of races with fewer than 15 checkers.
const WITH_FEWER: f64 = 0.15;
/// A sweep learns from the races of this many sweeps, its own among them.
const REMEMBERED: usize = 10;
/// How often a sweep learns from each position.
const EPOCHS: u8 = 2;
/// Positions that are learned from together.
const BATCH: usize = 64;
/// The rate falls to this share.
const LAST_RATE: f32 = 0.01;

/// How the net of races is trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RaceSettings {
    /// How often races are played and learned from.
    pub sweeps: u32,
    /// Races of one player in each sweep.
    pub races: u32,
    /// The same seed gives the same net.
    pub seed: u64,
    /// How fast the net learns at the start; the rate falls to a hundredth.
    pub rate: f32,
}

impl Default for RaceSettings {
    fn default() -> Self {
        Self {
            sweeps: 24,
            races: 4000,
            seed: 1,
            rate: 0.002,
        }
    }
}

/// A position and how many rolls it takes from there, judged by all rolls and the best moves.
#[derive(Clone, Copy, Debug)]
struct Lesson {
    track: Track,
    rolls: [f32; 2],
}

/// The net of races in training: a player alone brings checkers home from random places, and each position learns from what looks one turn ahead find. Everything
/// follows from the settings.
#[derive(Debug)]
pub struct RaceTraining {
    settings: RaceSettings,
    sweep: u32,
    net: PaceNet,
    steps: i32,
    momenta: Vec<f32>,
    variances: Vec<f32>,
    /// Those of the last sweeps.
    lessons: VecDeque<Vec<Lesson>>,
}

/// What a sweep was like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep {
    /// Its number, from 1 on.
    pub number: u32,
    /// How many positions it learned from.
    pub positions: usize,
    /// By how many rolls the net differed from its look-ahead, as the root of the mean square.
    pub surprise: f64,
}

impl RaceTraining {
    /// A training that is going to begin.
    #[must_use]
    pub fn new(settings: RaceSettings) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(settings.seed);
        let net = PaceNet::of_pips(|| rng.random_range(-0.2..0.2));
        Self {
            settings,
            sweep: 0,
            net,
            steps: 0,
            momenta: vec![0.0; PaceNet::WEIGHTS],
            variances: vec![0.0; PaceNet::WEIGHTS],
            lessons: VecDeque::new(),
        }
    }

    /// The net as it is.
    #[must_use]
    pub fn net(&self) -> &PaceNet {
        &self.net
    }

    /// Whether all sweeps are done.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.sweep == self.settings.sweeps
    }

    /// Plays races and learns from them.
    pub fn sweep(&mut self) -> Sweep {
        let RaceSettings {
            sweeps,
            races,
            seed,
            rate,
        } = self.settings;
        let seed_of = |number: u32| mix(seed ^ u64::from(self.sweep) << 32 | u64::from(number));
        let judge = Judge {
            net: &self.net,
            bearoff: Bearoff::shared(),
        };
        let of_races: Vec<Vec<Lesson>> = (0..races)
            .into_par_iter()
            .map(|number| judge.race(&mut Xoshiro256PlusPlus::seed_from_u64(seed_of(number))))
            .collect();
        let lessons: Vec<Lesson> = of_races.into_iter().flatten().collect();
        let squares = lessons.iter().map(|lesson| {
            let [error, _] = self.errors(lesson);
            f64::from(error * error)
        });
        let surprise = (squares.sum::<f64>() / lessons.len() as f64).sqrt();
        let positions = lessons.len();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed_of(races));
        let done = self.sweep as f32 / sweeps as f32;
        self.lessons.truncate(REMEMBERED - 1);
        self.lessons.push_front(lessons);
        let mut lessons: Vec<Lesson> = self.lessons.iter().flatten().copied().collect();
        for _ in 0..EPOCHS {
            for place in (1..lessons.len()).rev() {
                lessons.swap(place, rng.random_range(0..=place));
            }
            for batch in lessons.chunks(BATCH) {
                self.learn(batch, rate * LAST_RATE.powf(done));
            }
        }
        self.sweep += 1;
        Sweep {
            number: self.sweep,
            positions,
            surprise,
        }
    }

    /// By how much the net says more than it should. Of fewer than 15 checkers the first one is off.
    fn errors(&self, lesson: &Lesson) -> [f32; 2] {
        let found = self.net.rolls(&lesson.track);
        let has_all = lesson.track.iter().sum::<u8>() == CHECKERS;
        let [finish, first_off] =
            std::array::from_fn(|output| found[output] - lesson.rolls[output]);
        [finish, if has_all { first_off } else { 0.0 }]
    }

    /// A step of Adam (Kingma and Ba 2015).
    fn learn(&mut self, batch: &[Lesson], rate: f32) {
        const MOMENTUM: f32 = 0.9;
        const VARIANCE: f32 = 0.999;
        let mut slopes = vec![0.0; PaceNet::WEIGHTS];
        for lesson in batch {
            self.net
                .add_slopes(&lesson.track, self.errors(lesson), &mut slopes);
        }
        self.steps += 1;
        let rate =
            rate * (1.0 - VARIANCE.powi(self.steps)).sqrt() / (1.0 - MOMENTUM.powi(self.steps));
        let mut weights = self.net.weights().to_vec();
        let moments = self.momenta.iter_mut().zip(&mut self.variances);
        for ((weight, slope), (momentum, variance)) in weights.iter_mut().zip(slopes).zip(moments) {
            let slope = slope / batch.len() as f32;
            *momentum += (1.0 - MOMENTUM) * (slope - *momentum);
            *variance += (1.0 - VARIANCE) * (slope * slope - *variance);
            *weight -= rate * *momentum / (variance.sqrt() + 1e-8);
        }
        self.net = PaceNet::new(weights);
    }
}

/// What a look one turn ahead is judged by.
struct Judge<'a> {
    net: &'a PaceNet,
    bearoff: &'a Bearoff,
}

impl Judge<'_> {
    /// The positions of one race, until all checkers are home.
    ///
    /// What a look ahead finds is corrected by what later looks find wrong about it: the mean over all dice is then that of the whole race, and hardly varies.
    fn race(&self, rng: &mut impl Rng) -> Vec<Lesson> {
        let mut turns = Vec::new();
        let mut track = random_track(rng);
        while home_of(&track).is_none() {
            let is_random = rng.random_bool(RANDOM_MOVES);
            turns.push((track, is_random));
            let roll = Roll::new(rng.random_range(1..=6), rng.random_range(1..=6));
            let (mut best, mut lowest) = (track, f32::INFINITY);
            for_each_end(track, roll, &mut |end| {
                let cost = if is_random {
                    rng.random()
                } else {
                    self.rolls(&end)[0]
                };
                if cost < lowest {
                    (best, lowest) = (end, cost);
                }
            });
            track = best;
        }
        let mut later_errors = [0.0; 2];
        let lessons = turns.into_iter().rev().map(|(track, is_random)| {
            if is_random {
                later_errors = [0.0; 2];
            }
            let (found, expected) = (self.look_ahead(&track), self.rolls(&track));
            let rolls = std::array::from_fn(|output| found[output] + later_errors[output]);
            later_errors = std::array::from_fn(|output| rolls[output] - expected[output]);
            Lesson { track, rolls }
        });
        lessons.collect()
    }

    fn rolls(&self, track: &Track) -> [f32; 2] {
        let Some(home) = home_of(track) else {
            return self.net.rolls(track);
        };
        #[expect(clippy::cast_possible_truncation, reason = "single precision will do")]
        let means = [
            self.bearoff.rolls_to_finish(home),
            self.bearoff.rolls_to_first_off(home),
        ]
        .map(|distribution| distribution.mean() as f32);
        means
    }

    fn look_ahead(&self, track: &Track) -> [f32; 2] {
        let mut sum = [1.0; 2];
        for roll in Roll::all() {
            let mut lowest = [f32::INFINITY; 2];
            for_each_end(*track, roll, &mut |end| {
                let rolls = self.rolls(&end);
                lowest = std::array::from_fn(|output| lowest[output].min(rolls[output]));
            });
            #[expect(clippy::cast_possible_truncation, reason = "a simple fraction")]
            let probability = roll.probability() as f32;
            for (sum, lowest) in sum.iter_mut().zip(lowest) {
                *sum += probability * lowest;
            }
        }
        sum
    }
}

/// Checkers in random places, of which one at least is not home.
fn random_track(rng: &mut impl Rng) -> Track {
    let mut track = Track::default();
    let farthest = rng.random_range(HOME..track.len());
    let checkers = if rng.random_bool(WITH_FEWER) {
        rng.random_range(1..CHECKERS)
    } else {
        CHECKERS
    };
    let share_home = rng.random_range(0.1..0.95);
    let nearest = rng.random_range(0..3);
    track[farthest] = 1;
    for _ in 1..checkers {
        let point = if rng.random_bool(share_home) {
            rng.random_range(nearest..HOME)
        } else {
            rng.random_range(HOME..=farthest)
        };
        track[point] += 1;
    }
    track
}
