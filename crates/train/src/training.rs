use std::fmt;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use starmax_games::mix;
use starmax_judges::dice::{NetFile, NetWeights};

use crate::learn::{Moment, Pace, learn};
use crate::self_play::self_play;

/// How a net is trained. The same settings give the same net.
///
/// Written as the command that trains so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiceSettings {
    /// Games to play.
    pub games: u64,
    /// Where all dice and the first weights come from.
    pub seed: u64,
    /// How far ahead a moment looks: 0 at the next moment alone, 1 at the outcome alone.
    pub lambda: f32,
    /// How fast the net learns at the start. The rate falls to nothing, with the square of the share of games still to play.
    pub rate: f32,
    /// Up to this many first moves of a game are random, so that the net sees more than it would choose.
    pub random_moves: u8,
}

/// Those of the shipped net.
impl Default for DiceSettings {
    fn default() -> Self {
        Self {
            games: 2_000_000,
            seed: 1,
            lambda: 0.4,
            rate: 0.01,
            random_moves: 10,
        }
    }
}

impl fmt::Display for DiceSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            games,
            seed,
            lambda,
            rate,
            random_moves,
        } = self;
        write!(
            f,
            "starmax train dice --games {games} --seed {seed} --lambda {lambda} --rate {rate} --random-moves {random_moves}"
        )
    }
}

/// The net of Dice 5x5 in training.
#[derive(Clone, Debug)]
pub struct DiceTraining {
    settings: DiceSettings,
    games: u64,
    weights: NetWeights,
    /// Of the game at hand; kept for its memory alone.
    moments: Vec<Moment>,
}

impl DiceTraining {
    /// A training that has not begun: random weights.
    #[must_use]
    pub fn new(settings: DiceSettings) -> Self {
        Self::after(settings, 0, random_weights(settings.seed))
    }

    pub(crate) fn after(settings: DiceSettings, games: u64, weights: NetWeights) -> Self {
        Self {
            settings,
            games,
            weights,
            moments: Vec::new(),
        }
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &DiceSettings {
        &self.settings
    }

    /// Games played so far.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The weights so far.
    #[must_use]
    pub fn weights(&self) -> &NetWeights {
        &self.weights
    }

    /// Whether all games are played.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.games >= self.settings.games
    }

    /// The rate at which the next game is learned from.
    #[must_use]
    pub fn rate(&self) -> f32 {
        let left = (self.settings.games - self.games) as f32 / self.settings.games as f32;
        self.settings.rate * left * left
    }

    /// Plays one game and learns from it.
    ///
    /// Its dice follow from the seed and from its number, so nothing but the weights passes from one game to the next.
    pub fn play_game(&mut self) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix(self.settings.seed) ^ self.games);
        let random_moves = rng.random_range(0..=self.settings.random_moves);
        let outcome = self_play(&self.weights, &mut rng, random_moves, &mut self.moments);
        let pace = Pace {
            rate: self.rate(),
            lambda: self.settings.lambda,
        };
        learn(&mut self.weights, &self.moments, outcome, pace);
        self.games += 1;
    }

    /// The net so far, as a file.
    #[must_use]
    pub fn file(&self) -> NetFile {
        NetFile::new(self.settings.to_string(), self.games, self.weights.clone())
    }
}

/// Small weights, so that no unit starts out with an opinion of its own.
pub(crate) fn random_weights(seed: u64) -> NetWeights {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut weights = NetWeights::ZERO;
    let rows = (weights.own.iter_mut())
        .chain(&mut weights.opponent)
        .chain(&mut weights.runs)
        .chain([&mut weights.bias, &mut weights.output]);
    for weight in rows.flatten() {
        *weight = rng.random_range(-0.1..0.1);
    }
    weights
}
