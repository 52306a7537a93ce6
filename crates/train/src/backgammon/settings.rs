use std::fmt;

use rand::{Rng, RngExt};
use starmax_games::BackgammonState;

use super::self_play::Plan;

/// How a net of backgammon is trained. The same settings give the same net.
///
/// Written as the command that trains so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BackgammonSettings {
    /// First this many rounds in which a position learns from the next one of its game.
    pub first_rounds: u32,
    /// Then this many rounds in which it learns from all 21 rolls.
    pub rounds: u32,
    /// Games in each round.
    pub games: u32,
    /// Where all dice and the first weights come from.
    pub seed: u64,
    /// How fast the net learns: the rate in the first rounds, which then falls to a hundredth in the manner of a cosine.
    pub rate: f32,
    /// The seal of the net that it goes on from, if it does not begin with random weights.
    pub start: Option<u64>,
}

impl Default for BackgammonSettings {
    fn default() -> Self {
        Self {
            first_rounds: 40,
            rounds: 160,
            games: 2000,
            seed: 1,
            rate: 0.0005,
            start: None,
        }
    }
}

impl BackgammonSettings {
    /// All rounds.
    #[must_use]
    pub fn all_rounds(&self) -> u32 {
        self.first_rounds.saturating_add(self.rounds)
    }

    /// What shares of the games of a round are not usual ones: many, so that the net knows all kinds of positions, but fewer in the last
    /// rounds, in which it learns to judge those of good games well.
    pub(super) fn shares(&self, round: u32) -> Shares {
        if round < self.first_rounds {
            return Shares {
                random_start: 0.15,
                odd: 0.0,
                from_position: 0.0,
            };
        }
        let later = round - self.first_rounds;
        if self.start.is_none() && 8 * later < 5 * self.rounds {
            Shares {
                random_start: 0.08,
                odd: 0.12,
                from_position: 0.25,
            }
        } else {
            Shares {
                random_start: 0.0,
                odd: 0.05,
                from_position: 0.2,
            }
        }
    }

    /// The rate at which a round is learned from.
    pub(super) fn rate_of(&self, round: u32) -> f32 {
        const LEAST: f32 = 0.01;
        let later = round.saturating_sub(self.first_rounds) as f32;
        let turn = later / self.rounds.max(1) as f32 * std::f32::consts::PI;
        self.rate * (LEAST + (1.0 - LEAST) * f32::midpoint(1.0, turn.cos()))
    }
}

/// Shares of the games of a round, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shares {
    /// Begin with random moves.
    pub(super) random_start: f64,
    /// Are played by players with odd tastes.
    pub(super) odd: f64,
    /// Begin with a position that surprised the net or is rare.
    pub(super) from_position: f64,
}

impl Shares {
    /// How one of the games is played.
    pub(super) fn plan<'a>(&self, starts: &'a [BackgammonState], rng: &mut impl Rng) -> Plan<'a> {
        let mut left = rng.random_range(0.0..1.0);
        let mut is_in = |share: f64| {
            left -= share;
            left < 0.0
        };
        if is_in(self.random_start) {
            Plan::RandomStart
        } else if is_in(self.odd) {
            Plan::Odd
        } else if is_in(self.from_position) && !starts.is_empty() {
            Plan::From(&starts[rng.random_range(0..starts.len())])
        } else {
            Plan::Usual
        }
    }
}

impl fmt::Display for BackgammonSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            first_rounds,
            rounds,
            games,
            seed,
            rate,
            start,
        } = self;
        write!(
            f,
            "starmax train backgammon --first-rounds {first_rounds} --rounds {rounds} --games {games} --seed {seed} --rate {rate}"
        )?;
        match start {
            Some(seal) => write!(f, " --start {seal:016x}"),
            None => Ok(()),
        }
    }
}
