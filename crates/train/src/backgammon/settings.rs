use std::fmt;

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
}

/// Those of the shipped net.
impl Default for BackgammonSettings {
    fn default() -> Self {
        Self {
            first_rounds: 40,
            rounds: 120,
            games: 4000,
            seed: 1,
            rate: 0.0005,
        }
    }
}

impl BackgammonSettings {
    /// All rounds.
    #[must_use]
    pub fn all_rounds(&self) -> u32 {
        self.first_rounds.saturating_add(self.rounds)
    }

    /// How many games of a round begin with random moves: some, so that the net knows all kinds of positions, but none in the last
    /// rounds, in which it learns to judge those of good games well.
    pub(super) fn random_starts(&self, round: u32) -> f64 {
        const SHARE: f64 = 0.15;
        let later = round.saturating_sub(self.first_rounds);
        if 8 * later < 5 * self.rounds {
            SHARE
        } else {
            0.0
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

impl fmt::Display for BackgammonSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            first_rounds,
            rounds,
            games,
            seed,
            rate,
        } = self;
        write!(
            f,
            "starmax train backgammon --first-rounds {first_rounds} --rounds {rounds} --games {games} --seed {seed} --rate {rate}"
        )
    }
}
